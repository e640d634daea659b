"""What the reader of a view may do now, with its price: enough to light up a map and enable buttons
without knowing the rules. Worked out from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from games.game import Json

from . import benefit as perk
from .actions import BOOK_CLAIM, BOOK_PRICE, BOOK_SALE, CARD_PRICE, HIGHEST_BET, LOWEST_BET
from .cards import ANYTIME, KINDS, OWN_ACTION, W_REVEAL
from .moves import LETTERS, Move
from .state import (
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
from .travel import TRANSFER, Route
from .view import View

TICKET = KINDS["TICKET"].amount


def can_pay(view: View, price: int) -> bool:
    """A payment of one's own choice leaves a coin (B2)."""
    return not price or view.mine.coins - price >= 1


def others(view: View) -> list[int]:
    """Everybody else in the game, clockwise."""
    at = view.ring.index(view.seat or 0)
    seats = view.ring[at + 1 :] + view.ring[:at]
    return [seat for seat in seats if not view.players[seat].out]


def is_main(view: View) -> bool:
    """Whether the reader is to choose an action now."""
    return view.seat is not None and view.phase == ACTION and view.active == view.seat


# --- trips ---------------------------------------------------------------------------------------


def routes(view: View) -> dict[str, list[tuple[Route, tuple[str, ...]]]]:
    """By destination, the cheapest way by each vehicle that the reader can pay, cheapest first,
    with the cards it takes: a makeshift terminal where nothing else goes, a ticket where coins
    would not do."""
    if not is_main(view) or view.mine.pos is None:
        return {}
    board, at, blocked = view.world.board, view.mine.pos, frozenset(view.blocked)
    found: dict[str, list[tuple[Route, tuple[str, ...]]]] = {}
    known = {}
    for end, ways in board.routes(at, blocked=blocked).items():
        known[end] = {route.by: route.fare for route in ways}
        found[end] = [(route, ()) for route in ways]
    if "TEMP_HUB" in view.hand:
        for end, ways in board.routes(at, hub=True, blocked=blocked).items():
            for route in ways:
                if route.fare < known.get(end, {}).get(route.by, 1 << 30):
                    found.setdefault(end, []).append((route, ("TEMP_HUB",)))
    payable = {}
    for end, both in found.items():
        able = [(route, cards) for route, cards in _paid(view, both)]
        if able:
            payable[end] = sorted(able, key=lambda one: (one[0].fare, len(one[1])))
    return payable


def _paid(
    view: View, ways: list[tuple[Route, tuple[str, ...]]]
) -> Iterator[tuple[Route, tuple[str, ...]]]:
    for route, cards in ways:
        if can_pay(view, route.fare):
            yield route, cards
        elif "TICKET" in view.hand and can_pay(view, max(0, route.fare - TICKET)):
            yield route, (*cards, "TICKET")


def _trips(view: View) -> dict[str, Json]:
    return {
        end: [
            {
                "by": route.by,
                "path": list(route.path),
                "fare": max(0, route.fare - TICKET * ("TICKET" in cards)),
                "attach": list(cards),
            }
            for route, cards in ways
        ]
        for end, ways in routes(view).items()
    }


# --- everything by phase -------------------------------------------------------------------------


def offers(view: View) -> dict[str, Json]:
    """By the name of what may be done; {} for spectators and for who has nothing to do. Docs:
    docs/rules/rang_ro_viet_nam.md, "At the table"."""
    if view.seat is None or view.seat not in view.to_act:
        return {}
    if view.phase == "EXPLAIN":
        return {"next": True}
    if view.phase == ACTION and view.active != view.seat:
        return {"cards": _cards(view), "pass": True}
    made: dict[str, Callable[[View], dict[str, Json]]] = {
        SETUP: _setup,
        ACTION: _action,
        REACT: _react,
        COUNTER: _react,
        QUESTION: _question,
        BENEFIT: _benefit,
        BOOK_REPLY: _book_reply,
        CHOOSE_ANSWERER: _choose_answerer,
    }
    return made[view.phase](view)


def _setup(view: View) -> dict[str, Json]:
    rolled = view.rolled[view.seat or 0]
    return {"place": list(view.world.starts(rolled))} if rolled else {"roll_setup": True}


def _action(view: View) -> dict[str, Json]:
    least = view.options.challenge_min
    rich = view.mine.coins >= least
    found: dict[str, Json] = {
        "trips": _trips(view),
        "earn": {"least": LOWEST_BET, "most": HIGHEST_BET, "attach": _holds(view, "HARVEST")},
        "challenge": [p for p in others(view) if rich and view.players[p].coins >= least],
        "buy_card": CARD_PRICE if _can_buy(view) else None,
        "cards": _cards(view),
        **_book(view),
    }
    if view.mine.benefit == AGAIN and flagged(view):
        found["benefit"] = flagged(view)
    return found


def _holds(view: View, code: str) -> list[str]:
    return [code] if code in view.hand else []


def _can_buy(view: View) -> bool:
    room = len(view.hand) < view.options.hand_limit
    return room and bool(view.deck or view.discard) and can_pay(view, CARD_PRICE)


def _book(view: View) -> dict[str, Json]:
    holder = view.book
    if holder is None:
        return {"book": BOOK_PRICE if can_pay(view, BOOK_PRICE) else None}
    if holder == view.seat:
        return {}
    buys = not view.refused and can_pay(view, BOOK_SALE)
    claims = can_pay(view, 2 * BOOK_CLAIM)
    return {
        "book_buy": BOOK_SALE if buys else None,
        "book_claim": 2 * BOOK_CLAIM if claims else None,
    }


