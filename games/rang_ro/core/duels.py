"""A Challenge from its dice to its prize (C2–C6)."""

from __future__ import annotations

from dataclasses import replace

from games.game import IllegalMove

from . import questions, turns
from .actions import roll_duel
from .desk import Desk
from .moves import Move
from .state import CHOOSE_ANSWERER, Duel, Question
from .world import CHALLENGE

PRIZE = 10
#: After so many ties in a row the challenged chooses.
TIES = 3


def _duel(desk: Desk) -> Duel:
    duel = desk.s.duel
    assert duel is not None  # noqa: S101  asked only while one is on
    return duel


def compare(desk: Desk) -> None:
    """The dice lie for good: the higher sum chooses who answers."""
    duel = _duel(desk)
    mine, theirs = map(sum, duel.dice)
    if mine == theirs and duel.ties + 1 < TIES:
        desk.set(duel=replace(duel, ties=duel.ties + 1))
        desk.tell("tie", ties=duel.ties + 1)
        roll_duel(desk)
        return
    chooser = duel.challenger if mine > theirs else duel.target
    desk.set(duel=replace(duel, chooser=chooser))
    desk.tell("chooser", seat=chooser, tied=mine == theirs)
    desk.enter(CHOOSE_ANSWERER)


def check_choose(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.phase != CHOOSE_ANSWERER:
        raise IllegalMove("wrong_phase")
    duel = _duel(desk)
    if seat != duel.chooser:
        raise IllegalMove("not_your_turn")
    if move.who not in (duel.challenger, duel.target):
        raise IllegalMove("bad_target")


def choose(desk: Desk, seat: int, move: Move) -> None:
    """The answerer is named and asked; without any card left the answer counts as right (D5)."""
    who = move.who
    assert who is not None  # noqa: S101
    desk.set(duel=replace(_duel(desk), answerer=who))
    desk.tell("answerer", seat=who)
    drawn = desk.draw_question(CHALLENGE, None)
    if drawn is None:
        at = desk.main.pos or ""
        drawn = desk.draw_question(desk.world.region[at], at)
    if drawn is None:
        desk.tell("unasked", seat=who, province=None)
        desk.then("settle_duel")
    else:
        questions.open_question(desk, drawn, (who,), None)


def settle(desk: Desk) -> None:
    """Stakes, badge and card to the winner; the turn is over."""
    duel, question = _duel(desk), desk.s.question
    answerer = duel.answerer
    assert answerer is not None  # noqa: S101
    right = question is None or question.is_right(answerer)
    winner = answerer if right else duel.other(answerer)
    if question is not None:
        questions.count(desk, question)
    desk.set(duel=None, question=None)
    desk.tell("duel_won", seat=winner, loser=duel.other(winner), coins=PRIZE)
    desk.coins(winner, PRIZE, "prize")
    _reward(desk, winner)
    if question is not None:
        _explain(desk, question)
    if not turns.check_victory(desk):
        desk.then("end_turn")


def _reward(desk: Desk, winner: int) -> None:
    player = desk.player(winner)
    if player.badges < desk.s.options.most_badges:
        desk.alter(winner, badges=player.badges + 1)
        desk.tell("badge", seat=winner, badges=player.badges + 1)
    if len(player.hand) < desk.s.options.hand_limit:
        desk.draw_card(winner)


def _explain(desk: Desk, question: Question) -> None:
    questions.explain(desk, question, "challenge")
