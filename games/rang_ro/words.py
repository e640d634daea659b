"""What happens at a table of Rạng Rỡ Việt Nam, in sentences.

Everything is said of seats by name, so that one sentence serves every reader. What a trip costs is
said with the trip, so that the coins of a fare need no sentence of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from ..game import Event, Json
from . import names
from .texts import ENDINGS, Text

#: What a seat is called after its sign.
SIGNS: Sequence[Text] = (
    pgettext_lazy("sign of a seat", "Sun"),
    pgettext_lazy("sign of a seat", "Moon"),
    pgettext_lazy("sign of a seat", "Leaf"),
    pgettext_lazy("sign of a seat", "Rain"),
    pgettext_lazy("sign of a seat", "Mountain"),
    pgettext_lazy("sign of a seat", "Wave"),
)
VEHICLES: Mapping[str, Text] = {
    "car": gettext_lazy("Car"),
    "train": gettext_lazy("Train"),
    "boat": gettext_lazy("Boat"),
    "plane": gettext_lazy("Plane"),
}
_TRAVELS: Mapping[str, Text] = {
    "car": gettext_lazy("%(name)s drives from %(start)s to %(end)s (%(fare)s)."),
    "train": gettext_lazy("%(name)s takes the train from %(start)s to %(end)s (%(fare)s)."),
    "boat": gettext_lazy("%(name)s sails from %(start)s to %(end)s (%(fare)s)."),
    "plane": gettext_lazy("%(name)s flies from %(start)s to %(end)s (%(fare)s)."),
    "transfer": gettext_lazy("%(name)s rides from %(start)s to %(end)s for nothing."),
}


def coins(n: int) -> str:
    return ngettext("%(n)s coin", "%(n)s coins", n) % {"n": n}


@dataclass(frozen=True)
class Words:
    """Names of the seats and of the function cards, to say what happened at one table."""

    seats: Mapping[int, str]
    cards: Mapping[str, Mapping[str, Json]]

    def name(self, seat: int | None) -> str:
        if seat is None:
            return _("the bank")
        return self.seats.get(seat, str(SIGNS[seat % len(SIGNS)]))

    def names(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.name, seats))

    def card(self, code: str) -> str:
        """The name of a function card."""
        return self._of(code, "name")

    def card_text(self, code: str) -> str:
        """What a function card does."""
        return self._of(code, "text")

    def _of(self, code: str, what: str) -> str:
        row = self.cards.get(code, {})
        return str(row.get(f"{what}_{names.language()}") or row.get(f"{what}_vi") or code)

    def tell(self, events: Iterable[Event]) -> list[str]:
        """What happened, sentence by sentence; what needs no words is left out."""
        said = (self.sentence(event.kind, event.facts) for event in events)
        return [one for one in said if one]

    def sentence(self, kind: str, facts: Mapping[str, Any]) -> str:
        make = _SENTENCES.get(kind)
        return make(self, facts) if make is not None else ""


# --- one sentence a kind of event ----------------------------------------------------------------


def _plain(text: Text) -> Callable[[Words, Mapping[str, Any]], str]:
    """A sentence that names a seat, and if it can a province, another seat, a card."""

    def say(words: Words, facts: Mapping[str, Any]) -> str:
        where = facts.get("province")
        return str(text) % {
            "name": words.name(facts.get("seat")),
            "province": names.province(where) if where else "",
            "other": words.name(facts.get("target", facts.get("other", facts.get("loser")))),
            "card": words.card(facts["card"]) if "card" in facts else "",
            "round": facts.get("round", ""),
            "price": coins(facts["price"]) if "price" in facts else "",
        }

    return say


def _coins(words: Words, facts: Mapping[str, Any]) -> str:
    text = _COINS.get(facts["why"])
    if text is None:
        return ""
    return str(text) % {
        "name": words.name(facts["seat"]),
        "other": words.name(facts["other"]),
        "coins": coins(abs(facts["change"])),
    }


_COINS: Mapping[str, Text] = {
    "seat_bonus": gettext_lazy("%(name)s gets %(coins)s for starting later."),
    "storm": gettext_lazy("%(name)s gets the fare back: %(coins)s."),
    "insurance": gettext_lazy("The insurance pays %(name)s the fare: %(coins)s."),
    "void": gettext_lazy("%(name)s gets %(coins)s back."),
    "book_sale": gettext_lazy("%(name)s pays %(other)s %(coins)s for the Treasure Book."),
    "book_claim": gettext_lazy("%(name)s pays %(coins)s to %(other)s and as much to the bank."),
    "earn": gettext_lazy("%(name)s earns %(coins)s."),
    "prize": gettext_lazy("%(name)s takes the stakes: %(coins)s."),
    "fine": gettext_lazy("%(name)s pays a fine of %(coins)s."),
    "relief": gettext_lazy("%(name)s is helped with %(coins)s."),
    "fund": gettext_lazy("%(name)s gets %(coins)s from the heritage fund."),
    "share": gettext_lazy("%(other)s gives %(name)s %(coins)s."),
}


def _trip(words: Words, facts: Mapping[str, Any]) -> str:
    return str(_TRAVELS[facts["by"]]) % {
        "name": words.name(facts["seat"]),
        "start": names.province(facts["start"]),
        "end": names.province(facts["path"][-1]),
        "fare": coins(facts["fare"]),
    }


def _rolled(words: Words, facts: Mapping[str, Any]) -> str:
    a, b = facts["dice"]
    return _("%(name)s rolls %(a)s and %(b)s: %(sum)s.") % {
        "name": words.name(facts["seat"]),
        "a": a,
        "b": b,
        "sum": a + b,
    }


def _question(words: Words, facts: Mapping[str, Any]) -> str:
    if facts.get("province"):
        return _("A question of %(province)s, for everybody.") % {
            "province": names.province(facts["province"])
        }
    return _("A question for %(names)s.") % {"names": words.names(facts["answering"])}


def _marks(words: Words, facts: Mapping[str, Any]) -> str:
    right = [int(seat) for seat, ok in facts["marks"].items() if ok]
    wrong = [int(seat) for seat, ok in facts["marks"].items() if not ok]
    said = []
    if right:
        said.append(_("Right: %(names)s.") % {"names": words.names(right)})
    if wrong:
        said.append(_("Not right: %(names)s.") % {"names": words.names(wrong)})
    return " ".join(said)


def _lost(words: Words, facts: Mapping[str, Any]) -> str:
    return _("%(name)s loses the flags in %(provinces)s.") % {
        "name": words.name(facts["seat"]),
        "provinces": ", ".join(map(names.province, facts["provinces"])),
    }


def _benefit(words: Words, facts: Mapping[str, Any]) -> str:
    where = {
        "name": words.name(facts["seat"]),
        "other": words.name(facts["target"]),
        "provinces": ", ".join(map(names.province, facts["provinces"])),
    }
    if facts["kind"] == "convert":
        return _("At home: %(name)s turns the flag of %(other)s in %(provinces)s.") % where
    return _("At home: %(name)s takes the flags of %(other)s in %(provinces)s away.") % where


def _book(words: Words, facts: Mapping[str, Any]) -> str:
    if facts["seat"] is None:
        return _("The Treasure Book goes back to the bank.")
    return _("%(name)s holds the Treasure Book now.") % {"name": words.name(facts["seat"])}


def _book_reply(words: Words, facts: Mapping[str, Any]) -> str:
    text = _("%(name)s agrees.") if facts["accept"] else _("%(name)s keeps the book.")
    return text % {"name": words.name(facts["seat"])}


def _bet(words: Words, facts: Mapping[str, Any]) -> str:
    return _("%(name)s bets on %(x)s.") % {"name": words.name(facts["seat"]), "x": facts["x"]}


def _last_round(words: Words, facts: Mapping[str, Any]) -> str:
    if facts["why"] == "met":
        return _("%(name)s has reached the goal: this round is the last.") % {
            "name": words.name(facts.get("seat"))
        }
    if facts["why"] == "time":
        return _("Time is nearly up: this round is the last.")
    return _("This round is the last.")


def _over(words: Words, facts: Mapping[str, Any]) -> str:
    return _("%(name)s has won. %(how)s") % {
        "name": words.name(facts["winner"]),
        "how": ENDINGS.get(facts["how"], ""),
    }


def _people(words: Words, facts: Mapping[str, Any]) -> str:
    return _("%(name)s plays for the %(people)s.") % {
        "name": words.name(facts["seat"]),
        "people": names.people(facts["people"]),
    }


_SENTENCES: Mapping[str, Callable[[Words, Mapping[str, Any]], str]] = {
    "coins": _coins,
    "trip": _trip,
    "rolled": _rolled,
    "question": _question,
    "marks": _marks,
    "flags_lost": _lost,
    "benefit": _benefit,
    "book": _book,
    "book_reply": _book_reply,
    "bet": _bet,
    "last_round": _last_round,
    "over": _over,
    "people": _people,
    "first": _plain(gettext_lazy("%(name)s begins.")),
    "round": _plain(gettext_lazy("Round %(round)s.")),
    "turn_missed": _plain(gettext_lazy("%(name)s misses a turn.")),
    "joined": _plain(gettext_lazy("%(name)s joins the game.")),
    "void": _plain(gettext_lazy("The question does not count.")),
    "voided_again": _plain(
        gettext_lazy("No other question is left here: one that did not count is asked again.")
    ),
    "placed": _plain(gettext_lazy("%(name)s starts in %(province)s.")),
    "trip_off": _plain(gettext_lazy("A storm: the trip of %(name)s is off.")),
    "arrived": _plain(gettext_lazy("%(name)s arrives.")),
    "stayed": _plain(gettext_lazy("%(name)s stays in %(province)s.")),
    "unasked": _plain(gettext_lazy("No question is left for %(province)s: the trip goes well.")),
    "flag": _plain(gettext_lazy("%(name)s plants a flag in %(province)s.")),
    "mark": _plain(gettext_lazy("%(name)s has answered a second time.")),
    "spared": _plain(gettext_lazy("The umbrella spares %(name)s the fine.")),
    "book_offer": _plain(gettext_lazy("%(name)s wants to buy the Treasure Book.")),
    "challenge": _plain(gettext_lazy("%(name)s challenges %(other)s: five coins each.")),
    "tie": _plain(gettext_lazy("A tie: both roll again.")),
    "chooser": _plain(gettext_lazy("%(name)s chooses who answers.")),
    "answerer": _plain(gettext_lazy("%(name)s answers.")),
    "duel_won": _plain(gettext_lazy("%(name)s wins the challenge against %(other)s.")),
    "badge": _plain(gettext_lazy("%(name)s gets a Gold Star badge.")),
    "card_drawn": _plain(gettext_lazy("%(name)s draws a function card.")),
    "card_played": _plain(gettext_lazy("%(name)s plays “%(card)s”.")),
    "card_returned": _plain(gettext_lazy("“%(card)s” goes back to %(name)s.")),
    "benefit_due": _plain(gettext_lazy("%(name)s is home and may claim flags.")),
    "benefit_blocked": _plain(gettext_lazy("The flags are kept: nothing happens.")),
    "benefit_declined": _plain(gettext_lazy("%(name)s leaves all flags where they are.")),
    "out": _plain(gettext_lazy("%(name)s has no coins left and is out.")),
}
