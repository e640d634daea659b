"""Claims on the languages of the peoples, by the branches and families of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .kinds import Choice, exactly, largest, states, text
from .tables import ClaimError, Raw, Tables


@states("branch")
def group_branch(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which groups speak a language of a branch."""
    branch = _branch(claim, tables)
    return exactly(choices, lambda ref: tables.group(ref).branch == branch, f"in {branch}")


@states("branch")
def outside_branch(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which groups do not speak a language of a branch."""
    branch = _branch(claim, tables)
    return exactly(choices, lambda ref: tables.group(ref).branch != branch, f"outside {branch}")


@states("group")
def branch_of_group(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which branch the language of a group belongs."""
    group = tables.group(text(claim, "group"))
    branches = {each.branch for each in tables.groups.values()}
    unknown = [f"{choice.ref}: no such branch" for choice in choices if choice.ref not in branches]
    return unknown or exactly(
        choices, lambda ref: ref == group.branch, f"the branch of {group.slug}"
    )


@states("group")
def family_of_group(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which family the language of a group belongs."""
    group = tables.group(text(claim, "group"))
    return _families(choices, tables) or exactly(
        choices, lambda ref: ref == group.family, f"the family of {group.slug}"
    )


@states()
def largest_family(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which of the families offered takes in the languages of the most groups."""
    counts = Counter(each.family for each in tables.groups.values())
    return _families(choices, tables) or largest(
        choices, lambda ref: counts[ref], "the family of the most groups"
    )


def _branch(claim: Raw, tables: Tables) -> str:
    branch = text(claim, "branch")
    if all(group.branch != branch for group in tables.groups.values()):
        raise ClaimError(f"{branch}: no such branch")
    return branch


def _families(choices: Sequence[Choice], tables: Tables) -> list[str]:
    """Return the choices that refer to no family of the table."""
    families = {each.family for each in tables.groups.values()}
    return [f"{choice.ref}: no such family" for choice in choices if choice.ref not in families]
