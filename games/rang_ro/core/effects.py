"""What function cards do when they are played (section F): one small object a kind, with when it
may be played (`check`) and what it does (`play`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from games.game import IllegalMove

from . import benefit, questions
from .actions import depart
from .cards import ANYTIME, KINDS, OWN_ACTION
from .cards import COUNTER as ON_COUNTER
from .cards import QUESTION as WHILE_ASKED
from .desk import Desk
from .moves import LETTERS, Move
from .state import ACTION, COUNTER, QUESTION, REACT, Counter, Question, Trip
from .travel import CAR, TRANSFER, Route

Check = Callable[[Desk, int, Move], None]
Play = Callable[[Desk, int, Move], None]


def _always(desk: Desk, seat: int, move: Move) -> None:
    """Nothing more is asked than the right moment."""


@dataclass(frozen=True, slots=True)
class Effect:
    """`check` raises IllegalMove; `play` is called with the card still in the hand."""

    play: Play
    check: Check = _always


# --- anytime -------------------------------------------------------------------------------------


def _fund(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "FUND")
    desk.coins(seat, KINDS["FUND"].amount, "fund")


def richest(desk: Desk, seat: int) -> int | None:
    """Whom SHARE is aimed at: most coins of those who have more, the first clockwise (F5)."""
    mine = desk.player(seat).coins
    richer = [other for other in desk.s.others(seat) if desk.player(other).coins > mine]
    return max(richer, key=lambda other: desk.player(other).coins, default=None)


def _check_share(desk: Desk, seat: int, move: Move) -> None:
    if richest(desk, seat) is None:
        raise IllegalMove("bad_target")


def _share(desk: Desk, seat: int, move: Move) -> None:
    target = richest(desk, seat)
    assert target is not None  # noqa: S101  check has looked
    desk.play_card(seat, "SHARE", target=target)
    _aim(desk, "SHARE", seat, target)


def _share_stands(desk: Desk, seat: int, target: int) -> None:
    amount = min(KINDS["SHARE"].amount, desk.player(target).coins - 1)
    desk.coins(seat, amount, "share", other=target)


def _check_hunter(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.book == seat:
        raise IllegalMove("already_yours")


def _hunter(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "TREASURE_HUNTER")
    desk.hand_book(seat, "hunted")


# --- own action ----------------------------------------------------------------------------------


def _check_transfer(desk: Desk, seat: int, move: Move) -> None:
    if TRANSFER in desk.s.blocked:
        raise IllegalMove("vehicle_blocked", by=TRANSFER)
    if move.to not in desk.world.region:
        raise IllegalMove("no_such_province", province=move.to)
    if move.to not in desk.world.board.near[desk.main.pos or ""]:
        raise IllegalMove("not_adjacent", province=move.to)


def _transfer(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "FREE_TRANSFER", to=move.to)
    route = Route(CAR, (str(move.to),), 0)
    depart(desk, Trip(desk.main.pos or "", route, 0, transfer=True))


# --- while a question is open --------------------------------------------------------------------


def _question(desk: Desk) -> Question:
    question = desk.s.question
    assert question is not None  # noqa: S101  the moment has been looked at
    return question


def _check_fifty(desk: Desk, seat: int, move: Move) -> None:
    question = _question(desk)
    if seat in question.removed or seat in question.copies:
        raise IllegalMove("already_used")


def _fifty(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "FIFTY")
    question = _question(desk)
    wrong = [letter for letter in LETTERS if letter != question.right]
    gone = desk.chance.pick("fifty", wrong)
    # What is taken away cannot stay chosen.
    given = {who: what for who, what in question.given.items() if (who, what) != (seat, gone)}
    desk.set(question=replace(question, removed={**question.removed, seat: gone}, given=given))
    desk.tell("removed", only={seat}, seat=seat, answer=gone)


def _check_friend(desk: Desk, seat: int, move: Move) -> None:
    question = _question(desk)
    if desk.s.duel is not None:
        raise IllegalMove("bad_timing")
    if seat in question.copies:
        raise IllegalMove("already_used")
    friend, copied = move.friend, question.copies
    if friend == seat or friend not in question.answering or friend in copied:
        raise IllegalMove("bad_target")
    if seat in copied.values():
        raise IllegalMove("bad_target")


def _friend(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "ASK_FRIEND", friend=move.friend)
    question, friend = _question(desk), move.friend
    assert friend is not None  # noqa: S101  check has looked
    desk.set(question=replace(question, copies={**question.copies, seat: friend}))
    questions.lock(desk, seat)


# --- after the marks -----------------------------------------------------------------------------


def _need_wrong(desk: Desk, seat: int) -> Question:
    question = _question(desk)
    if question.is_right(seat):
        raise IllegalMove("not_wrong")
    return question


def _check_second(desk: Desk, seat: int, move: Move) -> None:
    question = _need_wrong(desk, seat)
    if move.a not in LETTERS or move.a == question.final.get(seat):
        raise IllegalMove("bad_answer")


def _second(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "SECOND_CHANCE")
    question = _question(desk)
    question = replace(question, final={**question.final, seat: move.a})
    desk.set(question=question)
    desk.tell("chose", only={seat}, seat=seat, answer=move.a)
    desk.tell("mark", seat=seat, right=question.is_right(seat))


def _check_umbrella(desk: Desk, seat: int, move: Move) -> None:
    if seat == desk.s.active or not questions.fines_apply(desk):
        raise IllegalMove("bad_timing")
    _need_wrong(desk, seat)


def _umbrella(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "UMBRELLA")
    question = _question(desk)
    desk.set(question=replace(question, umbrellas=question.umbrellas | {seat}))


def _trip(desk: Desk, seat: int) -> Trip:
    """The trip of the main player, who alone may play a card on it."""
    trip = desk.s.trip
    if trip is None or seat != desk.s.active:
        raise IllegalMove("bad_timing")
    return trip


def _check_insurance(desk: Desk, seat: int, move: Move) -> None:
    if not _trip(desk, seat).paid:
        raise IllegalMove("bad_timing")
    _need_wrong(desk, seat)


def _insurance(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "INSURANCE")
    desk.set(trip=replace(_trip(desk, seat), insured=True))


def _check_trail(desk: Desk, seat: int, move: Move) -> None:
    trip = _trip(desk, seat)
    if trip.route.by != CAR or not _question(desk).is_right(seat):
        raise IllegalMove("bad_timing")
    if move.province not in trip.route.path[:-1]:
        raise IllegalMove("no_route")
    if move.province in desk.player(seat).flags:
        raise IllegalMove("already_yours")


def _trail(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "TRAIL", province=move.province)
    desk.set(trip=replace(_trip(desk, seat), trail=move.province))


# --- other windows -------------------------------------------------------------------------------


def _storm(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "STORM", target=desk.s.active)
    _aim(desk, "STORM", seat, desk.s.active)


def _storm_stands(desk: Desk, seat: int, target: int) -> None:
    """The trip is off; its vehicle does not run for the rest of this turn (F9)."""
    trip = desk.s.trip
    assert trip is not None  # noqa: S101
    desk.tell("trip_off", seat=target, by=trip.by)
    desk.coins(target, trip.paid, "storm")
    desk.set(trip=None, window=None, gathered={}, blocked=desk.s.blocked | {trip.by})
    desk.to_action()


def _reroll(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "REROLL")
    dice = desk.roll(seat, "reroll")
    desk.set(rerolled=desk.s.rerolled | {seat})
    bet, duel = desk.s.bet, desk.s.duel
    if bet is not None:
        desk.set(bet=replace(bet, dice=dice))
    elif duel is not None:
        mine = seat == duel.challenger
        both = (dice, duel.dice[1]) if mine else (duel.dice[0], dice)
        desk.set(duel=replace(duel, dice=both))


def _keeper(desk: Desk, seat: int, move: Move) -> None:
    desk.play_card(seat, "FLAG_KEEPER")
    desk.set(window=None, gathered={})
    benefit.block(desk)


# --- hostile cards and the shield ----------------------------------------------------------------

_STANDS: Mapping[str, Callable[[Desk, int, int], None]] = {
    "SHARE": _share_stands,
    "STORM": _storm_stands,
}


def _aim(desk: Desk, code: str, seat: int, target: int) -> None:
    """A hostile card waits for its target's answer, if that player has a card at all (W5)."""
    if desk.player(target).hand:
        desk.set(counter=Counter(code, seat, target, desk.s.phase))
        desk.enter(COUNTER)
        desk.tell("countering", seat=target, card=code, by=seat)
    else:
        _STANDS[code](desk, seat, target)


