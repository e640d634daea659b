"""Pages that cut across the atlas: language families, festivals by month, UNESCO's lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from . import festivals as almanac_pages
from . import maps, selectors, trees
from .models import EthnicGroup, Fact, HeritageListing, LanguageBranch, Province
from .templatetags.look import number
from .views import population_legend

#: The festivals named at the head of the page.
NEXT = 4
_LIVING = {HeritageListing.Kind.REPRESENTATIVE, HeritageListing.Kind.URGENT}
_PLACES = {
    HeritageListing.Kind.CULTURAL,
    HeritageListing.Kind.NATURAL,
    HeritageListing.Kind.MIXED,
}
_DOCUMENTS = {HeritageListing.Kind.MEMORY, HeritageListing.Kind.MEMORY_AP}


# --- languages -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Family:
    """A language family: its branches, each with its peoples, the largest first."""

    slug: str
    name: str
    branches: list[tuple[LanguageBranch, list[EthnicGroup]]]

    @property
    def peoples(self) -> list[EthnicGroup]:
        return [group for _branch, groups in self.branches for group in groups]

    @property
    def people(self) -> int:
        return sum(group.population_2019 for group in self.peoples)


def _families() -> list[_Family]:
    """The families in the order of their first branches. Two queries."""
    groups: dict[int, list[EthnicGroup]] = {}
    for group in EthnicGroup.objects.order_by("-population_2019"):
        groups.setdefault(group.branch_id, []).append(group)
    families: dict[str, _Family] = {}
    for branch in LanguageBranch.objects.all():
        slug = branch.family_slug
        family = families.setdefault(slug, _Family(slug, branch.family, []))
        family.branches.append((branch, groups.get(branch.pk, [])))
    return list(families.values())


def _tree(family: _Family) -> SafeString:
    title = _("The %(family)s family: branches and peoples") % {"family": family.name}
    alone = len(family.branches) == 1
    return SafeString(
        trees.family_tree(
            f"tree-{family.slug}",
            family.name,
            [
                trees.Branch(
                    "" if alone and branch.name == family.name else branch.name,
                    branch.style,
                    [_leaf(group) for group in groups],
                )
                for branch, groups in family.branches
            ],
            title=title,
        )
    )


def _leaf(group: EthnicGroup) -> trees.Leaf:
    people = number(group.population_2019)
    link = group.get_absolute_url()
    return trees.Leaf(group.name, people, maps.klass(group.population_2019), link)


@require_safe
def languages(request: HttpRequest) -> HttpResponse:
    """The five families as trees, with all 54 peoples."""
    context = {"families": [(family, _tree(family)) for family in _families()]}
    return render(request, "heritage/languages.html", context)


@require_safe
def family(request: HttpRequest, slug: str) -> HttpResponse:
    """One family: its tree, where its peoples live, what is known of their languages."""
    families = {family.slug: family for family in _families()}
    if slug not in families:
        raise Http404(f"no language family {slug}")
    found = families[slug]
    peoples = found.peoples
    provinces = list(Province.objects.all())
    counts = selectors.people_by_province(peoples)
    by_slug = {province.slug: province for province in provinces}
    sources = selectors.Sources()
    sources.numbers(peoples[0].source)
    context = {
        "family": found,
        "tree": _tree(found),
        "others": [other for other in families.values() if other is not found],
        "tongues": _tongues(peoples, sources),
        "map": SafeString(
            maps.choropleth(
                "family-map",
                counts,
                selectors.words(provinces),
                title=_("Where peoples of the %(family)s family live, by province, 2019")
                % {"family": found.name},
                show=number,
                links={province.slug: province.get_absolute_url() for province in provinces},
            )
        ),
        "legend": population_legend(),
        "bars": selectors.bars(
            (by_slug[slug], counts[slug]) for slug in sorted(counts, key=lambda s: -counts[s])
        ),
        "sources": sources.listed,
        "attribution": maps.attribution(),
    }
    return render(request, "heritage/family.html", context)


def _tongues(
    peoples: list[EthnicGroup], sources: selectors.Sources
) -> list[tuple[EthnicGroup, list[tuple[str, list[int]]]]]:
    """What is public on the languages and scripts of these peoples, in their order."""
    facts: dict[int | None, list[Fact]] = {}
    rows = Fact.objects.public().filter(
        group__in=[group.pk for group in peoples], category=Fact.Category.LANGUAGE
    )
    for fact in rows.order_by("group", "order"):
        facts.setdefault(fact.group_id, []).append(fact)
    return [
        (group, [(fact.text, sources.numbers(fact.source)) for fact in facts[group.pk]])
        for group in peoples
        if group.pk in facts
    ]


# --- festivals -----------------------------------------------------------------------------------


@require_safe
def festivals(request: HttpRequest) -> HttpResponse:
    """Festivals by month of one year; `?year=` chooses it, this year where it is not given."""
    today = timezone.localdate()
    wanted = request.GET.get("year", "")
    chosen = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) == 4 else 0
    if chosen not in almanac_pages.years():
        chosen = today.year
    sources, facts = selectors.Sources(), almanac_pages.told()
    year = almanac_pages.year_of(chosen, facts, sources)
    address = reverse("heritage:festivals")
    context = {
        "year": year,
        "this_month": today.month if chosen == today.year else 0,
        "next": _coming(year, facts, today) if chosen == today.year else [],
        "earlier": f"{address}?year={chosen - 1}" if chosen - 1 in almanac_pages.years() else "",
        "later": f"{address}?year={chosen + 1}" if chosen + 1 in almanac_pages.years() else "",
        "sources": sources.listed,
    }
    return render(request, "heritage/festivals.html", context)


def _coming(
    year: almanac_pages.Year, facts: Iterable[Fact], today: date
) -> list[almanac_pages.Festival]:
    """The next dated festivals, into the new year where the old one is nearly over."""
    coming = year.after(today, NEXT)
    if len(coming) < NEXT and year.number + 1 in almanac_pages.years():
        following = almanac_pages.year_of(year.number + 1, facts, selectors.Sources())
        coming += following.after(today, NEXT - len(coming))
    return coming


# --- listings ------------------------------------------------------------------------------------


@require_safe
def listings(request: HttpRequest) -> HttpResponse:
    """The inscriptions by UNESCO: living heritage, places, documents, geoparks."""
    rows = list(
        HeritageListing.objects.prefetch_related("groups", "provinces").order_by("year", "sort_key")
    )
    sources = selectors.Sources()
    sections: list[tuple[str, str, str, Iterable[Any]]] = [
        ("living", "music", _("Living heritage"), _LIVING),
        ("places", "map", _("World Heritage sites"), _PLACES),
        ("documents", "script", _("Memory of the World"), _DOCUMENTS),
        ("geoparks", "star", _("Global Geoparks"), {HeritageListing.Kind.GEOPARK}),
    ]
    context = {
        "total": len(rows),
        "sections": [
            (
                slug,
                icon,
                label,
                [(row, sources.numbers(row.source)) for row in rows if row.kind in kinds],
            )
            for slug, icon, label, kinds in sections
        ],
        "sources": sources.listed,
    }
    return render(request, "heritage/listings.html", context)
