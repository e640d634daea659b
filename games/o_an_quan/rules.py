"""The rules of Ô ăn quan: sowing, relay, capture, dispatch, the end and the count.

The rules in words, with the reason for every ruling, are docs/rules/o_an_quan.md; section numbers
below are of that page. Everything here is a value or a function of values: no clock, no chance.

Squares are numbered round the ring as drawn, anticlockwise, Blue at the bottom::

          11   10    9    8    7           Y1 Y2 Y3 Y4 Y5
      0                            6     QL             QR
           1    2    3    4    5           B1 B2 B3 B4 B5

A player is a seat number, `BLUE` or `YELLOW`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.game import IllegalMove, InvalidMove, option

Player = int
Square = int

BLUE, YELLOW = 0, 1
LETTERS = "BY"
SQUARES = ("QL", "B1", "B2", "B3", "B4", "B5", "QR", "Y5", "Y4", "Y3", "Y2", "Y1")
LEFT, RIGHT = 0, 6
MANDARIN_SQUARES = frozenset({LEFT, RIGHT})
#: The rice squares of each player, from number 1 to number 5.
RICE: tuple[tuple[Square, ...], tuple[Square, ...]] = ((1, 2, 3, 4, 5), (11, 10, 9, 8, 7))

CITIZENS = 50
MANDARINS = 2
#: A side is filled with so many citizens, one a square.
DISPATCHED = 5
#: So few citizens beside a mandarin piece leave it too young to be won (option `quan_non`).
YOUNG_BELOW = 5
#: A board that stands so many times ends the game.
REPEAT_LIMIT = 3
#: So many turns in a row without a capture end the game.
QUIET_LIMIT = 40

ANTICLOCKWISE, CLOCKWISE = 1, -1
DIRECTIONS = {"a": ANTICLOCKWISE, "c": CLOCKWISE}

#: How a turn ends (§7).
StopCode = Literal["quan_next", "two_empty", "quan_non", "chain_end"]
#: Why a game ends by the rules (§9) …
REASONS = ("het_quan", "no_stones", "repetition", "quiet")
#: … or by the word of somebody.
SPOKEN_REASONS = ("resign", "timeout", "agreed", "abandoned")


@dataclass(frozen=True, slots=True)
class Options:
    """What may be agreed before a game (§11)."""

    quan_value: int = option(5, 5, 10)
    quan_non: bool = option(False)
    borrow: bool = option(True)
    start: str = option("B", "B", "Y")
    empty_quan: str = option("stop", "stop", "bridge")
    end: str = option("pieces", "pieces", "squares")


PRESETS: Mapping[str, Options] = {
    "luat_goc": Options(),
    "quan_non": Options(quan_non=True),
    "pho_bien": Options(quan_value=10, quan_non=True, empty_quan="bridge", end="squares"),
}


class Move(NamedTuple):
    """A square to lift and a way round, `ANTICLOCKWISE` or `CLOCKWISE`; as text `B2c`."""

    square: Square
    direction: int

    def __str__(self) -> str:
        return SQUARES[self.square] + ("a" if self.direction == ANTICLOCKWISE else "c")

    @classmethod
    def parse(cls, text: object) -> Move:
        """The move a text means, be it legal or not. Raises InvalidMove `malformed`."""
        if not isinstance(text, str) or not re.fullmatch(r"(?:[BY][1-5]|Q[LR])[ac]", text):
            raise InvalidMove("malformed", text=str(text)[:40])
        return cls(SQUARES.index(text[:2]), DIRECTIONS[text[2]])


_BOTH_WAYS = tuple(
    (Move(square, ANTICLOCKWISE), Move(square, CLOCKWISE)) for square in range(len(SQUARES))
)


class Stock(NamedTuple):
    """What a player has won, and how many citizens the player owes the other."""

    citizens: int = 0
    mandarins: int = 0
    debt: int = 0


class Board(NamedTuple):
    """The twelve squares in ring order, where mandarin pieces stand, and who is to move.

    It is what the repetition rule compares (§9): no stocks, no debts. `side` is None when the game
    is over.
    """

    citizens: tuple[int, ...]
    mandarins: frozenset[Square]
    side: Player | None

    def __str__(self) -> str:
        rows = (",".join(str(self.citizens[at]) for at in RICE[side]) for side in (YELLOW, BLUE))
        ends = ",".join(
            f"{self.citizens[at]}{'q' if at in self.mandarins else ''}" for at in (LEFT, RIGHT)
        )
        return f"{'/'.join(rows)}/{ends} {'-' if self.side is None else LETTERS[self.side]}"


@dataclass(frozen=True, slots=True)
class State:
    """A position, what may be needed of its past, and the options. `str()` is its notation.

    `seen` are the boards that have stood since a mandarin piece was last won, the present one
    included; earlier ones cannot come back. `reason` and `winner` (None: a draw) count when the
    game is over; a finished position read from text has no reason.
    """

    options: Options
    board: Board
    stocks: tuple[Stock, Stock] = (Stock(), Stock())
    quiet: int = 0
    ply: int = 0
    seen: tuple[Board, ...] = ()
    reason: str | None = None
    winner: Player | None = None

    @property
    def side(self) -> Player | None:
        """Who is to move; None when the game is over."""
        return self.board.side

    @property
    def over(self) -> bool:
        return self.board.side is None

    def __str__(self) -> str:
        stocks = " ".join(":".join(map(str, stock)) for stock in self.stocks)
        return f"{self.board} {stocks} {self.quiet} {self.ply}"


@dataclass(frozen=True, slots=True)
class Lift:
    """All stones of a square are taken in hand."""

    square: Square
    stones: int


@dataclass(frozen=True, slots=True)
class Drop:
    """One stone is put down; so many are left in hand."""

    square: Square
    left: int


@dataclass(frozen=True, slots=True)
class Capture:
    """Everything in a square is won."""

    square: Square
    citizens: int
    mandarin: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """The turn is over; `square` is the last one looked at."""

    code: StopCode
    square: Square


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A bare side is filled from the player's own stock and, if need be, the other's."""

    player: Player
    own: int
    borrowed: int


