"""A table as rows: what is played, who sits there, and one row a move.

The moves are the truth; the state beside them is their fold, kept so that nobody need play a game
again to show it (`manage.py verify_tables` compares). Only `games.tables` writes here.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player

from .game import Outcome

#: A move sent before the deadline may be this much longer on its way.
GRACE = timedelta(seconds=1)

#: Before the clocks of the second game of a pair run, so that both may find it.
BREAK = timedelta(seconds=20)


class Content(models.Model):
    """What a table plays with (question cards, quests), frozen. Tables opened from the same
    content share the row."""

    # SHA-256 of the content, so that a process may keep what it has read by this key.
    digest = models.CharField(max_length=64, primary_key=True)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.digest[:12]

    @staticmethod
    def digest_of(data: Any) -> str:
        """The key of the row that holds this content."""
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


class Table(models.Model):
    """One game by some people and bots, from the first seat taken to the last move."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        STOPPED = "stopped", _("stopped")

    # The way in: part of the address, said aloud, drawn as a QR code.
    code = models.CharField(_("code"), max_length=6, unique=True)
    game = models.CharField(_("game"), max_length=40)
    # The name of ready-made options; empty where somebody chose their own.
    preset = models.CharField(_("preset"), max_length=40, blank=True)
    options = models.JSONField(_("options"))
    # How many may sit.
    size = models.PositiveSmallIntegerField(pgettext_lazy("at a table", "seats"))
    # Who may pause, skip, replace and end; need not sit at the table.
    host = models.ForeignKey(
        Player,
        verbose_name=_("host"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_tables",
    )
    spectators = models.BooleanField(_("spectators"), default=True)
    # The teacher has hidden the nicknames: screens say what the game calls each seat.
    nameless = models.BooleanField(_("nicknames hidden"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    # 1 and 2: the first and the second of two games with the seats exchanged (games.pairs).
    leg = models.PositiveSmallIntegerField(_("game of a pair"), default=0)
    content = models.ForeignKey(
        Content, null=True, on_delete=models.PROTECT, related_name="tables", editable=False
    )
    # All chance of this table comes from it; nobody is ever shown it.
    seed = models.CharField(max_length=64, editable=False)

    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.WAITING
    )
    state = models.JSONField(null=True, editable=False)
    # What is being decided: the game's own name for it (games.history).
    decision = models.CharField(max_length=48, blank=True)
    # How often moves were taken back: such a game was practice.
    undone = models.PositiveSmallIntegerField(_("taken back"), default=0)
    # Number of the newest move; the start is move 0.
    moves = models.PositiveIntegerField(pgettext_lazy("of a game", "moves"), default=0)
    # Raised at every change that a screen shows; an older fragment never replaces a newer one.
    version = models.PositiveIntegerField(default=1)
    # The table's own clock, and the earliest of it and the seats' clocks.
    clock_by = models.DateTimeField(null=True, blank=True)
    act_by = models.DateTimeField(null=True, blank=True)
    # While paused all clocks stand as they stood then.
    paused_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, editable=False)
    # Index of the seat that gave the game up, or let the clock of a rated one run out.
    given_up_by = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)

    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # The last time anybody did anything here.
    touched_at = models.DateTimeField(default=timezone.now)
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )

    class Meta:
        ordering = ["-created_at"]
        verbose_name = pgettext_lazy("of a game", "table")
        verbose_name_plural = pgettext_lazy("of a game", "tables")
        constraints = [
            models.CheckConstraint(
                condition=Q(status="waiting", state__isnull=True, started_at__isnull=True)
                | Q(status="stopped")
                | Q(
                    status__in=["playing", "finished"],
                    state__isnull=False,
                    started_at__isnull=False,
                ),
                name="table_has_a_state_once_started",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "playing"], ended_at__isnull=True)
                | Q(status__in=["finished", "stopped"], ended_at__isnull=False),
                name="ended_table_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", outcome__isnull=False)
                | (~Q(status="finished") & Q(outcome__isnull=True)),
                name="finished_table_has_its_outcome",
            ),
            models.CheckConstraint(
                condition=Q(status="playing")
                | Q(act_by__isnull=True, clock_by__isnull=True, paused_at__isnull=True),
                name="only_a_game_in_play_has_clocks",
            ),
            models.CheckConstraint(condition=Q(size__gte=1), name="table_has_a_seat"),
            models.CheckConstraint(condition=Q(leg__lte=2), name="a_pair_has_two_games"),
        ]
        indexes = [
            models.Index(
                fields=["act_by"], condition=Q(act_by__isnull=False), name="table_deadline"
            ),
            models.Index(fields=["status", "touched_at"], name="table_idle"),
            models.Index(fields=["game", "ended_at"], name="table_results"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.code}"

    @property
    def is_waiting(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def is_playing(self) -> bool:
        return self.status == self.Status.PLAYING

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it lasts, and where it was stopped uncounted."""
        return None if self.outcome is None else Outcome.decode(self.outcome)


class Seat(models.Model):
    """One place at a table: a person's, a bot's, or for the time being nobody's."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    # Clockwise from 0; fixed once the game has begun.
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    # The level of the bot whose seat this is; empty for a person's.
    bot = models.CharField(max_length=20, blank=True)
    # What the person is called here; a nickname, and forgotten like one.
    name = models.CharField(max_length=120, blank=True)
    # Number of the first move since this person has the seat; what was answered before was somebody
    # else's.
    since = models.PositiveIntegerField(default=0)
    # A second person on the device of the same player.
    beside = models.BooleanField(default=False)
    # What this device reads: fragments are rendered in it.
    language = models.CharField(max_length=2, default="vi")
    # Wants the rematch this table is.
    ready = models.BooleanField(default=False)
    to_act = models.BooleanField(default=False)
    act_by = models.DateTimeField(null=True, blank=True)
    # Deadlines missed in a row; after two a bot plays until the person does something.
    missed = models.PositiveSmallIntegerField(default=0)
    away = models.BooleanField(default=False)
    # Away because the device has lost its connection: over when that is back.
    cut_off = models.BooleanField(default=False)
    # Raised when the streams of this seat must be cut (replaced, on another device). Begins with
    # the table's version, so that whoever had this place before hears nothing of it.
    generation = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["table", "index"]
        verbose_name = pgettext_lazy("at a table", "seat")
        verbose_name_plural = pgettext_lazy("at a table", "seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_once_a_table"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False, beside=False),
                name="player_once_a_table",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=True) | Q(bot=""), name="seat_is_a_persons_or_a_bots"
            ),
            models.CheckConstraint(
                condition=Q(to_act=True) | Q(act_by__isnull=True),
                name="only_who_is_to_act_has_a_clock",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"

    @property
    def is_bot(self) -> bool:
        """Whether the seat is a bot's for good; shown as such."""
        return bool(self.bot)

    @property
    def number(self) -> int:
        """As people count seats."""
        return self.index + 1

    @property
    def shown_name(self) -> str:
        """The nickname, else a member's name; empty for a guest, who is a number."""
        if self.name or self.player is None or self.player.user is None:
            return self.name
        # An address that serves as a login is nobody's business.
        return self.player.user.display_name.partition("@")[0]

    @property
    def is_person(self) -> bool:
        return self.player_id is not None

    @property
    def has_had_person(self) -> bool:
        """Whether somebody sits there, or did and left a name."""
        return self.is_person or bool(self.name)

    @property
    def plays_itself(self) -> bool:
        """Whether a bot moves here just now."""
        return self.is_bot or self.away


class TableMove(models.Model):
    """One move, for ever: written once, never changed."""

    class By(models.TextChoices):
        PERSON = "person", _("a person")
        BOT = "bot", _("a computer player")
        CLOCK = "clock", _("the clock")
        TABLE = "table", _("the table")
        BACK = "back", _("taken back")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="log")
    # From 0, the start, without a gap.
    number = models.PositiveIntegerField()
    # Index of the seat; none for a move of the table itself. A seat that takes moves back: its
    # move says up to which number they still count.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=6, choices=By.choices)
    move = models.JSONField(null=True)
    # What chance or a judgement gave, so that playing it again needs neither.
    record = models.JSONField(null=True)
    # What happened, for the log: each reader is shown what that seat may know.
    events = models.JSONField(default=list)
    # The decision it answered, and what the device called it.
    decision = models.CharField(max_length=48, blank=True)
    client_id = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["table", "number"]
        verbose_name = pgettext_lazy("of a game", "move")
        verbose_name_plural = pgettext_lazy("of a game", "moves")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="move_number_once"),
            models.UniqueConstraint(
                fields=["table", "seat", "client_id"],
                condition=~Q(client_id=""),
                name="one_move_a_client_id",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"

    @property
    def first_state(self) -> Any:
        """Of move 0: the state the game began with, as the game encodes it."""
        record: Any = self.record
        return record["state"]

    @property
    def back_to(self) -> int:
        """Of a row that takes moves back: the number of the last one that still counts."""
        return int(self.move["to"])  # type: ignore[index]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a move is never changed")
        super().save(*args, **kwargs)


class SentMove(models.Model):
    """A move that takes long to judge, acknowledged and not yet played; a seat's newest one. The
    row goes when the move is stored. A refused one stays until the seat moves, so that whoever
    sent it reads why."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sent")
    seat = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=48)
    client_id = models.CharField(max_length=40)
    move = models.JSONField()
    # Code and facts of the refusal; none while it is being judged.
    refusal = models.JSONField(null=True)
    # How often a worker has begun to judge it.
    tries = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_sent_move_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}: {self.decision}"

    @property
    def is_open(self) -> bool:
        """Whether it still waits for its judgement."""
        return self.refusal is None


class Said(models.Model):
    """A ready-made phrase that somebody said at a table: by its code, so that each reads it in
    their own language, and no free text needs watching over."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="said")
    # Whose browser; forgotten with the person.
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    # None is somebody who watches.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # Among those who have nothing left to hide; who still plays never gets to see it.
    beyond = models.BooleanField(default=False)
    phrase = models.CharField(max_length=20)
    # The seat it is about, where it is about one.
    about = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        verbose_name = pgettext_lazy("at a table", "phrase")
        verbose_name_plural = pgettext_lazy("at a table", "phrases")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.phrase}"


