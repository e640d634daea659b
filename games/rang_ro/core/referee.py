"""The rules one decision at a time: whether a move may be made, and what it leads to.

Here windows are heard in their order and a question closes with all answers at once; how a live
table collects them is `gathering`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.game import IllegalMove

from . import actions, benefit, duels, effects, questions, setup, turns
from .desk import Desk
from .moves import Move
from .state import COUNTER, QUESTION, REACT, Window

Rule = tuple[Callable[[Desk, int, Move], None], Callable[[Desk, int, Move], None]]


def _check_pass(desk: Desk, seat: int, move: Move) -> None:
    window, counter = desk.s.window, desk.s.counter
    if desk.s.phase == REACT and window is not None:
        if seat != window.queue[0]:
            raise IllegalMove("not_your_turn")
    elif desk.s.phase == COUNTER and counter is not None:
        if seat != counter.target:
            raise IllegalMove("not_your_turn")
    else:
        raise IllegalMove("wrong_phase")


def _pass(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.phase == COUNTER:
        effects.let_pass(desk, seat)
    else:
        desk.tell("passed", seat=seat)


#: By the kind of move: what judges it and what plays it.
RULES: Mapping[str, Rule] = {
    "roll_setup": (setup.check_roll, setup.roll),
    "place": (setup.check_place, setup.place),
    "move": (actions.check_move, actions.make_move),
    "book": (actions.check_book, actions.take_book),
    "book_buy": (actions.check_book_buy, actions.book_buy),
    "book_reply": (actions.check_book_reply, actions.book_reply),
    "book_claim": (actions.check_book_claim, actions.book_claim),
    "earn": (actions.check_earn, actions.earn),
    "challenge": (actions.check_challenge, actions.challenge),
    "choose_answerer": (duels.check_choose, duels.choose),
    "buy_card": (actions.check_buy, actions.buy),
    "card": (effects.check, effects.play),
    "pass": (_check_pass, _pass),
    "benefit": (benefit.check, benefit.claim),
    "answer": (questions.check_answer, questions.answer),
}

#: What a rule may have left to be done next (`Desk.then`).
STEPS: Mapping[str, Callable[[Desk], None]] = {
    "ask": questions.ask,
    "close": questions.close,
    "settle_trip": questions.settle_trip,
    "settle_duel": duels.settle,
    "earned": actions.earned,
    "compare": duels.compare,
    "take_benefit": benefit.take,
    "end_turn": turns.end_turn,
}


def check(desk: Desk, seat: int, move: Move) -> None:
    """Raises IllegalMove with a code of T5."""
    if desk.s.over:
        raise IllegalMove("game_over")
    if move.t not in RULES or not 0 <= seat < len(desk.s.players):
        raise IllegalMove("unknown_move")
    RULES[move.t][0](desk, seat, move)


def play(desk: Desk, seat: int, move: Move) -> None:
    """A move that `check` has passed, and everything that follows from it without a decision."""
    window = desk.s.window
    if desk.s.phase == REACT and window is not None:
        # One choice each (W3): whoever is next is to be heard, now or after a counter.
        desk.set(window=replace(window, queue=window.queue[1:]))
    RULES[move.t][1](desk, seat, move)
    go_on(desk)
    window = desk.s.window
    if desk.s.phase == REACT and window is not None and not window.queue:
        _close_window(desk, window)


def _close_window(desk: Desk, window: Window) -> None:
    """Everybody asked has chosen. Whoever rolled again may use another card on the new dice."""
    again = desk.s.rerolled
    desk.set(window=None, gathered={}, rerolled=frozenset())
    # Nobody is asked when nobody rolled again.
    desk.open_window(window.kind, sorted(again, key=window.asked.index), window.then)
    go_on(desk)


def go_on(desk: Desk) -> None:
    """Everything that is due."""
    while desk.due is not None:
        step, desk.due = desk.due, None
        STEPS[step](desk)


def close_question(desk: Desk, answers: Mapping[int, str | None]) -> None:
    """The question that is open closes with these answers."""
    if desk.s.phase != QUESTION:
        raise IllegalMove("wrong_phase")
    questions.close(desk, answers)
    go_on(desk)