@dataclass(frozen=True, slots=True)
class Home:
    """The game is over: a player takes home the citizens on the own side."""

    player: Player
    citizens: int


@dataclass(frozen=True, slots=True)
class Settle:
    """The game is over: a debt is paid."""

    debtor: Player
    creditor: Player
    citizens: int


@dataclass(frozen=True, slots=True)
class End:
    """Why it is over and what it came to; `unclaimed` citizens lie in the mandarin squares."""

    reason: str
    points: tuple[int, int]
    unclaimed: int
    winner: Player | None


Event = Lift | Drop | Capture | Stop | Dispatch | Home | Settle | End


class Result(NamedTuple):
    """The end of a game. A `reason` of None: the position was read from text."""

    winner: Player | None
    reason: str | None
    points: tuple[int, int]
    unclaimed: int


def start(options: Options | None = None) -> State:
    """The position before the first move (§3)."""
    options = options or Options()
    board = Board(
        tuple(0 if at in MANDARIN_SQUARES else 5 for at in range(12)),
        MANDARIN_SQUARES,
        LETTERS.index(options.start),
    )
    return State(options, board, seen=(board,))


def legal_moves(state: State) -> list[Move]:
    """Every move of the player to move, from square 1 to 5; none when the game is over (§4)."""
    if state.board.side is None:
        return []
    citizens = state.board.citizens
    return [
        move for square in RICE[state.board.side] if citizens[square] for move in _BOTH_WAYS[square]
    ]


def check(state: State, move: Move) -> None:
    """Raises IllegalMove `over`, `mandarin_square`, `not_own` or `empty`, in this order."""
    side = state.board.side
    if side is None:
        raise IllegalMove("over")
    if move.square in MANDARIN_SQUARES:
        raise IllegalMove("mandarin_square", square=SQUARES[move.square])
    if move.square not in RICE[side]:
        raise IllegalMove("not_own", square=SQUARES[move.square])
    if not state.board.citizens[move.square]:
        raise IllegalMove("empty", square=SQUARES[move.square])


