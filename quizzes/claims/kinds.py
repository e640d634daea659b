"""What a claim kind is, the registers of all kinds, and the helpers that kinds share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .tables import ClaimError, Raw, Tables

# Two figures less than this apart are too near to ask which one is larger.
MARGIN = 0.05


@dataclass(frozen=True)
class Choice:
    """One answer of a question."""

    ref: str
    right: bool


Check = Callable[[Raw, Sequence[Choice], Tables], list[str]]
Statement = Callable[[Raw, Tables], bool]


@dataclass(frozen=True)
class Kind:
    """A claim kind: the parameters that it takes and the function that checks it."""

    parameters: frozenset[str]
    check: Check


@dataclass(frozen=True)
class StatementKind:
    """A statement kind: the parameters that it takes and the function that decides it."""

    parameters: frozenset[str]
    decide: Statement


CLAIMS: dict[str, Kind] = {}
STATEMENTS: dict[str, StatementKind] = {}


def text(claim: Raw, key: str) -> str:
    return str(claim[key])


def texts(claim: Raw, key: str) -> list[str]:
    value = claim[key]
    if not isinstance(value, list):
        raise ClaimError(f"{key}: a list is needed")
    return [str(item) for item in value]


def number(claim: Raw, key: str) -> int:
    value = claim[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise ClaimError(f"{key}: a whole number is needed")
    return value


def marked(choice: Choice) -> str:
    return "right" if choice.right else "wrong"


def exactly(choices: Sequence[Choice], holds: Callable[[str], bool], what: str) -> list[str]:
    """Right choices must meet the condition, wrong ones must not."""
    problems = []
    for choice in choices:
        if (met := holds(choice.ref)) != choice.right:
            verb = "is" if met else "is not"
            problems.append(f"{choice.ref}: marked {marked(choice)}, but {verb} {what}")
    return problems


def largest(choices: Sequence[Choice], value: Callable[[str], int], what: str) -> list[str]:
    """One choice is right, and its value is clearly above that of every other."""
    right = [choice.ref for choice in choices if choice.right]
    if len(right) != 1:
        return [f"one right choice is needed for {what}, not {len(right)}"]
    best = value(right[0])
    problems = []
    for choice in choices:
        if not choice.right and value(choice.ref) > best * (1 - MARGIN):
            problems.append(
                f"{right[0]}: not clearly {what}: {best} against {value(choice.ref)} ({choice.ref})"
            )
    return problems


def smallest(choices: Sequence[Choice], value: Callable[[str], int], what: str) -> list[str]:
    """One choice is right, and its value is clearly below that of every other."""
    right = [choice.ref for choice in choices if choice.right]
    if len(right) != 1:
        return [f"one right choice is needed for {what}, not {len(right)}"]
    least = value(right[0])
    return [
        f"{right[0]}: not clearly {what}: {least} against {value(choice.ref)} ({choice.ref})"
        for choice in choices
        if not choice.right and value(choice.ref) * (1 - MARGIN) < least
    ]


def over(share: float, percent: float) -> bool:
    """Whether a share is over a percentage; raises ClaimError when it is too near to ask."""
    if abs(share - percent) < MARGIN * percent:
        raise ClaimError(f"{share:.1f}% is too near {percent}% to ask")
    return share > percent


def shares_unit(wrong: str, right: Sequence[str], tables: Tables) -> bool:
    """Whether a wrong province is today part of the same unit as a right one."""
    unit = tables.province(wrong).successor
    return any(tables.province(slug).successor == unit for slug in right)


def no_shared_unit(choices: Sequence[Choice], right: Sequence[str], tables: Tables) -> list[str]:
    # A place belongs to one old province but also to today's unit: Yên Tử is in "Bắc Ninh" too now.
    return [
        f"{choice.ref}: now in the same unit as a right answer, so not certainly wrong"
        for choice in choices
        if choice.ref not in right and shares_unit(choice.ref, right, tables)
    ]


def states(*parameters: str) -> Callable[[Check], Check]:
    """Register a claim kind under the name of its function."""

    def register(check: Check) -> Check:
        CLAIMS[check.__name__] = Kind(frozenset(parameters), check)
        return check

    return register


def decides(*parameters: str) -> Callable[[Statement], Statement]:
    """Register a statement kind under the name of its function."""

    def register(decide: Statement) -> Statement:
        STATEMENTS[decide.__name__] = StatementKind(frozenset(parameters), decide)
        return decide

    return register
