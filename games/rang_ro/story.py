"""A table told move by move. Made from the events a reader may know, never from the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..game import Event
from .words import Words

if TYPE_CHECKING:
    from ..models import TableMove


@dataclass(frozen=True)
class Told:
    """One move as a reader may know it: its number, whose it was, what came of it."""

    number: int
    seat: int | None
    events: tuple[Event, ...]


def told(rows: Iterable[TableMove], seat: int | None) -> list[Told]:
    """The moves of a table as a seat, or with None a spectator, may know them."""
    found = []
    for row in rows:
        events = (Event.decode(data) for data in row.events)
        found.append(
            Told(row.number, row.seat, tuple(event for event in events if event.seen_by(seat)))
        )
    return found


def entries(moves: Sequence[Told], words: Words) -> list[dict[str, Any]]:
    """The log, oldest first; moves that said nothing, such as an answer changed, are left out."""
    found = []
    for move in moves:
        said = words.tell(move.events)
        if said:
            found.append(
                {
                    "n": move.number,
                    "sign": _about(move, words),
                    "short": " ".join(said),
                    "full": " ".join(said),
                    "notation": "",
                }
            )
    return found


def _about(move: Told, words: Words) -> int:
    """The sign of whom a line begins with: an answer that was the last one settles everybody's."""
    first = next(one for one in move.events if words.sentence(one.kind, one.facts))
    seat = first.facts.get("seat")
    return 0 if seat is None else int(seat) + 1


def last_dice(moves: Sequence[Told]) -> list[dict[str, Any]]:
    """The dice of the newest move that rolled any: who, and what they showed."""
    for move in reversed(moves):
        rolls = [event.facts for event in move.events if event.kind == "rolled"]
        if rolls:
            return [dict(roll) for roll in rolls[-2:]]
        if any(event.kind == "turn" for event in move.events):
            break
    return []
