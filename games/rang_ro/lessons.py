"""A first turn, step by step. Texts are in `lesson_words.py`; here is what stands on the map and
which moves are right.

The learner sits on seat 0 and plays for the Ê-đê, whose home is Đắk Lắk; two computer players have
flags nearby.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..chance import TableChance
from ..game import Event
from . import standard
from .core.moves import Move
from .core.state import ACTION, QUESTION, State
from .core.world import CHALLENGE, REGIONS
from .game import GAME

ME, OTHERS = 0, (1, 2)
SEATS = 3
START, HOME = "gia-lai", "dak-lak"
#: The Ê-đê, the Tày and the Kinh, by their numbers in the official list.
PEOPLES = ("12", "2", "1")
_SEED = "a first turn"
_QUESTION = {
    "id": "first-turn",
    "province": HOME,
    "stem": {
        "vi": "Thành phố Buôn Ma Thuột thuộc tỉnh nào?",
        "en": "In which province is the city of Buon Ma Thuot?",
    },
    "choices": [
        {"vi": "Đắk Lắk", "en": "Dak Lak"},
        {"vi": "Gia Lai", "en": "Gia Lai"},
        {"vi": "Lâm Đồng", "en": "Lam Dong"},
    ],
    "right": 0,
    "explanation": {
        "vi": "Buôn Ma Thuột là tỉnh lỵ của Đắk Lắk.",
        "en": "Buon Ma Thuot is the capital of Dak Lak.",
    },
    "heritage_url": "/heritage/provinces/dak-lak/",
    "picture": None,
    "level": 1,
    "source": "",
}


@dataclass(frozen=True)
class Lesson:
    """One step: what is right, and what is played where the learner goes on without having tried.
    `key` finds its texts, `ready` puts the table up for it."""

    key: str
    right: Callable[[State, Move], bool]
    answer: Callable[[State], Move]
    ready: Callable[[State], State] = lambda state: state


@cache
def content() -> dict[str, Any]:
    """The game as it comes with the site, with one question in every pile."""
    return standard.content(
        {pile: [{**_QUESTION, "id": f"first-turn-{pile}"}] for pile in (*REGIONS, CHALLENGE)}
    )


def _key(state: State) -> str:
    assert state.question is not None  # noqa: S101  asked for a question on the table only
    return state.question.right


def _own_turn(state: State) -> State:
    """The turn has come round again."""
    return replace(
        state,
        phase=ACTION,
        active=ME,
        stage=state.stage + 1,
        round=2,
        reading=frozenset(),
        question=None,
        explained=None,
        trip=None,
        bet=None,
        window=None,
    )


LESSONS: Sequence[Lesson] = (
    Lesson(
        "travel",
        lambda _state, move: move.t == "move" and move.path[-1:] == (HOME,),
        lambda _state: Move("move", by="car", path=(HOME,)),
    ),
    Lesson(
        "answer",
        lambda state, move: move.t == "answer" and move.a == _key(state),
        lambda state: Move("answer", a=_key(state), lock=True),
    ),
    Lesson(
        "benefit",
        lambda _state, move: move.t == "benefit" and move.kind != "decline",
        lambda _state: Move("benefit", kind="convert", target=1, provinces=("phu-yen",)),
    ),
    Lesson(
        "earn",
        lambda _state, move: move.t == "earn",
        lambda _state: Move("earn", x=7),
        _own_turn,
    ),
    Lesson(
        "challenge",
        lambda _state, move: move.t == "challenge",
        lambda _state: Move("challenge", target=1),
        _own_turn,
    ),
)


def opening() -> State:
    """The table as the learner finds it: everybody stands somewhere, nobody holds a card."""
    options = GAME.read_options({"untimed": True, "quest_size": 3, "grace_rounds": 1})
    levels = ["", *("standard" for _seat in OTHERS)]
    state: State = GAME.start(options, levels, content(), TableChance(_SEED, 0)).state
    places: Mapping[int, tuple[str, frozenset[str]]] = {
        0: (START, frozenset()),
        1: ("khanh-hoa", frozenset({"phu-yen", "khanh-hoa"})),
        2: ("kon-tum", frozenset({"gia-lai"})),
    }
    players = tuple(
        replace(
            player,
            people=PEOPLES[seat],
            pos=places[seat][0],
            flags=places[seat][1],
            hand=(),
            rolled=7,
        )
        for seat, player in enumerate(state.players)
    )
    return replace(
        state,
        players=players,
        ring=tuple(range(SEATS)),
        phase=ACTION,
        active=ME,
        first=ME,
        begun=True,
    )


def play(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The learner's move, and what the others do at once: they answer too."""
    events: list[Event] = []
    moves = [(ME, replace(move, lock=True) if move.t == "answer" else move)]
    while moves:
        seat, one = moves.pop(0)
        step = GAME.play(state, seat, one, content(), TableChance(_SEED, state.stage + seat))
        state = step.state
        events += step.events
        if state.phase == QUESTION and move.t == "answer" and not state.reading:
            moves = [(other, Move("answer", lock=True)) for other in sorted(GAME.to_act(state))[:1]]
    return state, tuple(events)


def prepared(number: int) -> State:
    """The table as step `number` (from 1) asks about it."""
    state = LESSONS[number - 1].ready(before(number)[0])
    return _read(state)


def _read(state: State) -> State:
    """Everybody has read why: the next step has a question of its own to show."""
    while ME in state.reading:
        step = GAME.play(state, ME, Move("next"), content(), TableChance(_SEED, state.stage))
        state = step.state
    return state


@cache
def before(number: int) -> tuple[State, tuple[tuple[Event, ...], ...]]:
    """The table before step `number`, and what happened until then, step by step."""
    state, told = opening(), []
    for at, lesson in enumerate(LESSONS[: number - 1]):
        state = _read(lesson.ready(state)) if at else lesson.ready(state)
        state, events = play(state, lesson.answer(state))
        told.append(events)
    return state, tuple(told)
