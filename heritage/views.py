"""The atlas's pages: peoples, provinces, the units of today, and whom the data came from."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlencode

import segno
from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from . import maps, selectors
from .credits import fonts, software
from .models import (
    REGION_CSS,
    EthnicGroup,
    GroupName,
    HeritageListing,
    LanguageBranch,
    Province,
    ProvincialUnit,
    Region,
)
from .named_sources import CENSUS_2009, CENSUS_2019, SEAPORTS, UNITS
from .outlines import outlines
from .public_address import site_address
from .signals import people_shown
from .templatetags.look import number

#: Lines of the chart beside the map.
OPEN_BARS = 6
#: What a reader may type who has found nobody.
SUGGESTIONS = ("e de", "k'ho", "mong", "cham")
#: Small maps of peoples of the same branch.
COMPANIONS = 4
#: Letters of the place on a page that a QR code may lead to.
LONGEST_ANCHOR = 20


# --- the atlas -----------------------------------------------------------------------------------


@require_safe
def atlas(request: HttpRequest) -> HttpResponse:
    """Map and list; `?q=&region=&branch=&size=` filter, `?group=` shows where one people lives."""
    filters = selectors.Filters.of(request.GET)
    provinces = list(Province.objects.all())
    groups = selectors.groups_for(filters)
    branches = list(selectors.branches())
    chosen = _chosen(request.GET.get("group", ""), groups)
    found = selectors.provinces_found(filters.q, provinces)
    context = {
        "filters": filters,
        "kept": urlencode(filters.address),
        "groups": groups,
        "chosen": chosen,
        "branches": branches,
        "regions": Region.choices,
        "bands": [(value, _band(*bounds)) for value, bounds in selectors.BANDS.items()],
        "count": _count(filters, groups, branches, found),
        "suggestions": SUGGESTIONS,
        "attribution": maps.attribution(),
        "found_provinces": found,
        **_atlas_map(filters, groups, chosen, provinces),
    }
    # With a script only the list and the map travel; the page around them stays.
    part = request.headers.get("HX-Request") == "true" and not request.headers.get(
        "HX-History-Restore-Request"
    )
    response = render(request, "heritage/_atlas.html" if part else "heritage/atlas.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _chosen(slug: str, groups: list[EthnicGroup]) -> EthnicGroup | None:
    if not slug:
        return None
    for group in groups:
        if group.slug == slug:
            return group
    return get_object_or_404(EthnicGroup.objects.select_related("branch"), slug=slug)


def _atlas_map(
    filters: selectors.Filters,
    groups: list[EthnicGroup],
    chosen: EthnicGroup | None,
    provinces: list[Province],
) -> dict[str, object]:
    """The picture for what is on the list: one people, some, or the seven regions."""
    words = selectors.words(provinces)
    links = {province.slug: province.get_absolute_url() for province in provinces}
    if chosen is None and (not filters.active or not groups):
        names = {REGION_CSS[Region(value)]: str(label) for value, label in Region.choices}
        return {
            "map": SafeString(
                maps.region_map(
                    "atlas-map",
                    {province.slug: province.region_css for province in provinces},
                    words,
                    title=_("The seven regions of Viet Nam, 63 provinces"),
                    names=names,
                    links=links,
                )
            ),
            "region_legend": list(names.items()),
        }
    shown = [chosen] if chosen else groups
    counts = selectors.people_by_province(shown)
    by_slug = {province.slug: province for province in provinces}
    order = sorted(counts, key=lambda slug: -counts[slug])
    if chosen:
        title = _("Where the %(people)s live, by province, 2019") % {"people": chosen.name}
    else:
        title = _("Where the listed peoples live, by province, 2019")
    return {
        "map": SafeString(
            maps.choropleth("atlas-map", counts, words, title=title, show=_shown, links=links)
        ),
        "map_title": title,
        "together": len(shown),
        "legend": population_legend(),
        "total": sum(group.population_2019 for group in shown),
        "bars": selectors.bars((by_slug[slug], counts[slug]) for slug in order[:OPEN_BARS]),
    }


def _count(
    filters: selectors.Filters,
    groups: list[EthnicGroup],
    branches: list[LanguageBranch],
    provinces: list[Province],
) -> str:
    """One sentence on what the list holds: peoples, or only provinces."""
    if provinces and not groups:
        n = len(provinces)
        said = ngettext("%(count)s province", "%(count)s provinces", n) % {"count": n}
        return ", ".join([said, _("for “%(words)s”") % {"words": filters.q}])
    said = ngettext("%(count)s people", "%(count)s peoples", len(groups)) % {"count": len(groups)}
    more = []
    if filters.q:
        more.append(_("for “%(words)s”") % {"words": filters.q})
    if filters.branch:
        more += [
            _("speaking %(branch)s languages") % {"branch": branch.name}
            for branch in branches
            if branch.slug == filters.branch
        ]
    if filters.region:
        more.append(_("living mainly in: %(region)s") % {"region": Region(filters.region).label})
    if filters.size:
        more.append(_band(*selectors.BANDS[filters.size]))
    return ", ".join([said, *more])


def _band(low: int, high: int | None) -> str:
    if high is None:
        return _("from %(low)s people up") % {"low": _shown(low)}
    if not low:
        return _("under %(high)s people") % {"high": _shown(high + 1)}
    return _("%(low)s to %(high)s people") % {"low": _shown(low), "high": _shown(high)}


def population_legend() -> list[tuple[str, str]]:
    """Class and words for the colours of a population map, most people first, nobody last."""
    rows = [("q0", _("nobody"))]
    bounds = [*maps.CLASSES, None]
    for i, low in enumerate(maps.CLASSES, 1):
        above = bounds[i]
        if above is None:
            text = _("from %(low)s") % {"low": _shown(low)}
        else:
            text = f"{_shown(low)} – {_shown(above - 1)}"
        rows.append((f"q{i}", text))
    return rows[::-1]


def _shown(people: int) -> str:
    return number(people)


# --- one people ----------------------------------------------------------------------------------


@require_safe
def group(request: HttpRequest, slug: str) -> HttpResponse:
    """All that is public on one people."""
    found = get_object_or_404(
        EthnicGroup.objects.select_related("branch").prefetch_related(
            selectors.shown_names(), "photos", _listings()
        ),
        slug=slug,
    )
    provinces = list(Province.objects.select_related("unit"))
    by_slug = {province.slug: province for province in provinces}
    words = selectors.words(provinces)
    kin = list(found.branch.groups.order_by("-population_2019"))
    near = selectors.nearest(found, kin, COMPANIONS)
    counts = selectors.presences([found, *near])
    here = counts[found.pk]
    lives_in = [by_slug[slug] for slug in here]
    sources = selectors.Sources()
    census = sources.numbers(found.source)
    grown = selectors.growth(found)
    introduced_by = [sources.numbers(source)[0] for source in found.introduced_by]
    life = selectors.life(found.facts.public(), sources)
    listings = selectors.listings_with_sources(found.listings.all(), sources)
    name = found.name
    context = {
        "group": found,
        "names": selectors.ordered_names(found),
        "avoided": list(found.names.filter(kind=GroupName.Kind.AVOID)),
        "introduced_by": introduced_by,
        "census": census,
        "grown": grown,
        "grown_sources": census + sources.numbers(CENSUS_2009) if grown else [],
        "readings": list(found.readings.all()),
        "questions": selectors.related_questions(found),
        "change": (change := selectors.change(found)),
        "decline": -change if change is not None else None,
        "region": selectors.main_region(here, by_slug),
        "largest": lives_in[0] if lives_in else None,
        "map": SafeString(
            maps.choropleth(
                "group-map",
                here,
                words,
                title=_("Where the %(people)s live, by province, 2019") % {"people": name},
                show=_shown,
                links={province.slug: province.get_absolute_url() for province in provinces},
            )
        ),
        "legend": population_legend(),
        "bars": selectors.bars(zip(lives_in, here.values(), strict=True)),
        "today": _today(lives_in[:3], provinces),
        "life": life,
        "kin": [(other, maps.klass(other.population_2019)) for other in kin],
        "companions": [(other, _thumbnail(other, counts[other.pk], words)) for other in near],
        "listings": listings,
        "sources": sources.listed,
        "address": site_address(request) + found.get_absolute_url(),
        "attribution": maps.attribution(),
        "more": [html for _receiver, html in people_shown.send(EthnicGroup, group=found) if html],
    }
    return render(request, "heritage/group.html", context)


@require_safe
def group_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The QR code of a people's page as a picture of its own, to put on a wall or in a handout."""
    return _qr_picture(request, get_object_or_404(EthnicGroup, slug=slug))