def play(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The position after a move, and what happened on the way, in order.

    Raises IllegalMove like `check`.
    """
    check(state, move)
    player = 0 if move.square < RIGHT else 1
    turn = _Turn(state)
    turn.capture(turn.sow(move.square, move.direction), move.direction)
    won = turn.won
    if won:
        own = state.stocks[player]
        turn.stocks[player] = own._replace(
            citizens=own.citizens + sum(each.citizens for each in won),
            mandarins=own.mandarins + sum(each.mandarin for each in won),
        )
    turn.quiet = 0 if won else state.quiet + 1
    return turn.close(1 - player), tuple(turn.events)


def conclude(state: State, reason: str, winner: Player | None) -> tuple[State, tuple[Event, ...]]:
    """The end of a game by somebody's word, one of `SPOKEN_REASONS`: the stones go home (§13).

    The winner is who the word makes it, whatever the count. Raises IllegalMove `over`.
    """
    if reason not in SPOKEN_REASONS:
        raise ValueError(f"{reason!r} is no word that ends a game")
    if state.over:
        raise IllegalMove("over")
    turn = _Turn(state)
    turn.ply = state.ply
    return turn.end(reason, winner), tuple(turn.events)


def score(state: State) -> tuple[int, int]:
    """Points of Blue and Yellow, citizens on the board left out; of a finished game, the count."""
    return _points(state.options, state.stocks, (0, 0))


def count(state: State) -> tuple[int, int]:
    """Points of Blue and Yellow if everybody took their stones home now (§10)."""
    return _points(state.options, state.stocks, at_home(state.board.citizens))


def at_home(citizens: Sequence[int]) -> tuple[int, int]:
    """The citizens on Blue's and on Yellow's rice squares."""
    return sum(citizens[1:6]), sum(citizens[7:12])


def outcome(state: State) -> Result | None:
    """How the game ended; None while it goes on."""
    if not state.over:
        return None
    citizens = state.board.citizens
    return Result(state.winner, state.reason, score(state), citizens[LEFT] + citizens[RIGHT])


def leader(points: tuple[int, int]) -> Player | None:
    """Who has more points; None when nobody has."""
    blue, yellow = points
    return None if blue == yellow else BLUE if blue > yellow else YELLOW


def mandarins_gone(
    options: Options, citizens: tuple[int, ...] | list[int], mandarins: object
) -> bool:
    """The end `het_quan` of §9: both pieces won or, by option, both mandarin squares empty."""
    if mandarins:
        return False
    return options.end == "pieces" or not (citizens[LEFT] or citizens[RIGHT])


def _points(options: Options, stocks: Sequence[Stock], home: tuple[int, int]) -> tuple[int, int]:
    blue, yellow = stocks
    owed = yellow.debt - blue.debt
    return (
        blue.citizens + options.quan_value * blue.mandarins + owed + home[BLUE],
        yellow.citizens + options.quan_value * yellow.mandarins - owed + home[YELLOW],
    )


class _Turn:
    """A turn in the making: the board as lists, and the events so far."""

    __slots__ = ("before", "citizens", "events", "mandarins", "ply", "quiet", "stocks", "won")

    def __init__(self, state: State) -> None:
        self.before = state
        self.citizens = list(state.board.citizens)
        self.mandarins = state.board.mandarins
        self.stocks = list(state.stocks)
        self.quiet = state.quiet
        self.ply = state.ply + 1
        self.won: list[Capture] = []
        self.events: list[Event] = []

    def is_empty(self, square: Square) -> bool:
        return not self.citizens[square] and square not in self.mandarins

    def is_gap(self, square: Square) -> bool:
        """May something behind this square be won? An empty mandarin square is one by option."""
        return self.is_empty(square) and (
            square not in MANDARIN_SQUARES or self.before.options.empty_quan == "bridge"
        )

    def is_protected(self, square: Square) -> bool:
        return (
            self.before.options.quan_non
            and square in self.mandarins
            and self.citizens[square] < YOUNG_BELOW
        )

    def sow(self, square: Square, direction: int) -> Square:
        """Sow and relay (§5); returns the following square, which is not lifted any more."""
        citizens, events = self.citizens, self.events
        at = square
        while True:
            hand = citizens[at]
            citizens[at] = 0
            events.append(Lift(at, hand))
            while hand:
                at = (at + direction) % 12
                citizens[at] += 1
                hand -= 1
                events.append(Drop(at, hand))
            at = (at + direction) % 12
            if at in MANDARIN_SQUARES or not citizens[at]:
                return at

    def capture(self, following: Square, direction: int) -> None:
        """Win what lies behind single gaps (§6) and say how the turn ended (§7)."""
        gap = following
        while self.is_gap(gap):
            behind = (gap + direction) % 12
            if self.is_empty(behind):
                self.events.append(Stop("chain_end" if self.won else "two_empty", behind))
                return
            if self.is_protected(behind):
                self.events.append(Stop("quan_non", behind))
                return
            capture = Capture(behind, self.citizens[behind], behind in self.mandarins)
            self.won.append(capture)
            self.events.append(capture)
            self.citizens[behind] = 0
            self.mandarins -= {behind}
            gap = (behind + direction) % 12
        self.events.append(Stop("chain_end" if self.won else "quan_next", gap))

    def close(self, following: Player) -> State:
        """What comes after a turn (§8, §9): the end, or the other player with stones to move."""
        options = self.before.options
        if mandarins_gone(options, self.citizens, self.mandarins):
            return self.end("het_quan")
        if not any(self.citizens[at] for at in RICE[following]) and not self.dispatch(following):
            return self.end("no_stones")
        board = Board(tuple(self.citizens), self.mandarins, following)
        past = self.before.seen if self.mandarins == self.before.board.mandarins else ()
        if past.count(board) + 1 >= REPEAT_LIMIT:
            return self.end("repetition")
        if self.quiet >= QUIET_LIMIT:
            return self.end("quiet")
        stocks = (self.stocks[BLUE], self.stocks[YELLOW])
        return State(options, board, stocks, self.quiet, self.ply, (*past, board))

    def dispatch(self, player: Player) -> bool:
        """Put one citizen in each square of a bare side (§8); False when there are too few."""
        own, lender = self.stocks[player], self.stocks[1 - player]
        paid = min(DISPATCHED, own.citizens)
        lent = DISPATCHED - paid
        if lent and (not self.before.options.borrow or lender.citizens < lent):
            return False
        self.stocks[player] = own._replace(citizens=own.citizens - paid, debt=own.debt + lent)
        self.stocks[1 - player] = lender._replace(citizens=lender.citizens - lent)
        for at in RICE[player]:
            self.citizens[at] = 1
        self.events.append(Dispatch(player, paid, lent))
        return True

    def end(self, reason: str, winner: Player | None = None) -> State:
        """Stones go home, debts are paid, points are counted (§9, §10)."""
        stocks, home = self.stocks, at_home(self.citizens)
        for player in (BLUE, YELLOW):
            self.events.append(Home(player, home[player]))
        for debtor in (BLUE, YELLOW):
            if stocks[debtor].debt:
                self.events.append(Settle(debtor, 1 - debtor, stocks[debtor].debt))
        blue, yellow = (
            Stock(
                stocks[player].citizens
                + home[player]
                - stocks[player].debt
                + stocks[1 - player].debt,
                stocks[player].mandarins,
            )
            for player in (BLUE, YELLOW)
        )
        points = _points(self.before.options, (blue, yellow), (0, 0))
        if reason in REASONS:
            winner = leader(points)
        left, right = self.citizens[LEFT], self.citizens[RIGHT]
        self.events.append(End(reason, points, left + right, winner))
        board = Board((left, 0, 0, 0, 0, 0, right, 0, 0, 0, 0, 0), self.mandarins, None)
        return State(
            self.before.options, board, (blue, yellow), self.quiet, self.ply, (), reason, winner
        )
