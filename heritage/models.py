"""The 54 peoples, the 63 provinces of the classic map, the 34 units of today, and what is known.

Every content text stands in two columns, `_vi` and `_en`; `Localized` reads the right one.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from . import photos
from .localized import Localized
from .text import fold, nfc, sort_key


class Region(models.TextChoices):
    """The seven socio-economic regions as they stood before 1 July 2025."""

    NORTHERN_MIDLANDS = "northern-midlands-mountains", _("Northern Midlands and Mountains")
    RED_RIVER_DELTA = "red-river-delta", _("Red River Delta")
    NORTH_CENTRAL = "north-central", _("North Central")
    SOUTH_CENTRAL_COAST = "south-central-coast", _("South Central Coast")
    CENTRAL_HIGHLANDS = "central-highlands", _("Central Highlands")
    SOUTHEAST = "southeast", _("Southeast")
    MEKONG_DELTA = "mekong-delta", _("Mekong Delta")


#: Short names of the regions in style sheets and patterns.
REGION_CSS = {
    Region.NORTHERN_MIDLANDS: "nmm",
    Region.RED_RIVER_DELTA: "rrd",
    Region.NORTH_CENTRAL: "nc",
    Region.SOUTH_CENTRAL_COAST: "scc",
    Region.CENTRAL_HIGHLANDS: "ch",
    Region.SOUTHEAST: "se",
    Region.MEKONG_DELTA: "md",
}


class Searchable(models.Model):
    """Rows found without diacritics and sorted as Vietnamese sorts.

    `search_text` and `sort_key` are written at each save from what `searched_words` returns.
    """

    search_text = models.TextField(editable=False, default="")
    sort_key = models.CharField(max_length=600, editable=False, default="", db_index=True)

    class Meta:
        abstract = True

    def searched_words(self) -> list[str]:
        """What a reader may type to find this row."""
        return [getattr(self, "name_vi", ""), getattr(self, "name_en", "")]

    def refresh_search(self) -> None:
        """Bring both columns in step with the row; `save` does it, bulk writers must."""
        words = [fold(word) for word in self.searched_words() if word]
        # "giarai" is typed as often as "gia rai".
        words += [word.replace(" ", "") for word in words if 2 <= len(word.split()) <= 3]
        # The leading space lets a query be sought at the beginnings of words.
        self.search_text = "".join(f" {word} |" for word in dict.fromkeys(words))
        self.sort_key = sort_key(getattr(self, "name_vi", ""))[:600]

    def save(self, *args: Any, **kwargs: Any) -> None:
        for column in self._meta.concrete_fields:
            if isinstance(column, models.CharField | models.TextField):
                text = getattr(self, column.attname)
                if isinstance(text, str):
                    setattr(self, column.attname, nfc(text))
        self.refresh_search()
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {*kwargs["update_fields"], "search_text", "sort_key"}
        super().save(*args, **kwargs)


class SearchQuerySet(models.QuerySet):
    def search(self, words: str) -> SearchQuerySet:
        """Rows that hold the folded query at the beginning of a word ("e de" finds Ê-đê), or
        each of its words in any order, if none of them is a mere letter."""
        folded = fold(words)
        if not folded:
            return self
        parts = folded.split()
        found = Q(search_text__contains=f" {folded}")
        if all(len(part) > 1 for part in parts):
            found |= Q(*[Q(search_text__contains=f" {part}") for part in parts])
        return self.filter(found)


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


class ProvincialUnit(Searchable):
    """One of the 34 provincial units since 1 July 2025."""

    class Kind(models.TextChoices):
        PROVINCE = "province", _("province")
        MUNICIPALITY = "municipality", _("centrally governed city")

    slug = models.SlugField(unique=True)
    name_vi = models.CharField(max_length=80)
    name_en = models.CharField(max_length=80)
    kind = models.CharField(
        max_length=20, choices=Kind.choices, help_text=_("The kind it has today.")
    )
    kind_at_merger = models.CharField(
        max_length=20, choices=Kind.choices, help_text=_("The kind it had on 1 July 2025.")
    )
    seat = models.CharField(max_length=80, blank=True)

    name = Localized()
    objects = SearchQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key"])

    class Meta:
        ordering = ["sort_key"]
        verbose_name = _("provincial unit (34)")
        verbose_name_plural = _("provincial units (34)")

    def __str__(self) -> str:
        return self.name


class Province(Searchable):
    """One of the 63 provinces and cities of the classic map (until 30 June 2025)."""

    class Kind(models.TextChoices):
        PROVINCE = "province", _("province")
        MUNICIPALITY = "municipality", _("centrally governed city")

    slug = models.SlugField(unique=True)
    gso_code = models.CharField(max_length=2, unique=True)
    name_vi = models.CharField(max_length=80)
    name_en = models.CharField(max_length=80)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    region = models.CharField(max_length=40, choices=Region.choices, db_index=True)
    lat = models.FloatField(validators=[MinValueValidator(8.0), MaxValueValidator(24.0)])
    lon = models.FloatField(validators=[MinValueValidator(102.0), MaxValueValidator(117.5)])
    is_coastal = models.BooleanField(default=False)
    airport = models.CharField(
        max_length=20, blank=True, help_text=_("IATA codes, separated by semicolons")
    )
    seaport = models.CharField(max_length=80, blank=True)
    seaport_class = models.CharField(max_length=10, blank=True)
    railway_station = models.CharField(max_length=80, blank=True)
    unit = models.ForeignKey(ProvincialUnit, on_delete=models.PROTECT, related_name="provinces")
    borders = models.ManyToManyField("self", blank=True)

    name = Localized()
    objects = SearchQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key"])

    class Meta:
        ordering = ["sort_key"]
        verbose_name = _("province (63)")
        verbose_name_plural = _("provinces (63)")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("heritage:province", args=[self.slug])

    @property
    def region_css(self) -> str:
        return REGION_CSS[Region(self.region)]

    @property
    def airports(self) -> list[str]:
        return [code for code in self.airport.split(";") if code]


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
    source = models.CharField(max_length=240, blank=True)
    provenance = models.TextField(blank=True, help_text=_("For editors; never shown to readers."))

    name = Localized()
    region_hint = Localized()
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


class FactQuerySet(SearchQuerySet):
    def public(self) -> FactQuerySet:
        """What readers see: sure and well founded, or approved by an editor; never rejected."""
        return self.exclude(review=Fact.Review.REJECTED).filter(
            Q(review=Fact.Review.APPROVED)
            | Q(
                confidence=Fact.Confidence.HIGH,
                basis__in=[Fact.Basis.PAGE, Fact.Basis.STATISTICS, Fact.Basis.DIGEST],
            )
        )

    def for_questions(self) -> FactQuerySet:
        """What a question may rest on: a digest read at second hand is not enough."""
        return self.exclude(review=Fact.Review.REJECTED).filter(
            Q(review=Fact.Review.APPROVED)
            | Q(
                confidence=Fact.Confidence.HIGH,
                basis__in=[Fact.Basis.PAGE, Fact.Basis.STATISTICS],
            )
        )


class Fact(Searchable):
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
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        editable=False,
    )
    order = models.PositiveSmallIntegerField(default=0)

    text = Localized()
    objects = FactQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_text", "sort_key"])

    class Meta:
        ordering = ["group", "category", "order"]
        constraints = [
            models.CheckConstraint(
                condition=Q(group__isnull=False) | Q(province__isnull=False),
                name="fact_is_about_something",
            )
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
        if self.review != self.Review.WAITING:
            return self.review == self.Review.APPROVED
        return self.confidence == self.Confidence.HIGH and self.basis != self.Basis.GENERAL


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


class Photo(models.Model):
    """A photograph with its author and licence; nothing is shown without them."""

    image = models.ImageField(upload_to="photos/", width_field="width", height_field="height")
    width = models.PositiveIntegerField(editable=False, default=0)
    height = models.PositiveIntegerField(editable=False, default=0)
    group = models.ForeignKey(
        EthnicGroup, null=True, blank=True, on_delete=models.CASCADE, related_name="photos"
    )
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.CASCADE, related_name="photos"
    )
    alt_vi = models.CharField(max_length=200)
    alt_en = models.CharField(max_length=200)
    caption_vi = models.CharField(max_length=200, blank=True)
    caption_en = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=120)
    licence = models.CharField(max_length=80)
    source_url = models.URLField(blank=True)
    order = models.PositiveSmallIntegerField(default=0)

    alt = Localized()
    caption = Localized()
    history = HistoricalRecords()

    class Meta:
        ordering = ["order", "pk"]
        verbose_name = _("photograph")
        verbose_name_plural = _("photographs")

    def __str__(self) -> str:
        return self.alt

    def clean(self) -> None:
        if self.image and not self.image._committed:
            try:
                photos.check(self.image.file)
            except ValidationError as error:
                raise ValidationError({"image": error}) from error

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.image and not self.image._committed:
            kept = photos.keep(self.image.file, "photos")
            self.image.save(kept.name, kept, save=False)
        super().save(*args, **kwargs)

    def sized(self, width: int) -> str:
        """Address of the copy in one of `photos.WIDTHS`."""
        return self.image.storage.url(photos.size_name(self.image.name, width))

    @property
    def small(self) -> str:
        return self.sized(320)

    @property
    def medium(self) -> str:
        return self.sized(800)

    @property
    def large(self) -> str:
        return self.sized(1600)


class SeedRow(models.Model):
    """What the seed data last wrote into one row, so that an editor's change is told from it."""

    table = models.CharField(max_length=60)
    key = models.CharField(max_length=200)
    values = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="seed_row_once")]

    def __str__(self) -> str:
        return f"{self.table} {self.key}"
