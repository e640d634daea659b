"""Where the 63 provinces lie, and how far from each other. Pure: read once from heritage/data/."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).resolve().parent.parent / "heritage" / "data" / "provinces.csv"

#: Mean radius of the Earth in kilometres (IUGG; Moritz 1980, Geodetic Reference System 1980).
EARTH_KM = 6371.0088


@dataclass(frozen=True, slots=True)
class Place:
    """A province of the classic map; `lat` and `lon` of its centre in degrees."""

    slug: str
    name_vi: str
    name_en: str
    region: str
    lat: float
    lon: float


@cache
def provinces() -> dict[str, Place]:
    """All 63, by slug."""
    with _TABLE.open(encoding="utf-8", newline="") as stream:
        return {
            row["code"]: Place(
                slug=row["code"],
                name_vi=row["name_vi"],
                name_en=row["name_en"],
                region=row["region"],
                lat=float(row["lat"]),
                lon=float(row["lon"]),
            )
            for row in csv.DictReader(stream)
        }


def distance_km(one: str, other: str) -> float:
    """Great-circle distance between the centres of two provinces, in kilometres.

    By the haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky & Telescope 68 (1984),
    p. 159), on a sphere: right to about half a per cent. Raises KeyError for no such province.

    >>> round(distance_km("ha-noi", "ho-chi-minh")), distance_km("da-nang", "da-nang")
    (1146, 0.0)
    """
    a, b = provinces()[one], provinces()[other]
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    half_lat, half_lon = (lat_b - lat_a) / 2, math.radians(b.lon - a.lon) / 2
    square = math.sin(half_lat) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin(half_lon) ** 2
    return 2 * EARTH_KM * math.asin(min(1.0, math.sqrt(square)))
