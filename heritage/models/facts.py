"""What is known of a people or a province: facts with their sources, and UNESCO listings."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from ..localized import Localized
from .peoples import EthnicGroup
from .places import Province
from .search import Searchable, SearchQuerySet
from .sensitive import Sensitive, acting_user


class FactQuerySet(SearchQuerySet):
    def public(self) -> FactQuerySet:
        """What readers see: sure and well founded, or approved by an editor; never rejected, and
        what is sensitive only once it is approved."""
        return self.exclude(review=Fact.Review.REJECTED).filter(
            Q(review=Fact.Review.APPROVED)
            | Q(
                sensitive=False,
                confidence=Fact.Confidence.HIGH,
                basis__in=[Fact.Basis.PAGE, Fact.Basis.STATISTICS, Fact.Basis.DIGEST],
            )
        )

    def for_questions(self) -> FactQuerySet:
        """What a question may rest on: a digest read at second hand is not enough."""
        return self.exclude(review=Fact.Review.REJECTED).filter(
            Q(review=Fact.Review.APPROVED)
            | Q(
                sensitive=False,
                confidence=Fact.Confidence.HIGH,
                basis__in=[Fact.Basis.PAGE, Fact.Basis.STATISTICS],
            )
        )


class Fact(Sensitive, Searchable):
    """One short statement on a people or a province, in our own words, with its source."""

    class Category(models.TextChoices):
        SETTLEMENT = "settlement", _("Settlement and house")
        LIVELIHOOD = "livelihood", _("Livelihood")
        CRAFT = "craft", _("Crafts")
        DRESS = "dress", _("Dress")
        FOOD = "food", _("Food")
        MUSIC = "music_dance_instrument", _("Music and dance")
        FESTIVAL = "festival", _("Festivals")
        BELIEF = "belief_custom", _("Beliefs and customs")
        LANGUAGE = "script_language", _("Language and script")
        ORAL = "oral_literature", _("Oral literature")
        NOTABLE = "notable", _("Worth knowing")

    class Confidence(models.TextChoices):
        HIGH = "high", _("high")
        MEDIUM = "medium", _("medium")

    class Basis(models.TextChoices):
        PAGE = "page", _("a named page was read")
        STATISTICS = "statistics", _("census figures")
        DIGEST = "digest", _("read at second hand")
        GENERAL = "general", _("general knowledge")

    class Review(models.TextChoices):
        WAITING = "waiting", _("not reviewed")
        APPROVED = "approved", _("approved by an editor")
        REJECTED = "rejected", _("not to be shown")

    key = models.CharField(max_length=80, unique=True)
    group = models.ForeignKey(
        EthnicGroup, null=True, blank=True, on_delete=models.CASCADE, related_name="facts"
    )
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.CASCADE, related_name="facts"
    )
    category = models.CharField(max_length=30, choices=Category.choices)
    text_vi = models.CharField(max_length=400)
    text_en = models.CharField(max_length=400)
    gloss_en = models.CharField(max_length=240, blank=True)
    time_of_year = models.CharField(max_length=120, blank=True)
    confidence = models.CharField(max_length=10, choices=Confidence.choices)
    basis = models.CharField(max_length=12, choices=Basis.choices)
    source = models.CharField(max_length=400, blank=True, help_text=_("Shown to readers."))
    provenance = models.TextField(blank=True, help_text=_("For editors; never shown to readers."))
    review = models.CharField(max_length=10, choices=Review.choices, default=Review.WAITING)
    order = models.PositiveSmallIntegerField(default=0)

    text = Localized()
    objects = FactQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key", "written_by"])

    STATE = "review"
    CONTENT = (
        "group",
        "province",
        "category",
        "text_vi",
        "text_en",
        "gloss_en",
        "time_of_year",
        "confidence",
        "basis",
        "source",
    )

    class Meta:
        ordering = ["group", "category", "order"]
        constraints = [
            Sensitive.second_person(Q(review="approved"), "fact_second_person"),
            models.CheckConstraint(
                condition=Q(group__isnull=False) | Q(province__isnull=False),
                name="fact_is_about_something",
            ),
        ]
        verbose_name = _("fact")
        verbose_name_plural = _("facts")

    def __str__(self) -> str:
        return self.text

    def searched_words(self) -> list[str]:
        return [self.text_vi, self.text_en]

    @property
    def is_public(self) -> bool:
        """The rule of `FactQuerySet.public` for one row."""
        if self.sensitive or self.review != self.Review.WAITING:
            return self.review == self.Review.APPROVED
        return self.confidence == self.Confidence.HIGH and self.basis != self.Basis.GENERAL

    @property
    def is_for_questions(self) -> bool:
        """The rule of `FactQuerySet.for_questions` for one row."""
        if self.sensitive or self.review != self.Review.WAITING:
            return self.review == self.Review.APPROVED
        return self.confidence == self.Confidence.HIGH and self.basis in {
            self.Basis.PAGE,
            self.Basis.STATISTICS,
        }

    # --- two people for what is sensitive --------------------------------------------------------

    @property
    def is_approved(self) -> bool:
        return self.review == self.Review.APPROVED

    def wait(self) -> None:
        self.review = self.Review.WAITING

    def clean(self) -> None:
        """Raises SecondPersonNeeded, as `save` would."""
        self._settle()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises SecondPersonNeeded; nothing is stored then."""
        self.prepare_to_save()
        self._settle()
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {
                *kwargs["update_fields"],
                *("review", "reviewed_by", "written_by"),
            }
        super().save(*args, **kwargs)

    def _settle(self) -> None:
        before = type(self).objects.filter(pk=self.pk).first() if self.pk else None
        by = getattr(self, "_history_user", None) or acting_user()
        changed = before is None or not self.says_the_same(before)
        self.settle(before, by, changed=changed)


