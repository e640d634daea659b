"""Positions, moves and views as JSON and back."""

from __future__ import annotations

from typing import Any

from games.game import InvalidMove, Json, read_options, write_options

from .values import (
    DICE,
    Beers,
    Choice,
    Gatling,
    Group,
    Heal,
    Hit,
    Move,
    Options,
    Player,
    React,
    Reroll,
    Result,
    Roll,
    Shots,
    Slab,
    State,
    Stop,
    TimeUp,
    View,
)

VERSION = 1
#: The longest list a move can hold: Kit's arrows, drinks, shots.
LONGEST = DICE


# --- positions ------------------------------------------------------------------------------------


def encode(state: State) -> Json:
    return {
        "version": VERSION,
        "options": write_options(state.options),
        "order": list(state.order),
        "roles": list(state.roles),
        "characters": list(state.characters),
        "life": list(state.life),
        "arrows": list(state.arrows),
        "alive": list(state.alive),
        "pile": state.pile,
        "turn": state.turn,
        "phase": state.phase,
        "dice": None if state.dice is None else list(state.dice),
        "rolls_used": state.rolls_used,
        "spent": state.spent,
        "turns": state.turns,
        "step": state.step,
        "hunt": state.hunt,
        "group": _group(state.group),
        "choices": [_choice(choice) for choice in state.choices],
        "result": _result(state.result),
    }


def decode(data: Json) -> State:
    group, result, dice = data["group"], data["result"], data["dice"]
    return State(
        options=read_options(Options, data["options"]),
        order=tuple(data["order"]),
        roles=tuple(data["roles"]),
        characters=tuple(data["characters"]),
        life=tuple(data["life"]),
        arrows=tuple(data["arrows"]),
        alive=tuple(data["alive"]),
        pile=data["pile"],
        turn=data["turn"],
        phase=data["phase"],
        dice=None if dice is None else tuple(dice),
        rolls_used=data["rolls_used"],
        spent=data["spent"],
        turns=data["turns"],
        step=data["step"],
        hunt=data["hunt"],
        group=group
        and Group(group["cause"], tuple(Hit(*hit) for hit in group["queue"]), group["vengeful"]),
        choices=tuple(
            Choice(seat, what, tuple(taken), tuple(map(tuple, options)), tuple(life))
            for seat, what, taken, options, life in data["choices"]
        ),
        result=result and Result(result["reason"], tuple(result["winners"])),
    )


def _group(group: Group | None) -> Json:
    if group is None:
        return None
    queue = [list(hit) for hit in group.queue]
    return {"cause": group.cause, "queue": queue, "vengeful": group.vengeful}


def _choice(choice: Choice) -> Json:
    return [
        choice.seat,
        choice.what,
        list(choice.taken),
        [list(options) for options in choice.options],
        list(choice.life),
    ]


def _result(result: Result | None) -> Json:
    if result is None:
        return None
    return {"reason": result.reason, "winners": list(result.winners)}


# --- views ----------------------------------------------------------------------------------------


def encode_view(view: View) -> Json:
    return {
        "version": VERSION,
        "seat": view.seat,
        "players": [_player(player) for player in view.players],
        "order": list(view.order),
        "options": write_options(view.options),
        "hidden": dict(view.hidden),
        "pile": view.pile,
        "turn": view.turn,
        "turns": view.turns,
        "phase": view.phase,
        "asked": view.asked,
        "dice": None if view.dice is None else list(view.dice),
        "rolls_used": view.rolls_used,
        "rolls": view.rolls,
        "hunt": view.hunt,
        "locked": list(view.locked),
        "targets": {str(die): list(seats) for die, seats in view.targets},
        "beers": list(view.beers),
        "living": list(view.living),
        "most": view.most,
        "may_double": view.may_double,
        "fires": view.fires,
        "group": _group(view.group),
        "choices": [_choice(choice) for choice in view.choices],
        "result": _result(view.result),
    }


def _player(player: Player) -> Json:
    return {
        "seat": player.seat,
        "character": player.character,
        "role": player.role,
        "life": player.life,
        "limit": player.limit,
        "arrows": player.arrows,
        "alive": player.alive,
    }


# --- moves ----------------------------------------------------------------------------------------


def encode_move(move: Move) -> Json:
    match move:
        case Heal(target):
            return {"type": "sid_heal", "target": target}
        case Roll():
            return {"type": "roll"}
        case Reroll(dice):
            return {"type": "reroll", "dice": list(dice)}
        case Stop():
            return {"type": "stop"}
        case Shots(targets, slab):
            data: dict[str, Any] = {"type": "shots", "targets": [list(pair) for pair in targets]}
            if slab is not None:
                data["slab"] = {"beer": slab.beer, "shot": slab.shot}
            return data
        case Beers(targets):
            return {"type": "beers", "targets": list(targets)}
        case Gatling(kit):
            return {"type": "gatling", "kit": list(kit)}
        case React(power, arrows):
            return {"type": power, "arrows": arrows}
        case TimeUp():
            return {"type": "time_up"}


def decode_move(data: Json) -> Move:
    """A move from what anybody may have sent. Raises InvalidMove `unknown_move`."""
    kind = data.get("type") if isinstance(data, dict) else None
    match kind:
        case "sid_heal":
            target = data.get("target")
            return Heal(None if target is None else _number(target))
        case "roll":
            return Roll()
        case "reroll":
            return Reroll(_numbers(data.get("dice")))
        case "stop":
            return Stop()
        case "shots":
            return Shots(_pairs(data.get("targets")), _slab(data.get("slab")))
        case "beers":
            return Beers(_numbers(data.get("targets")))
        case "gatling":
            return Gatling(_numbers(data.get("kit", [])))
        case "bart" | "pedro":
            return React(kind, _number(data.get("arrows")))
        case "time_up":
            return TimeUp()
    raise InvalidMove("unknown_move")


def _number(value: Json) -> int:
    """A seat, a die or a number of arrows; whether there is such a one is for the rules."""
    if type(value) is not int or not -1 < value < 100:
        raise InvalidMove("unknown_move")
    return value


def _numbers(value: Json) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > 2 * LONGEST:
        raise InvalidMove("unknown_move")
    return tuple(map(_number, value))


def _pairs(value: Json) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list | tuple) or len(value) > 2 * LONGEST:
        raise InvalidMove("unknown_move")
    pairs = []
    for pair in map(_numbers, value):
        if len(pair) != 2:
            raise InvalidMove("unknown_move")
        pairs.append((pair[0], pair[1]))
    return tuple(pairs)


def _slab(value: Json) -> Slab | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InvalidMove("unknown_move")
    return Slab(_number(value.get("beer")), _number(value.get("shot")))
