"""Claims on the 34 units since 1 July 2025."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import Choice, decides, exactly, states, text
from .tables import Raw, Tables


@states("province")
def merged_with(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which former provinces are now in the same unit as a province."""
    province = tables.province(text(claim, "province"))
    members = set(tables.unit(province.successor).members) - {province.slug}
    return exactly(
        choices, lambda ref: tables.province(ref).slug in members, f"merged with {province.slug}"
    )


@states("province")
def merged_into(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which unit a former province belongs now."""
    province = tables.province(text(claim, "province"))
    return exactly(
        choices,
        lambda ref: tables.unit(ref).slug == province.successor,
        f"the unit of {province.slug} since 1 July 2025",
    )


@states("unit")
def members_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which former provinces make up a unit."""
    unit = tables.unit(text(claim, "unit"))
    return exactly(
        choices, lambda ref: tables.province(ref).slug in unit.members, f"part of {unit.slug}"
    )


@states()
def unmerged(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces were not merged with any other on 1 July 2025."""

    def holds(ref: str) -> bool:
        return len(tables.unit(tables.province(ref).successor).members) == 1

    return exactly(choices, holds, "a province that was not merged")


@states("unit")
def seat_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State where the seat of a unit is; the choices refer to it by name."""
    unit = tables.unit(text(claim, "unit"))
    # Only places of the tables, so that the wrong ones are known to be places, too.
    places = {each.seat for each in tables.units.values()}
    places |= {tables.province(member).name_vi for member in unit.members}
    unknown = [f"{choice.ref}: no such seat" for choice in choices if choice.ref not in places]
    return unknown + exactly(choices, lambda ref: ref == unit.seat, f"the seat of {unit.slug}")


@states()
def became_municipality(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which unit was a province on 1 July 2025 and is a centrally run city since 2026."""

    def holds(ref: str) -> bool:
        unit = tables.unit(ref)
        return unit.kind == "province" and unit.kind_2026 == "municipality"

    return exactly(choices, holds, "a province that became a city in 2026")


@decides("unit")
def is_unmerged(statement: Raw, tables: Tables) -> bool:
    """Decide whether a unit was made of one former province alone."""
    return len(tables.unit(text(statement, "unit")).members) == 1


@decides("province", "other")
def share_unit(statement: Raw, tables: Tables) -> bool:
    """Decide whether two former provinces have been in one unit since 1 July 2025."""
    province = tables.province(text(statement, "province"))
    return province.successor == tables.province(text(statement, "other")).successor
