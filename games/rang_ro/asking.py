"""What a reader is asked, and the move that a form means.

A form's button says what is done (`do`), fields beside it say with what. A trip is one value that
names vehicle, provinces and cards: ``car:lam-dong+khanh-hoa:``, ``boat:hai-phong:TICKET``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..faces import Refused
from ..game import Json
from . import compact, names
from .core.cards import ANYTIME, KINDS, OWN_ACTION
from .core.offers import offers
from .core.travel import VEHICLES
from .core.view import View
from .texts import Text
from .words import VEHICLES as VEHICLE_NAMES
from .words import Words, coins

#: Expected coins of a bet are best here (section E).
BEST_BET = 7
#: The fields a card asks for, by the name they have in a move.
_CARD_FIELDS = ("to", "friend", "a", "province")


# --- a form as a move ----------------------------------------------------------------------------


def _int(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else None


def _number(given: Mapping[str, str], name: str, asked: Text) -> int:
    found = _int(given.get(name, ""))
    if found is None:
        raise Refused(str(asked))
    return found


def _go(given: Mapping[str, str], _rest: str) -> Json:
    by, _colon, more = given.get("trip", "").partition(":")
    path, _colon, cards = more.partition(":")
    stops = [one for one in path.split("+") if one]
    if by not in VEHICLES or not stops:
        raise Refused(_("Choose where to go first."))
    attach = [one for one in cards.split("+") if one]
    if given.get("ticket") and "TICKET" not in attach:
        attach.append("TICKET")
    if by == "car":
        return {"t": "move", "by": by, "path": stops, "attach": attach}
    onward = stops[1] if len(stops) > 1 else None
    return {"t": "move", "by": by, "to": stops[0], "onward": onward, "attach": attach}


def _earn(given: Mapping[str, str], _rest: str) -> Json:
    x = _number(given, "x", gettext_lazy("Choose a number from 2 to 12."))
    attach = ["HARVEST"] if given.get("harvest") else []
    return {"t": "earn", "x": x, "attach": attach}


def _challenge(given: Mapping[str, str], _rest: str) -> Json:
    target = _number(given, "target", gettext_lazy("Choose whom to challenge."))
    return {"t": "challenge", "target": target}


def _card(given: Mapping[str, str], code: str) -> Json:
    move: dict[str, Json] = {"t": "card", "k": code}
    for name in _CARD_FIELDS:
        value = given.get(f"{code}-{name}")
        if value:
            move[name] = _int(value) if name == "friend" else value
    return move


def _chosen(given: Mapping[str, str], _rest: str) -> Json:
    """Enter in a form of several actions: the one whose sign is pressed."""
    do = {"move": _go, "earn": _earn, "duel": _challenge}.get(given.get("act", ""))
    if do is None:
        raise Refused(_("Choose what you want to do."))
    return do(given, "")


def _place(given: Mapping[str, str], _rest: str) -> Json:
    if not given.get("province"):
        raise Refused(_("Choose a province first."))
    return {"t": "place", "province": given["province"]}


def _take(given: Mapping[str, str], seat: str) -> Json:
    prefix = f"take-{seat}-"
    chosen = sorted(name.removeprefix(prefix) for name in given if name.startswith(prefix))
    return {"t": "benefit", "kind": "confiscate", "target": _int(seat), "provinces": chosen}


def _convert(given: Mapping[str, str], _rest: str) -> Json:
    seat, _colon, province = given.get("convert", "").partition(":")
    if not province:
        raise Refused(_("Choose a flag first."))
    return {"t": "benefit", "kind": "convert", "target": _int(seat), "provinces": [province]}


def _answer(given: Mapping[str, str], letter: str) -> Json:
    return {"t": "answer", "a": letter, "lock": False}


def _lock(given: Mapping[str, str], letter: str) -> Json:
    return {"t": "answer", "a": letter, "lock": True}


def _just(**move: Json) -> Callable[[Mapping[str, str], str], Json]:
    return lambda given, rest: dict(move)


_MOVES: Mapping[str, Callable[[Mapping[str, str], str], Json]] = {
    "chosen": _chosen,
    "roll": _just(t="roll_setup"),
    "place": _place,
    "go": _go,
    "earn": _earn,
    "challenge": _challenge,
    "buy": _just(t="buy_card"),
    "book": _just(t="book"),
    "book_buy": _just(t="book_buy"),
    "book_claim": _just(t="book_claim"),
    "accept": _just(t="book_reply", accept=True),
    "refuse": _just(t="book_reply", accept=False),
    "card": _card,
    "pass": _just(t="pass"),
    "rest": _just(t="pass", rest=True),
    "answer": _answer,
    "lock": _lock,
    "who": lambda given, seat: {"t": "choose_answerer", "who": _int(seat)},
    "take": _take,
    "convert": _convert,
    "decline": _just(t="benefit", kind="decline"),
    "next": _just(t="next"),
}


def move(given: Mapping[str, str]) -> Json:
    """The move of a form. Raises Refused where something is still to be chosen."""
    do, _colon, rest = given.get("do", "").partition(":")
    make = _MOVES.get(do)
    if make is None:
        raise Refused(_("Choose what you want to do."))
    return make(given, rest[:40])


# --- what is offered -----------------------------------------------------------------------------


def trip_value(way: Mapping[str, Any]) -> str:
    return f"{way['by']}:{'+'.join(way['path'])}:{'+'.join(way['attach'])}"


def targets(may: Mapping[str, Any]) -> list[str]:
    """The provinces that may be chosen on the map."""
    return list(may["place"]) if "place" in may else list(may.get("trips", {}))


def prices(may: Mapping[str, Any]) -> dict[str, str]:
    """What the pill of a province says: the least fare there."""
    return {
        slug: str(min(way["fare"] for way in ways)) for slug, ways in may.get("trips", {}).items()
    }


def trips(view: View, may: Mapping[str, Any], words: Words) -> list[dict[str, Any]]:
    """The ways to travel: by vehicle whether one goes at all, why not, and where it goes."""
    at = view.mine.pos or ""
    ways: dict[str, list[dict[str, Any]]] = {by: [] for by in VEHICLE_NAMES}
    for slug, offered in may.get("trips", {}).items():
        for way in offered:
            through = list(way["path"][:-1])
            ways[way["by"]].append(
                {
                    "value": trip_value(way),
                    "path": way["path"],
                    "attach": "+".join(way["attach"]),
                    "to": slug,
                    "name": names.province(slug),
                    "via": ", ".join(
                        map(names.province, through[-1:] if way["by"] != "car" else ())
                    ),
                    "fare": way["fare"],
                    "coins": coins(way["fare"]),
                    "cards": ", ".join(map(words.card, way["attach"])),
                }
            )
    found = []
    for by, options in ways.items():
        options.sort(key=lambda one: (one["fare"], one["name"]))
        stops = by == "car" or at in view.world.board.hubs[by]
        why = ""
        if not options:
            why = (
                _("stopped this turn")
                if by in view.blocked
                else _("too dear")
                if stops
                else str(_NO_HUB[by])
            )
        found.append(
            {
                "by": by,
                "name": VEHICLE_NAMES[by],
                "price": _PRICES[by],
                "why": why,
                "options": options,
                "short": compact.trips(options),
            }
        )
    return found


_NO_HUB: Mapping[str, Text] = {
    "train": gettext_lazy("no station"),
    "boat": gettext_lazy("no port"),
    "plane": gettext_lazy("no airport"),
}
_PRICES: Mapping[str, Text] = {
    "car": gettext_lazy("2 each"),
    "train": gettext_lazy("4 coins"),
    "boat": gettext_lazy("6 coins"),
    "plane": gettext_lazy("8 coins"),
}


def cards(view: View, may: Mapping[str, Any], words: Words) -> list[dict[str, Any]]:
    """The reader's hand: each card with what it does, whether it may be played now, and what it
    asks to be named."""
    playable = may.get("cards", {})
    found = []
    for place, code in enumerate(view.hand):
        wants = playable.get(code)
        timing = KINDS[code].timing
        found.append(
            {
                "place": place,
                "code": code,
                "name": words.card(code),
                "text": words.card_text(code),
                "now": wants is not None and code not in view.hand[:place],
                "attached": timing.startswith("attach"),
                "any": timing in (ANYTIME, OWN_ACTION),
                "fields": [
                    _wanted(code, name, values, words) for name, values in (wants or {}).items()
                ],
            }
        )
    return found


def _wanted(code: str, name: str, values: Sequence[Any], words: Words) -> dict[str, Any]:
    by_name: Mapping[str, Callable[[Any], str]] = {"friend": words.name, "a": str}
    said = by_name.get(name, names.province)
    labels = {
        "to": _("Where to"),
        "friend": _("Whom do you ask?"),
        "a": _("Another answer"),
        "province": _("Where"),
    }
    return {
        "name": f"{code}-{name}",
        "label": labels[name],
        "options": [{"value": value, "text": said(value)} for value in values],
        "places": "" if name in by_name else compact.letters(values),
    }


def bets() -> list[dict[str, Any]]:
    """The numbers to bet on, each with how often two dice reach it."""
    return [
        {
            "x": x,
            "best": x == BEST_BET,
            "beats": sum(_ROLLS[r] for r in range(x + 1, 13)),
            "hits": _ROLLS[x],
        }
        for x in range(2, 13)
    ]


#: In how many of 36 rolls two dice show a sum.
_ROLLS = {r: 6 - abs(7 - r) for r in range(2, 13)}


def flags(may: Mapping[str, Any], words: Words) -> list[dict[str, Any]]:
    """Whose flags the special benefit may name."""
    return [
        {
            "seat": one["target"],
            "sign": one["target"] + 1,
            "name": words.name(one["target"]),
            "take": one["take"],
            "provinces": [
                {"slug": slug, "name": names.province(slug)} for slug in one["provinces"]
            ],
            "convert": [
                {"value": f"{one['target']}:{slug}", "name": names.province(slug)}
                for slug in one["convert"]
            ],
        }
        for one in may.get("benefit", ())
    ]


def kind(view: View, may: Mapping[str, Any]) -> str:
    """What sort of decision it is, "" for who only may do something by the way."""
    if not may or view.seat is None:
        return ""
    if view.phase == "ACTION":
        return "action" if view.active == view.seat else ""
    if view.phase == "SETUP":
        return "place" if "place" in may else "roll"
    return view.phase.lower()


def read(view: View) -> dict[str, Any]:
    return offers(view)


# --- what is waited for --------------------------------------------------------------------------


def waiting(view: View, words: Words) -> str:
    """What the table waits for, in a sentence."""
    main = words.name(view.active)
    match view.phase:
        case "SETUP":
            return _("%(name)s rolls for a place to start.") % {"name": main}
        case "ACTION":
            return _("%(name)s chooses an action.") % {"name": main}
        case "REACT":
            return _("A moment for function cards.")
        case "COUNTER":
            counter = view.counter or {}
            return _("%(name)s may put up a shield.") % {"name": words.name(counter.get("target"))}
        case "QUESTION":
            return (
                _("Everybody answers.")
                if view.duel is None
                else _("%(name)s answers.")
                % {"name": words.name((view.duel or {}).get("answerer"))}
            )
        case "BENEFIT":
            return _("%(name)s is home and may claim flags.") % {"name": main}
        case "BOOK_REPLY":
            return _("%(name)s decides about the Treasure Book.") % {"name": words.name(view.book)}
        case "CHOOSE_ANSWERER":
            chooser = (view.duel or {}).get("chooser")
            return _("%(name)s chooses who answers.") % {"name": words.name(chooser)}
        case "EXPLAIN":
            return _("Everybody reads why.")
    return ""
