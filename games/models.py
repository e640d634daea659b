"""A table as rows: what is played, who sits there, and one row a move.

The moves are the truth; the state beside them is their fold, kept so that nobody need play a game
again to show it (`manage.py verify_tables` compares). Only `games.tables` writes here.
"""

from __future__ import annotations

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


class Content(models.Model):
    """What a table plays with (question cards, quests), frozen. Tables opened from the same
    content share the row."""

    # SHA-256 of the content, so that a process may keep what it has read by this key.
    digest = models.CharField(max_length=64, primary_key=True)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.digest[:12]


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
    rated = models.BooleanField(_("rated"), default=False)
    content = models.ForeignKey(
        Content, null=True, on_delete=models.PROTECT, related_name="tables", editable=False
    )
    # All chance of this table comes from it; nobody is ever shown it.
    seed = models.CharField(max_length=64, editable=False)

    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.WAITING
    )
    state = models.JSONField(null=True, editable=False)
    # What is being decided: the game's own name for it.
    decision = models.CharField(max_length=40, blank=True)
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
    # Raised when the streams of this seat must be cut (replaced, on another device).
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

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="log")
    # From 0, the start, without a gap.
    number = models.PositiveIntegerField()
    # Index of the seat; none for a move of the table itself.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=6, choices=By.choices)
    move = models.JSONField(null=True)
    # What chance or a judgement gave, so that playing it again needs neither.
    record = models.JSONField(null=True)
    # What happened, for the log: each reader is shown what that seat may know.
    events = models.JSONField(default=list)
    # The decision it answered, and what the device called it.
    decision = models.CharField(max_length=40, blank=True)
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

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a move is never changed")
        super().save(*args, **kwargs)


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
