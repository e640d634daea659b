"""The special benefit (G4–G7)."""

from __future__ import annotations

from games.game import IllegalMove

from . import turns
from .cards import W_BENEFIT
from .desk import Desk
from .moves import Move
from .state import ACTION, AGAIN, BENEFIT, BLOCKED, UNUSED, USED, Claim

CONFISCATE, CONVERT, DECLINE = "confiscate", "convert", "decline"
#: So many flags are taken away, fewer only where there are fewer.
CONFISCATED = 2


def is_due(desk: Desk) -> bool:
    """Whether the main player, having arrived rightly, may use the benefit now (G4)."""
    player = desk.main
    homes = desk.world.peoples[player.people].homes
    flagged = any(desk.player(other).flags for other in desk.s.others(desk.s.active))
    return player.benefit in (UNUSED, AGAIN) and player.pos in homes and flagged


def check(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.phase not in (BENEFIT, ACTION):
        raise IllegalMove("wrong_phase")
    if seat != desk.s.active:
        raise IllegalMove("not_your_turn")
    if desk.s.phase == ACTION and desk.main.benefit != AGAIN:
        raise IllegalMove("already_used" if desk.main.benefit == USED else "bad_timing")
    if move.kind == DECLINE and desk.s.phase == BENEFIT:
        return
    if move.kind not in (CONFISCATE, CONVERT):
        raise IllegalMove("bad_kind")
    if move.target is None or move.target not in desk.s.others(seat):
        raise IllegalMove("bad_target")
    theirs, named = desk.player(move.target).flags, move.provinces
    if not theirs:
        raise IllegalMove("bad_target")
    if not set(named) <= theirs:
        raise IllegalMove("no_such_flag")
    wanted = 1 if move.kind == CONVERT else min(CONFISCATED, len(theirs))
    if len(named) != wanted or len(set(named)) != len(named):
        raise IllegalMove("bad_count", wanted=wanted)
    if move.kind == CONVERT and named[0] in desk.main.flags:
        raise IllegalMove("already_yours")


def claim(desk: Desk, seat: int, move: Move) -> None:
    """Flags are named; their owner may answer (G6)."""
    if move.kind == DECLINE:
        desk.tell("benefit_declined", seat=seat)
        _go_on(desk)
        return
    target = move.target
    assert target is not None  # noqa: S101
    # Out of ACTION it is an extra, and the main action is still there.
    desk.set(
        extra=desk.s.extra or desk.s.phase == ACTION,
        claim=Claim(str(move.kind), target, move.provinces),
    )
    desk.tell("benefit", seat=seat, kind=move.kind, target=target, provinces=list(move.provinces))
    desk.open_window(W_BENEFIT, (target,), "take_benefit")


def take(desk: Desk) -> None:
    """Nobody has kept the flags: the benefit takes effect and is used up."""
    named, seat = desk.s.claim, desk.s.active
    assert named is not None  # noqa: S101
    desk.alter(seat, benefit=USED)
    desk.lift(named.target, named.provinces, named.kind)
    if named.kind == CONVERT:
        desk.alter(seat, flags=desk.main.flags | set(named.provinces))
        desk.tell("flag", seat=seat, province=named.provinces[0], why=CONVERT)
    desk.set(claim=None)
    if not turns.check_victory(desk):
        _go_on(desk)


def block(desk: Desk) -> None:
    """A flag keeper: nothing happens, and it may be tried once more next turn (G7)."""
    desk.alter(desk.s.active, benefit=BLOCKED)
    desk.set(claim=None)
    desk.tell("benefit_blocked", seat=desk.s.active)
    _go_on(desk)


def _go_on(desk: Desk) -> None:
    """Back to the main action where it is still to be taken, else the turn is over."""
    extra = desk.s.extra
    desk.set(extra=False)
    if extra:
        desk.to_action()
    else:
        desk.then("end_turn")
