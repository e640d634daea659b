"""Decks, questions and choices, in both languages.

What differs between kinds of question (single choice, typed, order …) lives in `quizzes.kinds`
and in the JSON column `spec`; a new kind needs no migration of the others.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from heritage.localized import Localized
from heritage.models import (
    EthnicGroup,
    Fact,
    HeritageListing,
    Province,
    Region,
    Searchable,
    SearchQuerySet,
    Sensitive,
)

MIN_CHOICES, MAX_CHOICES = 2, 4
LEVELS = [(1, _("easy")), (2, _("medium")), (3, _("hard"))]


class State(models.TextChoices):
    """How far an editor has taken a deck or a question; only published ones are played."""

    DRAFT = "draft", _("draft")
    REVIEW = "review", _("waiting for review")
    PUBLISHED = "published", _("published")
    ARCHIVED = "archived", _("archived")


#: A teacher's own deck is nobody else's business until it is proposed.
EDITORS_SEE = Q(owner=None) | ~Q(state=State.DRAFT)


class DeckQuerySet(SearchQuerySet):
    def playable(self) -> DeckQuerySet:
        """Published decks with at least one published question."""
        return self.filter(state=State.PUBLISHED, questions__state=State.PUBLISHED).distinct()

    def for_editors(self) -> DeckQuerySet:
        """What editors work on: the site's own decks, and teachers' own that are proposed."""
        return self.filter(EDITORS_SEE)

    def playable_by(self, user: Any) -> DeckQuerySet:
        """What somebody may lead a lesson with: the library and, of their own decks, those with
        at least one question that can be played."""
        mine = Q(owner_id=user.pk) if user.pk else Q(pk__in=())
        return self.filter(
            Q(state=State.PUBLISHED) | mine, questions__state=State.PUBLISHED
        ).distinct()


class Deck(Searchable):
    """A set of questions that is played or practised as one."""

    class Topic(models.TextChoices):
        REGIONAL = "regional", _("Regions")
        GROUPS = "groups", _("Peoples")
        THEMES = "themes", _("Themes")
        CHALLENGE = "challenge", _("Challenge")
        OTHER = "other", _("Other")

    slug = models.SlugField(_("short name in the address"), max_length=80, unique=True)
    title_vi = models.CharField(_("title (Vietnamese)"), max_length=120)
    title_en = models.CharField(_("title (English)"), max_length=120)
    description_vi = models.CharField(_("description (Vietnamese)"), max_length=300, blank=True)
    description_en = models.CharField(_("description (English)"), max_length=300, blank=True)
    topic = models.CharField(_("topic"), max_length=20, choices=Topic.choices, default=Topic.OTHER)
    region = models.CharField(_("region"), max_length=40, choices=Region.choices, blank=True)
    may_change = models.BooleanField(
        _("answers may be changed until time is up"),
        default=False,
        help_text=_(
            "In a lesson only. The last answer counts, with its own time; the question does not "
            "close before time is up or the teacher shows the answer."
        ),
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.DRAFT)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="decks",
        help_text=_("Empty: the site's own deck."),
    )
    # Whoever has the address with this code may practise a teacher's own deck, and copy it.
    share_code = models.CharField(
        _("code of the shared address"),
        max_length=24,
        unique=True,
        null=True,
        blank=True,
        default=None,
        editable=False,
    )
    copied_from = models.ForeignKey(
        "self",
        verbose_name=_("copied from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="copies",
        editable=False,
    )
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    title = Localized()
    description = Localized()
    objects = DeckQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key", "share_code"])

    class Meta:
        ordering = ["topic", "sort_key"]
        verbose_name = _("deck")
        verbose_name_plural = _("decks")

    def __str__(self) -> str:
        return self.title

    @property
    def name_vi(self) -> str:
        """What `Searchable` sorts by."""
        return self.title_vi or self.title_en

    def searched_words(self) -> list[str]:
        return [self.title_vi, self.title_en, self.description_vi, self.description_en]

    def get_absolute_url(self) -> str:
        return reverse("quizzes:deck", args=[self.slug])

    @property
    def open_address(self) -> str:
        """Where anybody may practise it: the library's by its page, a teacher's own by its shared
        address; "" of one that is nobody else's business."""
        if self.owner_id is None:
            return self.get_absolute_url() if self.state == State.PUBLISHED else ""
        return reverse("quizzes:shared", args=[self.share_code]) if self.share_code else ""


