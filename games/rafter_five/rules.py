"""Rafter Five as a state machine over frozen values: what is legal, and what follows from it.

What chance or the judge gives to a move is a `Ruling`, made by `rulings.rule` and stored with the
move; `apply` turns a move and its ruling into the next state, and never draws or judges anything.
docs/rules/rafter_five.md; section numbers in comments are those of that page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.game import IllegalMove, option

from . import search
from .moves import Draw, Late, Lay, Lift, Load, Man, Move, Played, Rafters, Stuck, Word
from .pieces import (
    CHESTS_A_COLOUR,
    COLOURS,
    RAFTERS,
    STANDARD,
    Piece,
    Pose,
    chest,
    colour_of,
    plank,
    rafter,
)
from .placing import Marks, check_first_rafters, check_on_plank, check_plank

#: Penalty points at which a turn is the last one.
MOST_PENALTIES = 5
#: Rounds without anything gained after which a game is counted.
IDLE_ROUNDS = 12
#: Colours of each player, by the number of players.
COLOURS_EACH = {1: 6, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1}
#: Standard deviation of the hand, in mm and in degrees, by the setting.
TREMOR = {"steady": 0.0, "light": 0.5, "brisk": 1.5}


@dataclass(frozen=True)
class Options:
    """How a table plays. `first` 0 is drawn by lot, else the number of the seat from 1. `seconds`
    are for one decision, 0 for no clock; alone there is none. `daily` takes the sea of the day that
    the table was given, alone only. `learner` lets every seat ask for forecasts and readings."""

    tremor: str = option("steady", *TREMOR)
    nails: bool = option(False)
    joints: bool = option(False)
    leaning: bool = option(False)
    learner: bool = option(False)
    daily: bool = option(False)
    first: int = option(0, *range(7))
    seconds: int = option(120, 0, 60, 90, 120, 180, 300)

    @property
    def marks(self) -> Marks:
        return Marks(self.nails, self.joints)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: its colours, its chests not yet placed, and those of others on its penalty board."""

    colours: tuple[int, ...]
    store: tuple[int, ...]
    penalties: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `phase` is `setup`, `lift`, `draw`, `lay`, `man`, `load` or `over`; `turn` the seat whose turn
    it is. In the sea lie the `pile` (next plank first; secret, a view has zeros there), the planks
    `afloat` face up in the order in which they came there, and the rafters `overboard`; `leaning`
    planks are out of the game. In the hand are the rafter `hand`, the plank `drawn` and, once it is
    held, its place `held`. `moves` counts all moves, `turns` the turns that are over, `lays` how
    often the plank of this turn was laid. `stood` are the chests that stood when the turn began,
    `best` the most that have stood since the last penalty, `idle` the turns since either changed.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    pile: tuple[int, ...]
    phase: str = "setup"
    raft: tuple[Piece, ...] = ()
    afloat: tuple[int, ...] = ()
    overboard: tuple[int, ...] = ()
    leaning: tuple[int, ...] = ()
    hand: int | None = None
    drawn: int | None = None
    held: Pose | None = None
    moves: int = 0
    turns: int = 0
    lays: int = 0
    stood: int = 0
    best: int = 0
    idle: int = 0
    late: bool = False
    day: str = ""
    reason: str = ""
    gave_up: int | None = None

    @property
    def solo(self) -> bool:
        return len(self.players) == 1

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def tremor(self) -> float:
        """σ of the hand in mm and degrees; always 0 alone."""
        return 0.0 if self.solo else TREMOR[self.options.tremor]

    @property
    def held_plank(self) -> Piece | None:
        """The plank in its place, once it is held there."""
        if self.drawn is None or self.held is None or self.phase == "load":
            return None
        return plank(self.drawn, self.held)

    @property
    def new_plank(self) -> Piece | None:
        """The plank of this turn once it lies on the raft."""
        if self.phase != "load":
            return None
        return next(piece for piece in self.raft if piece.id == f"p{self.drawn}")

    def chests_on_raft(self) -> int:
        return sum(piece.kind == "c" for piece in self.raft)


def start(options: Options, seats: int, pile: Sequence[int], first: int, day: str = "") -> State:
    """Before the rafters are put up. Colours are dealt in seat order; what is left over is not in
    the game."""
    each = COLOURS_EACH[seats]
    players = []
    for seat in range(seats):
        colours = tuple(range(seat * each, (seat + 1) * each))
        players.append(Player(colours, tuple(n for colour in colours for n in chests_of(colour))))
    return State(options, tuple(players), first, tuple(pile), day=day)