def _shield(desk: Desk, seat: int, move: Move) -> None:
    counter = desk.s.counter
    assert counter is not None  # noqa: S101
    desk.play_card(seat, "SHIELD", against=counter.card, by=counter.by)
    _back(desk, counter)


def let_pass(desk: Desk, seat: int) -> None:
    """The target of a hostile card takes it."""
    counter = desk.s.counter
    assert counter is not None  # noqa: S101
    desk.tell("passed", seat=seat)
    _back(desk, counter)
    _STANDS[counter.card](desk, counter.by, counter.target)


def _back(desk: Desk, counter: Counter) -> None:
    desk.set(counter=None)
    desk.enter(counter.back)


# --- the whole table -----------------------------------------------------------------------------

#: Kinds that are not here are declared with an action (`attach`).
EFFECTS: Mapping[str, Effect] = {
    "FUND": Effect(_fund),
    "SHARE": Effect(_share, _check_share),
    "TREASURE_HUNTER": Effect(_hunter, _check_hunter),
    "FREE_TRANSFER": Effect(_transfer, _check_transfer),
    "STORM": Effect(_storm),
    "FIFTY": Effect(_fifty, _check_fifty),
    "ASK_FRIEND": Effect(_friend, _check_friend),
    "SECOND_CHANCE": Effect(_second, _check_second),
    "UMBRELLA": Effect(_umbrella, _check_umbrella),
    "INSURANCE": Effect(_insurance, _check_insurance),
    "TRAIL": Effect(_trail, _check_trail),
    "REROLL": Effect(_reroll),
    "SHIELD": Effect(_shield),
    "FLAG_KEEPER": Effect(_keeper),
}


