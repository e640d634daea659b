"""What a seat is asked now, as a form shows it: a heading, a line of help, and what to choose from.
Everything is offered by plain fields; the script only makes choosing on the seats possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..faces import Refused
from ..game import Json
from . import board, words
from .ring import Card
from .values import BLAST, DICE, Seat, View
from .words import Words

#: Dynamites that show before the next one ends the throwing.
NEARLY = BLAST - 1


def asked(
    view: View, cards: Iterable[Card], said: Words, kept: frozenset[int] = frozenset()
) -> dict[str, Any]:
    """The decision that the reader's seat has to make. `kept` are dice set aside before."""
    by_seat = {card.seat: card for card in cards}
    make = {
        "start": _sid,
        "roll": _roll,
        "shots": _shots,
        "beers": _beers,
        "gatling": _kit,
        "bart": _bart,
        "pedro": _pedro,
    }[view.phase]
    return {"kind": view.phase, "note": "", **make(view, by_seat, said, kept)}


def _choice(card: Card, note: str = "", *, checked: bool = False) -> dict[str, Any]:
    life = _("%(life)s of %(limit)s life") % {"life": card.player.life, "limit": card.player.limit}
    return {
        "seat": card.seat,
        "sign": card.sign,
        "name": card.sitter.name,
        "note": note or ", ".join(filter(None, [card.where, life])),
        "checked": checked,
    }


def _sid(view: View, cards: Mapping[Seat, Card], said: Words, _kept: Any) -> dict[str, Any]:
    return {
        "title": _("Give somebody a life?"),
        "help": _("Tap a seat, your own as well, or give nothing."),
        "choices": [_choice(cards[seat]) for seat in view.living],
    }


def _roll(
    view: View, cards: Mapping[Seat, Card], said: Words, kept: frozenset[int]
) -> dict[str, Any]:
    if not view.rolls_used or view.dice is None:
        return {
            "title": _("Your turn: roll the dice"),
            "help": ngettext(
                "You may roll up to %(n)s time and keep what you like.",
                "You may roll up to %(n)s times and keep what you like.",
                view.rolls,
            )
            % {"n": view.rolls},
            "first": True,
        }
    free = [die for die in range(DICE) if die not in view.locked]
    again = [die for die in free if die not in kept]
    left = view.rolls - view.rolls_used
    dynamites = view.dice.count("dynamite")
    return {
        "title": _("Which dice do you keep?"),
        "help": ngettext("You may roll %(n)s more time.", "You may roll %(n)s more times.", left)
        % {"n": left},
        "first": False,
        "again": len(again),
        "pile": view.pile,
        "warn_dynamite": dynamites == NEARLY,
        "warn_arrows": view.pile <= len(again),
        "free": len(free),
    }


def _shots(view: View, cards: Mapping[Seat, Card], said: Words, _kept: Any) -> dict[str, Any]:
    assert view.dice is not None  # noqa: S101  shots come from dice
    shots = []
    for die, seats in view.targets:
        face = view.dice[die]
        shots.append(
            {
                "die": die,
                "number": die + 1,
                "field": f"shot{die}",
                "name": said.face(face),
                "symbol": board.die(board.shape(face, family=said.family)),
                "choices": [_choice(cards[seat], checked=len(seats) == 1) for seat in seats],
            }
        )
    found: dict[str, Any] = {
        "title": _("Whom do you shoot?"),
        "help": _("Tap a marked seat, or choose here. Several shots may go to the same seat."),
        "dice": shots,
        "ask": _("%(face)s: at whom?"),
    }
    if view.may_double and view.beers:
        found["slab"] = {"beer": view.beers[0], "drink": said.face("beer").lower()}
    return found


def _beers(view: View, cards: Mapping[Seat, Card], said: Words, _kept: Any) -> dict[str, Any]:
    me = view.players[view.turn]
    # One's own wounds first: what the clock would do as well, so it tells nothing.
    wounds = me.limit - me.life
    beers = []
    for n, die in enumerate(view.beers):
        beers.append(
            {
                "die": die,
                "number": die + 1,
                "field": f"beer{die}",
                "name": said.face("beer"),
                "symbol": board.die(board.shape("beer", family=said.family)),
                "choices": [
                    _choice(cards[seat], checked=seat == view.turn and n < wounds)
                    for seat in view.living
                ],
            }
        )
    return {
        "title": _("Who gets the %(drink)s?") % {"drink": said.face("beer").lower()},
        "help": _("Tap a seat, your own as well. Nobody goes above their limit."),
        "dice": beers,
        "ask": _("%(face)s: for whom?"),
    }


