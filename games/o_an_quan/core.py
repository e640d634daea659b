"""The same rules on packed positions: a tight core for searching. `rules.py` is the authority.

A board is one integer of twelve fields of seven bits, in ring order, **seen by the player to
move**: that player's rice squares are always fields 1 to 5. A field holds the citizens, plus 64
where a mandarin piece stands, so that a field is 0 exactly when the square is empty. Sowing n
stones from a square adds one number found in a table; turning the board for the other player (the
rotation of §16) exchanges two halves. tests/games/o_an_quan/test_core.py proves that this core and
`rules.play` agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .rules import (
    CITIZENS,
    DISPATCHED,
    QUIET_LIMIT,
    YOUNG_BELOW,
    Board,
    Move,
    Options,
    Player,
    Square,
    State,
)

BITS = 7
FIELD = (1 << BITS) - 1
PIECE = 64
HALF = 6 * BITS
LOWER = (1 << HALF) - 1
#: The five rice squares of the player to move, once shifted down by one field.
ROW = (1 << 5 * BITS) - 1
#: A field as high as this, and no higher than `PIECE + YOUNG_BELOW - 1`, holds a young mandarin.
_GROWN = PIECE + YOUNG_BELOW
_DISPATCH = sum(1 << BITS * square for square in range(1, 1 + DISPATCHED))

#: What one way of sowing does: per square and stones lifted, what is added to the board and which
#: square follows the last stone.
Table = tuple[tuple[tuple[int, Square], ...], ...]


def _sowing(direction: int) -> Table:
    table = []
    for square in range(12):
        row = []
        for stones in range(CITIZENS + 1):
            change, at = -(stones << BITS * square), square
            for _ in range(stones):
                at = (at + direction) % 12
                change += 1 << BITS * at
            row.append((change, (at + direction) % 12))
        table.append(tuple(row))
    return tuple(table)


class Way(NamedTuple):
    """A way round: how stones are sown, and which square comes next."""

    sow: Table
    next: tuple[Square, ...]


WAYS = {
    direction: Way(_sowing(direction), tuple((at + direction) % 12 for at in range(12)))
    for direction in (1, -1)
}
#: The ten moves there can be, as the player to move sees them.
MOVES = tuple((square, WAYS[direction]) for square in range(1, 6) for direction in (1, -1))

#: A position seen by the player to move: the board; the citizens in the own stock and in the
#: other's; what mandarin pieces and debts add to the own score minus the other's; turns without a
#: capture. A plain tuple, because making one costs a tenth of what a named one does.
Packed = tuple[int, int, int, int, int]
#: Plays a move (square, way) on the five parts of a position. Returns the parts of the position
#: that the other player then sees, and whether the game is over; repetition is for the caller.
Play = Callable[[int, int, int, int, int, Square, Way], tuple[int, int, int, int, int, bool]]


def pack_board(board: Board, player: Player) -> int:
    """The squares as `player` sees them."""
    packed = sum(stones << BITS * square for square, stones in enumerate(board.citizens))
    packed |= sum(PIECE << BITS * square for square in board.mandarins)
    return packed if player == 0 else turned(packed)


def turned(board: int) -> int:
    """The board as the other player sees it: turned by half."""
    return board >> HALF | (board & LOWER) << HALF


def pack(state: State) -> Packed:
    """The packed form of a running position; how often boards have stood is left out."""
    player = state.side
    if player is None:
        raise ValueError("the game is over")
    own, other = state.stocks[player], state.stocks[1 - player]
    balance = state.options.quan_value * (own.mandarins - other.mandarins)
    return (
        pack_board(state.board, player),
        own.citizens,
        other.citizens,
        balance + 2 * (other.debt - own.debt),
        state.quiet,
    )


def move_of(index: int, player: Player) -> Move:
    """The move of `player` that the core has at this place of `MOVES`."""
    square, way = MOVES[index]
    return Move((square + 6 * player), 1 if way is WAYS[1] else -1)


def difference(board: int, own: int, other: int, balance: int) -> int:
    """Points of the player to move minus the other's if everybody took their stones home now."""
    return own - other + balance + (board >> BITS & ROW) % FIELD - (board >> HALF + BITS) % FIELD


def player_of(options: Options) -> Play:
    """The function that plays moves under these options."""
    quan_non, borrow, quan_value = options.quan_non, options.borrow, options.quan_value
    bridge = options.empty_quan == "bridge"
    ends = PIECE if options.end == "pieces" else FIELD
    alive = ends | ends << HALF

    def play(
        board: int, own: int, other: int, balance: int, quiet: int, at: Square, way: Way
    ) -> tuple[int, int, int, int, int, bool]:
        sow, following = way
        stones = board >> BITS * at & FIELD
        while True:
            change, at = sow[at][stones]
            board += change
            stones = board >> BITS * at & FIELD
            if not stones or at == 0 or at == 6:
                break
        won = 0
        if not stones and (bridge or at % 6):
            while True:
                at = following[at]
                stones = board >> BITS * at & FIELD
                if not stones or (quan_non and PIECE <= stones < _GROWN):
                    break
                won += stones
                board -= stones << BITS * at
                at = following[at]
                if board >> BITS * at & FIELD or not (bridge or at % 6):
                    break
        if won:
            own += won % PIECE
            balance += won // PIECE * quan_value
            quiet = 0
        else:
            quiet += 1
        board, own, other, balance = (
            board >> HALF | (board & LOWER) << HALF,
            other,
            own,
            -balance,
        )
        if not board & alive:
            return board, own, other, balance, quiet, True
        if not board >> BITS & ROW:
            if own >= DISPATCHED:
                own -= DISPATCHED
            else:
                lent = DISPATCHED - own
                if not borrow or other < lent:
                    return board, own, other, balance, quiet, True
                own, other, balance = 0, other - lent, balance - 2 * lent
            board += _DISPATCH
        return board, own, other, balance, quiet, quiet >= QUIET_LIMIT

    return play


def perft(options: Options, position: Packed, depth: int) -> int:
    """The number of move sequences of exactly `depth` moves; repetition is not looked at, which
    needs eight moves."""
    play = player_of(options)

    def below(board: int, own: int, other: int, balance: int, quiet: int, depth: int) -> int:
        total = 0
        for square, way in MOVES:
            if board >> BITS * square & FIELD:
                if depth == 1:
                    total += 1
                    continue
                after = play(board, own, other, balance, quiet, square, way)
                if not after[5]:
                    total += below(*after[:5], depth - 1)
        return total

    return below(*position, depth)