class HeritageListing(Searchable):
    """An inscription by UNESCO: living heritage, a site, a document, a geopark."""

    class Kind(models.TextChoices):
        REPRESENTATIVE = (
            "Intangible heritage - Representative List",
            _("Intangible heritage, Representative List"),
        )
        URGENT = (
            "Intangible heritage - Urgent Safeguarding List",
            _("Intangible heritage, Urgent Safeguarding List"),
        )
        CULTURAL = "World Heritage - cultural", _("World Heritage, cultural")
        NATURAL = "World Heritage - natural", _("World Heritage, natural")
        MIXED = "World Heritage - mixed", _("World Heritage, mixed")
        MEMORY = "Memory of the World - international", _("Memory of the World")
        MEMORY_AP = "Memory of the World - Asia-Pacific", _("Memory of the World, Asia-Pacific")
        GEOPARK = "UNESCO Global Geopark", _("UNESCO Global Geopark")

    name_vi = models.CharField(max_length=160, unique=True)
    name_en = models.CharField(max_length=160)
    year = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=60, choices=Kind.choices)
    groups = models.ManyToManyField(EthnicGroup, blank=True, related_name="listings")
    provinces = models.ManyToManyField(Province, blank=True, related_name="listings")
    source = models.CharField(max_length=400, blank=True)
    note = models.CharField(max_length=300, blank=True)
    status = models.CharField(max_length=80, blank=True)

    name = Localized()
    objects = SearchQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key"])

    class Meta:
        ordering = ["year", "sort_key"]
        verbose_name = _("UNESCO listing")
        verbose_name_plural = _("UNESCO listings")

    def __str__(self) -> str:
        return self.name

    @property
    def confirmed(self) -> bool:
        return self.status == "confirmed"


class Reading(models.Model):
    """Where to read on about a people: a page that others have published."""

    group = models.ForeignKey(EthnicGroup, on_delete=models.CASCADE, related_name="readings")
    title = models.CharField(max_length=200)
    publisher = models.CharField(max_length=120)
    url = models.URLField(max_length=400)
    order = models.PositiveSmallIntegerField(default=0)

    history = HistoricalRecords()

    class Meta:
        ordering = ["group", "order", "pk"]
        constraints = [models.UniqueConstraint(fields=["group", "url"], name="reading_once")]
        verbose_name = _("further reading")
        verbose_name_plural = _("further reading")

    def __str__(self) -> str:
        return f"{self.title} — {self.publisher}"
