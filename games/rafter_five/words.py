"""Words of Rafter Five: chests, pieces, and what happened, in sentences.

Everything is said of seats by name, so that one sentence serves every reader. A chest has a colour,
a sign and a letter; any of the three tells it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.utils.formats import get_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from ..game import Event
from . import texts
from .texts import Text

#: What a seat is called after its sign.
SIGNS: Sequence[Text] = (
    pgettext_lazy("sign of a seat", "Sun"),
    pgettext_lazy("sign of a seat", "Moon"),
    pgettext_lazy("sign of a seat", "Leaf"),
    pgettext_lazy("sign of a seat", "Rain"),
    pgettext_lazy("sign of a seat", "Mountain"),
    pgettext_lazy("sign of a seat", "Wave"),
)
#: Chests by colour 0 to 5, and the letter on them.
CHESTS: Sequence[Text] = (
    pgettext_lazy("chest", "ruby"),
    pgettext_lazy("chest", "sapphire"),
    pgettext_lazy("chest", "emerald"),
    pgettext_lazy("chest", "amber"),
    pgettext_lazy("chest", "amethyst"),
    pgettext_lazy("chest", "pearl"),
)
LETTERS = "ABCDEF"
#: Kinds of events that say nothing by themselves.
SILENT = frozenset({"start", "turn"})


def chest(colour: int) -> str:
    """One chest by its colour."""
    return _("%(colour)s chest") % {"colour": CHESTS[colour]}


def rafter(number: int) -> str:
    return str(texts.RAFTERS[number])


def planks(n: int) -> str:
    return ngettext("%(n)s plank", "%(n)s planks", n) % {"n": n}


def chests(n: int) -> str:
    return ngettext("%(n)s chest", "%(n)s chests", n) % {"n": n}


def points(n: int) -> str:
    return ngettext("%(n)s penalty point", "%(n)s penalty points", n) % {"n": n}


def piece(name: str, design: int) -> str:
    """A piece by its id and design: plank 9, the Bench, an amber chest."""
    if name == "base":
        return _("the base card")
    if name[0] == "p":
        return _("plank %(n)s") % {"n": name[1:]}
    return rafter(design) if name[0] == "r" else chest(design)


def piece_of(name: str) -> str:
    """A piece by its id alone."""
    number = int(name[1:]) if name != "base" else 0
    return piece(name, (number - 1) // 7 if name[0] == "c" else number)


def pieces() -> dict[str, str]:
    """What each piece is called at the beginning of a line, for the script: rafters by id, chests
    by colour, planks with {n} for their number."""
    found = {f"r{n}": rafter(n) for n in texts.RAFTERS}
    found |= {f"c{n}": chest(n) for n in range(len(CHESTS))}
    found["p"] = piece("p{n}", 0)
    return {key: capfirst(name) for key, name in found.items()}


def coloured(fallen: Iterable[Mapping[str, int]]) -> str:
    """Chests as an event lists them: 2 ruby, 1 pearl."""
    counts = Counter(each["colour"] for each in fallen)
    return ", ".join(f"{n} {CHESTS[colour]}" for colour, n in sorted(counts.items()))


def millimetres(number: float) -> str:
    """A length as a reader of the page writes it, one decimal at most; a half goes away from 0, as
    in the browser, which writes the same list."""
    told = Decimal(number).quantize(Decimal("0.1"), ROUND_HALF_UP) + 0
    said = f"{told:.1f}".removesuffix(".0").replace("-", "−")
    return said.replace(".", get_format("DECIMAL_SEPARATOR"))


@dataclass(frozen=True)
class Words:
    """Sentences about seats, by the names they have at this table."""

    names: Mapping[int, str]

    def name(self, seat: int) -> str:
        return self.names.get(seat) or str(SIGNS[seat])

    def tell(self, events: Iterable[Event]) -> list[str]:
        """What a move brought, in its order."""
        return [said for event in events if (said := self.sentence(event.kind, event.facts))]

    def sentence(self, kind: str, facts: Mapping[str, Any]) -> str:
        """One event without its subject, "" for what says nothing."""
        told = getattr(self, f"_{kind}", None)
        return told(facts) if told is not None else ""

    def _rafters(self, facts: Mapping[str, Any]) -> str:
        return _("Puts up the five rafters.")

    def _lift(self, facts: Mapping[str, Any]) -> str:
        name = {"rafter": rafter(facts["rafter"])}
        if facts["from"] == "sea":
            return _("Rescues %(rafter)s from the sea.") % name
        return _("Lifts %(rafter)s.") % name

    def _draw(self, facts: Mapping[str, Any]) -> str:
        name = {"n": facts["plank"]}
        if facts["from"] == "sea":
            return _("Takes plank %(n)s, which lay face up.") % name
        return _("Draws plank %(n)s from the pile.") % name

    def _lay(self, facts: Mapping[str, Any]) -> str:
        name = {"n": facts["plank"]}
        said = _("Moves plank %(n)s.") if facts["again"] else _("Holds plank %(n)s in its place.")
        return said % name + self._shaken(facts)

    def _man(self, facts: Mapping[str, Any]) -> str:
        said = _("Puts %(rafter)s on it and lets go.") % {"rafter": rafter(facts["rafter"])}
        return said + self._shaken(facts)

    def _load(self, facts: Mapping[str, Any]) -> str:
        said = _("Puts down one %(chest)s.") % {"chest": chest(facts["colour"])}
        return said + self._shaken(facts)

    def _shaken(self, facts: Mapping[str, Any]) -> str:
        if "asked" not in facts:
            return ""
        asked = facts["asked"]
        off = ((facts["x"] - asked["x"]) ** 2 + (facts["y"] - asked["y"]) ** 2) ** 0.5
        return " " + _("The hand trembles by %(mm)s mm.") % {"mm": millimetres(off)}

    def _stands(self, facts: Mapping[str, Any]) -> str:
        return _("The raft stands.")

    def _fall(self, facts: Mapping[str, Any]) -> str:
        n = sum(len(wave) for wave in facts["waves"])
        return ngettext("%(n)s piece falls!", "%(n)s pieces fall!", n) % {"n": n}

    def _lost(self, facts: Mapping[str, Any]) -> str:
        lost = [planks(len(facts["planks"]))] if facts["planks"] else []
        lost += [rafter(number) for number in facts["rafters"]]
        said = _("Into the sea: %(pieces)s.") % {"pieces": ", ".join(lost)}
        if facts["leaning"]:
            numbers = ", ".join(map(str, facts["leaning"]))
            said += " " + _("Left leaning on the raft: plank %(n)s.") % {"n": numbers}
        return said

    def _returned(self, facts: Mapping[str, Any]) -> str:
        return _("Own chests come back: %(chests)s.") % {"chests": coloured(facts["chests"])}

    def _penalty(self, facts: Mapping[str, Any]) -> str:
        return _("On the penalty board of %(name)s: %(chests)s. That makes %(points)s.") % {
            "name": self.name(facts["seat"]),
            "chests": coloured(facts["chests"]),
            "points": points(facts["points"]),
        }

    def _dropped(self, facts: Mapping[str, Any]) -> str:
        name = {"rafter": rafter(facts["rafter"])}
        return _("%(rafter)s slips from the hand into the sea.") % name

    def _stuck(self, facts: Mapping[str, Any]) -> str:
        return _("Finds no place for plank %(n)s: it goes back, and %(rafter)s into the sea.") % {
            "n": facts["plank"],
            "rafter": rafter(facts["rafter"]),
        }

    def _no_room(self, facts: Mapping[str, Any]) -> str:
        return _("There is no room for a chest on plank %(n)s.") % {"n": facts["plank"]}

    def _over(self, facts: Mapping[str, Any]) -> str:
        said = str(texts.REASONS[facts["reason"]])
        if "score" in facts:
            said += " " + _("Standing: %(chests)s.") % {"chests": chests(facts["score"])}
        return said