def _kit(view: View, cards: Mapping[Seat, Card], said: Words, _kept: Any) -> dict[str, Any]:
    holders = [
        {
            **_choice(cards[seat], words.arrows(view.players[seat].arrows)),
            "field": f"kit{seat}",
            "counts": range(min(view.most, view.players[seat].arrows) + 1),
        }
        for seat in view.order
        if view.players[seat].arrows and not (view.fires and seat == view.turn)
    ]
    return {
        "title": _("Take off whose arrows?"),
        "help": ngettext(
            "Your Gatling dice take %(n)s arrow off, wherever you like.",
            "Your Gatling dice take up to %(n)s arrows off, wherever you like.",
            view.most,
        )
        % {"n": view.most},
        "holders": holders,
        "most": view.most,
    }


def _hits(view: View, said: Words) -> tuple[int, str]:
    assert view.group is not None  # noqa: S101  a reaction answers hits
    return view.group.queue[0].points, said.name(view.turn)


def _bart(view: View, cards: Mapping[Seat, Card], said: Words, _kept: Any) -> dict[str, Any]:
    points, by = _hits(view, said)
    return {
        "title": _("Arrows instead of life?"),
        "help": _("%(name)s has hit you for %(lives)s. %(pile)s arrows lie in the pile.")
        % {"name": by, "lives": words.lives(points), "pile": view.pile},
        "options": [
            {
                "n": n,
                "words": _("%(arrows)s, lose %(lives)s")
                % {"arrows": words.arrows(n), "lives": words.lives(points - n)},
            }
            for n in range(view.most, -1, -1)
        ],
    }


def _pedro(view: View, cards: Mapping[Seat, Card], said: Words, _kept: Any) -> dict[str, Any]:
    points, _by = _hits(view, said)
    return {
        "title": _("Put arrows back?"),
        "help": _("You have lost %(lives)s and may put back as many arrows.")
        % {"lives": words.lives(points)},
        "options": [
            {"n": n, "words": _("Put back %(arrows)s") % {"arrows": words.arrows(n)}}
            for n in range(view.most, -1, -1)
        ],
    }


def waiting(view: View, said: Words) -> str:
    """What the table waits for, for everybody else."""
    name = {"name": said.name(view.asked)}
    match view.phase:
        case "start":
            return _("%(name)s may give somebody a life") % name
        case "roll" if not view.rolls_used:
            return _("%(name)s is about to roll") % name
        case "roll":
            return _("%(name)s chooses which dice to keep") % name
        case "shots":
            return _("%(name)s takes aim") % name
        case "beers":
            return _("%(name)s hands out drinks") % name
        case "gatling":
            return _("%(name)s may take arrows off") % name
        case _:
            return _("%(name)s has been hit and may react") % name


# --- the answer -----------------------------------------------------------------------------------


def move(given: Mapping[str, str]) -> Json:
    """The move that a form means. Raises Refused where it means none."""
    what = given.get("do", "")
    if what in ("roll", "stop"):
        return {"type": what}
    if what == "reroll":
        return {"type": what, "dice": [die for die in range(DICE) if not given.get(f"keep{die}")]}
    if what == "sid_heal":
        target = given.get("target", "")
        if not target and not given.get("skip"):
            raise Refused(_("Choose somebody first, or give nothing."))
        return {"type": what, "target": None if given.get("skip") else _number(target)}
    if what == "shots":
        made: dict[str, Json] = {
            "type": what,
            "targets": [[die, seat] for die, seat in _numbers(given, "shot", DICE)],
        }
        if given.get("slab"):
            made["slab"] = {
                "beer": _number(given.get("slab_beer", "")),
                "shot": _number(given["slab"]),
            }
        return made
    if what == "beers":
        return {"type": what, "targets": [seat for _die, seat in _numbers(given, "beer", DICE)]}
    if what == "gatling":
        return {
            "type": what,
            "kit": [seat for seat, n in _numbers(given, "kit", 8) for _arrow in range(min(n, 9))],
        }
    if what in ("bart", "pedro"):
        return {"type": what, "arrows": _number(given.get("arrows", ""))}
    raise Refused(_("Choose what you want to do first."))


def _number(raw: str) -> int:
    if not (raw.isascii() and raw.isdigit() and len(raw) < 3):
        raise Refused(_("That could not be read. Choose once more."))
    return int(raw)


def _numbers(given: Mapping[str, str], name: str, most: int) -> list[tuple[int, int]]:
    """The fields `name0`, `name1` … that were filled in, with their numbers."""
    return [(n, _number(raw)) for n in range(most) if (raw := given.get(f"{name}{n}", ""))]
