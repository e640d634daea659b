"""Claims on airports, seaports and railway stations."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import Choice, decides, exactly, states, text
from .tables import ClaimError, Raw, Tables


@states()
def with_airport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have an airport."""
    return exactly(choices, lambda ref: bool(tables.province(ref).airports), "with an airport")


@states()
def without_airport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have no airport."""
    return exactly(choices, lambda ref: not tables.province(ref).airports, "without an airport")


@states()
def with_two_airports(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have two airports."""
    return exactly(
        choices, lambda ref: len(tables.province(ref).airports) == 2, "with two airports"
    )


@states("code")
def airport_code(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province the airport with an IATA code lies."""
    code = text(claim, "code")
    return exactly(
        choices, lambda ref: code in tables.province(ref).airports, f"the province of {code}"
    )


@states()
def with_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a seaport."""
    return exactly(choices, lambda ref: tables.province(ref).seaport, "with a seaport")


@states()
def without_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have no seaport."""
    return exactly(choices, lambda ref: not tables.province(ref).seaport, "without a seaport")


@states()
def inland_with_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a seaport (on a river) but no sea coast."""

    def holds(ref: str) -> bool:
        province = tables.province(ref)
        return province.seaport and not province.coastal

    return exactly(choices, holds, "inland with a seaport")


@states()
def coastal_without_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a sea coast but no seaport."""

    def holds(ref: str) -> bool:
        province = tables.province(ref)
        return province.coastal and not province.seaport

    return exactly(choices, holds, "coastal without a seaport")


@states("station")
def station_in(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province a railway station lies."""
    station = text(claim, "station")
    return exactly(
        choices, lambda ref: tables.province(ref).station == station, f"the province of {station}"
    )


@decides("province")
def is_inland_with_seaport(statement: Raw, tables: Tables) -> bool:
    """Decide whether a province has a seaport but no sea coast."""
    province = tables.province(text(statement, "province"))
    return province.seaport and not province.coastal


@decides("region")
def region_has_seaports(statement: Raw, tables: Tables) -> bool:
    """Decide whether every province of a region has a seaport."""
    region = text(statement, "region")
    found = [each for each in tables.provinces.values() if each.region == region]
    if not found:
        raise ClaimError(f"{region}: no such region")
    return all(province.seaport for province in found)
