"""Who sits where and how they stand, as a page draws it: one card a seat, clockwise from the left
of the reader. Made from a view, so that nothing is in a card that its reader may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import board, words
from .texts import CHARACTERS
from .values import Player, Role, Seat, View
from .words import EVERY_ROLE, Words, role


@dataclass(frozen=True)
class Sitter:
    """Who plays a seat: what they are called beside it, and what else is to be said of them."""

    name: str
    bot: bool = False
    me: bool = False
    away: bool = False
    note: str = ""


@dataclass(frozen=True)
class Card:
    """One seat. `spot` is its place in the ring, counted clockwise from the reader's left; the
    reader's own is 0. `where` says how far it is, "" for who watches or is out."""

    seat: Seat
    spot: int
    sitter: Sitter
    player: Player
    power: str
    where: str
    turn: bool
    asked: bool

    @property
    def sign(self) -> int:
        return self.seat + 1

    @property
    def character(self) -> str:
        return str(CHARACTERS[self.player.character].name)

    @property
    def role(self) -> str:
        """The role in a word, "" while the reader may not know it."""
        return role(self.player.role) if self.player.role else ""

    @property
    def role_sign(self) -> SafeString:
        return board.role_sign(self.player.role)

    @property
    def role_code(self) -> str:
        return self.player.role or "hidden"

    @property
    def pips(self) -> list[bool]:
        """One for each point of the limit, whether it is still there."""
        return [n < self.player.life for n in range(self.player.limit)]

    @property
    def low(self) -> bool:
        return self.player.alive and self.player.life <= 2

    @property
    def label(self) -> str:
        """The seat as a screen reader says it."""
        player = self.player
        said = [self.where, self.sitter.name, self.character]
        if player.alive:
            said.append(
                _("%(life)s of %(limit)s life") % {"life": player.life, "limit": player.limit}
            )
            said.append(words.arrows(player.arrows))
        else:
            said.append(_("out"))
        said.append(role(player.role))
        if self.asked:
            said.append(_("to decide"))
        return ", ".join(filter(None, said))


def distance(view: View, seat: Seat) -> str:
    """How far a seat is from the reader's among the living, in words; "" where it means nothing."""
    living = [one for one in view.order if view.players[one].alive]
    if view.seat is None or view.seat == seat or view.seat not in living or seat not in living:
        return ""
    steps = (living.index(seat) - living.index(view.seat)) % len(living)
    back = len(living) - steps
    if steps == back:
        return _("%(n)s either way") % {"n": steps}
    return _("left %(n)s") % {"n": steps} if steps < back else _("right %(n)s") % {"n": back}


def cards(view: View, sitters: Mapping[Seat, Sitter], said: Words) -> list[Card]:
    """Every seat, clockwise: from the reader's own where there is one (spot 0), else from the first
    of the order (spot 1)."""
    order = list(view.order)
    start = order.index(view.seat) if view.seat is not None else 0
    turned = order[start:] + order[:start]
    first = 0 if view.seat is not None else 1
    return [
        Card(
            seat=seat,
            spot=spot,
            sitter=sitters[seat],
            player=view.players[seat],
            power=said.power(view.players[seat].character),
            where=distance(view, seat),
            turn=view.turn == seat and view.phase != "over",
            asked=view.asked == seat,
        )
        for spot, seat in enumerate(turned, first)
    ]


def face_down(view: View) -> Mapping[Role, int]:
    """How many of each role lie face down for everybody. The reader's own is among them as long as
    nobody else may see it: so every page shows the same, and who looks over a shoulder learns
    nothing."""
    own = None if view.seat is None else view.players[view.seat]
    if own is None or own.role is None or is_open(view, own):
        return view.hidden
    return {**view.hidden, own.role: view.hidden.get(own.role, 0) + 1}


def is_open(view: View, player: Player) -> bool:
    """Whether everybody may know a player's role."""
    everything = view.phase == "over" or len(view.players) == 3
    return everything or player.role == "sheriff" or not player.alive


def composition(view: View) -> list[dict[str, Any]]:
    """The roles that lie face down, with how many of each there are."""
    hidden = face_down(view)
    return [
        {
            "role": name,
            "sign": board.role_sign(name),
            "name": words.so_many(name, hidden[name]),
            "n": hidden[name],
        }
        for name in EVERY_ROLE
        if hidden.get(name)
    ]


def unknown(view: View) -> str:
    """The same as a sentence; "" when every role lies open."""
    parts = [f"{entry['n']} {entry['name']}" for entry in composition(view)]
    return _("Face down: %(roles)s") % {"roles": ", ".join(parts)} if parts else ""


def seats_said(cards: Sequence[Card]) -> str:
    """How many are alive, for the heading of the ring."""
    alive = sum(card.player.alive for card in cards)
    return ngettext("%(n)s alive", "%(n)s alive", alive) % {"n": alive}
