"""The rules at a live table, where several act at once (T4, W3): answers to a question and choices
of a window are collected here, and given to the referee when all are in; after a question everybody
may read why (Q10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.chance import Chance
from games.game import IllegalMove

from . import questions, referee, setup, turns
from .desk import Desk
from .moves import Move
from .state import (
    ACTION,
    BENEFIT,
    BOOK_REPLY,
    CHOOSE_ANSWERER,
    COUNTER,
    QUESTION,
    REACT,
    SETUP,
    State,
)
from .world import World

PASS = Move("pass")


# --- whose decision it is ------------------------------------------------------------------------


def decision(state: State) -> str:
    """The name of what is open: the phase and its number in the game."""
    if state.reading:
        return f"explain-{state.stage}"
    return f"{state.phase.lower()}-{state.stage}"


def to_act(state: State) -> frozenset[int]:
    """The seats that may act now. It follows from what everybody sees."""
    if state.over:
        return frozenset()
    if state.reading:
        return state.reading
    return _TO_ACT[state.phase](state)


def _main(state: State) -> frozenset[int]:
    return frozenset({state.active})


def _action(state: State) -> frozenset[int]:
    """The main player, and people with a card, who may play one at any time (F5). A bot keeps
    its cards for its own turn and for windows."""
    others = (
        seat
        for seat in state.others(state.active)
        if state.players[seat].hand and not state.players[seat].level
    )
    return frozenset({state.active, *others}) - state.quiet


def _react(state: State) -> frozenset[int]:
    window = state.window
    return frozenset(window.queue if window is not None else ()) - set(state.gathered)


def _counter(state: State) -> frozenset[int]:
    return frozenset({state.counter.target} if state.counter is not None else ())


def _question(state: State) -> frozenset[int]:
    """Those it is about, and people who practise; a bot has nothing to practise for."""
    question = state.question
    if question is None:
        return frozenset()
    people = frozenset(seat for seat, player in enumerate(state.players) if not player.level)
    return (people | frozenset(question.answering)) - question.locked


def _book_reply(state: State) -> frozenset[int]:
    return frozenset({state.book} if state.book is not None else ())


def _choose(state: State) -> frozenset[int]:
    duel = state.duel
    return frozenset({duel.chooser} if duel is not None and duel.chooser is not None else ())


_TO_ACT = {
    SETUP: _main,
    ACTION: _action,
    REACT: _react,
    COUNTER: _counter,
    QUESTION: _question,
    BENEFIT: _main,
    BOOK_REPLY: _book_reply,
    CHOOSE_ANSWERER: _choose,
}


def deadlines(state: State) -> Mapping[int | None, float]:
    """Seconds for each seat that has to act; who only may act is given none (A1). None is the
    clock of the whole game, until the last round has been called."""
    options = state.options
    if state.over or options.untimed:
        return {}
    clocks = _clocks(state)
    if options.time_limit_min and not state.last_round:
        clocks[None] = 60.0 * options.time_limit_min
    return clocks


def _clocks(state: State) -> dict[int | None, float]:
    options = state.options
    waiting: frozenset[int | None] = frozenset(to_act(state))
    if state.reading:
        return dict.fromkeys(waiting, float(options.explain_seconds))
    if state.phase == ACTION:
        return {state.active: float(options.action_seconds)}
    if state.phase in (REACT, COUNTER):
        return dict.fromkeys(waiting, float(options.react_seconds))
    question = state.question
    if state.phase == QUESTION and question is not None:
        return {
            seat: float(options.answer_seconds + options.book_seconds * (seat == state.book))
            for seat in waiting & set(question.answering)
        }
    return dict.fromkeys(waiting, float(options.choice_seconds))


def silent(state: State, seat: int) -> bool:
    """Whether saying nothing is a fair way to decide here, so that nobody who does is away: in
    windows, and while reading."""
    return bool(state.reading) or state.phase in (REACT, COUNTER)


# --- judging -------------------------------------------------------------------------------------


def check(state: State, world: World, seat: int | None, move: Move, chance: Chance) -> None:
    """Raises IllegalMove. `chance` is never asked."""
    if state.over:
        raise IllegalMove("game_over")
    if seat is None:
        _check_table(Desk(state, world, chance), move)
        return
    if state.reading or move.t == "next":
        if move.t != "next" or not state.reading:
            raise IllegalMove("wrong_phase")
        if seat not in state.reading:
            raise IllegalMove("not_your_turn")
        return
    if state.phase == ACTION and move.t == "pass":
        if seat == state.active or seat not in to_act(state):
            raise IllegalMove("wrong_phase")
        return
    if state.phase == REACT and state.window is not None:
        if seat not in _react(state):
            raise IllegalMove("not_your_turn")
        state = _heard_first(state, seat)
    referee.check(Desk(state, world, chance), seat, move)


def _heard_first(state: State, seat: int) -> State:
    """The same position as if this seat's choice came first: all choose at once."""
    assert state.window is not None  # noqa: S101
    return replace(state, window=replace(state.window, queue=(seat,)))


