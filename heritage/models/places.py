"""The seven regions, the 63 provinces of the classic map, the 34 units of today."""

from __future__ import annotations

from functools import lru_cache

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from ..localized import Localized
from .search import Searchable, SearchQuerySet


class Region(models.TextChoices):
    """The seven socio-economic regions as they stood before 1 July 2025."""

    NORTHERN_MIDLANDS = "northern-midlands-mountains", _("Northern Midlands and Mountains")
    RED_RIVER_DELTA = "red-river-delta", _("Red River Delta")
    NORTH_CENTRAL = "north-central", _("North Central")
    SOUTH_CENTRAL_COAST = "south-central-coast", _("South Central Coast")
    CENTRAL_HIGHLANDS = "central-highlands", _("Central Highlands")
    SOUTHEAST = "southeast", _("Southeast")
    MEKONG_DELTA = "mekong-delta", _("Mekong Delta")


@lru_cache(maxsize=256)
def _address(slug: str) -> str:
    """Of a province's page: a map names all of them, and a people's page has two maps."""
    return reverse("heritage:province", args=[slug])


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
    # Filled by the page of the units: the seat in the reader's language, where we know it.
    shown_seat: str
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
        return _address(self.slug)

    @property
    def region_css(self) -> str:
        return REGION_CSS[Region(self.region)]

    @property
    def airports(self) -> list[str]:
        return [code for code in self.airport.split(";") if code]