class QuestionQuerySet(SearchQuerySet):
    def published(self) -> QuestionQuerySet:
        return self.filter(state=State.PUBLISHED)

    def for_editors(self) -> QuestionQuerySet:
        """Those of the decks that editors work on."""
        return self.filter(deck__in=Deck.objects.for_editors())


class Question(Sensitive, Searchable):
    """One question. `kind` names an entry of `quizzes.kinds`; `spec` holds what that kind needs
    beyond choices. A published question obeys the constraints below; a draft may be incomplete."""

    deck = models.ForeignKey(
        Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="questions"
    )
    key = models.CharField(
        _("key"),
        max_length=80,
        unique=True,
        validators=[
            RegexValidator(
                r"^[a-z0-9]+(?:[._-][a-z0-9]+)*$",
                _("Use small letters without marks, digits, and . - _ between them."),
            )
        ],
        help_text=_("A lasting name, used by imports and reports, such as ha-noi.3."),
    )
    position = models.PositiveSmallIntegerField(_("place in the deck"), default=0)
    kind = models.CharField(_("kind"), max_length=20, default="single")
    spec = models.JSONField(_("details of the kind"), default=dict, blank=True)
    text_vi = models.CharField(_("question (Vietnamese)"), max_length=200)
    text_en = models.CharField(_("question (English)"), max_length=200)
    explanation_vi = models.CharField(_("explanation (Vietnamese)"), max_length=400, blank=True)
    explanation_en = models.CharField(_("explanation (English)"), max_length=400, blank=True)
    source_vi = models.CharField(_("source (Vietnamese)"), max_length=400, blank=True)
    source_en = models.CharField(_("source (English)"), max_length=400, blank=True)
    group = models.ForeignKey(
        EthnicGroup,
        verbose_name=_("people"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="questions",
    )
    province = models.ForeignKey(
        Province,
        verbose_name=_("province"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="questions",
    )
    fact = models.ForeignKey(
        Fact,
        verbose_name=_("fact"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="questions",
    )
    listing = models.ForeignKey(
        HeritageListing,
        verbose_name=_("UNESCO listing"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="questions",
    )
    image = models.ImageField(_("picture"), upload_to="questions/", blank=True)
    image_alt_vi = models.CharField(
        _("what the picture shows (Vietnamese)"), max_length=200, blank=True
    )
    image_alt_en = models.CharField(
        _("what the picture shows (English)"), max_length=200, blank=True
    )
    level = models.PositiveSmallIntegerField(
        _("level"),
        default=1,
        choices=LEVELS,
    )
    seconds = models.PositiveSmallIntegerField(
        _("seconds to answer"),
        default=20,
        validators=[MinValueValidator(5), MaxValueValidator(300)],
    )
    # A statement that `quizzes.claims` can recompute from the tables, for the site's own questions.
    claim = models.JSONField(_("claim"), null=True, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.DRAFT)
    # Counted from the choices at each save of them, so that the database itself can refuse to
    # publish a question that nobody could answer.
    choice_count = models.PositiveSmallIntegerField(_("choices"), default=0, editable=False)
    right_count = models.PositiveSmallIntegerField(_("right choices"), default=0, editable=False)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    text = Localized()
    explanation = Localized()
    source = Localized()
    image_alt = Localized()
    objects = QuestionQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key", "written_by"])

    STATE = "state"
    #: Its choices are content too; `quizzes.services` compares them.
    CONTENT = (
        "kind",
        "spec",
        "text_vi",
        "text_en",
        "explanation_vi",
        "explanation_en",
        "source_vi",
        "source_en",
        "group",
        "province",
        "fact",
        "listing",
        "image",
        "image_alt_vi",
        "image_alt_en",
    )

    class Meta:
        ordering = ["deck", "position", "pk"]
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        permissions = [("publish_question", _("Can publish questions and decks"))]
        constraints = [
            Sensitive.second_person(Q(state="published"), "question_second_person"),
            models.CheckConstraint(
                condition=Q(seconds__gte=5, seconds__lte=300), name="question_seconds_5_to_300"
            ),
            models.CheckConstraint(
                condition=Q(level__gte=1, level__lte=3), name="question_level_1_to_3"
            ),
            models.CheckConstraint(
                condition=~Q(state="published")
                | ~Q(kind="single")
                | Q(right_count=1, choice_count__gte=MIN_CHOICES, choice_count__lte=MAX_CHOICES),
                name="published_single_has_one_right",
            ),
            models.CheckConstraint(
                condition=~Q(state="published")
                | ~Q(kind="multiple")
                | Q(
                    right_count__gte=1,
                    right_count__lte=F("choice_count"),
                    choice_count__gte=MIN_CHOICES,
                    choice_count__lte=MAX_CHOICES,
                ),
                name="published_multiple_has_right",
            ),
            models.CheckConstraint(
                condition=~Q(state="published")
                | ~Q(kind="truefalse")
                | Q(right_count=1, choice_count=2),
                name="published_truefalse_has_two",
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def name_vi(self) -> str:
        return self.text_vi or self.text_en

    def searched_words(self) -> list[str]:
        return [self.text_vi, self.text_en, self.key]

    @property
    def is_approved(self) -> bool:
        return self.state == State.PUBLISHED

    def wait(self) -> None:
        self.state = State.REVIEW

    def recount(self) -> None:
        """Bring the two counts in step with the choices. Raises IntegrityError when the question
        is published and would become one that nobody could answer."""
        choices = list(self.choices.values_list("is_right", flat=True))
        self.choice_count, self.right_count = len(choices), sum(choices)
        type(self).objects.filter(pk=self.pk).update(
            choice_count=self.choice_count, right_count=self.right_count
        )

    @property
    def heritage_url(self) -> str:
        """The page to read next, '' when the question is linked to none."""
        if self.group is not None:
            return self.group.get_absolute_url()
        if self.province is not None:
            return self.province.get_absolute_url()
        return ""


class Choice(models.Model):
    """One of the two to four answers offered."""

    question = models.ForeignKey(
        Question, verbose_name=_("question"), on_delete=models.CASCADE, related_name="choices"
    )
    position = models.PositiveSmallIntegerField(_("letter"), default=1)
    text_vi = models.CharField(_("text (Vietnamese)"), max_length=80)
    text_en = models.CharField(_("text (English)"), max_length=80)
    is_right = models.BooleanField(_("right"), default=False)
    # True where the kind allows one right choice only; the unique constraint below then holds it.
    exclusive = models.BooleanField(_("only one may be right"), default=True, editable=False)
    # What the choice stands for in the tables: a slug or a number, for `quizzes.claims`.
    ref = models.CharField(_("stands for"), max_length=80, blank=True, editable=False)

    text = Localized()
    history = HistoricalRecords()

    class Meta:
        ordering = ["question", "position", "pk"]
        verbose_name = _("choice")
        verbose_name_plural = _("choices")
        constraints = [
            models.UniqueConstraint(
                fields=["question"],
                condition=Q(is_right=True, exclusive=True),
                name="one_right_choice",
            ),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MAX_CHOICES),
                name="choice_position_1_to_4",
            ),
        ]

    def __str__(self) -> str:
        return self.text

    def prepare_to_save(self) -> None:
        """Bring `exclusive` in step; `save` does it, bulk writers must."""
        self.exclusive = self.question.kind != "multiple"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.prepare_to_save()
        super().save(*args, **kwargs)


# Django looks for models here only.
from .importing.models import Import, ImportPicture, ImportRow  # noqa: E402, F401
from .mistakes.models import Mistake  # noqa: E402, F401
