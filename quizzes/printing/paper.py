"""What is printed: which questions, in which order, under which letters. Pure: snapshots in,
snapshots out.

Which answer is right on a sheet of paper is no secret of the server, so the draw is a plain one,
made again from its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..kinds import Snapshot
from ..kinds.choice import letter
from .options import Options


@dataclass(frozen=True)
class Version:
    """One sheet: its letter ("" where there is only one) and its questions as they stand on it."""

    letter: str
    questions: tuple[Snapshot, ...]


def drawn(questions: Sequence[Snapshot], options: Options) -> list[Snapshot]:
    """So many of the questions as are wanted, in the order of the deck."""
    if not 0 < options.count < len(questions):
        return list(questions)
    at = Random(f"draw:{options.seed}").sample(range(len(questions)), options.count)  # noqa: S311
    return [questions[n] for n in sorted(at)]


def versions(questions: Sequence[Snapshot], options: Options) -> list[Version]:
    """The sheets: the same questions on each, in another order and with other letters. A single
    sheet is as the deck is."""
    chosen = drawn(questions, options)
    if not options.letters:
        return [Version("", tuple(chosen))]
    found = []
    for name in options.letters:
        order = Random(f"{name}:{options.seed}")  # noqa: S311
        shuffled = [_shuffled(question, order) for question in chosen]
        order.shuffle(shuffled)
        found.append(Version(name, tuple(shuffled)))
    return found


def _shuffled(question: Snapshot, order: Random) -> Snapshot:
    """The same question with its answers in another order. True stays before false."""
    match question["kind"]:
        case "single" | "multiple":
            moved, new = _numbered(_mixed(question["choices"], order))
            choices = [{**each, "letter": letter(each["position"])} for each in moved]
            right = sorted(new[at] for at in question["right"])
            return {**question, "choices": choices, "right": right}
        case "order":
            mixed = _mixed(question["items"], order)
            if [item["position"] for item in mixed] == question["right"]:
                mixed.reverse()  # it must not stand there solved
            items, new = _numbered(mixed)
            return {**question, "items": items, "right": [new[at] for at in question["right"]]}
        case "match":
            partners, new = _numbered(_mixed(question["partners"], order))
            right = [new[at] for at in question["right"]]
            return {**question, "partners": partners, "right": right}
    return question


def _mixed(rows: Sequence[Snapshot], order: Random) -> list[Snapshot]:
    found = list(rows)
    order.shuffle(found)
    return found


def _numbered(rows: Sequence[Snapshot]) -> tuple[list[Snapshot], dict[int, int]]:
    """The rows numbered as they stand, and their new numbers by the old ones."""
    new = {row["position"]: at for at, row in enumerate(rows, start=1)}
    return [{**row, "position": at} for at, row in enumerate(rows, start=1)], new
