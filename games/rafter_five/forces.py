"""The physics of a raft for learners: each piece's centre of mass, support polygon, load point and
margin, in words and over the picture. Nothing is worked out here (`reading`, `rulings`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from . import board, words
from .pieces import Piece
from .story import Told


def mark(reading: Mapping[str, Any], *, css: str = "") -> SafeString:
    """A reading over the picture from above: polygon, load point (cross), centre of mass (ring)."""
    x, y = reading["load_point"]
    cx, cy = reading["centre"]
    support = board.path(reading["support"]) if reading["support"] else ""
    return format_html(
        '<g class="reading {} {}" data-of="{}"><path class="support" d="{}"/>'
        '<circle class="mass" cx="{}" cy="{}" r="2.6"/>'
        '<path class="load" d="M{} {}m-3.4 0h6.8m-3.4-3.4v6.8"/></g>',
        css,
        "out" if reading["margin"] < 0 else "in",
        reading["id"],
        support,
        board.number(cx),
        board.number(-cy),
        board.number(x),
        board.number(-y),
    )


def line(reading: Mapping[str, Any], names: Mapping[str, int]) -> dict[str, Any]:
    """A reading in words. `names` are designs by piece."""

    def name(piece: str) -> str:
        return words.piece(piece, names.get(piece, 0))

    return {
        "id": reading["id"],
        "name": capfirst(name(reading["id"])),
        "load": words.millimetres(reading["load"]),
        "margin": words.millimetres(reading["margin"]),
        "out": reading["margin"] < 0,
        "rests_on": ", ".join(
            f"{name(piece)} {words.millimetres(force)} g"
            for piece, force in reading["rests_on"].items()
        ),
    }


def shown(moves: Sequence[Told], raft: Iterable[Piece]) -> dict[str, Any]:
    """What a learner's page shows of a standing raft; {} at other tables. The readings are those of
    the last judgement, with which they are kept: the raft has not changed since. The weakest plank
    comes first: that is the one to look at."""
    found = next((told.readings for told in reversed(moves) if told.was_judged), ())
    if not found:
        return {}
    designs = {piece.id: piece.design for piece in raft}
    return {
        "forces": [line(each, designs) for each in found],
        "readings": SafeString(
            "".join(mark(each, css="" if n else "on") for n, each in enumerate(found))
        ),
    }


def why(readings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Why the first wave of a fall fell, a sentence a piece."""
    said = []
    for each in readings:
        facts = {
            "piece": capfirst(words.piece_of(each["id"])),
            "mm": words.millimetres(abs(each["margin"])),
            "load": words.millimetres(each["load"]),
        }
        if each["margin"] < 0:
            said.append(
                _("%(piece)s: its load of %(load)s g acts %(mm)s mm outside what holds it up.")
                % facts
            )
        else:
            said.append(_("%(piece)s falls because what held it up gives way.") % facts)
    return said
