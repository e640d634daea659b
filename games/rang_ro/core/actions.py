"""The five actions of a turn, all but what a question decides: Move up to its question, the
Treasure Book, Earn, Challenge up to its dice, buying a card (M, K, E, C1, F1)."""

from __future__ import annotations

from dataclasses import replace

from games.game import IllegalMove

from .cards import ATTACH_EARN, ATTACH_MOVE, KINDS, W_DICE, W_MOVE
from .desk import Desk
from .moves import Move
from .state import ACTION, BOOK_REPLY, Bet, Duel, Trip
from .travel import CAR, VEHICLES, Route

BOOK_PRICE = 2
#: To the holder: a sale that may be refused (K4), and with the same to the bank a claim (K5).
BOOK_SALE, BOOK_CLAIM = 3, 2
CARD_PRICE = 2
LOWEST_BET, HIGHEST_BET = 2, 12
#: Coins for a roll below the bet.
CONSOLATION = 2
STAKE = 5


def need_turn(desk: Desk, seat: int) -> None:
    """Raises IllegalMove unless the seat is to choose an action now."""
    if desk.s.phase != ACTION:
        raise IllegalMove("wrong_phase")
    if seat != desk.s.active:
        raise IllegalMove("not_your_turn")


def need_coins(desk: Desk, seat: int, price: int) -> None:
    """A payment of one's own choice leaves a coin; a price of 0 can always be paid (B2)."""
    if price and desk.player(seat).coins - price < 1:
        raise IllegalMove("cannot_afford", price=price, coins=desk.player(seat).coins)


def _attached(desk: Desk, seat: int, move: Move, timing: str) -> None:
    """The cards declared with an action: each kind once, from the hand, made for it (F7)."""
    for code in move.attach:
        kind = KINDS.get(code)
        if kind is None or kind.timing != timing or move.attach.count(code) > 1:
            raise IllegalMove("bad_attach", card=code)
        if code not in desk.player(seat).hand:
            raise IllegalMove("no_card", card=code)


# --- Move ----------------------------------------------------------------------------------------


def fare(route: Route, move: Move) -> int:
    """Coins for a route with what is attached (F7)."""
    off = KINDS["TICKET"].amount if "TICKET" in move.attach else 0
    return max(0, route.fare - off)


def read_route(desk: Desk, move: Move) -> Route:
    at = desk.main.pos or ""
    return desk.world.board.read(at, move, hub="TEMP_HUB" in move.attach)


def check_move(desk: Desk, seat: int, move: Move) -> None:
    need_turn(desk, seat)
    if move.by not in VEHICLES:
        raise IllegalMove("bad_vehicle")
    _attached(desk, seat, move, ATTACH_MOVE)
    if "TEMP_HUB" in move.attach and move.by == CAR:
        raise IllegalMove("bad_attach", card="TEMP_HUB")
    if move.by in desk.s.blocked:
        raise IllegalMove("vehicle_blocked", by=move.by)
    need_coins(desk, seat, fare(read_route(desk, move), move))


def make_move(desk: Desk, seat: int, move: Move) -> None:
    route = read_route(desk, move)
    depart(desk, Trip(desk.main.pos or "", route, fare(route, move), move.attach))


def depart(desk: Desk, trip: Trip) -> None:
    """A trip is declared and paid; the others may stop it (M1)."""
    seat = desk.s.active
    desk.set(trip=trip)
    desk.tell(
        "trip",
        seat=seat,
        by=trip.by,
        start=trip.start,
        path=list(trip.route.path),
        fare=trip.paid,
        attach=list(trip.attach),
    )
    desk.coins(seat, -trip.paid, "fare")
    desk.open_window(W_MOVE, desk.s.others(seat), "ask")


# --- Treasure Book -------------------------------------------------------------------------------


def check_book(desk: Desk, seat: int, move: Move) -> None:
    need_turn(desk, seat)
    if desk.s.book == seat:
        raise IllegalMove("already_yours")
    if desk.s.book is not None:
        raise IllegalMove("book_taken")
    need_coins(desk, seat, BOOK_PRICE)


def take_book(desk: Desk, seat: int, move: Move) -> None:
    desk.coins(seat, -BOOK_PRICE, "book")
    desk.hand_book(seat, "bank")
    desk.then("end_turn")


def _need_holder(desk: Desk, seat: int) -> int:
    need_turn(desk, seat)
    if desk.s.book is None:
        raise IllegalMove("book_not_held")
    if desk.s.book == seat:
        raise IllegalMove("already_yours")
    return desk.s.book


def check_book_buy(desk: Desk, seat: int, move: Move) -> None:
    _need_holder(desk, seat)
    if desk.s.refused:
        raise IllegalMove("already_refused")
    need_coins(desk, seat, BOOK_SALE)


