"""Runs the public vector file of Rạng Rỡ Việt Nam, format 1: positions on a small map, the moves to
be made, dice and right answers given, and what everybody sees afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.chance import Chance
from games.checks import Check
from games.game import Json, Refusal

from .core import gathering, moves, referee
from .core.desk import Desk
from .core.options import Options
from .core.piles import Drawn
from .core.state import COUNTER, QUESTION, REACT, SETUP, Player, State
from .core.world import World

Vector = Mapping[str, Any]


class _Given(Chance):
    """Dice from a list; nothing is shuffled, and of several the first is taken."""

    def __init__(self, dice: Sequence[int]) -> None:
        super().__init__()
        self._left = list(dice)[::-1]

    def _dice(self, stream: str, n: int, sides: int) -> tuple[int, ...]:
        return tuple(self._left.pop() for _ in range(n))

    def _order(self, stream: str, size: int) -> tuple[int, ...]:
        return tuple(range(size))

    def _place(self, stream: str, size: int) -> int:
        return 0

    def _normal(self, stream: str, sigma: float) -> float:
        raise NotImplementedError


class _Desk(Desk):
    """A desk whose questions come from a list of right answers, null for an empty pile."""

    __slots__ = ("questions",)

    def __init__(self, state: State, world: World, chance: Chance, questions: list[Json]) -> None:
        super().__init__(state, world, chance)
        self.questions = questions

    def draw_question(self, pile: str, province: str | None) -> Drawn | None:
        given = self.questions.pop(0)
        return None if given is None else Drawn(pile, 0, (), given["right"])


def check(data: Vector) -> Iterator[Check]:
    """Every vector of the file."""
    worlds = {name: _world(board, data["quests"]) for name, board in data["boards"].items()}
    for vector in data["vectors"]:
        world = worlds[vector.get("board", next(iter(worlds)))]
        options = {**data.get("default_options", {}), **vector.get("options", {})}
        yield Check(vector["name"], _sorted(vector["expected"]), _run(vector, world, options))


def _world(board: Vector, quests: Mapping[str, Json]) -> World:
    """A map of the file with its peoples, and no cards beyond those that lie in the position."""
    hubs = {"plane": "airport", "boat": "seaport", "train": "station"}
    return World(
        {
            "provinces": {
                slug: {
                    "region": region,
                    **{by: slug in board[name] for by, name in hubs.items()},
                }
                for slug, region in board["region"].items()
            },
            "borders": [(a, b) for a, near in board["adj"].items() for b in near],
            "peoples": {
                code: {"homes": homes, "quests": {str(len(quests[code])): quests[code]}}
                for code, homes in board["groups"].items()
            },
            "cards": {},
            "questions": {},
        }
    )


def _run(vector: Vector, world: World, options: Mapping[str, Json]) -> Json:
    desk = _Desk(
        _state(vector["state"], options),
        world,
        _Given(vector["dice"]),
        list(vector["questions"]),
    )
    for number, step in enumerate(vector["steps"]):
        before = desk.s
        try:
            _step(desk, dict(step))
        except Refusal as refused:
            if desk.s != before:
                return {"illegal_step": number, "code": refused.code, "changed": True}
            return {"illegal_step": number, "code": refused.code}
    return _seen(desk.s)


def _step(desk: _Desk, step: dict[str, Json]) -> None:
    if step["t"] == "answers":
        given = {int(seat): letter for seat, letter in step["a"].items()}
        referee.close_question(desk, given)
        return
    seat = step.pop("p", None)
    move = moves.decode(step)
    if move.t in moves.OF_THE_TABLE:
        gathering.check(desk.s, desk.world, None, move, desk.chance)
        gathering.play(desk, None, move)
        return
    seat = _who(desk.s) if seat is None else seat
    referee.check(desk, seat, move)
    referee.play(desk, seat, move)


def _who(state: State) -> int:
    """Who can act, where a step does not say."""
    if state.phase == REACT and state.window is not None:
        return state.window.queue[0]
    if state.phase not in (SETUP, COUNTER, QUESTION) and state.duel is not None:
        return state.active if state.duel.chooser is None else state.duel.chooser
    return min(gathering.to_act(state)) if state.phase == COUNTER else state.active


def _state(raw: Vector, options: Mapping[str, Json]) -> State:
    settings = {**options, "badge_cap": 0}
    players = tuple(
        Player(
            row["group"],
            row["coins"],
            row["pos"],
            frozenset(row["flags"]),
            row["badges"],
            tuple(row["hand"]),
            row["out"],
            row["benefit"],
            row["right"],
            row["asked"],
            row["skip"],
        )
        for row in raw["players"]
    )
    return State(
        Options(**settings),
        settings["quest_size"],
        players,
        tuple(range(len(players))),
        raw["phase"],
        raw["active"],
        raw["first"],
        raw["round"],
        book=raw["book"],
        deck=tuple(raw["deck"]),
        discard=tuple(raw["discard"]),
        begun=raw["phase"] != SETUP,
    )


def _seen(state: State) -> Json:
    """A position in the words of the file."""
    result = state.result
    return {
        "phase": state.phase,
        "active": state.active,
        "round": state.round,
        "book": state.book,
        "deck": list(state.deck),
        "discard": sorted(state.discard),
        "result": None if result is None else {"winner": result.winner, "how": result.how},
        "players": [
            {
                "coins": player.coins,
                "pos": player.pos,
                "flags": sorted(player.flags),
                "badges": player.badges,
                "hand": sorted(player.hand),
                "out": player.out,
                "benefit": player.benefit,
                "right": player.right,
                "asked": player.asked,
            }
            for player in state.players
        ],
    }


def _sorted(expected: Vector) -> Json:
    """Hands, flags and the discard compare as sets with counts."""
    if "players" not in expected:
        return dict(expected)
    players = [
        {**row, "flags": sorted(row["flags"]), "hand": sorted(row["hand"])}
        for row in expected["players"]
    ]
    return {**expected, "discard": sorted(expected["discard"]), "players": players}