def chests_of(colour: int) -> range:
    """The numbers of a colour's chests."""
    return range(colour * CHESTS_A_COLOUR + 1, (colour + 1) * CHESTS_A_COLOUR + 1)


# --- what is legal -------------------------------------------------------------------------------


def check(state: State, seat: int | None, move: Move, *, search: bool = True) -> None:
    """Raises IllegalMove with a code of section 6. Without `search` whoever says that there is no
    place is believed: looking for one may take seconds."""
    if state.over:
        raise IllegalMove("over")
    if isinstance(move, Word):
        if seat is not None:
            raise IllegalMove("table_only")
        return
    if seat != state.turn:
        raise IllegalMove("not_your_turn")
    played = move.move if isinstance(move, Late) else move
    if state.phase not in PHASES[type(played)]:
        raise IllegalMove("wrong_phase", phase=state.phase)
    if isinstance(played, Lay) and state.phase == "man" and state.tremor:
        raise IllegalMove("lay_is_final")
    if search or not isinstance(played, Stuck):
        check_played(state, played)


def is_judged(state: State, move: Move) -> bool:
    """Whether a legal move asks the judge, or for a search: what takes long."""
    match move.move if isinstance(move, Late) else move:
        case Lift(number):
            return number not in state.overboard
        case Man() | Load() | Stuck():
            return True
    return False


#: In which phases a move is one at all.
PHASES = {
    Rafters: ("setup",),
    Lift: ("lift",),
    Draw: ("draw",),
    Lay: ("lay", "man"),
    Man: ("man",),
    Load: ("load",),
    Stuck: ("lay", "man"),
}


def check_played(state: State, move: Played) -> None:
    """A move of the right phase: whether the pieces are there and the place is free."""
    match move:
        case Rafters(poses):
            check_first_rafters(poses or STANDARD)
        case Lift(number):
            if state.overboard and number not in state.overboard:
                raise IllegalMove("rafter_in_sea_first", rafters=list(state.overboard))
        case Draw(None):
            if not state.pile:
                raise IllegalMove("no_such_piece")
        case Draw(number):
            if number not in state.afloat:
                raise IllegalMove("no_such_piece")
        case Lay(pose) | Man(pose) | Load(_, pose):
            if isinstance(move, Load) and chest_to_load(state, move.colour) is None:
                raise IllegalMove("no_chest_of_colour", colour=move.colour)
            check_place(state, move, pose)
        case Stuck():
            if not is_stuck(state):
                raise IllegalMove("not_stuck")


def is_stuck(state: State) -> bool:
    """Whether the plank drawn cannot be used: in `lay` if the grid has no place for it, its rafter
    and a chest; in `man` if besides there is no place for the rafter on the plank that is held,
    which a trembling hand may not lay again. Takes up to some seconds on a crowded raft."""
    assert state.drawn is not None and state.hand is not None  # noqa: S101  the phase says so
    marks, raft = state.options.marks, places(state.raft)
    held = state.held_plank
    if held is not None:
        standing = rafter(state.hand, held.pose)
        if next(search.places_on(raft, held, standing, marks), None) is not None:
            return False
        if state.tremor:
            return True
    return search.way_out(raft, state.drawn, state.hand, marks) is None


def places(raft: Iterable[Piece]) -> tuple[Piece, ...]:
    """A raft seen from above: without rest planes, which change while no piece moves in plan."""
    return tuple(piece._replace(z=0.0, a=0.0, b=0.0) for piece in raft)


def check_place(state: State, move: Lay | Man | Load, pose: Pose) -> None:
    """Section 5, for the piece of this move at a pose (the one asked for, or that of the hand)."""
    marks = state.options.marks
    piece = piece_of(state, move, pose)
    if isinstance(move, Lay):
        check_plank(state.raft, piece, marks)
        return
    lying = state.held_plank or state.new_plank
    assert lying is not None  # noqa: S101  the phase says so
    others = [other for other in state.raft if other.id != lying.id]
    check_on_plank(others, lying, piece, marks)