def book_buy(desk: Desk, seat: int, move: Move) -> None:
    desk.tell("book_offer", seat=seat, holder=desk.s.book, price=BOOK_SALE)
    desk.enter(BOOK_REPLY)


def check_book_reply(desk: Desk, seat: int, move: Move) -> None:
    if desk.s.phase != BOOK_REPLY:
        raise IllegalMove("wrong_phase")
    if seat != desk.s.book:
        raise IllegalMove("not_your_turn")
    if move.accept is None:
        raise IllegalMove("bad_answer")


def book_reply(desk: Desk, seat: int, move: Move) -> None:
    buyer = desk.s.active
    desk.tell("book_reply", seat=seat, accept=move.accept)
    if not move.accept:
        desk.set(refused=True)
        desk.to_action()
        return
    desk.coins(buyer, -BOOK_SALE, "book_sale", other=seat)
    desk.hand_book(buyer, "bought")
    desk.then("end_turn")


def check_book_claim(desk: Desk, seat: int, move: Move) -> None:
    _need_holder(desk, seat)
    need_coins(desk, seat, 2 * BOOK_CLAIM)


def book_claim(desk: Desk, seat: int, move: Move) -> None:
    holder = desk.s.book
    desk.coins(seat, -BOOK_CLAIM, "book")
    desk.coins(seat, -BOOK_CLAIM, "book_claim", other=holder)
    desk.hand_book(seat, "claimed")
    desk.then("end_turn")


# --- Earn ----------------------------------------------------------------------------------------


def check_earn(desk: Desk, seat: int, move: Move) -> None:
    need_turn(desk, seat)
    if move.x is None or not LOWEST_BET <= move.x <= HIGHEST_BET:
        raise IllegalMove("bad_bet")
    _attached(desk, seat, move, ATTACH_EARN)


def earn(desk: Desk, seat: int, move: Move) -> None:
    x = move.x or 0
    desk.tell("bet", seat=seat, x=x, attach=list(move.attach))
    for code in move.attach:
        desk.play_card(seat, code)
    desk.set(bet=Bet(x, desk.roll(seat, "earn"), harvest="HARVEST" in move.attach))
    desk.open_window(W_DICE, (seat,), "earned")


def reward(bet: Bet) -> int:
    """Coins for the dice that lie (E2)."""
    total = sum(bet.dice)
    won = 2 * bet.x if total == bet.x else bet.x if total > bet.x else CONSOLATION
    return won * KINDS["HARVEST"].amount if bet.harvest else won


def earned(desk: Desk) -> None:
    bet = desk.s.bet
    assert bet is not None  # noqa: S101  the step is due only while a bet lies
    desk.coins(desk.s.active, reward(bet), "earn")
    desk.set(bet=None)
    desk.then("end_turn")


# --- buying a card -------------------------------------------------------------------------------


def check_buy(desk: Desk, seat: int, move: Move) -> None:
    need_turn(desk, seat)
    if len(desk.player(seat).hand) >= desk.s.options.hand_limit:
        raise IllegalMove("hand_full")
    if not desk.s.deck and not desk.s.discard:
        raise IllegalMove("no_cards")
    need_coins(desk, seat, CARD_PRICE)


def buy(desk: Desk, seat: int, move: Move) -> None:
    desk.coins(seat, -CARD_PRICE, "card")
    desk.draw_card(seat)
    desk.then("end_turn")


# --- Challenge, up to its dice -------------------------------------------------------------------


def check_challenge(desk: Desk, seat: int, move: Move) -> None:
    need_turn(desk, seat)
    target, least = move.target, desk.s.options.challenge_min
    if target is None or target not in desk.s.others(seat):
        raise IllegalMove("bad_target")
    if desk.player(seat).coins < least:
        raise IllegalMove("cannot_afford", price=least, coins=desk.player(seat).coins)
    if desk.player(target).coins < least:
        raise IllegalMove("target_poor", least=least)


def challenge(desk: Desk, seat: int, move: Move) -> None:
    target = move.target
    assert target is not None  # noqa: S101  check has looked
    desk.tell("challenge", seat=seat, target=target, stake=STAKE)
    for one in (seat, target):
        desk.coins(one, -STAKE, "stake")
    desk.set(duel=Duel(seat, target, ((0, 0), (0, 0))))
    roll_duel(desk)


def roll_duel(desk: Desk) -> None:
    """Both roll, and may use a card on what lies (C2)."""
    duel = desk.s.duel
    assert duel is not None  # noqa: S101
    both = (desk.roll(duel.challenger, "challenge"), desk.roll(duel.target, "challenge"))
    desk.set(duel=replace(duel, dice=both))
    desk.open_window(W_DICE, (duel.challenger, duel.target), "compare")
