"""Alpha-beta search, deepening turn by turn (§19 of the rules). Pure: the caller says when to stop.

A finished position is worth its difference of points; an unfinished one the difference of score
plus half a point per citizen on the own side. Inside, values are whole numbers of half points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .core import BITS, FIELD, HALF, MOVES, ROW, move_of, pack, pack_board, player_of
from .rules import QUIET_LIMIT, REPEAT_LIMIT, Move, State

#: Asked now and then with the number of positions made so far; True stops the search.
Stop = Callable[[int], bool]

#: About so many positions are made between two questions to `Stop`: a millisecond.
ASK_EVERY = 256
_INFINITE = 10**6
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2


@dataclass(frozen=True)
class Found:
    """What a search of so many turns ahead found.

    `values` has every legal move, best first, with its value in points for the player to move;
    those further below the best than the margin may be worth less than it says. `complete` says
    that every line was followed to the end of the game.
    """

    depth: int
    values: tuple[tuple[Move, float], ...]
    positions: int
    complete: bool

    @property
    def best(self) -> Move:
        return self.values[0][0]

    @property
    def value(self) -> float:
        return self.values[0][1]

    def within(self, points: float) -> list[Move]:
        """The moves worth no less than the best minus so many points."""
        return [move for move, value in self.values if value >= self.value - points]


def never(positions: int) -> bool:
    """Lets a search run."""
    return False


def deepen(
    state: State, stop: Stop = never, *, deepest: int = 60, margin: float | None = 0.5
) -> Iterator[Found]:
    """What searching 1, 2, 3, … turns ahead finds, until `stop` or `deepest`, or to the very end.

    Moves within `margin` points of the best get their exact value; with None all do. When `stop`
    breaks off a depth, nothing of it is given. Raises ValueError when the game is over.
    """
    search = _Search(state, stop)
    order = [index for index, (at, _) in enumerate(MOVES) if search.packed[0] >> BITS * at & FIELD]
    for depth in range(1, deepest + 1):
        try:
            valued = search.root(order, depth, _INFINITE if margin is None else round(2 * margin))
        except _Stopped:
            return
        order = [index for _, index in valued]
        values = tuple((move_of(index, search.player), value / 2) for value, index in valued)
        yield Found(depth, values, search.positions, not search.cut)
        if not search.cut:
            return


def search(state: State, depth: int, *, margin: float | None = 0.5) -> Found:
    """What searching `depth` turns ahead finds."""
    *_, last = deepen(state, deepest=depth, margin=margin)
    return last


class _Stopped(Exception):
    """The caller's budget is used up."""


#: What `Play` returns: a position as the other player sees it, and whether the game is over.
_After = tuple[int, int, int, int, int, bool]
_Counts = dict[int, int]


def _worth(after: _After) -> int:
    """What a move that led here is worth to the mover, looking no further, in half points."""
    board, own, other, balance, _, over = after
    row = (board >> HALF + BITS) % FIELD - (board >> BITS & ROW) % FIELD
    return 2 * (other - own - balance) + (2 * row if over else row)


class _Search:
    """One search. Boards that have stood in the game and in the line being looked at are counted
    by side to move: `here` for the side to move, `there` for the other."""

    def __init__(self, state: State, stop: Stop) -> None:
        self.packed = pack(state)
        self.player = state.board.side or 0
        self.play = player_of(state.options)
        self.stop = stop
        self.positions = 0
        self.ask_at = ASK_EVERY
        #: Whether some line of the present depth was broken off before the end of the game.
        self.cut = False
        self.table: dict[tuple[int, int, int, int], tuple[int, int, int, int]] = {}
        self.stood: tuple[_Counts, _Counts] = ({}, {})
        for board in state.seen:
            side = board.side or 0
            key = pack_board(board, side)
            self.stood[side][key] = self.stood[side].get(key, 0) + 1

    def root(self, order: list[int], depth: int, margin: int) -> list[tuple[int, int]]:
        """(value, move), best first; moves of equal value keep their order."""
        here, there = self.stood[self.player], self.stood[1 - self.player]
        self.cut = False
        best = -_INFINITE
        valued = []
        for index in order:
            after = self.play(*self.packed, *MOVES[index])
            self.positions += 1
            if there.get(after[0], 0) + 1 >= REPEAT_LIMIT:
                after = (*after[:5], True)
            if depth == 1 or after[5]:
                self.cut |= not after[5]
                value = _worth(after)
            else:
                # One below the margin, so that a move at its lower edge is still exact.
                floor = best - margin - 1
                value = -self.value(*after[:5], depth - 1, -_INFINITE, -floor, there, here)
            valued.append((value, index))
            best = max(best, value)
        return sorted(valued, key=lambda each: -each[0])

    def value(
        self,
        board: int,
        own: int,
        other: int,
        balance: int,
        quiet: int,
        depth: int,
        alpha: int,
        beta: int,
        here: _Counts,
        there: _Counts,
    ) -> int:
        """The value for the player to move: exact if between alpha and beta, else a bound."""
        play = self.play
        if depth == 1:
            best = -_INFINITE
            made = 0
            for at, way in MOVES:
                if board >> BITS * at & FIELD:
                    after = play(board, own, other, balance, quiet, at, way)
                    made += 1
                    if there.get(after[0], 0) + 1 >= REPEAT_LIMIT:
                        after = (*after[:5], True)
                    if not after[5]:
                        self.cut = True
                    worth = _worth(after)
                    if worth > best:
                        best = worth
                        if best >= beta:
                            break
            self.positions += made
            return best

        if self.positions >= self.ask_at:
            self.ask_at = self.positions + ASK_EVERY
            if self.stop(self.positions):
                raise _Stopped

        # Near the end of the quiet rule one key would stand for positions of several values.
        keep = quiet + depth < QUIET_LIMIT
        key = (board, own, other, balance)
        lowest, first = alpha, -1
        if keep and (known := self.table.get(key)):
            known_depth, kind, known_value, first = known
            if known_depth == depth:
                if kind == _EXACT:
                    return known_value
                if kind == _AT_LEAST:
                    alpha = max(alpha, known_value)
                else:
                    beta = min(beta, known_value)
                if alpha >= beta:
                    return known_value

        children = []
        for index, (at, way) in enumerate(MOVES):
            if board >> BITS * at & FIELD:
                after = play(board, own, other, balance, quiet, at, way)
                if there.get(after[0], 0) + 1 >= REPEAT_LIMIT:
                    after = (*after[:5], True)
                worth = _worth(after)
                children.append((worth if index != first else _INFINITE, worth, index, after))
        children.sort(reverse=True)
        self.positions += len(children)

        here[board] = here.get(board, 0) + 1
        best, chosen = -_INFINITE, -1
        for _, value, index, after in children:
            if not after[5]:
                value = -self.value(*after[:5], depth - 1, -beta, -alpha, there, here)
            if value > best:
                best, chosen = value, index
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        here[board] -= 1

        if keep:
            kind = _AT_MOST if best <= lowest else _AT_LEAST if best >= beta else _EXACT
            self.table[key] = depth, kind, best, chosen
        return best
