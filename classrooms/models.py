"""A lesson as rows: the session, who is in it, its rounds, and one row an answer.

Points, totals and standings are computed from the answers, never kept beside them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Table
from heritage.localized import Localized
from players.models import Player
from quizzes.models import Deck

#: An answer sent before the deadline may be this much longer on its way.
GRACE = timedelta(milliseconds=500)
#: For so long a phone says that its name was changed.
TOLD_FOR = timedelta(seconds=60)

#: How many teams a class may be dealt into.
LEAST_TEAMS, MOST_TEAMS = 2, 6

#: Codes from here on belong to classes, those below to single sessions: no draw can collide.
CLASS_CODES_FROM = 900_000


class ClassQuerySet(models.QuerySet["Class"]):
    def taught_by(self, user: Any) -> ClassQuerySet:
        """Classes of one's own and those one is a co-teacher of."""
        shared = self.model.co_teachers.through.objects.filter(user_id=user.pk)
        return self.filter(Q(owner_id=user.pk) | Q(pk__in=shared.values("class_id")))


class Class(models.Model):
    """A class that comes in by the same code all year, taught by its owner and colleagues."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="classes"
    )
    name = models.CharField(_("name"), max_length=60)
    co_teachers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="shared_classes"
    )
    code = models.CharField(max_length=6, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    objects = ClassQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("class")
        verbose_name_plural = _("classes")
        constraints = [
            models.CheckConstraint(
                condition=Q(code__gte=str(CLASS_CODES_FROM)), name="class_code_in_its_range"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("classrooms:class", args=[self.pk])


class Session(models.Model):
    """One lesson: a snapshot of a deck, a join code, a state that only the host moves."""

    class State(models.TextChoices):
        LOBBY = "lobby", _("lobby")
        QUESTION = "question", _("question")
        REVEAL = "reveal", _("answer")
        STANDINGS = "standings", _("standings")
        PODIUM = "podium", _("podium")
        CLOSED = "closed", _("closed")

    class Scoring(models.TextChoices):
        SPEED = "speed", _("Right and quick")
        ACCURACY = "accuracy", _("Right answers only")

    class Play(models.TextChoices):
        RANKS = "ranks", _("Everybody for themselves")
        HIDDEN = "hidden", _("Places hidden")
        TEAMS = "teams", _("In teams")
        TOGETHER = "together", _("Together")

    code = models.CharField(max_length=6)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sessions"
    )
    # Opened for a class: under its code, and its other teachers may lead too.
    for_class = models.ForeignKey(
        Class, null=True, blank=True, on_delete=models.SET_NULL, related_name="sessions"
    )
    deck = models.ForeignKey(Deck, null=True, on_delete=models.SET_NULL, related_name="sessions")
    title_vi = models.CharField(max_length=120)
    title_en = models.CharField(max_length=120)
    # The questions as they stood at the start, right answers included; see classrooms.snapshot.
    snapshot = models.JSONField()
    # How points are counted and how the class plays, chosen when the room is opened.
    scoring = models.CharField(max_length=8, choices=Scoring.choices, default=Scoring.SPEED)
    play = models.CharField(max_length=8, choices=Play.choices, default=Play.RANKS)
    # In teams: how many; else 0.
    team_count = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.LOBBY)
    # Index of the present question, -1 in the lobby.
    index = models.SmallIntegerField(default=-1)
    locked = models.BooleanField(default=False)
    # Phones show letters and shapes only; the words are on the wall.
    buttons_only = models.BooleanField(default=False)
    # Raised at every change that a screen shows; an older fragment never replaces a newer one.
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    host_seen_at = models.DateTimeField()
    # The browser that leads: the newest to open the host's page; see access.browser_of.
    led_from = models.CharField(max_length=16, blank=True)
    nicknames_erased_at = models.DateTimeField(null=True, blank=True)

    title = Localized()

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(closed_at__isnull=True), name="open_code_once"
            ),
            models.CheckConstraint(
                condition=Q(for_class__isnull=False)
                | Q(closed_at__isnull=False)
                | Q(code__lt=str(CLASS_CODES_FROM)),
                name="session_code_in_its_range",
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False)
                | (~Q(state="closed") & Q(closed_at__isnull=True)),
                name="closed_session_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(play="teams", team_count__range=(LEAST_TEAMS, MOST_TEAMS))
                | (~Q(play="teams") & Q(team_count=0)),
                name="teams_are_counted",
            ),
        ]
        indexes = [models.Index(fields=["owner", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.title} · {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("classrooms:host", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class GameLesson(models.Model):
    """Tables of one game, opened at once for a class: who types the code of the class is given a
    seat at one of them."""

    for_class = models.ForeignKey(Class, on_delete=models.CASCADE, related_name="game_lessons")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_lessons"
    )
    game = models.CharField(_("game"), max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("game in class")
        verbose_name_plural = _("games in class")
        constraints = [
            models.UniqueConstraint(
                fields=["for_class"],
                condition=Q(closed_at__isnull=True),
                name="one_open_game_a_class",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.for_class_id} {self.game}"

    def get_absolute_url(self) -> str:
        return reverse("classrooms:game", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class LessonTable(models.Model):
    """One table of a game in class, under its number."""

    lesson = models.ForeignKey(GameLesson, on_delete=models.CASCADE, related_name="tables")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="in_lesson")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["lesson", "number"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "number"], name="table_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.lesson_id}/{self.number}"


class Pace(models.IntegerChoices):
    """How long a participant has, in per cent of the question's clock."""

    USUAL = 100, _("as everybody")
    QUARTER = 125, _("× 1.25")
    HALF = 150, _("× 1.5")
    DOUBLE = 200, "× 2"
    UNTIMED = 0, _("without a clock")