def _book_reply(view: View) -> dict[str, Json]:
    return {"book_reply": {"price": BOOK_SALE, "buyer": view.active}}


def _choose_answerer(view: View) -> dict[str, Json]:
    duel = view.duel or {}
    return {"choose_answerer": [duel["challenger"], duel["target"]]}


def _react(view: View) -> dict[str, Json]:
    return {"cards": _cards(view), "pass": True}


def _question(view: View) -> dict[str, Json]:
    asked = view.question
    letters = [one for one in LETTERS if asked is None or one != asked.removed]
    return {"answer": letters, "cards": _cards(view)}


def flagged(view: View) -> list[dict[str, Json]]:
    """Whose flags the special benefit may name, and which of them may be converted."""
    mine = set(view.mine.flags)
    return [
        {
            "target": seat,
            "provinces": list(view.players[seat].flags),
            "take": min(perk.CONFISCATED, len(view.players[seat].flags)),
            "convert": [one for one in view.players[seat].flags if one not in mine],
        }
        for seat in others(view)
        if view.players[seat].flags
    ]


def _benefit(view: View) -> dict[str, Json]:
    return {"benefit": flagged(view), "decline": True}


# --- cards ---------------------------------------------------------------------------------------


def _cards(view: View) -> dict[str, Json]:
    """By the code of a card in the hand that may be played now: what it asks to be named."""
    found: dict[str, Json] = {}
    for code in dict.fromkeys(view.hand):
        wants = _wants(view, code)
        if wants is not None:
            found[code] = wants
    return found


def _wants(view: View, code: str) -> dict[str, Json] | None:
    """What playing a card needs, {} for nothing, None where it cannot be played."""
    timing = KINDS[code].timing
    if timing == ANYTIME and view.phase in (ACTION, REACT):
        return _anytime(view, code)
    if timing == OWN_ACTION and is_main(view):
        near = view.world.board.near[view.mine.pos or ""]
        return {"to": list(near)} if TRANSFER not in view.blocked else None
    if view.phase == REACT and view.window and timing == view.window["kind"]:
        return _reveal(view, code) if timing == W_REVEAL else {}
    if view.phase == COUNTER and code == "SHIELD":
        return {}
    if view.phase == QUESTION:
        return _while_asked(view, code)
    return None


def _anytime(view: View, code: str) -> dict[str, Json] | None:
    if code == "SHARE":
        richer = any(view.players[p].coins > view.mine.coins for p in others(view))
        return {} if richer else None
    if code == "TREASURE_HUNTER":
        return None if view.book == view.seat else {}
    return {}


def _while_asked(view: View, code: str) -> dict[str, Json] | None:
    asked = view.question
    if asked is None or view.seat not in asked.answering or view.seat in asked.locked:
        return None
    if code == "FIFTY":
        return {} if asked.removed is None else None
    if code == "ASK_FRIEND" and view.duel is None and view.seat not in asked.copies.values():
        friends = set(asked.answering) - {view.seat} - set(asked.copies)
        return {"friend": sorted(friends)} if friends else None
    return None


def _reveal(view: View, code: str) -> dict[str, Json] | None:
    asked, trip = view.question, view.trip
    right = bool(asked and asked.marks and asked.marks.get(view.seat or 0))
    main = view.active == view.seat
    if code == "SECOND_CHANCE" and not right:
        return {"a": [one for one in LETTERS if asked is None or one != asked.answer]}
    if code == "UMBRELLA" and not right and not main and trip is not None:
        return {} if view.round > view.options.grace_rounds else None
    if code == "INSURANCE" and not right and main and trip is not None:
        return {} if trip["fare"] else None
    if code == "TRAIL" and right and main and trip is not None and trip["by"] == "car":
        open_ = [one for one in trip["path"][:-1] if one not in view.mine.flags]
        return {"province": open_} if open_ else None
    return None


# --- as moves ------------------------------------------------------------------------------------


def listed(view: View) -> list[Move] | None:
    """Every legal move of the reader in a steady order; None in the own ACTION, where the drives
    are too many to list."""
    may = offers(view)
    if is_main(view):
        return None
    found: list[Move] = []
    if "next" in may:
        found.append(Move("next"))
    if "roll_setup" in may:
        found.append(Move("roll_setup"))
    found += [Move("place", province=one) for one in may.get("place", ())]
    if "pass" in may:
        found += [Move("pass"), Move("pass", rest=True)] if view.phase == REACT else [Move("pass")]
    for letter in (None, *may["answer"]) if "answer" in may else ():
        found += [Move("answer", a=letter, lock=lock) for lock in (True, False)]
    found += [Move("choose_answerer", who=one) for one in may.get("choose_answerer", ())]
    if "book_reply" in may:
        found += [Move("book_reply", accept=True), Move("book_reply", accept=False)]
    if "decline" in may:
        found.append(Move("benefit", kind=perk.DECLINE))
    for one in may.get("benefit", ()):
        found += list(claims(one))
    for code, wants in may.get("cards", {}).items():
        found += list(plays(code, wants))
    return found


def claims(one: dict[str, Json]) -> Iterator[Move]:
    for named in combinations(one["provinces"], one["take"]):
        yield Move("benefit", kind=perk.CONFISCATE, target=one["target"], provinces=named)
    for province in one["convert"]:
        yield Move("benefit", kind=perk.CONVERT, target=one["target"], provinces=(province,))


def plays(code: str, wants: dict[str, Json]) -> Iterator[Move]:
    if not wants:
        yield Move("card", k=code)
    for name, values in wants.items():
        for value in values:
            yield Move("card", k=code, **{name: value})
