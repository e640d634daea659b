"""Runs the public vector file of the dice shoot-out (section 18 of the rules).

The schema lets the Gatling be fired by a move of its own and reactions come with the move that
provokes them; so the rules are driven one step at a time here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.checks import Check
from games.game import IllegalMove

from . import rules
from .judge import judge
from .shootout import Shootout
from .values import (
    Beers,
    Face,
    Gatling,
    Heal,
    Move,
    Options,
    React,
    Reroll,
    Roll,
    Shots,
    Slab,
    State,
    Stop,
)

Vector = Mapping[str, Any]

#: What answers each reaction in the schema.
REACTIONS = {"bart": "bart_arrows", "pedro": "pedro_discards"}
#: Sides of the schema where they are called otherwise than reasons are here.
SIDES = {"nobody_left": "last_standing"}
#: Sides of the game for three.
SINGLE = ("hunter", "last_standing")


def check(data: Vector) -> Iterator[Check]:
    """Every vector of the file. One that cannot be set up has failed, and the others go on."""
    for vector in data.get("vectors", ()):
        try:
            yield check_vector(vector)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            yield Check(vector.get("name", "?"), vector.get("expect"), {"broken": repr(error)})


def check_vector(vector: Vector) -> Check:
    """Set up, play, and compare what the vector names."""
    expected = dict(vector["expect"])
    wanted = bool(expected.pop("illegal", False))
    state, code = position(vector), None
    actions = vector["actions"]
    for number, action in enumerate(actions, start=1):
        try:
            state = act(state, action)
        except IllegalMove as refusal:
            code = refusal.code
            if number < len(actions):
                return Check(vector["name"], vector["expect"], {"refused": number, "code": code})
    if wanted != (code is not None):
        return Check(vector["name"], vector["expect"], {"illegal": code is not None, "code": code})
    names = [name for name in expected if not _is_void(name, state)]
    seen = told(state)
    return Check(
        vector["name"],
        {name: _settled(name, expected[name]) for name in names},
        {name: _settled(name, _asked_for(seen.get(name), expected[name])) for name in names},
    )


def _asked_for(got: Any, expected: Any) -> Any:
    """Of targets by face and roles by viewer only those that the vector names."""
    if isinstance(got, dict) and isinstance(expected, dict):
        return {name: got.get(name) for name in expected}
    return got


def position(vector: Vector) -> State:
    """The position a vector sets up."""
    given = vector["state"]
    dice = given.get("dice")
    spent = None
    if dice is not None and given.get("beers_spent", 0):
        spent = list(dice).index("beer")
    return State(
        Options(),
        order=tuple(range(vector["players"])),
        roles=tuple(vector["roles"]),
        characters=tuple(vector["characters"]),
        life=tuple(given["life"]),
        arrows=tuple(given["arrows"]),
        alive=tuple(given["alive"]),
        pile=given["arrows_center"],
        turn=given["turn"],
        phase=given["phase"],
        dice=None if dice is None else tuple(dice),
        rolls_used=given.get("rolls_used", 0),
        spent=spent,
        hunt=bool(given.get("hunt", False)),
    )


def act(state: State, action: Vector) -> State:
    """One action and the reactions it provokes. Raises IllegalMove when any part is refused."""
    faces: list[Face] = list(action.get("result", ()))
    game = Shootout(state)
    move = move_of(action)
    judge(game, action.get("seat", game.asked), move)
    rules.carry_out(game, move, lambda n: tuple(faces[:n]))
    answers = dict(action.get("react") or {})
    while game.phase in REACTIONS:
        _answer(game, answers.pop(REACTIONS[game.phase], 0))
    for left in answers.values():
        if left not in (0, "max"):
            raise IllegalMove("too_many")
    return game.frozen()


def _answer(game: Shootout, wish: int | str) -> None:
    power: Any = game.phase
    move = React(power, game.most() if wish == "max" else int(wish))
    judge(game, game.asked, move)
    rules.carry_out(game, move, lambda n: ())


def move_of(action: Vector) -> Move:
    """The move of an action. Raises IllegalMove `unknown_move`."""
    match action["type"]:
        case "sid_heal":
            return Heal(action.get("target"))
        case "roll":
            return Roll()
        case "reroll":
            return Reroll(tuple(action["dice"]))
        case "stop":
            return Stop()
        case "shots":
            slab = action.get("slab")
            pairs = tuple((die, seat) for die, seat in action["targets"])
            return Shots(pairs, slab and Slab(slab["beer"], slab["shot"]))
        case "beers":
            return Beers(tuple(action["targets"]))
        case "gatling":
            return Gatling(tuple(action.get("kit") or ()))
    raise IllegalMove("unknown_move")


def told(state: State) -> dict[str, Any]:
    """A position in the words of the schema."""
    game = Shootout(state)
    return {
        "life": list(state.life),
        "arrows": list(state.arrows),
        "alive": list(state.alive),
        "arrows_center": state.pile,
        "turn": state.turn,
        "phase": state.phase,
        "dice": None if state.dice is None else list(state.dice),
        "rolls_used": state.rolls_used,
        "beers_spent": int(state.spent is not None),
        "hunt": state.hunt,
        "max_life": list(game.limit),
        "over": state.over,
        "winners": state.result
        and {
            "side": SIDES.get(state.result.reason, state.result.reason),
            "seats": list(state.result.winners),
        },
        "rerollable": _rerollable(game),
        "shot_targets": None
        if state.over
        else {face: list(game.targets(face)) for face in ("one", "two")},
        "visible_roles": {
            "spectator": list(rules.visible_roles(state, None)),
            **{
                str(seat): list(rules.visible_roles(state, seat))
                for seat in range(len(state.roles))
            },
        },
    }


def _rerollable(game: Shootout) -> list[int]:
    if game.phase != "roll" or not game.dice or game.rolls_used >= game.rolls:
        return []
    locked = game.locked()
    return [die for die in range(len(game.dice)) if die not in locked]


def _is_void(name: str, state: State) -> bool:
    """What the schema does not compare: the turn of a game that is over, the hunt of one that the
    hunter has won."""
    if name in ("turn", "dice", "rolls_used"):
        return state.over
    return name == "hunt" and state.result is not None and state.result.reason == "hunter"


def _settled(name: str, value: Any) -> Any:
    """A value in the order that is compared: places and seats are sets, and with three players
    only the seats of the winners bind."""
    if name == "rerollable":
        return sorted(value)
    if name == "shot_targets" and value is not None:
        return {face: sorted(seats) for face, seats in value.items()}
    if name == "winners" and value is not None:
        side = "one player" if value["side"] in SINGLE else value["side"]
        return {"side": side, "seats": sorted(value["seats"])}
    return value