class ParticipantQuerySet(models.QuerySet):
    def present(self) -> ParticipantQuerySet:
        return self.filter(removed_at__isnull=True)

    def on_paper(self) -> ParticipantQuerySet:
        return self.filter(paper_number__isnull=False)

    def with_phone(self) -> ParticipantQuerySet:
        return self.filter(paper_number__isnull=True)


class Participant(models.Model):
    """One player in one session, under a nickname."""

    class Team(models.IntegerChoices):
        """Called after the sign of the same number, which stands beside the name."""

        NONE = 0, _("no team")
        SUN = 1, _("Team Sun")
        MOON = 2, _("Team Moon")
        LEAF = 3, _("Team Leaf")
        RAIN = 4, _("Team Rain")
        MOUNTAIN = 5, _("Team Mountain")
        WAVE = 6, _("Team Wave")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="participants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="participations")
    # At most 30 characters as they are seen; an emoji may be several code points.
    nickname = models.CharField(max_length=120, blank=True)
    # The nickname folded for comparison: one "Ánh" a session, however it is typed.
    nickname_key = models.CharField(max_length=240, blank=True)
    # When the teacher gave another name: the phone is told for a while.
    renamed_at = models.DateTimeField(null=True, blank=True)
    # Which of the eight signs stands beside the name, 1–8.
    sign = models.PositiveSmallIntegerField(default=1)
    # What the phones were dealt into, where the class plays in teams.
    team = models.PositiveSmallIntegerField(choices=Team.choices, default=Team.NONE)
    # Index of the first question this participant was there for: earlier ones are "not yet there".
    first_index = models.SmallIntegerField(default=0)
    # What this phone reads: fragments are rendered once for each language in the room.
    language = models.CharField(max_length=2, default="vi")
    # Without a phone: answers are held up on cards with this number, and keyed in by the teacher.
    paper_number = models.PositiveSmallIntegerField(null=True, blank=True)
    # Private extra time: on no screen but the teacher's page of this person.
    pace = models.PositiveSmallIntegerField(choices=Pace.choices, default=Pace.USUAL)
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    # Removed for the rest of the session; who is only removed may come back in.
    blocked = models.BooleanField(default=False)
    # Raised when the stream of this participant must be cut (removed, handed over).
    generation = models.PositiveSmallIntegerField(default=0)

    objects = ParticipantQuerySet.as_manager()

    class Meta:
        ordering = ["joined_at", "pk"]
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="player_once_a_session"),
            models.UniqueConstraint(
                fields=["session", "nickname_key"],
                condition=Q(removed_at__isnull=True) & ~Q(nickname_key=""),
                name="nickname_once_a_session",
            ),
            models.UniqueConstraint(
                fields=["session", "paper_number"],
                condition=Q(removed_at__isnull=True),
                name="paper_number_once_a_session",
            ),
            models.CheckConstraint(
                condition=Q(blocked=False) | Q(removed_at__isnull=False),
                name="blocked_is_removed",
            ),
            models.CheckConstraint(condition=Q(pace__in=Pace.values), name="pace_is_one_of_five"),
        ]

    def __str__(self) -> str:
        return self.nickname or f"#{self.pk}"

    @property
    def on_paper(self) -> bool:
        return self.paper_number is not None

    @property
    def was_renamed(self) -> bool:
        """Whether the teacher gave this name a moment ago."""
        return self.renamed_at is not None and timezone.now() - self.renamed_at < TOLD_FOR


