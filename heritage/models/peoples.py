"""The 54 peoples, their names, their language branches, where they live."""

from __future__ import annotations

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from ..localized import Localized
from ..text import nfc
from .places import Province
from .search import Searchable, SearchQuerySet


class LanguageBranch(models.Model):
    """One of the eight language branches the official list groups the peoples by."""

    slug = models.SlugField(unique=True)
    name_vi = models.CharField(max_length=80)
    name_en = models.CharField(max_length=80)
    family_vi = models.CharField(max_length=80)
    family_en = models.CharField(max_length=80)
    # The css colour and seed rhythm: viet, tay, han, mon, mong, nam, tang, ka.
    style = models.SlugField(max_length=8)
    order = models.PositiveSmallIntegerField(default=0)

    name = Localized()
    family = Localized()

    class Meta:
        ordering = ["order"]
        verbose_name = _("language branch")
        verbose_name_plural = _("language branches")

    def __str__(self) -> str:
        return self.name

    @property
    def family_slug(self) -> str:
        """The family's name in addresses: "sino-tibetan"."""
        return slugify(self.family_en.replace("–", "-"))


class EthnicGroup(Searchable):
    """One of the 54 peoples of the official list of 2 March 1979."""

    code = models.PositiveSmallIntegerField(
        unique=True, validators=[MinValueValidator(1), MaxValueValidator(54)]
    )
    slug = models.SlugField(unique=True)
    name_vi = models.CharField(max_length=40)
    name_en = models.CharField(max_length=60)
    branch = models.ForeignKey(LanguageBranch, on_delete=models.PROTECT, related_name="groups")
    population_2019 = models.PositiveIntegerField()
    population_2009 = models.PositiveIntegerField(null=True, blank=True)
    population_confirmed = models.BooleanField(default=True)
    region_hint_vi = models.CharField(max_length=160, blank=True)
    region_hint_en = models.CharField(max_length=160, blank=True)
    introduction_vi = models.TextField(blank=True)
    introduction_en = models.TextField(blank=True)
    introduction_sources = models.TextField(
        blank=True, help_text=_("One source a line: title — publisher.")
    )
    source = models.CharField(max_length=240, blank=True)
    provenance = models.TextField(blank=True, help_text=_("For editors; never shown to readers."))

    name = Localized()
    region_hint = Localized()
    introduction = Localized()
    # Filled by selectors.shown_names(): every name but those to be avoided.
    shown: list[GroupName]
    objects = SearchQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key"])

    class Meta:
        ordering = ["sort_key"]
        verbose_name = _("people")
        verbose_name_plural = _("peoples (54)")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("heritage:group", args=[self.slug])

    @property
    def introduced_by(self) -> list[str]:
        """The sources of the introduction, each on its own."""
        return [line.strip() for line in self.introduction_sources.splitlines() if line.strip()]

    def searched_words(self) -> list[str]:
        words = [self.name_vi, self.name_en, self.slug.replace("-", " ")]
        if self.pk:
            words += [name.name for name in self.names.exclude(kind=GroupName.Kind.AVOID)]
        return words


class GroupName(models.Model):
    """Another name of a people; `avoid` marks names that are not used to learners."""

    class Kind(models.TextChoices):
        ENDONYM = "endonym", _("endonym")
        OTHER = "other", _("other name")
        SUBGROUP = "subgroup", _("local group")
        AVOID = "avoid", _("to be avoided")

    group = models.ForeignKey(EthnicGroup, on_delete=models.CASCADE, related_name="names")
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.OTHER)
    note = models.CharField(max_length=160, blank=True)
    note_en = models.CharField(max_length=160, blank=True)
    source = models.CharField(max_length=240, blank=True)
    order = models.PositiveSmallIntegerField(default=0)

    history = HistoricalRecords()

    class Meta:
        ordering = ["group", "order", "name"]
        constraints = [
            models.UniqueConstraint(fields=["group", "name", "kind"], name="group_name_once")
        ]
        verbose_name = _("other name")
        verbose_name_plural = _("other names")

    def __str__(self) -> str:
        return self.name

    @property
    def shown_note(self) -> str:
        """The note in the reader's language, else the Vietnamese one."""
        return (self.note_en if (get_language() or "vi").startswith("en") else "") or self.note

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name = nfc(self.name)
        super().save(*args, **kwargs)
        self._tell_group()

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        deleted = super().delete(*args, **kwargs)
        self._tell_group()
        return deleted

    def _tell_group(self) -> None:
        """The people is found by this name too. Not by `save()`: its own history did not move."""
        self.group.refresh_search()
        EthnicGroup.objects.filter(pk=self.group_id).update(search_text=self.group.search_text)


class GroupPresence(models.Model):
    """How many of a people lived in a province at the census of 1 April 2019."""

    group = models.ForeignKey(EthnicGroup, on_delete=models.CASCADE, related_name="presences")
    province = models.ForeignKey(Province, on_delete=models.CASCADE, related_name="presences")
    population_2019 = models.PositiveIntegerField()

    class Meta:
        ordering = ["-population_2019"]
        constraints = [models.UniqueConstraint(fields=["group", "province"], name="presence_once")]
        verbose_name = _("people by province")
        verbose_name_plural = _("peoples by province")

    def __str__(self) -> str:
        return f"{self.group} · {self.province}: {self.population_2019}"
