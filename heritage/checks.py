"""Whether the atlas holds what it promises: introductions, sections, a named source for each
public statement. `manage.py check_content` prints it, beside what the decks have.

The rows are those in the database, so that an editor's slip is found like one of ours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from .models import EthnicGroup, Fact, HeritageListing
from .selectors import SECTIONS, missing_sections
from .tables import GROUPS, INTRODUCTION

#: Words that name no source.
_NO_SOURCE = ("general reference", "kiến thức chung")
#: How many of its sections every people's page must have.
FEWEST_SECTIONS = 4


@dataclass(frozen=True)
class Statement:
    """What a reader is told: whose it is, the words, the source shown with them."""

    where: str
    text: str
    source: str

    @property
    def is_sourced(self) -> bool:
        """Whether a source is named, and one that says something."""
        said = self.source.casefold()
        return bool(said.strip()) and not any(word in said for word in _NO_SOURCE)


@dataclass(frozen=True)
class Count:
    """One line of the table: how many there are, how many there must be."""

    name: str
    found: int
    needed: int

    @property
    def enough(self) -> bool:
        return self.found >= self.needed


@dataclass
class AtlasReport:
    counts: list[Count] = field(default_factory=list)
    #: What is wrong, each with where and how to mend it.
    findings: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.findings and all(count.enough for count in self.counts)


def statements() -> list[Statement]:
    """Everything public that claims something: facts, introductions, inscriptions, figures."""
    rows = [
        Statement(fact.key, fact.text_vi, fact.source)
        for fact in Fact.objects.public().order_by("key")
    ]
    for group in EthnicGroup.objects.order_by("code"):
        rows.append(
            Statement(group.slug, f"{group.name_vi}: {group.population_2019}", group.source)
        )
        if group.introduction_vi:
            sources = "; ".join(group.introduced_by)
            rows.append(Statement(f"{group.slug}.introduction", group.introduction_vi, sources))
    rows += [
        Statement(f"listing {listing.year}", listing.name_vi, listing.source)
        for listing in HeritageListing.objects.order_by("year", "name_vi")
    ]
    return rows


def sample(count: int, chance: random.Random) -> list[Statement]:
    """Statements taken at random, all of them when there are fewer."""
    rows = statements()
    return chance.sample(rows, min(count, len(rows)))


def check_atlas() -> AtlasReport:
    """Count, and find what is wrong."""
    report = AtlasReport()
    groups = list(EthnicGroup.objects.order_by("code"))
    rows = statements()
    there = {row.group.pk: len(SECTIONS) - len(row.categories) for row in missing_sections()}
    fewest = min((there.get(group.pk, len(SECTIONS)) for group in groups), default=0)
    sections = sum(there.get(group.pk, len(SECTIONS)) for group in groups)
    introduced = [group for group in groups if not list(_introduction_faults(group))]
    report.counts += [
        Count("peoples introduced", len(introduced), GROUPS),
        Count("public facts", Fact.objects.public().count(), 500),
        Count("facts for questions", Fact.objects.for_questions().count(), 240),
        Count("sections on people pages", sections, FEWEST_SECTIONS * GROUPS),
        Count("fewest sections of a page", fewest, FEWEST_SECTIONS),
        Count("statements with a source", sum(row.is_sourced for row in rows), len(rows)),
    ]
    for group in groups:
        report.findings += _introduction_faults(group)
    report.findings += [
        f"{row.where}: no source is named → name one, or take the statement from the page"
        for row in rows
        if not row.is_sourced
    ]
    return report


def _introduction_faults(group: EthnicGroup) -> Iterator[str]:
    low, high = INTRODUCTION
    for language in ("vi", "en"):
        words = len(getattr(group, f"introduction_{language}").split())
        if not low <= words <= high:
            yield (
                f"{group.slug}: the {language} introduction has {words} words "
                f"→ write {low} to {high}"
            )
    if not group.introduced_by:
        yield f"{group.slug}: the introduction names no source → name one a line"
