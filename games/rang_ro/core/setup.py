"""From an empty board to the first turn (section S), and newcomers (A4)."""

from __future__ import annotations

from collections.abc import Sequence

from games.chance import Chance
from games.game import Event, IllegalMove

from . import piles
from .desk import Desk
from .moves import Move
from .options import Options, slots_wanted
from .state import SETUP, Player, State
from .turns import start_turn
from .world import World

#: Newcomers get a seat of their own up to this round, and up to so many seats.
JOIN_UNTIL, MOST_SEATS = 3, 6


def start(
    options: Options, levels: Sequence[str], world: World, chance: Chance
) -> tuple[State, tuple[Event, ...]]:
    """Seats round the table, an ethnic card and coins for each, everything shuffled."""
    seats = len(levels)
    ring = chance.shuffle("seats", range(seats))
    dealt = chance.shuffle(
        "peoples", world.deal if len(world.deal) >= seats else list(world.peoples)
    )
    players = tuple(
        Player(people, options.start_coins, level=level)
        for people, level in zip(dealt, levels, strict=False)
    )
    function_cards = [code for code in sorted(world.counts) for _ in range(world.counts[code])]
    state = State(
        options,
        slots_wanted(options, seats),
        players,
        ring,
        active=ring[0],
        first=ring[0],
        deck=chance.shuffle("functions", function_cards),
        piles=piles.shuffled(world, chance),
    )
    events = [Event("seated", {"ring": list(ring)})]
    events += [
        Event("people", {"seat": seat, "people": player.people})
        for seat, player in enumerate(players)
    ]
    return state, tuple(events)


# --- S5: where the pawns start -------------------------------------------------------------------


def check_roll(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.phase != SETUP or desk.player(seat).rolled:
        raise IllegalMove("wrong_phase")
    if seat != desk.s.active:
        raise IllegalMove("not_your_turn")


def roll(desk: Desk, seat: int, move: Move) -> None:
    total = sum(desk.roll(seat, "setup", "setup dice"))
    desk.alter(seat, rolled=total)
    desk.enter(SETUP)


def check_place(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.phase != SETUP or not desk.player(desk.s.active).rolled:
        raise IllegalMove("wrong_phase")
    if seat != desk.s.active:
        raise IllegalMove("not_your_turn")
    if move.province not in desk.world.region:
        raise IllegalMove("no_such_province", province=move.province)
    if move.province not in desk.world.starts(desk.player(seat).rolled):
        raise IllegalMove("wrong_region", province=move.province)


def place(desk: Desk, seat: int, move: Move) -> None:
    desk.alter(seat, pos=move.province)
    desk.tell("placed", seat=seat, province=move.province)
    waiting = [p for p in desk.s.ring if desk.player(p).pos is None and not desk.player(p).out]
    if desk.s.begun:
        # A newcomer: the turn goes on where it began.
        desk.to_action()
    elif waiting:
        desk.set(active=waiting[0])
        desk.enter(SETUP)
    else:
        _begin(desk)


def _begin(desk: Desk) -> None:
    """Everybody is on the map: the highest roll starts, later places get the bonus (S7, S8)."""
    first = max(desk.s.ring, key=lambda seat: desk.player(seat).rolled)
    desk.set(first=first, begun=True)
    desk.tell("first", seat=first)
    for later, seat in enumerate(desk.s.turn_order()):
        desk.coins(seat, desk.s.options.seat_bonus * later, "seat_bonus")
    start_turn(desk, first)


# --- newcomers -----------------------------------------------------------------------------------


def can_join(state: State) -> bool:
    return (
        state.begun
        and not state.over
        and (state.round <= JOIN_UNTIL and len(state.players) < MOST_SEATS)
    )


def join(desk: Desk) -> None:
    """One more seat, the last of each round. The pawn is placed when its first turn comes."""
    free = [code for code in desk.world.deal or desk.world.peoples if not _taken(desk, code)]
    free = free or [code for code in desk.world.peoples if not _taken(desk, code)]
    people = desk.chance.pick("peoples", free)
    seat = len(desk.s.players)
    at = desk.s.ring.index(desk.s.first)
    ring = (*desk.s.ring[:at], seat, *desk.s.ring[at:])
    player = Player(people, desk.s.options.start_coins)
    desk.set(players=(*desk.s.players, player), ring=ring)
    desk.tell("joined", seat=seat, ring=list(ring))
    desk.tell("people", seat=seat, people=people)


def _taken(desk: Desk, code: str) -> bool:
    return any(player.people == code for player in desk.s.players)
