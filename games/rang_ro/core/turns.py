"""Turns, rounds, going out, and the end of the game (T1, B4–B8, V1, V4)."""

from __future__ import annotations

from . import victory
from .desk import Desk
from .options import LAST_ROUND
from .state import AGAIN, BLOCKED, OVER, SETUP, UNUSED, Result

#: What a player gets who would be out, where classes play on (B8).
RELIEF_COINS = 5


def start_turn(desk: Desk, seat: int) -> None:
    """The Treasure Book goes back, a blocked benefit may be tried again; a newcomer's pawn has to
    be put on the map first."""
    desk.set(
        active=seat,
        blocked=frozenset(),
        refused=False,
        resting=desk.s.resting - {seat},
    )
    desk.tell("turn", seat=seat, round=desk.s.round)
    if desk.s.book == seat:
        desk.hand_book(None, "returned")
    if desk.player(seat).benefit == BLOCKED:
        desk.alter(seat, benefit=AGAIN)
        desk.tell("benefit_again", seat=seat)
    if desk.player(seat).pos is None:
        desk.enter(SETUP)
    else:
        desk.to_action()


def end_turn(desk: Desk) -> None:
    """The main player is done. Who is to come next, and whether the round and the game are over."""
    seat = desk.s.active
    if desk.main.benefit == AGAIN:
        desk.alter(seat, benefit=UNUSED)
        desk.tell("benefit_lapsed", seat=seat)
    if check_victory(desk):
        return
    order = desk.s.turn_order()
    # `first` turns with the ring: place 0 begins a round, be that seat in the game or not.
    at = order.index(seat)
    for _ in range(2 * len(order)):
        at += 1
        if at == len(order):
            at = 0
            if _round_over(desk):
                return
        nxt = order[at]
        player = desk.player(nxt)
        if player.out:
            continue
        if player.skip:
            desk.alter(nxt, skip=player.skip - 1)
            desk.tell("turn_missed", seat=nxt)
            continue
        start_turn(desk, nxt)
        return


def _round_over(desk: Desk) -> bool:
    """A round is complete: the game ends here, or the next one begins."""
    state = desk.s
    limit = state.options.round_limit or LAST_ROUND
    if state.met:
        meeting = tuple(p for p in state.alive() if victory.meets(state, desk.world, p))
        finish_best(desk, meeting, f"way{state.options.conditions}")
    elif state.last_round or state.round >= min(limit, LAST_ROUND):
        finish_best(desk, (), "time")
    else:
        desk.set(round=state.round + 1)
        desk.tell("round", round=desk.s.round)
        return False
    return True


def finish_best(desk: Desk, seats: tuple[int, ...], how: str) -> None:
    """The best of these seats has won; of nobody, the best of all in the game, by time (V1a)."""
    how = how if seats or how == "ended" else "time"
    finish(desk, victory.best(desk.s, desk.world, seats or desk.s.alive()), how)


def finish(desk: Desk, winner: int, how: str) -> None:
    places = victory.places(desk.s, desk.world, winner)
    desk.set(
        result=Result(winner, how, places),
        window=None,
        counter=None,
        gathered={},
        reading=frozenset(),
    )
    desk.enter(OVER)
    desk.tell("over", winner=winner, how=how, places=list(places))


def check_victory(desk: Desk) -> bool:
    """Whether the game is over now: the main player is looked at first (V1). With `finish_round`
    the round is played to its end."""
    state = desk.s
    if state.over:
        return True
    if state.met:
        return False
    for seat in state.alive():
        if not victory.meets(state, desk.world, seat):
            continue
        how = f"way{state.options.conditions}"
        if not state.options.finish_round:
            finish(desk, seat, how)
            return True
        desk.set(met=True)
        desk.tell("last_round", why="met", seat=seat)
        return False
    return False


def put_out(desk: Desk) -> bool:
    """After the payments of one settlement: everybody without a coin goes, or gets relief. Whether
    the game is over by that (B4, B6, B8)."""
    broke = tuple(p for p in desk.s.alive() if not desk.player(p).coins)
    if not broke:
        return False
    if desk.s.options.bankruptcy == "relief":
        for seat in broke:
            desk.coins(seat, RELIEF_COINS, "relief")
            desk.alter(seat, skip=1)
            desk.tell("relief", seat=seat)
        return False
    if len(broke) == len(desk.s.alive()):
        finish(desk, victory.best(desk.s, desk.world, broke), "last_standing")
        return True
    order = 1 + max(player.left for player in desk.s.players)
    for seat in broke:
        _leave(desk, seat, order)
    if len(desk.s.alive()) == 1:
        finish(desk, desk.s.alive()[0], "last_standing")
        return True
    return False


def _leave(desk: Desk, seat: int, order: int) -> None:
    """One player is out: everything goes back (B5). `pos` stays as the place of the last stop; a
    view shows no pawn there."""
    desk.tell("out", seat=seat)
    desk.lift(seat, desk.player(seat).flags, "out")
    for code in desk.player(seat).hand:
        desk.drop(seat, code)
    if desk.s.book == seat:
        desk.hand_book(None, "out")
    desk.alter(seat, out=True, left=order, badges=0)
