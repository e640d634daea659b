"""Who has won, and who is ahead (section V)."""

from __future__ import annotations

from .options import BADGES, WAY_2_SLOTS
from .state import Player, State
from .world import Slots, World


def slots(state: State, world: World, seat: int) -> Slots:
    """The quest of a seat."""
    return world.peoples[state.players[seat].people].quests[state.size]


def done(state: State, world: World, seat: int) -> tuple[bool, ...]:
    """By slot, whether the seat has a flag in it (N2)."""
    flags = state.players[seat].flags
    return tuple([not flags.isdisjoint(slot) for slot in slots(state, world, seat)])


def at_home(state: State, world: World, seat: int) -> bool:
    """Whether the pawn stands where way 1 may be completed (V2)."""
    player = state.players[seat]
    homes = world.peoples[player.people].homes
    if player.pos is None:
        return False
    if state.options.home_scope == "region":
        return world.region[player.pos] in {world.region[home] for home in homes}
    return player.pos in homes


def conditions(state: State, world: World, seat: int) -> tuple[int, int]:
    """How many conditions of the agreed way a seat has completed, and how many there are."""
    return counted(state, seat, done(state, world, seat), at_home(state, world, seat))


def counted(state: State, seat: int, filled: tuple[bool, ...], home: bool) -> tuple[int, int]:
    """The same, where it is known which slots are done and whether the pawn stands at home."""
    badges = state.players[seat].badges
    if state.options.conditions == 1:
        return sum(filled) + (badges >= 1) + home, len(filled) + 2
    need = BADGES[2]
    return min(WAY_2_SLOTS, sum(filled)) + min(need, badges), WAY_2_SLOTS + need


def meets(state: State, world: World, seat: int) -> bool:
    """Whether a seat in the game meets the agreed way."""
    have, wanted = conditions(state, world, seat)
    return not state.players[seat].out and have == wanted


def ladder(state: State, world: World, seat: int) -> tuple[int, ...]:
    """What counts when time is up, more is better (V5). No two seats are equal."""
    player = state.players[seat]
    return (
        conditions(state, world, seat)[0],
        player.right,
        len(player.flags),
        player.coins,
        state.turn_order().index(seat),
    )


def best(state: State, world: World, seats: tuple[int, ...]) -> int:
    """The first of the ladder among these seats."""
    return max(seats, key=lambda seat: ladder(state, world, seat))


def places(state: State, world: World, winner: int) -> tuple[int, ...]:
    """Places by seat from 1: the winner, those still in the game by the ladder, then those who
    went out, the last to go first; who went together shares a place."""

    def rank(seat: int) -> tuple[int, ...]:
        player: Player = state.players[seat]
        if seat == winner:
            return (2,)
        return (0, player.left) if player.out else (1, *ladder(state, world, seat))

    ranks = [rank(seat) for seat in range(len(state.players))]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
