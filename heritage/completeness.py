"""How complete the atlas is: which sections of a page have a public fact, and what rows lack.

For the editors' desk; readers are shown what is there. A section is one of `selectors.SECTIONS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from .models import EthnicGroup, Fact, HeritageListing, Photo, Province
from .selectors import SECTIONS, missing_sections

_SHOWABLE = ~Q(review=Fact.Review.REJECTED)
#: What a fact must have before it is shown, and the rows that lack it; rejected ones never are.
FACT_LACKS = {
    "source": _SHOWABLE & Q(source=""),
    "vi": _SHOWABLE & Q(text_vi=""),
    "en": _SHOWABLE & Q(text_en=""),
}
#: The same of a people: a picture, an introduction in both languages.
NO_INTRODUCTION = Q(introduction_vi="") | Q(introduction_en="") | Q(introduction_sources="")


@dataclass(frozen=True)
class Completeness:
    """Of one people or province: its sections in their order, and whether each has a fact."""

    subject: Any
    sections: tuple[tuple[Fact.Category, bool], ...]

    @property
    def there(self) -> int:
        """How many sections have a public fact."""
        return sum(there for _category, there in self.sections)

    @property
    def percent(self) -> float:
        """0 to 100."""
        return 100 * self.there / len(self.sections)

    @property
    def missing(self) -> list[Fact.Category]:
        return [category for category, there in self.sections if not there]


def of_peoples() -> list[Completeness]:
    """All peoples, those that lack most first, then by name. Three queries."""
    missing = {row.group.pk: row.categories for row in missing_sections()}
    rows = [
        _row(group, missing.get(group.pk, []))
        for group in EthnicGroup.objects.select_related("branch")
    ]
    return sorted(rows, key=lambda row: row.there)


def of_provinces() -> list[Completeness]:
    """All provinces by region and name. Two queries."""
    there: dict[int, set[str]] = {}
    facts = Fact.objects.public().filter(province__isnull=False).order_by()
    for province, category in facts.values_list("province", "category").distinct():
        there.setdefault(province, set()).add(category)
    return [
        _row(
            province, [each for each in SECTIONS if each.value not in there.get(province.pk, set())]
        )
        for province in Province.objects.order_by("region", "sort_key")
    ]


def _row(subject: Any, missing: Iterable[Fact.Category]) -> Completeness:
    absent = set(missing)
    return Completeness(subject, tuple((each, each not in absent) for each in SECTIONS))


def without_photo(model: type[EthnicGroup] | type[Province]) -> Any:
    """The rows of which there is no picture."""
    name = "group" if model is EthnicGroup else "province"
    return model.objects.filter(~Exists(Photo.objects.filter(**{name: OuterRef("pk")})))


def without_section(category: str) -> Any:
    """The peoples whose page leaves a section out."""
    told = Fact.objects.public().filter(category=category, group__isnull=False)
    return EthnicGroup.objects.exclude(pk__in=told.order_by().values("group"))


def lacking() -> dict[str, int]:
    """How many rows lack what. Four queries."""
    found = Fact.objects.aggregate(
        **{f"facts_{name}": Count("pk", filter=rule) for name, rule in FACT_LACKS.items()}
    )
    found |= EthnicGroup.objects.aggregate(
        introductions=Count("pk", filter=NO_INTRODUCTION, distinct=True),
        peoples_photo=Count("pk", filter=Q(photos=None), distinct=True),
    )
    found["provinces_photo"] = without_photo(Province).count()
    found["listings_source"] = HeritageListing.objects.filter(source="").count()
    return found
