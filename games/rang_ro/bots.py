"""Computer players of three levels (section P). They read a view, never a position, and are
alike but for how often they know an answer, which the engine draws when a question closes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from .core import benefit as perk
from .core import offers
from .core.balance import TURN, Plan, Ways, plan, with_flag
from .core.cards import W_BENEFIT, W_DICE, W_MOVE, W_REVEAL
from .core.moves import Move
from .core.options import WAY_2_SLOTS
from .core.questions import KNOWS
from .core.state import (
    ACTION,
    AGAIN,
    BENEFIT,
    BOOK_REPLY,
    CHOOSE_ANSWERER,
    COUNTER,
    QUESTION,
    REACT,
    SETUP,
)
from .core.travel import Route
from .core.view import View
from .core.world import Slots, World

LEVELS = tuple(KNOWS)

BET = 7
STAKE = 5
#: P3: chance of a challenge while flags are still wanted, and the coins it then takes.
CHALLENGES = {1: 0.35, 2: 0.6}
CHALLENGE_COINS = {1: 13, 2: 0}
#: P4.
TICKET_FARE = 4
TRANSFER_SAVES = 6
STORMS = 0.3
BUYS, BUY_COINS, BUY_CARDS = 0.25, 12, 2


@lru_cache(maxsize=8)
def ways_of(world: World) -> Ways:
    return Ways(world)


@lru_cache(maxsize=4096)
def _plan(world: World, slots: Slots, ends: frozenset[str], wanted: int) -> Plan:
    ways = ways_of(world)
    end = ways.home(ends) if ends else [0.0] * len(ways.names)
    return plan(ways, slots, end, wanted)


@dataclass(frozen=True)
class Mind:
    """What a bot makes of its view: its quest, what is done of it, and the rest of the plan."""

    view: View
    slots: Slots
    mask: int
    costs: Plan

    @classmethod
    def of(cls, view: View) -> Mind:
        me, world = view.mine, view.world
        people = world.peoples[me.people]
        slots = people.quests[view.size]
        if view.options.flag_rule == "exclusive":
            taken = {one for seat in view.players if seat is not me for one in seat.flags}
            slots = tuple(slot - taken for slot in slots)
        if view.options.conditions == 2:
            wanted, ends = min(WAY_2_SLOTS, len(slots)), frozenset[str]()
        else:
            wanted, ends = len(slots), frozenset(people.homes)
            if view.options.home_scope == "region":
                regions = {world.region[home] for home in people.homes}
                ends = frozenset(p for region in regions for p in world.by_region[region])
        mask = sum(1 << s for s, done in enumerate(me.slots) if done)
        return cls(view, slots, mask, _plan(world, slots, ends, wanted))

    @property
    def flags_complete(self) -> bool:
        """Whether no more flag is wanted."""
        if self.view.options.conditions == 2:
            return self.mask.bit_count() >= WAY_2_SLOTS
        return self.mask == len(self.costs) - 1

    @property
    def wants_badge(self) -> bool:
        return self.view.mine.badges < self.view.options.most_badges

    @property
    def reserve(self) -> int:
        """Coins a bot keeps after a payment: one for each player left, and one (P2)."""
        return 1 + sum(not seat.out for seat in self.view.players)

    def rest(self, province: str, *, arriving: bool = False) -> float:
        """Cost of the rest of the plan from a province; arriving there plants a flag."""
        mask = with_flag(self.mask, self.slots, province) if arriving else self.mask
        return self.costs[mask][ways_of(self.view.world).number[province]]

    def next_trip(self) -> Route | None:
        """The first trip of the cheapest plan, None when there is nowhere to go."""
        at = self.view.mine.pos or ""
        if not self.rest(at):
            return None
        best = self.view.world.board.cheapest(at)
        if self.view.blocked:
            known = self.view.world.board.routes(at, blocked=frozenset(self.view.blocked))
            best = {end: routes[0] for end, routes in known.items()}
        return min(
            best.values(),
            key=lambda route: route.fare + TURN + self.rest(route.end, arriving=True),
            default=None,
        )


# --- one decision --------------------------------------------------------------------------------


def choose(view: View, rng: Random) -> Move:
    """A legal move of the reader of the view. Raises KeyError when nothing is to be decided."""
    if view.phase == ACTION and view.active != view.seat:
        return Move("pass")
    return _PHASES[view.phase](view, rng)


def _setup(view: View, rng: Random) -> Move:
    if not view.rolled[view.seat or 0]:
        return Move("roll_setup")
    mind = Mind.of(view)
    return Move(
        "place", province=min(view.world.starts(view.rolled[view.seat or 0]), key=mind.rest)
    )


def _action(view: View, rng: Random) -> Move:
    mind = Mind.of(view)
    for thought in (_retry, _at_once, _transfer, _challenge, _travel, _buy):
        move = thought(mind, rng)
        if move is not None:
            return move
    return Move("earn", x=BET, attach=("HARVEST",) if "HARVEST" in view.hand else ())


def _retry(mind: Mind, rng: Random) -> Move | None:
    """A benefit that was blocked last turn."""
    if mind.view.mine.benefit != AGAIN:
        return None
    return _benefit_move(mind)


def _at_once(mind: Mind, rng: Random) -> Move | None:
    """Cards that are money."""
    view = mind.view
    if "FUND" in view.hand:
        return Move("card", k="FUND")
    if "SHARE" in view.hand and _richer(view):
        return Move("card", k="SHARE")
    return None


def _richer(view: View) -> bool:
    return any(view.players[seat].coins > view.mine.coins for seat in offers.others(view))


def _transfer(mind: Mind, rng: Random) -> Move | None:
    view = mind.view
    if "FREE_TRANSFER" not in view.hand or "transfer" in view.blocked:
        return None
    at = view.mine.pos or ""
    best = min(view.world.board.near[at], key=lambda one: mind.rest(one, arriving=True))
    saved = mind.rest(at) - mind.rest(best, arriving=True)
    return Move("card", k="FREE_TRANSFER", to=best) if saved >= TRANSFER_SAVES else None


def _challenge(mind: Mind, rng: Random) -> Move | None:
    view, way = mind.view, mind.view.options.conditions
    coins, least = view.mine.coins, view.options.challenge_min
    if not mind.wants_badge or coins < max(least, STAKE + mind.reserve):
        return None
    eager = mind.flags_complete
    if not eager and (coins < CHALLENGE_COINS[way] or rng.random() >= CHALLENGES[way]):
        return None
    able = [seat for seat in offers.others(view) if view.players[seat].coins >= least]
    if not able:
        return None
    if way == 1:
        able = [seat for seat in able if view.players[seat].badges] or able
    else:
        fewest = min(view.players[seat].badges for seat in able)
        able = [seat for seat in able if view.players[seat].badges == fewest]
    return Move("challenge", target=rng.choice(able))


def _buy(mind: Mind, rng: Random) -> Move | None:
    view = mind.view
    wants = view.mine.coins >= BUY_COINS and len(view.hand) < BUY_CARDS
    there = (view.deck or view.discard) and len(view.hand) < view.options.hand_limit
    return Move("buy_card") if wants and there and rng.random() < BUYS else None


def _travel(mind: Mind, rng: Random) -> Move | None:
    view, route = mind.view, mind.next_trip()
    if route is None:
        return None
    cards = ("TICKET",) if "TICKET" in view.hand and route.fare >= TICKET_FARE else ()
    fare = max(0, route.fare - offers.TICKET * len(cards))
    if view.mine.coins - fare < mind.reserve:
        return None
    if "TREASURE_HUNTER" in view.hand and view.book != view.seat:
        return Move("card", k="TREASURE_HUNTER")
    return route.move(cards)


# --- answering others ----------------------------------------------------------------------------


def _react(view: View, rng: Random) -> Move:
    code = _card_for_window(view, rng)
    if code == "TRAIL":
        return Move("card", k=code, province=_trail(view))
    if code == "SECOND_CHANCE":
        return Move("card", k=code, a=rng.choice(_other_letters(view)))
    return Move("card", k=code) if code else Move("pass")


def _card_for_window(view: View, rng: Random) -> str | None:
    """The code of the card to play in the window that is open."""
    kind = (view.window or {}).get("kind")
    able = None
    if kind == W_MOVE and "STORM" in view.hand and rng.random() < STORMS:
        able = "STORM"
    elif kind == W_BENEFIT:
        able = _held(view, "FLAG_KEEPER")
    elif kind == W_DICE and _roll_loses(view):
        able = _held(view, "REROLL")
    elif kind == W_REVEAL:
        able = _for_reveal(view)
    if able is None and "FUND" in view.hand:
        return "FUND"
    if able is None and "SHARE" in view.hand and _richer(view):
        return "SHARE"
    return able


def _held(view: View, *codes: str) -> str | None:
    return next((code for code in codes if code in view.hand), None)


def _roll_loses(view: View) -> bool:
    if view.bet is not None:
        return bool(sum(view.bet["dice"]) < view.bet["x"])
    duel = view.duel or {}
    mine, theirs = map(sum, duel["dice"])
    return mine < theirs if view.seat == duel["challenger"] else theirs < mine


def _for_reveal(view: View) -> str | None:
    asked = view.question
    right = bool(asked and asked.marks and asked.marks.get(view.seat or 0))
    if right:
        return "TRAIL" if "TRAIL" in view.hand and _trail(view) else None
    if view.duel is not None:
        return _held(view, "SECOND_CHANCE")
    if view.active == view.seat:
        paid = bool(view.trip and view.trip["fare"])
        return _held(view, "SECOND_CHANCE", *(["INSURANCE"] if paid else []))
    return _held(view, "UMBRELLA") if view.round > view.options.grace_rounds else None


def _trail(view: View) -> str | None:
    """A province passed through that fills a slot still open once the trip has ended."""
    trip = view.trip
    if trip is None or trip["by"] != "car" or view.active != view.seat:
        return None
    mind = Mind.of(view)
    after = with_flag(mind.mask, mind.slots, trip["path"][-1])
    for province in trip["path"][:-1]:
        if with_flag(after, mind.slots, province) != after:
            return str(province)
    return None


def _other_letters(view: View) -> list[str]:
    asked = view.question
    gone = (asked.answer, asked.removed) if asked else ()
    return [letter for letter in "ABC" if letter not in gone]


def _counter(view: View, rng: Random) -> Move:
    return Move("card", k="SHIELD") if "SHIELD" in view.hand else Move("pass")


def _question(view: View, rng: Random) -> Move:
    asked = view.question
    own = view.active == view.seat if view.duel is None else True
    if asked and own and "FIFTY" in view.hand and asked.removed is None:
        return Move("card", k="FIFTY")
    return Move("answer", lock=True)


def _benefit(view: View, rng: Random) -> Move:
    return _benefit_move(Mind.of(view)) or Move("benefit", kind=perk.DECLINE)


def _benefit_move(mind: Mind) -> Move | None:
    """P5: a flag that fills an own slot; else two of whoever has done most."""
    view = mind.view
    flagged = offers.flagged(view)
    for one in flagged:
        for province in one["convert"]:
            if with_flag(mind.mask, mind.slots, province) != mind.mask:
                return Move(
                    "benefit", kind=perk.CONVERT, target=one["target"], provinces=(province,)
                )
    if not flagged:
        return None
    one = max(flagged, key=lambda each: sum(view.players[each["target"]].slots))
    theirs = view.world.peoples[view.players[one["target"]].people].quests[view.size]
    filling = sorted(one["provinces"], key=lambda p: not any(p in slot for slot in theirs))
    named = tuple(filling[: one["take"]])
    return Move("benefit", kind=perk.CONFISCATE, target=one["target"], provinces=named)


def _choose_answerer(view: View, rng: Random) -> Move:
    duel = view.duel or {}
    known = KNOWS.get(view.mine.level, KNOWS["standard"]) / 10
    if known + (1 - known) / 3 >= 0.5:
        return Move("choose_answerer", who=view.seat)
    other = duel["target"] if view.seat == duel["challenger"] else duel["challenger"]
    return Move("choose_answerer", who=other)


_PHASES: Mapping[str, Callable[[View, Random], Move]] = {
    SETUP: _setup,
    ACTION: _action,
    REACT: _react,
    COUNTER: _counter,
    QUESTION: _question,
    BENEFIT: _benefit,
    BOOK_REPLY: lambda view, rng: Move("book_reply", accept=True),
    CHOOSE_ANSWERER: _choose_answerer,
    "EXPLAIN": lambda view, rng: Move("next"),
}
