"""Claims on who lives where and how many, by the census of 1 April 2019."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import (
    MARGIN,
    Choice,
    decides,
    exactly,
    largest,
    number,
    over,
    smallest,
    states,
    text,
    texts,
)
from .tables import ClaimError, Raw, Tables

# Every official group, so that "all groups were counted" has a number to meet.
GROUP_COUNT = 54


def top_group(
    choices: Sequence[Choice], province: str, tables: Tables, left_out: frozenset[str]
) -> list[str]:
    """The right choice leads all groups of a province, not only those among the choices."""
    for choice in choices:
        if choice.ref in left_out:
            return [f"{choice.ref}: left out by the question, so not to be among the choices"]
    offered = {choice.ref for choice in choices}
    others = set(tables.group_names) - offered - left_out
    field = [*choices, *(Choice(ref=group, right=False) for group in sorted(others))]
    return largest(
        field, lambda group: tables.people(group, province), f"the most numerous in {province}"
    )


@states("province")
def most_numerous(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group, Kinh included, is the most numerous in a province."""
    return top_group(choices, text(claim, "province"), tables, frozenset())


@states("province")
def most_numerous_besides_kinh(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group other than the Kinh is the most numerous in a province."""
    return top_group(choices, text(claim, "province"), tables, frozenset({"kinh"}))


@states("province", "groups")
def most_numerous_apart(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group is the most numerous in a province once the groups named are left out,
    which must be its most numerous ones."""
    province, apart = text(claim, "province"), texts(claim, "groups")
    ranked = sorted(tables.group_names, key=lambda group: -tables.people(group, province))
    if set(ranked[: len(apart)]) != set(apart):
        return [f"groups: not the most numerous of {province}"]
    return top_group(choices, province, tables, frozenset(apart))


@states("province")
def majority(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group makes up more than half of the people of a province."""
    province = text(claim, "province")
    # Half the province as a rival: the right group must be clearly above it.
    half = tables.total_in_province(province) // 2

    def value(ref: str) -> int:
        return half if ref == "half" else tables.people(ref, province)

    field = [*choices, Choice(ref="half", right=False)]
    return largest(field, value, f"the majority in {province}")


@states("group")
def majority_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which provinces a group makes up more than half of the people."""
    group = text(claim, "group")

    def more_than_half(province: str) -> bool:
        share = 100 * tables.people(group, province) / tables.total_in_province(province)
        return over(share, 50)

    return exactly(choices, more_than_half, f"a province with a majority of {group}")


@states()
def largest_group_among_choices(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which of the groups offered has the most people in the country."""
    return largest(choices, lambda ref: tables.group(ref).population_2019, "the largest group")


@states()
def smallest_group_among_choices(
    claim: Raw, choices: Sequence[Choice], tables: Tables
) -> list[str]:
    """State which of the groups offered has the fewest people in the country."""
    return smallest(choices, lambda ref: tables.group(ref).population_2019, "the smallest group")


@states("group")
def most_of_group(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which of the provinces offered the most people of a group live."""
    group = text(claim, "group")
    return largest(
        choices, lambda province: tables.people(group, province), f"the largest for {group}"
    )


@states("group")
def most_of_group_in_country(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province of the whole country the most people of a group live."""
    offered = {choice.ref for choice in choices}
    others = sorted(set(tables.provinces) - offered)
    field = [*choices, *(Choice(ref=province, right=False) for province in others)]
    return most_of_group(claim, field, tables)


@states("group", "percent")
def home_of_share(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province at least a share (over half, in percent) of a group lives."""
    group, percent = text(claim, "group"), number(claim, "percent")
    if percent <= 50:
        return ["percent: more than 50 is needed, so that only one province can be right"]
    need = tables.total_of_group(group) * percent / 100
    return exactly(
        choices,
        lambda province: tables.people(group, province) >= need,
        f"home to {percent}% of {group}",
    )


@states("province", "percent")
def groups_mostly_in(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which groups have at least a share (in percent) of their people in a province."""
    province, percent = text(claim, "province"), number(claim, "percent")

    def share(group: str) -> float:
        return 100 * tables.people(group, province) / tables.total_of_group(group)

    problems = exactly(
        choices, lambda group: share(group) >= percent, f"{percent}% at home in {province}"
    )
    near = [
        f"{choice.ref}: marked wrong, but its share is too near {percent}%"
        for choice in choices
        if not choice.right and percent * (1 - MARGIN) < share(choice.ref) < percent
    ]
    return problems + near


@states()
def all_groups_counted(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which provinces people of every official group were counted."""

    def complete(province: str) -> bool:
        counted = [group for group in tables.group_names if tables.people(group, province)]
        return len(counted) == GROUP_COUNT

    return exactly(choices, complete, f"home to people of all {GROUP_COUNT} groups")


@decides("province", "group", "other")
def outnumbers(statement: Raw, tables: Tables) -> bool:
    """Decide whether one group is more numerous than another in a province."""
    province = text(statement, "province")
    here = tables.people(text(statement, "group"), province)
    there = tables.people(text(statement, "other"), province)
    if abs(here - there) < MARGIN * max(here, there):
        raise ClaimError(f"{province}: {here} and {there} are too near to compare")
    return here > there


@decides("group", "other")
def outnumbers_in_country(statement: Raw, tables: Tables) -> bool:
    """Decide whether one group is more numerous than another in the country."""
    here = tables.group(text(statement, "group")).population_2019
    there = tables.group(text(statement, "other")).population_2019
    if abs(here - there) < MARGIN * max(here, there):
        raise ClaimError(f"{here} and {there} are too near to compare")
    return here > there


@decides("group", "limit")
def is_below(statement: Raw, tables: Tables) -> bool:
    """Decide whether a group has fewer people in the country than a limit."""
    people = tables.group(text(statement, "group")).population_2019
    return not over(100 * people / number(statement, "limit"), 100)


@decides("group", "province")
def is_majority(statement: Raw, tables: Tables) -> bool:
    """Decide whether a group makes up more than half of the people of a province."""
    province = text(statement, "province")
    here = tables.people(text(statement, "group"), province)
    return over(100 * here / tables.total_in_province(province), 50)


@decides("group", "province", "percent")
def lives_mostly_in(statement: Raw, tables: Tables) -> bool:
    """Decide whether more than a share (in percent) of a group lives in a province."""
    group = text(statement, "group")
    here = tables.people(group, text(statement, "province"))
    return over(100 * here / tables.total_of_group(group), number(statement, "percent"))


@decides("group")
def has_declined(statement: Raw, tables: Tables) -> bool:
    """Decide whether a group had fewer people in 2019 than in 2009."""
    group = tables.group(text(statement, "group"))
    if group.population_2009 is None:
        raise ClaimError(f"{group.slug}: the total of 2009 is not confirmed")
    return not over(100 * group.population_2019 / group.population_2009, 100)
