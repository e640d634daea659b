"""Questions: asking, closing, settling a trip, and what is told afterwards (Q, section M)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.game import IllegalMove, Json

from . import benefit, piles, turns
from .actions import STAKE
from .cards import W_REVEAL
from .desk import Desk
from .moves import LETTERS, Move
from .piles import Drawn
from .state import BENEFIT, QUESTION, Question, State

#: P1: in how many of ten questions a bot knows the answer, by its level, and with the book.
KNOWS = {"easy": 3, "standard": 5, "strong": 7}
KNOWS_WITH_BOOK = 9


def open_question(
    desk: Desk, drawn: Drawn, answering: tuple[int, ...], province: str | None
) -> None:
    """A card lies on the table for everybody at once (Q1)."""
    number = desk.s.questions + 1
    question = Question(
        number, drawn.pile, drawn.card, drawn.order, drawn.right, answering, province
    )
    desk.set(questions=number, question=question)
    desk.enter(QUESTION)
    desk.tell(
        "question", number=number, pile=drawn.pile, province=province, answering=list(answering)
    )


# --- the trip's question -------------------------------------------------------------------------


def ask(desk: Desk) -> None:
    """Nobody has stopped the trip: its cards are spent and its question is drawn (F7, Q1)."""
    trip = desk.s.trip
    assert trip is not None  # noqa: S101  the step is due only on a trip
    for code in trip.attach:
        if code in desk.main.hand:
            desk.play_card(desk.s.active, code)
    end = trip.route.end
    drawn = desk.draw_question(desk.world.region[end], end)
    if drawn is None:
        # D5: no card at all, so the trip succeeds unasked.
        desk.tell("unasked", seat=desk.s.active, province=end)
        desk.then("settle_trip")
    else:
        open_question(desk, drawn, desk.s.alive(), end)


# --- while it is open ----------------------------------------------------------------------------


def may_answer(desk: Desk, seat: int) -> bool:
    """Everybody may, those it is not about for practice (Q2, C4, B5); a bot has no need to."""
    question = desk.s.question
    return question is not None and (seat in question.answering or not desk.player(seat).level)


def check_answer(desk: Desk, seat: int, move: Move) -> None:
    question = desk.s.question
    if desk.s.phase != QUESTION or question is None:
        raise IllegalMove("wrong_phase")
    if not may_answer(desk, seat) or seat in question.locked:
        raise IllegalMove("not_your_turn")
    if move.a is not None and move.a not in LETTERS:
        raise IllegalMove("bad_answer")
    if move.a is not None and move.a == question.removed.get(seat):
        raise IllegalMove("bad_answer")


def answer(desk: Desk, seat: int, move: Move) -> None:
    """An answer, to be changed until it is locked (Q3)."""
    question = desk.s.question
    assert question is not None  # noqa: S101
    given = dict(question.given)
    if move.a is not None:
        given[seat] = move.a
        desk.tell("chose", only={seat}, seat=seat, answer=move.a)
    desk.set(question=replace(question, given=given))
    if move.lock:
        lock(desk, seat)


def lock(desk: Desk, seat: int) -> None:
    question = desk.s.question
    assert question is not None  # noqa: S101
    desk.set(question=replace(question, locked=question.locked | {seat}))
    desk.tell("locked", seat=seat)
    if set(question.answering) <= question.locked | {seat}:
        desk.then("close")


# --- closing -------------------------------------------------------------------------------------


def close(desk: Desk, answers: Mapping[int, str | None] | None = None) -> None:
    """No more answers. Who is right is told, not yet which answer is (Q5). `answers` stand for
    what was given."""
    question = desk.s.question
    assert question is not None  # noqa: S101
    given: Mapping[int, str | None] = question.given if answers is None else answers
    final: dict[int, str | None] = {seat: given.get(seat) for seat in question.answering}
    for seat in question.answering:
        player = desk.player(seat)
        if not player.level or final[seat] is not None or seat in question.copies:
            continue
        if player.fresh:
            desk.alter(seat, fresh=False)
            continue
        final[seat] = _of_bot(desk, question, seat)
    for seat, friend in question.copies.items():
        final[seat] = final.get(friend)
    practice = {
        seat: letter for seat, letter in given.items() if seat not in final and letter is not None
    }
    question = replace(
        question,
        closed=True,
        final={**final, **practice},
        book=desk.s.book,
    )
    desk.set(question=question)
    desk.tell(
        "marks",
        number=question.number,
        marks={str(seat): question.is_right(seat) for seat in question.answering},
    )
    for seat in sorted(practice):
        desk.tell("practice_mark", only={seat}, seat=seat, right=question.is_right(seat))
    then = "settle_trip" if desk.s.duel is None else "settle_duel"
    desk.open_window(W_REVEAL, (p for p in desk.s.alive() if p in question.answering), then)


def _of_bot(desk: Desk, question: Question, seat: int) -> str:
    """What a bot answers: drawn here, so that no bot ever reads the key (P1)."""
    known = KNOWS_WITH_BOOK if desk.s.book == seat else KNOWS[desk.player(seat).level]
    if desk.chance.dice("bots", 1, 10)[0] <= known:
        return question.right
    left = [letter for letter in LETTERS if letter != question.removed.get(seat)]
    return desk.chance.pick("bots", left)


# --- settling a trip (Q8) ------------------------------------------------------------------------


def settle_trip(desk: Desk) -> None:
    trip, question, seat = desk.s.trip, desk.s.question, desk.s.active
    assert trip is not None  # noqa: S101
    arrived = question is None or question.is_right(seat)
    if question is not None:
        count(desk, question)
        _fine(desk, question)
    if arrived:
        desk.alter(seat, pos=trip.route.end)
        desk.tell("arrived", seat=seat, by=trip.by, start=trip.start, path=list(trip.route.path))
        desk.plant(seat, trip.route.end, "arrival")
        if trip.trail is not None:
            desk.plant(seat, trip.trail, "trail")
    else:
        desk.tell("stayed", seat=seat, province=trip.start)
        if trip.insured:
            desk.coins(seat, trip.paid, "insurance")
    desk.set(trip=None, question=None)
    over = turns.put_out(desk)
    if question is not None:
        explain(desk, question, "trip")
    if over or turns.check_victory(desk):
        return
    if arrived and benefit.is_due(desk):
        desk.tell("benefit_due", seat=seat)
        desk.enter(BENEFIT)
        desk.set(extra=trip.transfer)
    elif trip.transfer:
        desk.to_action()
    else:
        desk.then("end_turn")


def _fine(desk: Desk, question: Question) -> None:
    """Everybody else who is wrong pays, but not in the rounds to warm up (Q7, Q9)."""
    if not fines_apply(desk):
        return
    for seat in desk.s.alive():
        if seat == desk.s.active or seat not in question.answering or question.is_right(seat):
            continue
        if seat in question.umbrellas:
            desk.tell("spared", seat=seat)
            continue
        owed = min(desk.s.options.wrong_penalty, desk.player(seat).coins)
        desk.coins(seat, -owed, "fine")


def fines_apply(desk: Desk) -> bool:
    """Whether the question on the table is a trip's after the warm-up rounds."""
    return desk.s.duel is None and desk.s.round > desk.s.options.grace_rounds