def _qr_picture(request: HttpRequest, subject: EthnicGroup | Province) -> HttpResponse:
    """`?at=quest` leads to that place on the page."""
    out, at = io.BytesIO(), request.GET.get("at", "")
    address = site_address(request) + subject.get_absolute_url()
    if at.isascii() and at.isalpha() and len(at) <= LONGEST_ANCHOR:
        address += f"#{at}"
    code = segno.make(address, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=2, light="#fff", title=subject.name)
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=3600"
    return response


def _listings() -> Prefetch[Any]:
    """Inscriptions, with the number of peoples that share each besides the one it is read for."""
    # A subquery: the prefetch narrows a join to the one people it is made for.
    sharers = (
        HeritageListing.groups.through.objects.filter(heritagelisting=OuterRef("pk"))
        .order_by()
        .values("heritagelisting")
        .annotate(n=Count("pk"))
        .values("n")  # type: ignore[misc]
    )
    rows = HeritageListing.objects.annotate(others=Subquery(sharers) - 1).order_by("year")
    return Prefetch("listings", queryset=rows)


def _today(named: list[Province], provinces: list[Province]) -> list[tuple[ProvincialUnit, str]]:
    """Units of today that the named provinces became part of, with what each was merged from."""
    today = []
    for unit in dict.fromkeys(province.unit for province in named):
        merged = [province.name for province in provinces if province.unit_id == unit.pk]
        if len(merged) > 1:
            today.append((unit, ", ".join(merged)))
    return today


