"""Teams: their names, dealing people out evenly, and what each team came to.

A team is a number from 1; its sign (colour and picture) is the person's sign of that number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizzes import scoring

from .models import Participant, Session

if TYPE_CHECKING:
    from .results import Line, Results


def name(team: int) -> str:
    """A team in words."""
    return str(Participant.Team(team).label)


@dataclass(frozen=True)
class Team:
    """Who is in one team."""

    number: int
    people: tuple[Participant, ...]

    @property
    def name(self) -> str:
        return name(self.number)


@dataclass(frozen=True)
class TeamLine:
    """What one team came to: its score, its place, how many it has."""

    number: int
    size: int
    total: int
    place: int

    @property
    def name(self) -> str:
        return name(self.number)


def deal(sizes: Sequence[int]) -> int:
    """The team of the next person: the smallest, the first of those that are equal.

    >>> deal([2, 1, 1]), deal([0, 0])
    (2, 1)
    """
    return sizes.index(min(sizes)) + 1


def next_team(session: Session) -> int:
    """The team of somebody who comes in now, 0 where there are none. Call it in the transaction
    that lets them in: it holds the session, so that two who come at once are dealt in turn."""
    if session.play != Session.Play.TEAMS:
        return 0
    Session.objects.select_for_update().only("pk").get(pk=session.pk)
    present = Participant.objects.present().filter(session=session)
    sizes = Counter(present.values_list("team", flat=True))
    return deal([sizes[number] for number in range(1, session.team_count + 1)])


def of(people: Iterable[Participant], count: int) -> list[Team]:
    """Every team with its people, empty ones too."""
    by_team: dict[int, list[Participant]] = {number: [] for number in range(1, count + 1)}
    for person in people:
        by_team.setdefault(person.team, []).append(person)
    return [Team(number, tuple(members)) for number, members in by_team.items()]


def standings(results: Results, count: int) -> list[TeamLine]:
    """The teams that have somebody in them, by place; see `scoring.team_score`."""
    from .results import Status

    members: dict[int, list[Line]] = {}
    for line in results.lines:
        members.setdefault(line.participant.team, []).append(line)
    numbers = [number for number in range(1, count + 1) if number in members]
    totals = [
        scoring.team_score(
            [
                line.marks[item.index].points
                for line in members[number]
                if line.marks[item.index].status != Status.ABSENT
            ]
            for item in results.items
        )
        for number in numbers
    ]
    lines = [
        TeamLine(number, len(members[number]), total, place)
        for number, total, place in zip(numbers, totals, scoring.places(totals), strict=True)
    ]
    return sorted(lines, key=lambda line: (line.place, line.number))
