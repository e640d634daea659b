"""What is refused, and with which code (section 14). Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.game import IllegalMove

from .characters import SHOTS
from .shootout import ALL_DICE, Shootout
from .values import (
    Beers,
    Gatling,
    Heal,
    Move,
    Phase,
    React,
    Reroll,
    Roll,
    Seat,
    Shots,
    Slab,
    Stop,
    TimeUp,
)


def judge(game: Shootout, seat: Seat | None, move: Move) -> None:
    """Raises IllegalMove with the first thing that is wrong with a move of this seat."""
    if game.phase == "over":
        raise IllegalMove("game_over")
    if seat is None or not 0 <= seat < len(game.roles):
        raise IllegalMove("not_your_turn")
    if not game.alive[seat]:
        raise IllegalMove("dead")
    if seat != game.asked:
        raise IllegalMove("not_your_turn")
    if isinstance(move, TimeUp):
        return
    if game.phase not in _phases(move):
        raise IllegalMove("wrong_phase")
    _JUDGES[type(move)](game, move)


def _phases(move: Move) -> tuple[Phase, ...]:
    if isinstance(move, React):
        return (move.power,)
    return _PHASES[type(move)]


_PHASES: Mapping[type, tuple[Phase, ...]] = {
    Heal: ("start",),
    Roll: ("roll",),
    Reroll: ("roll",),
    Stop: ("roll",),
    Shots: ("shots",),
    Beers: ("beers",),
    Gatling: ("gatling",),
}


def _heal(game: Shootout, move: Heal) -> None:
    if move.target is not None:
        _need_living(game, move.target)


def _need_living(game: Shootout, seat: Seat) -> None:
    if not 0 <= seat < len(game.roles):
        raise IllegalMove("out_of_range")
    if not game.alive[seat]:
        raise IllegalMove("dead_target")


def _roll(game: Shootout, move: Roll) -> None:
    if game.rolls_used:
        raise IllegalMove("wrong_phase")


def _stop(game: Shootout, move: Stop) -> None:
    if not game.rolls_used:
        raise IllegalMove("wrong_phase")


def _reroll(game: Shootout, move: Reroll) -> None:
    if not game.rolls_used:
        raise IllegalMove("wrong_phase")
    if game.rolls_used >= game.rolls:
        raise IllegalMove("no_rolls_left")
    if not move.dice:
        raise IllegalMove("empty_set")
    _need_dice(move.dice)
    if not set(move.dice).isdisjoint(game.locked()):
        raise IllegalMove("locked_die")


def _need_dice(dice: tuple[int, ...]) -> None:
    if any(die not in ALL_DICE for die in dice):
        raise IllegalMove("bad_die")
    if len(set(dice)) != len(dice):
        raise IllegalMove("repeated_die")


def _shots(game: Shootout, move: Shots) -> None:
    dice = tuple(die for die, _ in move.targets)
    _need_dice(dice)
    if any(game.dice[die] not in SHOTS for die in dice):
        raise IllegalMove("bad_die")
    for die, seat in move.targets:
        _need_living(game, seat)
        if seat not in game.targets(game.dice[die]):
            raise IllegalMove("out_of_range")
    if set(dice) != set(game.shot_dice()):
        raise IllegalMove("unassigned_dice")
    if move.slab is not None:
        _slab(game, move.slab)


def _slab(game: Shootout, slab: Slab) -> None:
    if not game.powers[game.turn].doubles:
        raise IllegalMove("bad_slab")
    if game.spent is not None:
        raise IllegalMove("already_doubled")
    if slab.beer not in game.beers() or slab.shot not in game.shot_dice():
        raise IllegalMove("bad_slab")


def _beers(game: Shootout, move: Beers) -> None:
    due = len(game.beers())
    if len(move.targets) < due:
        raise IllegalMove("unassigned_dice")
    if len(move.targets) > due:
        raise IllegalMove("too_many")
    for seat in move.targets:
        _need_living(game, seat)


def _gatling(game: Shootout, move: Gatling) -> None:
    if len(move.kit) > game.discards():
        raise IllegalMove("too_many")
    held = game.holders()
    for seat in move.kit:
        if not 0 <= seat < len(held) or not held[seat]:
            raise IllegalMove("no_arrow_there")
        held[seat] -= 1


def _react(game: Shootout, move: React) -> None:
    points = game.queue[0].points
    if not 0 <= move.arrows <= points:
        raise IllegalMove("too_many")
    if move.arrows > game.most():
        raise IllegalMove("last_arrow" if move.power == "bart" else "no_arrow_there")


_JUDGES: Mapping[type, Callable[[Shootout, Any], None]] = {
    Heal: _heal,
    Roll: _roll,
    Reroll: _reroll,
    Stop: _stop,
    Shots: _shots,
    Beers: _beers,
    Gatling: _gatling,
    React: _react,
}
