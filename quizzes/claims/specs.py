"""Claims of questions without choices: an answer that is typed or pinned, an order, pairs.

A claim here is proved against references alone: those of the right answers, those of the things in
their right order, or those of each pair. Everything that the question could be answered with is
checked too, for a pupil may type any people and pin any province.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .kinds import MARGIN, Choice, largest, smallest, text, texts
from .listings import unconfirmed, usable
from .people import top_group
from .tables import ClaimError, Raw, Tables

Facts = Mapping[str, Mapping[str, object]]
Pair = tuple[str, str]
#: claim, right references (or pairs of them), tables, facts → what is wrong
Check = Callable[[Raw, Sequence[Any], Tables, Facts], list[str]]


@dataclass(frozen=True)
class SpecClaim:
    """A claim kind: which questions it is for, the parameters it takes, what checks it."""

    form: str  # answer, order or match
    parameters: frozenset[str]
    check: Check


SPEC_CLAIMS: dict[str, SpecClaim] = {}
#: Degrees of latitude, some 45 km, less than which apart the middles of two provinces do not tell
#: which of them lies further north.
APART = 0.4
#: What each kind of question proves its claims with.
FORMS = {"typed": "answer", "map-pin": "answer", "order": "order", "match": "match"}


def proves(form: str, *parameters: str) -> Callable[[Check], Check]:
    """Register a claim kind under the name of its function."""

    def register(check: Check) -> Check:
        SPEC_CLAIMS[check.__name__] = SpecClaim(form, frozenset(parameters), check)
        return check

    return register


def refs_of(kind: str, spec: Mapping[str, Any]) -> list[Any]:
    """The references that a question's spec holds. Raises ClaimError where one is missing."""
    found: list[Any]
    if kind == "map-pin":
        found = list(spec.get("right", []))
    elif kind == "typed":
        found = [spec.get("ref")]
    elif kind == "order":
        found = [item.get("ref") for item in spec.get("items", [])]
    else:
        pairs = spec.get("pairs", [])
        found = [(pair["left"].get("ref"), pair["right"].get("ref")) for pair in pairs]
    flat = [ref for each in found for ref in (each if isinstance(each, tuple) else (each,))]
    if not flat or not all(flat):
        raise ClaimError("a part of the answer has no ref")
    return found


def check_spec(
    claim: Raw, kind: str, spec: Mapping[str, Any], tables: Tables, facts: Facts
) -> list[str]:
    """Return what is wrong with the claim of a question without choices."""
    found = SPEC_CLAIMS.get(str(claim.get("kind")))
    if found is None or FORMS.get(kind) != found.form:
        return [f"{claim.get('kind')}: no such claim of a {kind} question"]
    if {key for key in claim if key != "kind"} != found.parameters:
        return [f"{claim['kind']}: parameters needed: {', '.join(sorted(found.parameters))}"]
    try:
        return found.check(claim, refs_of(kind, spec), tables, facts)
    except ClaimError as error:
        return [str(error)]


def _all(right: Collection[str], offered: Iterable[str]) -> list[Choice]:
    """The right answers and everything else that could be given."""
    return [Choice(ref, ref in right) for ref in sorted({*offered, *right})]


def _only(right: Sequence[str], wanted: Collection[str], what: str) -> list[str]:
    if set(right) != set(wanted):
        return [f"{what}: {', '.join(sorted(wanted))}, not {', '.join(sorted(right))}"]
    return []


# --- an answer -----------------------------------------------------------------------------------


