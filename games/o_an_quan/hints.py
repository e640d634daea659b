"""Help for learners (§18) and the analysis of a finished game. Pure: codes and facts, no words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from . import rules
from .rules import Capture, Drop, Lift, Move, Player, Square, State, Stop
from .search import search

#: What a beginner is warned of before a move.
Warning = Literal["can_end", "can_win_mandarin"]


@dataclass(frozen=True)
class Preview:
    """What one move does: the squares lifted, where the last stone falls, what is won, why the
    turn ends, the points it brings (stones on the board left out), and the position after it."""

    move: Move
    lifted: tuple[Square, ...]
    last: Square
    won: tuple[Capture, ...]
    stop: Stop
    points: int
    after: State


@dataclass(frozen=True)
class Outlook:
    """A move, and the answer that wins the other player most; None when there is no answer."""

    preview: Preview
    reply: Preview | None


@dataclass(frozen=True)
class Review:
    """One move of a finished game, looked at again.

    `value` and `best_value` are points ahead for who made it, `ahead` is points ahead for Blue
    after it. A `loss` of 0 is a best move.
    """

    ply: int
    player: Player
    move: Move
    value: float
    best: Move
    best_value: float

    @property
    def loss(self) -> float:
        return max(0.0, self.best_value - self.value)

    @property
    def ahead(self) -> float:
        return self.value if self.player == rules.BLUE else -self.value


def preview(state: State, move: Move) -> Preview:
    """What a move would do. Raises IllegalMove."""
    after, events = rules.play(state, move)
    won = tuple(event for event in events if isinstance(event, Capture))
    return Preview(
        move=move,
        lifted=tuple(event.square for event in events if isinstance(event, Lift)),
        last=[event.square for event in events if isinstance(event, Drop)][-1],
        won=won,
        stop=next(event for event in events if isinstance(event, Stop)),
        points=sum(each.citizens + state.options.quan_value * each.mandarin for each in won),
        after=after,
    )


def outlook(state: State) -> list[Outlook]:
    """Every legal move with the richest answer to it."""
    return [Outlook(mine, _richest(mine.after)) for mine in _previews(state)]


def warning(state: State, move: Move) -> Warning | None:
    """What the other player could do to the mover's harm right after this move (E9 is the trap)."""
    after, _ = rules.play(state, move)
    replies = list(_previews(after))
    if any(reply.after.over and reply.after.winner == after.side for reply in replies):
        return "can_end"
    if any(capture.mandarin for reply in replies for capture in reply.won):
        return "can_win_mandarin"
    return None


def review(start: State, moves: Iterable[Move], depth: int = 8) -> Iterator[Review]:
    """Each move of a game beside the best one, both looked at `depth` turns ahead."""
    state = start
    for ply, move in enumerate(moves, 1):
        if state.side is None:
            return
        player = state.side
        found = search(state, depth)
        state, _ = rules.play(state, move)
        value = found.value if move == found.best else _value_for(player, state, depth - 1)
        yield Review(ply, player, move, value, found.best, max(found.value, value))


def _value_for(player: Player, state: State, depth: int) -> float:
    """Points ahead for the player who has just moved."""
    result = rules.outcome(state)
    if result:
        return result.points[player] - result.points[1 - player]
    return -search(state, depth).value


def _previews(state: State) -> Iterator[Preview]:
    return (preview(state, move) for move in rules.legal_moves(state))


def _richest(state: State) -> Preview | None:
    return max(_previews(state), key=lambda reply: reply.points, default=None)
