"""How everybody at the table stands: coins, badge, quest, cards; public all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import names
from .core.view import Seat, View
from .words import Words, coins

#: Values of the tokens that coins are shown as (S3).
TOKENS = (10, 5, 2, 1)


@dataclass(frozen=True)
class Sitter:
    """Who plays a seat: what they are called beside it, and what else is to be said of them."""

    name: str
    bot: bool = False
    me: bool = False
    away: bool = False
    note: str = ""


def tokens(n: int) -> list[int]:
    """The fewest tokens for so many coins; twenty as 10 5 2 2 1 would need one more, so that the
    first payment can be made without changing money.

    >>> tokens(20), tokens(17), tokens(0)
    ([10, 5, 2, 2, 1], [10, 5, 2], [])
    """
    if n == 20:
        return [10, 5, 2, 2, 1]
    found = []
    for value in TOKENS:
        found += [value] * (n // value)
        n %= value
    return found


def slots(view: View, seat: int) -> list[dict[str, Any]]:
    """The places of a quest in their order: a province by its name, a whole region by its own."""
    player = view.players[seat]
    people = view.world.peoples.get(player.people)
    if people is None:
        return []
    found = []
    for at, slot in enumerate(people.quests.get(view.size, ())):
        region = view.world.region[min(slot)]
        whole = slot == frozenset(view.world.by_region[region])
        done = at < len(player.slots) and player.slots[at]
        where = sorted((one for one in player.flags if one in slot), key=names.province)
        name = (
            names.region(region)
            if whole
            else _(" or ").join(names.province(one) for one in sorted(slot))
        )
        found.append(
            {
                "home": not whole and at == 0,
                "area": names.area(region),
                "name": name,
                "done": done,
                "where": names.province(where[0]) if where else "",
                "label": _("%(place)s: done") % {"place": name}
                if done
                else _("%(place)s: still to do") % {"place": name},
            }
        )
    return found


def lines(view: View, sitters: Mapping[int, Sitter], words: Words) -> list[dict[str, Any]]:
    """Every seat in the order of turns, from the reader's own where there is one."""
    ring = list(view.ring)
    start = ring.index(view.seat) if view.seat in ring else 0
    return [_line(view, seat, sitters, words) for seat in ring[start:] + ring[:start]]


def _line(view: View, seat: int, sitters: Mapping[int, Sitter], words: Words) -> dict[str, Any]:
    player: Seat = view.players[seat]
    quest = slots(view, seat)
    cap = view.options.most_badges
    return {
        "seat": seat,
        "sign": seat + 1,
        "sitter": sitters.get(seat, Sitter(words.name(seat))),
        "people": names.people(player.people),
        "people_url": names.people_address(player.people),
        "player": player,
        "coins": coins(player.coins),
        "tokens": tokens(player.coins),
        "quest": quest,
        "done": sum(slot["done"] for slot in quest),
        "stars": list(range(player.badges)),
        "cap": cap,
        "turn": view.active == seat and view.phase != "OVER",
        "acts": seat in view.to_act and waited_for(view, seat),
        "book": view.book == seat,
        "where": names.province(player.pos) if player.pos else "",
        "cards": ngettext("%(n)s function card", "%(n)s function cards", player.cards)
        % {"n": player.cards},
        "progress": _("%(done)s of %(wanted)s conditions")
        % {"done": player.completed, "wanted": player.wanted},
        "goal": own_goal(view, quest, player) if seat == view.seat else "",
    }


def waited_for(view: View, seat: int) -> bool:
    """Whether the table waits for a seat, and not only lets it play a card by the way."""
    if view.phase == "ACTION":
        return seat == view.active
    if view.phase == "QUESTION":
        return view.question is not None and seat in view.question.answering
    return True


def own_goal(view: View, quest: Sequence[Mapping[str, Any]], player: Seat) -> str:
    """What the reader still needs, in a sentence."""
    way = view.options.conditions
    open_ = [str(slot["name"]) for slot in quest if not slot["done"]]
    wanted = []
    if way == 1:
        if open_:
            wanted.append(_("flags in %(places)s") % {"places": ", ".join(open_)})
        if not player.badges:
            wanted.append(_("a Gold Star badge from a challenge"))
        if not player.at_home:
            wanted.append(_("to stand at home"))
    else:
        left = 2 - sum(slot["done"] for slot in quest)
        if left > 0:
            wanted.append(
                ngettext("one more place of the quest", "%(n)s more places of the quest", left)
                % {"n": left}
            )
        badges = view.options.most_badges - player.badges
        if badges > 0:
            wanted.append(ngettext("%(n)s more badge", "%(n)s more badges", badges) % {"n": badges})
    if not wanted:
        return _("You have all you need.")
    return _("Still needed: %(things)s.") % {"things": "; ".join(wanted)}
