"""What provinces, regions and peoples are called, in the reader's language, and where the atlas has
more of them. From the atlas's own tables: a game needs no database for its words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.translation import get_language

from heritage import tables
from heritage.map_parts import Words
from heritage.models import REGION_CSS, Region
from quizzes.places import provinces


@dataclass(frozen=True, slots=True)
class People:
    """One of the 54 peoples, by its number in the official list."""

    code: str
    name_vi: str
    name_en: str
    slug: str


@cache
def peoples() -> dict[str, People]:
    return {
        row["code"]: People(row["code"], row["name_vi"], row["name_en"], row["slug"])
        for row in tables.read().groups
    }


def language() -> str:
    """What the reader's page speaks: en or vi."""
    return "en" if (get_language() or "vi").startswith("en") else "vi"


def province(slug: str) -> str:
    """A province's name; the slug of one that the atlas does not know."""
    found = provinces().get(slug)
    if found is None:
        return slug
    return found.name_en if language() == "en" else found.name_vi


def people(code: str) -> str:
    found = peoples().get(code)
    if found is None:
        return code
    return found.name_en if language() == "en" else found.name_vi


def people_address(code: str) -> str:
    """The page of a people in the atlas, "" for an unknown one."""
    found = peoples().get(code)
    return reverse("heritage:group", args=[found.slug]) if found else ""


def region(slug: str) -> str:
    """A region's name; the slug of what is none, such as the pile of challenges."""
    return str(Region(slug).label) if slug in Region.values else slug


def area(slug: str) -> str:
    """The short name of a region's colour and pattern ("nmm")."""
    return REGION_CSS[Region(slug)] if slug in Region.values else ""


def words() -> Words:
    """The provinces' names for the maps."""
    return _words(language())


@cache
def _words(code: str) -> Words:
    return Words(code, {slug: getattr(one, f"name_{code}") for slug, one in provinces().items()})