def _thumbnail(people: EthnicGroup, counts: dict[str, int], words: maps.Words) -> SafeString:
    title = _("Where the %(people)s live, by province, 2019") % {"people": people.name}
    return SafeString(maps.thumbnail(f"map-{people.slug}", counts, words, title=title))


# --- provinces -----------------------------------------------------------------------------------


@require_safe
def provinces(request: HttpRequest) -> HttpResponse:
    """The 63 provinces by region; `?map=tiles` draws them as equal squares."""
    rows = list(Province.objects.select_related("unit"))
    words = selectors.words(rows)
    links = {province.slug: province.get_absolute_url() for province in rows}
    regions = {province.slug: province.region_css for province in rows}
    names = {REGION_CSS[Region(value)]: str(label) for value, label in Region.choices}
    title = _("The seven regions of Viet Nam, 63 provinces")
    tiles = request.GET.get("map") == "tiles"
    if tiles:
        drawn = maps.tile_map(
            "provinces-map",
            words,
            title=title,
            desc="; ".join(names.values()),
            paint=maps.Paint(
                css={slug: f"r-{region}" for slug, region in regions.items()},
                said={slug: names[region] for slug, region in regions.items()},
                links=links,
            ),
        )
    else:
        drawn = maps.region_map(
            "provinces-map", regions, words, title=title, names=names, links=links
        )
    context = {
        "map": SafeString(drawn),
        "tiles": tiles,
        "region_legend": list(names.items()),
        "regions": [
            (label, REGION_CSS[Region(value)], [row for row in rows if row.region == value])
            for value, label in Region.choices
        ],
        "attribution": maps.attribution(),
    }
    return render(request, "heritage/provinces.html", context)


@require_safe
def province(request: HttpRequest, slug: str) -> HttpResponse:
    """Who lives in a province, what it touches, what it is part of today."""
    found = get_object_or_404(
        Province.objects.select_related("unit").prefetch_related(
            "borders", "photos", "unit__provinces", _listings()
        ),
        slug=slug,
    )
    everywhere = list(Province.objects.only("slug", "name_vi", "name_en"))
    presences = list(found.presences.select_related("group"))
    borders = list(found.borders.all())
    sources = selectors.Sources()
    census, unit = sources.numbers(CENSUS_2019), sources.numbers(UNITS)
    ports = sources.numbers(SEAPORTS) if found.seaport else []
    life = selectors.life(found.facts.public(), sources)
    listings = selectors.listings_with_sources(found.listings.all(), sources)
    context = {
        "province": found,
        "census": census,
        "unit_sources": unit,
        "port_sources": ports,
        "borders": borders,
        "map": SafeString(
            maps.near_map(
                "province-map",
                found.slug,
                [other.slug for other in borders],
                selectors.words(everywhere),
                title=_("%(province)s and the provinces it borders") % {"province": found.name},
                links={other.slug: other.get_absolute_url() for other in borders},
            )
        ),
        "total": sum(presence.population_2019 for presence in presences),
        "peoples": len(presences),
        "bars": selectors.bars(
            (presence.group, presence.population_2019) for presence in presences
        ),
        "station": ""
        if found.railway_station in selectors.UNSURE_STATIONS
        else found.railway_station,
        "merged": list(found.unit.provinces.all()),
        "life": life,
        "listings": listings,
        "sources": sources.listed,
        "address": site_address(request) + found.get_absolute_url(),
        "attribution": maps.attribution(),
    }
    return render(request, "heritage/province.html", context)


@require_safe
def province_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """As `group_qr`, of a province's page."""
    return _qr_picture(request, get_object_or_404(Province, slug=slug))


@require_safe
def units(request: HttpRequest) -> HttpResponse:
    """The 34 units since 1 July 2025 and what each was merged from; `?q=` finds one by its name,
    its seat or a former province."""
    rows = list(ProvincialUnit.objects.prefetch_related("provinces"))
    names = selectors.place_names(rows)
    for unit in rows:
        unit.shown_seat = names.get(unit.seat, unit.seat)
    words = request.GET.get("q", "").strip()[:80]
    cities = [unit for unit in rows if unit.kind == ProvincialUnit.Kind.MUNICIPALITY]
    context = {
        "units": selectors.units_found(words, rows),
        "words": words,
        "total": len(rows),
        "cities": len(cities),
        "others": len(rows) - len(cities),
        "cities_at_merger": sum(
            unit.kind_at_merger == ProvincialUnit.Kind.MUNICIPALITY for unit in rows
        ),
    }
    return render(request, "heritage/units.html", context)


# --- credits -------------------------------------------------------------------------------------


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    """Sources of the data, licences, and what is not collected."""
    shapes = outlines()
    context = {
        "attribution": shapes.attribution,
        "outline_licence": shapes.licence,
        "outline_source": shapes.source,
        "fonts": fonts(),
        "software": software(),
        "back": reverse("heritage:atlas"),
    }
    return render(request, "heritage/credits.html", context)