class Handover(models.Model):
    """A device asks to go on as somebody who is in already; the teacher decides."""

    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="handovers")
    # The device that asks, and the one that had the place when it was decided.
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="handovers")
    left_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(default=False)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["participant", "player"],
                condition=Q(decided_at__isnull=True),
                name="asked_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant_id}<{self.player_id}"


class Round(models.Model):
    """One question being asked in one session; the deadline is a column, so a restart keeps it.

    Of a question that was asked again only the newest attempt counts.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="rounds")
    index = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # While paused: how much of the clock was left, in milliseconds; below 0 when only those with
    # extra time had any.
    paused_left_ms = models.IntegerField(null=True, blank=True)
    # All pauses so far, so that an answer's time is thinking time.
    paused_ms = models.PositiveIntegerField(default=0)
    # Seconds of the clock in all, +10 s included: what speed is measured against.
    seconds = models.PositiveSmallIntegerField()
    # Left out while it was open; not to be taken back.
    skipped = models.BooleanField(default=False)
    # Taken out by the host after it closed: counts for nobody until it is taken back.
    void = models.BooleanField(default=False)
    # Everybody's clock has run out; it is still open for so many with extra time.
    waiting_for = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["session", "index", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["session", "index", "attempt"], name="round_once")
        ]
        indexes = [
            models.Index(
                fields=["closes_at"],
                condition=Q(closed_at__isnull=True),
                name="round_open_deadline",
            )
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.index}"

    def clock_ms(self, pace: int) -> int | None:
        """The clock of somebody with this pace, in milliseconds; None for no clock."""
        return None if pace == Pace.UNTIMED else self.seconds * 10 * pace

    def left_ms(self, pace: int, now: datetime) -> int | None:
        """What is left then of that clock, below 0 once it has run out; None for no clock."""
        clock = self.clock_ms(pace)
        if clock is None:
            return None
        left = self.paused_left_ms
        if left is None:
            left = (self.closes_at - now) // timedelta(milliseconds=1)
        return left + clock - self.seconds * 1000

    def takes(self, arrived: datetime, pace: int = Pace.USUAL) -> bool:
        """Whether an answer that arrived then counts, however long it waited to be read: before
        the closing, and before the deadline of its sender or its grace."""
        if self.closed_at is not None and arrived >= self.closed_at:
            return False
        left = self.left_ms(pace, arrived)
        return left is None or left > -(GRACE // timedelta(milliseconds=1))


class Answer(models.Model):
    """What one participant answered in one round; the same client id again is the same row."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="answers")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="answers")
    client_id = models.CharField(max_length=40)
    # The phone's count of its answers to this question: a later one replaces an earlier one,
    # in whatever order they arrive.
    turn = models.PositiveSmallIntegerField(default=0)
    # As the question's kind reads it: {"choices": [2]} for choices, by position from 1.
    response = models.JSONField()
    received_at = models.DateTimeField()
    # Thinking time in milliseconds, pauses left out.
    elapsed_ms = models.PositiveIntegerField()
    # The participant's at that time: extra time given later changes no points.
    pace = models.PositiveSmallIntegerField(choices=Pace.choices, default=Pace.USUAL)
    # Given in time on a phone that had no network, and here only after the closing: it counts, but
    # without the bonus for speed, for its time is the phone's word.
    late = models.BooleanField(default=False)

    class Meta:
        ordering = ["received_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "participant"], name="one_answer_a_round"),
            models.UniqueConstraint(
                fields=["participant", "client_id"], name="one_answer_a_client_id"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant_id}@{self.round_id}"
