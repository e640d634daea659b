"""A place on the map: one of the 63 provinces, or one of the seven regions of the classic map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.http import QueryDict
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heritage.models import Region
from heritage.text import sort_key

from .. import pin_map
from ..models import Question
from ..places import distance_km, provinces
from .base import (
    BadResponse,
    ChoiceLike,
    Counts,
    Problem,
    QuestionLike,
    Response,
    Snapshot,
    Spec,
    SpecKind,
    Tallied,
    clean,
    column_problems,
    common_snapshot,
    said,
)

PROVINCE, REGION = "province", "region"
#: How a wrong province may earn something: not at all, in the same region, by distance.
NONE, BY_REGION, BY_DISTANCE = "none", "region", "distance"
PARTIAL = [
    (NONE, gettext_lazy("the right place only")),
    (BY_REGION, gettext_lazy("half for the same region")),
    (BY_DISTANCE, gettext_lazy("less with distance")),
]
#: Kilometres within which a wrong province earns something, unless the editor says otherwise.
WITHIN_KM = 200
LEAST_KM, MOST_KM = 20, 1000
#: The most that a wrong province can earn.
HALF = 0.5
#: Wrong places that the room sees by name.
SHOWN = 5


@cache
def names(unit: str) -> dict[str, dict[str, str]]:
    """What each place of a unit is called, by slug."""
    if unit == PROVINCE:
        return {slug: {"vi": p.name_vi, "en": p.name_en} for slug, p in provinces().items()}
    found: dict[str, dict[str, str]] = {slug: {} for slug in Region.values}
    for language in ("vi", "en"):
        with translation.override(language):
            for region in Region:
                found[region.value][language] = str(region.label)
    return found


def choices(unit: str, language: str) -> list[tuple[str, str]]:
    """Slug and name of every place: provinces by the alphabet, regions from north to south."""
    rows = [(slug, said(texts, language)) for slug, texts in names(unit).items()]
    return sorted(rows, key=lambda row: sort_key(row[1])) if unit == PROVINCE else rows


def unit_of(place: object) -> str:
    """Whether a slug is a province or a region; "" for neither."""
    for unit in (PROVINCE, REGION):
        if place in names(unit):
            return unit
    return ""


class MapPin(SpecKind):
    """`spec`: ``{"right": ["quang-ninh"], "partial": "distance", "within_km": 200}``; several right
    places are right alternatives, all of one unit."""

    slug = "map-pin"
    label = gettext_lazy("place on the map")
    folder = "map_pin"

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        return [*column_problems(question, "text", Question), *_problems(question.spec)]

    def tidy(self, spec: Spec) -> Spec:
        right = spec.get("right")
        right = right if isinstance(right, list | tuple) else [right]
        places = list(dict.fromkeys(filter(None, map(clean, right))))
        partial = clean(spec.get("partial"))
        if partial not in dict(PARTIAL) or (places and unit_of(places[0]) == REGION):
            partial = NONE
        found: Spec = {"right": places, "partial": partial}
        if partial == BY_DISTANCE:
            found["within_km"] = spec.get("within_km") or WITHIN_KM
        return found

    def snapshot(self, question: Any) -> Snapshot:
        spec = self.tidy(question.spec)
        return {
            **common_snapshot(question),
            "unit": unit_of(spec["right"][0]) if spec["right"] else PROVINCE,
            "right": {
                "places": spec["right"],
                "partial": spec["partial"],
                "within_km": spec.get("within_km", WITHIN_KM),
            },
        }

    def read_response(self, question: Snapshot, data: QueryDict) -> Response:
        place = data.get("place", "")
        if not place:
            raise BadResponse("empty", _("Choose a place first."))
        if place not in names(question["unit"]):
            raise BadResponse("unknown_place", _("There is no such place on this map."))
        return {"place": place}

    def share(self, question: Snapshot, response: Response | None) -> float:
        place, right = _place(question, response), question["right"]
        if not place:
            return 0.0
        if place in right["places"]:
            return 1.0
        if question["unit"] == REGION or right["partial"] == NONE:
            return 0.0
        if right["partial"] == BY_REGION:
            regions = {provinces()[each].region for each in right["places"]}
            return HALF if provinces()[place].region in regions else 0.0
        return HALF * max(0.0, 1 - _away(question, place) / right["within_km"])

    def answer(self, question: Snapshot) -> Response:
        return {"place": next(iter(question["right"]["places"]), "")}

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Counts:
        return Counter(filter(None, (_place(question, response) for response in responses)))

    def lines(self, question: Snapshot, counts: Counts) -> list[Tallied]:
        right = [place for place in question["right"]["places"] if place]
        wrong = sorted(
            (str(place) for place in counts if place not in right),
            key=lambda place: (-counts[place], place),
        )
        called = names(question["unit"])
        found = [Tallied(at, called[at], counts.get(at, 0), right=True) for at in right]
        for place in wrong[:SHOWN]:
            text = dict(called[place])
            if question["unit"] == PROVINCE and right:
                km = round(_away(question, place))
                text = {code: f"{name} · {km} km" for code, name in text.items()}
            found.append(Tallied(place, text, counts[place], right=False))
        if rest := sum(counts[place] for place in wrong[SHOWN:]):
            others = {"vi": "Nơi khác", "en": "Other places"}
            found.append(Tallied("rest", others, rest, right=False))
        return found

    def texts(self, spec: Spec) -> Iterable[tuple[str, str]]:
        return []

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        place = _place(question, response)
        if not place:
            return ""
        called = names(question["unit"])
        if "right" in question and response == self.answer(question):
            # Several places may be right; the answer names them all.
            return " / ".join(said(called[each], language) for each in question["right"]["places"])
        return said(called[place], language)

    def remark(self, question: Snapshot, response: Response | None) -> str:
        place = _place(question, response)
        right = question["right"]["places"]
        if not place or place in right or not right or question["unit"] == REGION:
            return ""
        km = number_format(round(_away(question, place)), force_grouping=True)
        return _("%(km)s km from the right place") % {"km": km}

    def hint(self, question: Snapshot) -> str:
        return _("Tap the map or choose from the list, then send")

    def assets(self, language: str) -> list[str]:
        return [pin_map.address(language)]


def painted(question: Snapshot, counts: Mapping[Any, int]) -> dict[str, str]:
    """The class of the places on the wall's map: right, or how many pinned it (q1 to q5)."""
    most = max([*counts.values(), 1])
    pinned = {place: f"q{max(1, round(5 * count / most))}" for place, count in counts.items()}
    right = dict.fromkeys(question["right"]["places"], "right")
    return {place: look for place, look in (pinned | right).items() if unit_of(place)}


