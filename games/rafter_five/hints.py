"""What a player may ask before letting go.

`preview` is for everybody and only looks at places; nobody is told whether something will fall.
`forecast` runs the judge, and only tables for learners have it. Both take what a view shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.game import IllegalMove, Json

from . import rules
from .moves import Lay, Load, Man, Played
from .pieces import Piece
from .rules import State
from .rulings import judge, let_go


@dataclass(frozen=True)
class Preview:
    """A piece where it would lie, drawn as a ghost. `code` and `facts` say why it may not be put
    there (`texts.REFUSALS`), None when it may; `facts["piece"]` is the piece in the way."""

    piece: Piece
    code: str | None
    facts: Mapping[str, Json]


@dataclass(frozen=True)
class Forecast:
    """What would fall, in waves, and why the first does; nothing falls if `waves` is empty."""

    waves: tuple[tuple[str, ...], ...]
    why: tuple[Json, ...]


def preview(state: State, move: Lay | Man | Load) -> Preview:
    """Whether the active player may put the piece there. Raises IllegalMove `wrong_phase` or
    `no_chest_of_colour` when there is no such piece to put down."""
    if state.phase not in rules.PHASES[type(move)]:
        raise IllegalMove("wrong_phase", phase=state.phase)
    piece = rules.piece_of(state, move, move.pose)
    try:
        rules.check(state, state.turn, move)
    except IllegalMove as refused:
        return Preview(piece, refused.code, refused.facts)
    return Preview(piece, None, {})


def forecast(state: State, move: Played) -> Forecast:
    """What the judge would say of a legal move. Raises IllegalMove `no_forecast` where the table is
    not for learners, and what `rules.check` raises."""
    if not state.options.learner:
        raise IllegalMove("no_forecast")
    rules.check(state, state.turn, move)
    released = let_go(state, move)
    if released is None:
        return Forecast((), ())
    found = judge(*released)
    return Forecast(found.waves, tuple(found.why))
