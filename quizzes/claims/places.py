"""Claims on the map of the 63 provinces: neighbours, regions, coasts, archipelagos."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import Choice, decides, exactly, largest, no_shared_unit, states, text, texts
from .tables import ClaimError, Raw, Tables


@states("province")
def bordering(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces share a border with a province."""
    province = text(claim, "province")
    near = tables.neighbours(province)
    return exactly(
        choices, lambda ref: tables.province(ref).slug in near, f"a neighbour of {province}"
    )


@states("province")
def not_bordering(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces do not share a border with a province."""
    province = text(claim, "province")
    # The province itself would be a nonsense answer.
    near = tables.neighbours(province) | {province}
    return exactly(
        choices, lambda ref: tables.province(ref).slug not in near, f"apart from {province}"
    )


@states("provinces")
def bordering_all(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces share a border with each of the provinces named."""
    named = texts(claim, "provinces")
    shared = frozenset.intersection(*(tables.neighbours(province) for province in named))
    return exactly(
        choices,
        lambda ref: tables.province(ref).slug in shared,
        f"a neighbour of all of {', '.join(named)}",
    )


@states("province")
def number_of_neighbours(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State how many provinces share a border with a province."""
    province = text(claim, "province")
    count = len(tables.neighbours(province))
    return exactly(
        choices, lambda ref: ref == str(count), f"the number of neighbours of {province} ({count})"
    )


@states()
def most_neighbours(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which of the provinces offered has the most neighbours."""
    return largest(choices, lambda ref: len(tables.neighbours(ref)), "the one with most neighbours")


@states("province")
def region_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which region a province belongs."""
    province = tables.province(text(claim, "province"))
    regions = {each.region for each in tables.provinces.values()}
    unknown = [f"{choice.ref}: no such region" for choice in choices if choice.ref not in regions]
    return unknown or exactly(
        choices, lambda ref: ref == province.region, f"the region of {province.slug}"
    )


@states("region")
def in_region(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces belong to a region."""
    region = text(claim, "region")
    return exactly(choices, lambda ref: tables.province(ref).region == region, f"in {region}")


@states()
def coastal(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a sea coast."""
    return exactly(choices, lambda ref: tables.province(ref).coastal, "coastal")


@states()
def inland(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have no sea coast."""
    return exactly(choices, lambda ref: not tables.province(ref).coastal, "inland")


@states()
def municipality(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which of the 63 were centrally run cities before 1 July 2025."""
    return exactly(
        choices, lambda ref: tables.province(ref).kind == "municipality", "a centrally run city"
    )


@states("archipelago")
def archipelago_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which province an archipelago (Hoàng Sa, Trường Sa) belongs."""
    archipelago = text(claim, "archipelago")
    if archipelago not in tables.archipelagos:
        raise ClaimError(f"{archipelago}: no such archipelago")
    owner = tables.archipelagos[archipelago]
    return exactly(
        choices, lambda ref: tables.province(ref).slug == owner, f"the home of {archipelago}"
    ) + no_shared_unit(choices, [owner], tables)


@decides("province", "other")
def borders(statement: Raw, tables: Tables) -> bool:
    """Decide whether two provinces share a border."""
    other = tables.province(text(statement, "other"))
    return other.slug in tables.neighbours(text(statement, "province"))


@decides("province")
def is_coastal(statement: Raw, tables: Tables) -> bool:
    """Decide whether a province has a sea coast."""
    return tables.province(text(statement, "province")).coastal