def count(desk: Desk, question: Question) -> None:
    """Right answers and questions of those it was about."""
    for seat in question.answering:
        player = desk.player(seat)
        desk.alter(seat, asked=player.asked + 1, right=player.right + question.is_right(seat))


def explain(desk: Desk, question: Question, what: str) -> None:
    """Now the right answer is shown, and everybody's own line of the learning log (Q10, A6)."""
    desk.tell(
        "solution",
        number=question.number,
        right=question.right,
        **_card(desk, question),
        marks={str(seat): question.is_right(seat) for seat in question.answering},
    )
    for seat in sorted(set(question.final) | set(question.answering)):
        role = "practice"
        if seat in question.answering:
            main = desk.s.active if what == "trip" else seat
            role = "bystander" if seat != main else "main" if what == "trip" else "challenge"
        desk.tell(
            "learned",
            only={seat},
            seat=seat,
            number=question.number,
            question=_card(desk, question)["question"],
            pile=question.pile,
            province=question.province,
            answer=question.final.get(seat),
            right=question.right,
            is_right=question.is_right(seat),
            role=role,
            book=question.book == seat,
            cards=[code for who, code in question.cards if who == seat],
            away=bool(desk.player(seat).level),
        )
    people = frozenset(p for p, one in enumerate(desk.s.players) if not one.level)
    reads = desk.s.options.explain_seconds and question.order and not desk.s.over
    desk.set(explained=question, reading=people if reads else frozenset())


def _card(desk: Desk, question: Question) -> dict[str, Json]:
    """Which card it was and how its choices lay, for the log: no secret once it is over."""
    card = desk.world.piles[question.pile][question.card] if question.order else {}
    return {"question": card.get("id"), "order": list(question.order)}


# --- faulty questions (A5) -----------------------------------------------------------------------


def can_void(state: State) -> bool:
    """Whether a question is on the table and not yet settled."""
    question, window = state.question, state.window
    in_reveal = window is not None and window.kind == W_REVEAL
    return question is not None and (state.phase == QUESTION or in_reveal)


def void(desk: Desk) -> None:
    """The teacher takes a faulty question away: nobody pays, the fare or the stakes come back, the
    cards declared with the action too, and the main player chooses anew."""
    trip, duel, question, seat = desk.s.trip, desk.s.duel, desk.s.question, desk.s.active
    assert question is not None  # noqa: S101
    if question.order:  # a card lies there
        gone = piles.key(desk.world.piles[question.pile], question.pile, question.card)
        desk.set(voided=desk.s.voided | {gone})
    desk.tell("void", number=question.number, **_card(desk, question))
    desk.set(question=None, trip=None, duel=None, window=None, gathered={})
    if trip is not None:
        desk.coins(seat, trip.paid, "void")
        for code in ("FREE_TRANSFER",) if trip.transfer else trip.attach:
            desk.take_back(seat, code)
    if duel is not None:
        for one in (duel.challenger, duel.target):
            desk.coins(one, STAKE, "void")
    desk.to_action()