def check(desk: Desk, seat: int, move: Move) -> None:
    """Whether a seat may play a card now. Raises IllegalMove."""
    phase, code = desk.s.phase, move.k or ""
    if phase not in (ACTION, REACT, COUNTER, QUESTION):
        raise IllegalMove("wrong_phase")
    _check_turn(desk, seat)
    if code not in desk.player(seat).hand:
        raise IllegalMove("no_card", card=code)
    kind = KINDS[code]
    if code not in EFFECTS or kind.timing not in _timings(desk):
        raise IllegalMove("bad_timing", card=code)
    if kind.timing == OWN_ACTION and seat != desk.s.active:
        raise IllegalMove("not_your_turn")
    EFFECTS[code].check(desk, seat, move)


def _check_turn(desk: Desk, seat: int) -> None:
    state = desk.s
    if desk.player(seat).out:
        raise IllegalMove("not_your_turn")
    if state.window is not None and state.phase == REACT and seat != state.window.queue[0]:
        raise IllegalMove("not_your_turn")
    if state.counter is not None and state.phase == COUNTER and seat != state.counter.target:
        raise IllegalMove("not_your_turn")
    if state.question is not None and state.phase == QUESTION:
        question = state.question
        if seat not in question.answering or seat in question.locked:
            raise IllegalMove("not_your_turn")


def _timings(desk: Desk) -> tuple[str, ...]:
    """What kinds of moment this is."""
    state = desk.s
    if state.phase == ACTION:
        return ANYTIME, OWN_ACTION
    if state.phase == REACT and state.window is not None:
        return ANYTIME, state.window.kind
    return (ON_COUNTER,) if state.phase == COUNTER else (WHILE_ASKED,)


def play(desk: Desk, seat: int, move: Move) -> None:
    EFFECTS[move.k or ""].play(desk, seat, move)
