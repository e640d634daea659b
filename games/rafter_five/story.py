"""A table told move by move: the log, and what a page has to show moving. From events alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..game import Event
from ..models import TableMove
from . import collapse
from .pieces import Piece
from .words import SILENT, Words


@dataclass(frozen=True)
class Told:
    """One move: its number, whose it was (None: the table's own), what came of it."""

    number: int
    seat: int | None
    events: tuple[Event, ...]

    def facts(self, kind: str) -> Mapping[str, Any] | None:
        """The facts of an event of this move, None if there was none."""
        return next((event.facts for event in self.events if event.kind == kind), None)

    @property
    def was_judged(self) -> bool:
        return any(event.kind in ("stands", "fall") for event in self.events)

    @property
    def readings(self) -> Sequence[Mapping[str, Any]]:
        """Of the planks that this move left standing, at a table for learners."""
        facts = self.facts("fall") or self.facts("stands") or {}
        found: Sequence[Mapping[str, Any]] = facts.get("readings", ())
        return found

    @property
    def turn(self) -> Mapping[str, Any] | None:
        """The turn that begins after this move."""
        return self.facts("turn")


def entry(told: Told, words: Words) -> dict[str, Any]:
    """A move as the log shows it. `sign` is 0 for the table's own."""
    said = " ".join(words.tell(event for event in told.events if event.kind not in SILENT))
    full = said if told.seat is None or not said else f"{words.name(told.seat)}: {said}"
    sign = 0 if told.seat is None else told.seat + 1
    return {"n": told.number, "sign": sign, "short": said, "full": full, "notation": ""}


def moving(told: Told | None, raft: Iterable[Piece] = ()) -> dict[str, Any]:
    """What static/js/rafter-view.js shows of a move that made this raft: pieces put down as they
    are put down, the rafter lifted, and how what settles or falls goes (`collapse.paths`)."""
    if told is None:
        return {}
    shown: dict[str, Any] = {"put": [], "lift": ""}
    heights = {piece.id: piece.z for piece in raft}
    for event in told.events:
        facts = event.facts
        match event.kind:
            case "lay":
                shown["lay"] = [f"p{facts['plank']}", facts["plank"], *_pose(facts)]
            case "man":
                shown["put"].append([f"r{facts['rafter']}", facts["rafter"], *_pose(facts)])
            case "load":
                shown["put"].append([f"c{facts['chest']}", facts["colour"], *_pose(facts)])
            case "lift":
                shown["lift"] = f"r{facts['rafter']}"
            case "stands" | "fall":
                shown |= {"ms": facts["ms"], "paths": collapse.paths(facts["tracks"])}
                heights |= {name: track[0][3] for name, track in facts["tracks"].items()}
            case _:
                pass
    # At what height it was when the hand let go.
    shown["put"] = [[*row, round(heights.get(row[0], 0.0), 1)] for row in shown["put"]]
    return shown


@dataclass(frozen=True)
class Change:
    """What a move did to the raft beyond what it shows moving (that ends where its tracks end): ids
    of pieces that came or moved, and of those that are gone."""

    pieces: frozenset[str]
    gone: frozenset[str]


def change(row: TableMove) -> Change | None:
    """Of one move, from its record; None where all of the raft is another one (the start, the first
    rafters). A page that was not at the move before asks for the whole. What falls is told by its
    path."""
    move: Mapping[str, Any] = row.move or {}
    record: Mapping[str, Any] = row.record or {}
    if row.number == 0 or move.get("type") == "rafters":
        return None
    pieces, gone = set(), set()
    if move.get("type") == "lift":
        gone.add(f"r{move['rafter']}")
    judged = record.get("judged")
    if judged is not None:
        shown = {name for told in row.events for name in told[1].get("tracks", ())}
        fallen = {name for wave in judged["waves"] for name in wave}
        pieces = {
            *judged["flat"],
            *(name for name in judged["planes"] if name not in shown),
        } - fallen
    return Change(frozenset(pieces), frozenset(gone))


def _pose(facts: Mapping[str, Any]) -> list[float]:
    return [facts["x"], facts["y"], facts["rot"]]


def last_fall(moves: Sequence[Told]) -> Told | None:
    """The newest fall, as long as the turn after it has not put anything down."""
    for told in reversed(moves):
        if told.facts("fall") is not None:
            return told
        if told.facts("man") is not None or told.facts("lay") is not None:
            return None
    return None


def turns(moves: Iterable[Told]) -> list[dict[str, Any]]:
    """Where each turn begins, to jump there: its number, the move before it, its sign."""
    found = []
    for ply, told in enumerate(moves):
        if (facts := told.turn) is not None:
            found.append({"n": facts["turn"], "ply": ply, "sign": facts["seat"] + 1})
    return found