@proves("answer", "province")
def answer_besides_kinh(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State which people other than the Kinh is the most numerous in a province."""
    return top_group(_all(right, ()), text(claim, "province"), tables, frozenset({"kinh"}))


@proves("answer")
def answer_largest_besides_kinh(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State which people is the largest of the 53 others. No margin: the census counted."""
    others = [group for group in tables.groups.values() if group.slug != "kinh"]
    top = max(others, key=lambda group: group.population_2019)
    return _only(right, [top.slug], "the largest people besides the Kinh")


@proves("answer")
def answer_smallest(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State which people is the smallest of all."""
    return smallest(
        _all(right, tables.groups), lambda ref: tables.group(ref).population_2019, "the smallest"
    )


@proves("answer", "group")
def answer_most_of_group(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State in which province the most of a people live."""
    group = text(claim, "group")
    return largest(
        _all(right, tables.provinces), lambda ref: tables.people(group, ref), f"home of {group}"
    )


@proves("answer", "listing")
def answer_listing(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State all provinces of a confirmed listing, on the map of 63."""
    listing = tables.listing(text(claim, "listing"))
    return usable(listing) + _only(right, listing.provinces, f"provinces of {listing.name_vi}")


@proves("answer", "province")
def answer_region(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State in which of the seven regions a province lies."""
    return _only(right, [tables.province(text(claim, "province")).region], "its region")


@proves("answer", "archipelago")
def answer_archipelago(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State which province an archipelago belongs to."""
    name = text(claim, "archipelago")
    if name not in tables.archipelagos:
        raise ClaimError(f"{name}: no such archipelago")
    return _only(right, [tables.archipelagos[name]], f"the province of {name}")


@proves("answer", "provinces")
def answer_bordering_all(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State every province that borders all of the provinces named."""
    named = texts(claim, "provinces")
    shared = frozenset.intersection(*(tables.neighbours(province) for province in named))
    return _only(right, shared, f"neighbours of all of {', '.join(named)}")


@proves("answer", "province")
def answer_merged_with(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State every other province that has been in the same unit since 1 July 2025."""
    province = tables.province(text(claim, "province"))
    others = set(tables.unit(province.successor).members) - {province.slug}
    return _only(right, others, f"merged with {province.slug}")


@proves("answer", "province")
def answer_unit(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State the unit since 1 July 2025 that one of the 63 provinces is part of."""
    return _only(right, [tables.province(text(claim, "province")).successor], "its unit")


@proves("answer", "code")
def answer_airport(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State the province of the airport with an IATA code."""
    code = text(claim, "code")
    found = [each.slug for each in tables.provinces.values() if code in each.airports]
    return _only(right, found, f"the province of {code}")


@proves("answer", "fact")
def answer_people_of_fact(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State which people a sure fact is about."""
    return _only(right, [_sure(text(claim, "fact"), facts)], "the people of the fact")


@proves("answer", "fact")
def answer_place_of_fact(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State all provinces that a sure fact names."""
    key = text(claim, "fact")
    _sure(key, facts)
    words = str(facts[key]["vi"])
    named = [each.slug for each in tables.provinces.values() if each.name_vi in words]
    return _only(right, named, f"provinces named by {key}")


# --- an order ------------------------------------------------------------------------------------


def _falling(right: Sequence[str], value: Callable[[str], int], what: str) -> list[str]:
    """Each clearly above the next."""
    figures = [(ref, value(ref)) for ref in right]
    return [
        f"{upper[0]} is not clearly above {lower[0]} in {what}: {upper[1]} against {lower[1]}"
        for upper, lower in pairwise(figures)
        if lower[1] > upper[1] * (1 - MARGIN)
    ]


@proves("order")
def order_population(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State the order of peoples by number in 2019, the largest first."""
    return _falling(right, lambda ref: tables.group(ref).population_2019, "population")


@proves("order", "province")
def order_population_in(
    claim: Raw, right: Sequence[str], tables: Tables, facts: Facts
) -> list[str]:
    """State the order of peoples by number in one province in 2019, the largest first."""
    province = text(claim, "province")
    return _falling(right, lambda ref: tables.people(ref, province), province)


@proves("order", "group")
def order_provinces_of(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State the order of provinces by how many of a people live there, the most first."""
    group = text(claim, "group")
    return _falling(right, lambda ref: tables.people(group, ref), group)


@proves("order")
def order_listing_year(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State the order of confirmed listings by year, the earliest first."""
    listings = [tables.listing(ref) for ref in right]
    return [problem for each in listings for problem in unconfirmed(each)] + [
        f"{first.name_vi} ({first.year}) is not before {second.name_vi} ({second.year})"
        for first, second in pairwise(listings)
        if first.year >= second.year
    ]


@proves("order")
def order_north_south(claim: Raw, right: Sequence[str], tables: Tables, facts: Facts) -> list[str]:
    """State the order of provinces from north to south."""
    return [
        f"{upper} is not clearly north of {lower}"
        for upper, lower in pairwise(right)
        if tables.province(upper).latitude - tables.province(lower).latitude < APART
    ]


# --- pairs ---------------------------------------------------------------------------------------


def _paired(pairs: Sequence[Pair], fits: Callable[[str, str], bool], what: str) -> list[str]:
    """Every left fits its own right, and no other that is offered."""
    return [
        f"{left} and {right}: {'do not fit' if own else 'fit too'} by {what}"
        for at, (left, _own) in enumerate(pairs)
        for other, (_left, right) in enumerate(pairs)
        if fits(left, right) != (own := at == other)
    ]


@proves("match")
def match_branch(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the language branch of each people."""
    return _paired(pairs, lambda left, right: _in_branch(left, right, tables), "branch")


def _in_branch(group: str, branch: str, tables: Tables) -> bool:
    # The table tells parts of a branch apart: "Mon-Khmer (Khmuic)" is Mon-Khmer.
    return tables.group(group).branch.partition(" (")[0] == branch


@proves("match")
def match_family(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the language family of each people."""
    return _paired(pairs, lambda left, right: tables.group(left).family == right, "family")


@proves("match")
def match_region(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the region of each province."""
    return _paired(pairs, lambda left, right: tables.province(left).region == right, "region")


@proves("match")
def match_unit(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the unit since 1 July 2025 that each of the 63 provinces is part of."""
    return _paired(pairs, lambda left, right: tables.province(left).successor == right, "unit")


@proves("match")
def match_seat(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the seat of each unit since 1 July 2025."""
    return _paired(pairs, lambda left, right: tables.unit(left).seat == right, "seat")


@proves("match")
def match_airport(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the province of each airport, named by its IATA code."""
    return _paired(
        pairs, lambda left, right: left in tables.province(right).airports, "airport code"
    )


@proves("match")
def match_station(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State the province of each railway station."""
    return _paired(pairs, lambda left, right: tables.province(right).station == left, "station")


@proves("match")
def match_besides_kinh(
    claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts
) -> list[str]:
    """State the most numerous people besides the Kinh of each province."""
    left_out = frozenset({"kinh"})
    return [
        problem
        for province, group in pairs
        for problem in top_group([Choice(group, True)], province, tables, left_out)
    ] + _paired(
        pairs,
        lambda left, right: not top_group([Choice(right, True)], left, tables, left_out),
        "numbers",
    )


@proves("match")
def match_listing_year(
    claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts
) -> list[str]:
    """State the year of each confirmed listing."""
    return [
        problem for left, _ in pairs for problem in unconfirmed(tables.listing(left))
    ] + _paired(pairs, lambda left, right: tables.listing(left).year == right, "year")


@proves("match")
def match_listing_province(
    claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts
) -> list[str]:
    """State the province of each confirmed listing."""
    return [problem for left, _ in pairs for problem in usable(tables.listing(left))] + _paired(
        pairs, lambda left, right: right in tables.listing(left).provinces, "provinces"
    )


@proves("match")
def match_fact(claim: Raw, pairs: Sequence[Pair], tables: Tables, facts: Facts) -> list[str]:
    """State which people each sure fact is about."""
    return _paired(pairs, lambda left, right: _sure(left, facts) == right, "fact")


def _sure(key: str, facts: Facts) -> str:
    """The people of a fact that is sure enough for questions."""
    fact = facts.get(key)
    if fact is None:
        raise ClaimError(f"{key}: no such fact")
    if fact["confidence"] != "high" or fact["basis"] not in ("page", "statistics"):
        raise ClaimError(f"{key}: {fact['confidence']} from {fact['basis']} is not for questions")
    return str(fact["group"])