def _check_table(desk: Desk, move: Move) -> None:
    """Moves of the table itself."""
    state = desk.s
    if move.t == "join":
        allowed = setup.can_join(state)
    elif move.t == "level":
        allowed = move.seat is not None and 0 <= move.seat < len(state.players)
        allowed = allowed and (move.level or "") in ("", *questions.KNOWS)
    elif move.t == "teacher":
        allowed = move.do in ("end", "last_round") or (
            move.do == "void" and questions.can_void(state)
        )
    else:
        allowed = move.t == "time_up"
    if not allowed:
        raise IllegalMove("unknown_move")


# --- playing -------------------------------------------------------------------------------------


def play(desk: Desk, seat: int | None, move: Move) -> None:
    """A move that `check` has passed."""
    state = desk.s
    if seat is None:
        _of_the_table(desk, move)
    elif move.t == "next":
        _next(desk, seat)
    elif state.phase == ACTION and move.t == "pass":
        desk.set(quiet=state.quiet | {seat})
    elif state.phase == REACT:
        _gather(desk, seat, move)
    else:
        referee.play(desk, seat, move)
    _hear(desk)


def _gather(desk: Desk, seat: int, move: Move) -> None:
    """One choice in a window; the others see only that it was made."""
    resting = {seat} if move.t == "pass" and move.rest else set()
    desk.set(
        gathered={**desk.s.gathered, seat: replace(move, rest=False)},
        resting=desk.s.resting | resting,
    )
    desk.tell("chosen", seat=seat)


def _hear(desk: Desk) -> None:
    """Once all who were asked have chosen, their choices in order. What has become illegal
    meanwhile is not played and not spent."""
    while desk.s.phase == REACT and desk.s.window is not None:
        queue, gathered = desk.s.window.queue, desk.s.gathered
        if not set(queue) <= set(gathered):
            return
        seat, move = queue[0], gathered[queue[0]]
        try:
            referee.check(desk, seat, move)
        except IllegalMove:
            move = PASS
        referee.play(desk, seat, move)


def _next(desk: Desk, seat: int) -> None:
    desk.set(reading=desk.s.reading - {seat})
    desk.tell("read", only={seat}, seat=seat)


def _of_the_table(desk: Desk, move: Move) -> None:
    if move.t == "join":
        setup.join(desk)
    elif move.t == "level":
        _level(desk, move.seat or 0, move.level or "")
    elif move.t == "time_up" or move.do == "last_round":
        desk.set(last_round=True)
        desk.tell("last_round", why="time" if move.t == "time_up" else "teacher", seat=None)
    elif move.do == "void":
        questions.void(desk)
    else:
        turns.finish_best(desk, (), "ended")


def _level(desk: Desk, seat: int, level: str) -> None:
    """A bot takes a seat, or gives it back. The first question after it came counts as missed
    unless the person has answered (A3)."""
    came = bool(level) and not desk.player(seat).level
    desk.alter(seat, level=level, fresh=came)
    desk.tell("level", seat=seat, level=level)
    if level:
        desk.set(reading=desk.s.reading - {seat})