class Report(models.Model):
    """Somebody at a table complains of somebody else. Read by the table's host, if it is not the
    host who is meant, and by the site's editors; never by who is meant."""

    class Reason(models.TextChoices):
        NAME = "name", _("A name that nobody should have to read")
        TALK = "talk", _("Phrases sent only to annoy")
        PLAY = "play", _("Spoils the game on purpose")
        OTHER = "other", _("Something else that is not right")

    class Deed(models.TextChoices):
        NOTHING = "nothing", _("looked at, nothing done")
        RENAME = "rename", _("name taken away")
        SILENCE = "silence", _("may say nothing any more")
        REMOVE = "remove", _("sent away from the table")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    # Who is meant: one seat, or with none whoever watches and says things.
    seat = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="reports")
    about = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    watching = models.BooleanField(_("somebody watching"), default=False)
    # What the seat was called then; a nickname, and forgotten like one.
    called = models.CharField(_("name"), max_length=120, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    at = models.DateTimeField(_("reported"), default=timezone.now)
    deed = models.CharField(_("what was done"), max_length=10, choices=Deed.choices, blank=True)
    handled_at = models.DateTimeField(_("looked at"), null=True, blank=True)

    class Meta:
        ordering = ["-at"]
        verbose_name = pgettext_lazy("of a person", "report")
        verbose_name_plural = pgettext_lazy("of a person", "reports")
        constraints = [
            models.CheckConstraint(
                condition=Q(handled_at__isnull=True, deed="")
                | (Q(handled_at__isnull=False) & ~Q(deed="")),
                name="handled_report_has_its_deed",
            ),
        ]
        indexes = [
            models.Index(
                fields=["table"], condition=Q(handled_at__isnull=True), name="report_open"
            ),
        ]

    def __str__(self) -> str:
        return self.get_reason_display()


class Restraint(models.Model):
    """What somebody may not do at one table any more."""

    class Kind(models.TextChoices):
        SILENT = "silent", _("say anything")
        AWAY = "away", _("take a seat")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="restraints")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player", "kind"], name="restrained_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.kind}"


class Rating(models.Model):
    """How strong a member plays one game: what all rated games come to. Worked out anew from the
    tables by `games.standing.rebuild_ratings`; losing a row loses nothing."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    game = models.CharField(_("game"), max_length=40)
    # On Glicko's scale: 1500 to begin with.
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    volatility = models.FloatField()
    games = models.PositiveIntegerField(_("games"))
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "-rating"]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.rating:.0f}"


# The rows of one game, in its own folder.
from .rang_ro.models import FunctionCard as FunctionCard  # noqa: E402
from .rang_ro.models import Quest as Quest  # noqa: E402