def piece_of(state: State, move: Lay | Man | Load, pose: Pose) -> Piece:
    """The piece that this move puts down. Raises IllegalMove when there is no such chest."""
    if isinstance(move, Load):
        number = chest_to_load(state, move.colour)
        if number is None:
            raise IllegalMove("no_chest_of_colour", colour=move.colour)
        return chest(number, pose)
    number = state.drawn if isinstance(move, Lay) else state.hand
    assert number is not None  # noqa: S101  the phase says so
    return plank(number, pose) if isinstance(move, Lay) else rafter(number, pose)


def chest_to_load(state: State, colour: int) -> int | None:
    """The next chest of a colour in the store of the active player."""
    store = state.players[state.turn].store
    return next((number for number in store if colour_of(number) == colour), None)


# --- counting ------------------------------------------------------------------------------------


def given(players: Sequence[Player], seat: int) -> int:
    """How many chests of a seat lie on the boards of others."""
    own = players[seat].colours
    return sum(
        colour_of(number) in own
        for other, player in enumerate(players)
        if other != seat
        for number in player.penalties
    )


def ranks(standing: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """Places from 1, equal ones shared, from (penalties, given, left) of each player: fewer
    penalties, then more given, then fewer left."""
    keys = [(penalties, -gave, left) for penalties, gave, left in standing]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def standing(state: State) -> list[tuple[int, int, int]]:
    """(penalties, given, left) of each seat."""
    return [
        (len(player.penalties), given(state.players, seat), len(player.store))
        for seat, player in enumerate(state.players)
    ]


def rank(state: State) -> tuple[int, ...]:
    """Places by seat as things stand; who gave up comes after everybody else. Alone, 1 is a full
    raft and 2 anything less."""
    if state.solo:
        return (1 if state.reason == "all_placed" else 2,)
    found = ranks(standing(state))
    if state.gave_up is None:
        return found
    last = len(found)
    behind = found[state.gave_up]
    return tuple(
        last if seat == state.gave_up else place - (place > behind)
        for seat, place in enumerate(found)
    )


def score(state: State) -> int:
    """Alone: the chests that stood before the turn that ended it, or all that stand now."""
    return state.stood if state.reason == "fell" else state.chests_on_raft()


def losers(places: Sequence[int]) -> list[int]:
    """The seats that share the last place, nobody if all do."""
    worst = max(places)
    return [] if min(places) == worst else [s for s, place in enumerate(places) if place == worst]


def next_seat(state: State) -> int | None:
    """Who has the next turn: clockwise the next one with a chest left, None if nobody has."""
    seats = len(state.players)
    order = [(state.turn + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in order if state.players[seat].store), None)


def end_reason(state: State) -> str:
    """Section 8, at the end of a turn; "" when play goes on. `idle` is ours: a game in which
    nothing is gained for so long would have no end."""
    if len(state.players[state.turn].penalties) >= MOST_PENALTIES:
        return "five"
    all_placed = next_seat(state) is None
    if not state.pile and not state.afloat and not (state.solo and all_placed):
        return "no_planks"
    if all_placed:
        return "all_placed"
    return "idle" if state.idle >= IDLE_ROUNDS * len(state.players) else ""


def all_in_place(state: State) -> bool:
    """Whether every piece is somewhere, once: for tests, and for whoever doubts."""
    raft = [piece.id for piece in state.raft]
    in_hand = [] if state.drawn is None or f"p{state.drawn}" in raft else [state.drawn]
    planks = [*state.pile, *state.afloat, *state.leaning, *in_hand]
    planks += [int(name[1:]) for name in raft if name[0] == "p"]
    rafters = [*state.overboard, *(int(name[1:]) for name in raft if name[0] == "r")]
    rafters += [] if state.hand is None else [state.hand]
    chests = [int(name[1:]) for name in raft if name[0] == "c"]
    for player in state.players:
        chests += [*player.store, *player.penalties]
    colours = sum(len(player.colours) for player in state.players)
    return (
        sorted(planks) == list(range(1, 43))
        and (state.phase == "setup" or sorted(rafters) == sorted(RAFTERS))
        and sorted(chests) == list(range(1, colours * CHESTS_A_COLOUR + 1))
        and colours <= COLOURS
    )


def without(numbers: Sequence[int], gone: Iterable[int]) -> tuple[int, ...]:
    """The numbers that are not gone, in their order."""
    lost = set(gone)
    return tuple(number for number in numbers if number not in lost)


def with_player(state: State, seat: int, player: Player) -> State:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)
