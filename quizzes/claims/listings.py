"""Claims on the provinces of UNESCO listings."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import Choice, exactly, no_shared_unit, states, text
from .tables import Listing, Raw, Tables


def unconfirmed(listing: Listing) -> list[str]:
    """Return a problem when a listing is not confirmed."""
    if listing.status != "confirmed":
        return [f"{listing.name_vi}: the listing is not confirmed ({listing.status})"]
    return []


def usable(listing: Listing) -> list[str]:
    """Return why no question on the provinces of a listing may be asked."""
    if found := unconfirmed(listing):
        return found
    if not listing.complete:
        return [f"{listing.name_vi}: its provinces are not exhaustive, so no other is surely wrong"]
    return []


@states("listing")
def listing_provinces(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which provinces a confirmed listing belongs."""
    listing = tables.listing(text(claim, "listing"))
    return (
        usable(listing)
        + exactly(
            choices,
            lambda ref: tables.province(ref).slug in listing.provinces,
            f"a province of {listing.name_vi}",
        )
        + no_shared_unit(choices, listing.provinces, tables)
    )


@states("listing")
def not_in_listing(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces a confirmed listing does not belong to."""
    listing = tables.listing(text(claim, "listing"))
    return usable(listing) + exactly(
        choices,
        lambda ref: tables.province(ref).slug not in listing.provinces,
        f"outside the provinces of {listing.name_vi}",
    )


@states("listing")
def listing_groups(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which groups a confirmed listing names as its bearers."""
    listing = tables.listing(text(claim, "listing"))
    problems = unconfirmed(listing)
    if not listing.groups_complete:
        problems.append(f"{listing.name_vi}: its groups are not exhaustive")
    return problems + exactly(
        choices,
        lambda ref: tables.group(ref).slug in listing.groups,
        f"a group of {listing.name_vi}",
    )


@states("listing")
def listing_year(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which year UNESCO first honoured a confirmed listing; the choices are years."""
    listing = tables.listing(text(claim, "listing"))
    return unconfirmed(listing) + exactly(
        choices, lambda ref: ref == listing.year, f"the year of {listing.name_vi}"
    )