def _place(question: Snapshot, response: Response | None) -> str:
    """The place of a response, "" for none and for one that this map does not have."""
    place = (response or {}).get("place", "")
    return place if place in names(question["unit"]) else ""


def _away(question: Snapshot, place: str) -> float:
    """Kilometres from the nearest right place."""
    return min(distance_km(place, right) for right in question["right"]["places"])


def _problems(spec: Spec) -> Iterable[Problem]:
    places = MapPin().tidy(spec)["right"]
    if not places:
        yield Problem("missing", "place_1", _("The right place is missing."))
    units = {unit_of(place) for place in places}
    if "" in units:
        wrong = ", ".join(place for place in places if not unit_of(place))
        message = _("There is no place called “%(name)s” on the map.") % {"name": wrong}
        yield Problem("unknown_place", "place_1", message)
    elif len(units) > 1:
        message = _("Provinces and regions cannot both be right; choose one or the other.")
        yield Problem("mixed_units", "place_1", message)
    if spec.get("partial") == BY_DISTANCE:
        within = spec.get("within_km") or WITHIN_KM
        if not isinstance(within, int) or not LEAST_KM <= within <= MOST_KM:
            message = _("Write a distance between %(least)s and %(most)s km.")
            message %= {"least": LEAST_KM, "most": MOST_KM}
            yield Problem("bad_distance", "within_km", message)
