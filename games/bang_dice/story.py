"""A table told move by move: the log, what is to be animated, and what the numbers of a finished
game come to. Made from the events a reader may know, never from the position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..game import Event
from .values import Face, Seat
from .words import Words

#: Kinds of events that a picture can show; the others are words only.
SHOWN = frozenset(
    {"throw", "take", "return", "storm", "dynamite", "shots", "gatling", "lose", "heal", "out"}
)


@dataclass(frozen=True)
class Told:
    """One move as a reader may know it: its number, whose it was, what came of it."""

    number: int
    seat: Seat | None
    events: tuple[Event, ...]

    @property
    def turn(self) -> Seat | None:
        """Whose turn begins with it, None when it goes on as before."""
        begun = [event.facts["seat"] for event in self.events if event.kind == "turn"]
        return begun[-1] if begun else None


def entry(told: Told, words: Words) -> dict[str, Any]:
    """A move as the log shows it. `sign` is 0 for the table's own."""
    # One's own role stays face down: the log may be read over one's shoulder.
    events = [event for event in told.events if event.only is None]
    said = words.tell(events)
    shown = words.tell(event for event in events if event.kind != "turn")
    return {
        "n": told.number,
        "sign": 0 if told.seat is None else told.seat + 1,
        "short": " ".join(shown),
        "full": " ".join(said),
        "notation": "",
    }


def pictures(told: Told | None) -> list[list[Any]]:
    """What the newest move brought, for static/js/bang-show.js: kind and facts of each event."""
    if told is None:
        return []
    return [[event.kind, dict(event.facts)] for event in told.events if event.kind in SHOWN]


def last_throw(moves: Sequence[Told]) -> Mapping[str, Any] | None:
    """The facts of the newest throw, None before the first."""
    for told in reversed(moves):
        for event in reversed(told.events):
            if event.kind == "throw":
                return event.facts
    return None


def set_aside(moves: Sequence[Told]) -> frozenset[int]:
    """Dice that were kept at the newest throw of this turn, so that they stay kept."""
    thrown = last_throw(moves)
    return frozenset() if thrown is None else frozenset(range(5)) - set(thrown["dice"])


# --- the numbers of a game ------------------------------------------------------------------------


@dataclass
class Tally:
    """What one seat did and suffered in a whole game."""

    throws: int = 0
    hits: int = 0
    taken: int = 0
    healed: int = 0
    arrows: int = 0
    felled: list[Seat] = field(default_factory=list)
    fell: str = ""
    fell_by: Seat | None = None
    fell_on: int = 0


def tallies(moves: Iterable[Told]) -> Mapping[Seat, Tally]:
    """By seat: throws, points hit and taken, life won back, arrows, who was brought down. Points
    count as hit by whoever shot, in a storm or with dynamite by nobody."""
    found: dict[Seat, Tally] = defaultdict(Tally)
    turn = 0
    for told in moves:
        for event in told.events:
            facts = event.facts
            match event.kind:
                case "turn":
                    turn = facts["number"]
                case "throw":
                    found[facts["seat"]].throws += 1
                case "take":
                    found[facts["seat"]].arrows += facts["n"]
                case "lose":
                    found[facts["seat"]].taken += facts["n"]
                    if facts["by"] != facts["seat"]:
                        found[facts["by"]].hits += facts["n"]
                case "storm":
                    for seat, lost, _left in facts["losses"]:
                        found[seat].taken += lost
                case "heal":
                    found[facts["seat"]].healed += facts["n"]
                case "out":
                    fallen = found[facts["seat"]]
                    fallen.fell, fallen.fell_by, fallen.fell_on = facts["why"], facts["by"], turn
                    if facts["by"] is not None and facts["by"] != facts["seat"]:
                        found[facts["by"]].felled.append(facts["seat"])
    return found


def final_dice(moves: Sequence[Told]) -> tuple[Face, ...] | None:
    """What the five dice showed last, whoever threw them."""
    thrown = last_throw(moves)
    return None if thrown is None else tuple(thrown["all"])
