"""Words of the dice shoot-out: faces, roles, characters, and what happened, in sentences.

Everything is said of seats by name, so that one sentence serves every reader. Beer has another name
where the family wording is on; the rules are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext, pgettext_lazy

from ..game import Event
from .texts import CHARACTERS, ENDS, LAST_ALIVE, ROLES, Text, face_name
from .values import Face, Role, Seat

#: What a seat is called after its sign.
SIGNS: Sequence[Text] = (
    pgettext_lazy("sign of a seat", "Sun"),
    pgettext_lazy("sign of a seat", "Moon"),
    pgettext_lazy("sign of a seat", "Leaf"),
    pgettext_lazy("sign of a seat", "Rain"),
    pgettext_lazy("sign of a seat", "Mountain"),
    pgettext_lazy("sign of a seat", "Wave"),
    pgettext_lazy("sign of a seat", "Cloud"),
    pgettext_lazy("sign of a seat", "Flower"),
)
#: In the order in which they are listed.
EVERY_ROLE: Sequence[Role] = ("sheriff", "deputy", "outlaw", "renegade")
#: What each face does, for whoever taps a die.
MEANINGS: Mapping[Face, Text] = {
    "arrow": gettext_lazy(
        "Take an arrow from the pile at once. Whoever takes the last one lets the arrows rain: "
        "everybody loses a life for each arrow they hold."
    ),
    "dynamite": gettext_lazy(
        "Stays where it lies. Three of them end your throwing and cost you a life."
    ),
    "one": gettext_lazy("Hits a neighbour on your left or right for one life."),
    "two": gettext_lazy(
        "Hits somebody two places away for one life. With three or fewer alive it is a Shot 1."
    ),
    "beer": gettext_lazy("Gives one life back, to you or to anybody else."),
    "gatling": gettext_lazy(
        "Three of them fire: you put all your arrows back, and everybody else loses a life."
    ),
}
#: Powers that name a drink, with the family wording.
FAMILY_POWERS: Mapping[str, Text] = {
    "slab_the_killer": gettext_lazy(
        "Once a turn you may use up a drink die so that one of your shots hits twice."
    ),
}


def lives(n: int) -> str:
    return ngettext("%(n)s life", "%(n)s life", n) % {"n": n}


def arrows(n: int) -> str:
    return ngettext("%(n)s arrow", "%(n)s arrows", n) % {"n": n}


def dice(n: int) -> str:
    return ngettext("%(n)s die", "%(n)s dice", n) % {"n": n}


def role(name: Role | None) -> str:
    return str(ROLES[name].name) if name else pgettext("role", "not known yet")


def so_many(name: Role, n: int) -> str:
    """A role as it is called after a number."""
    return {
        "sheriff": npgettext("so many", "Sheriff", "Sheriffs", n),
        "deputy": npgettext("so many", "Deputy", "Deputies", n),
        "outlaw": npgettext("so many", "Outlaw", "Outlaws", n),
        "renegade": npgettext("so many", "Renegade", "Renegades", n),
    }[name]


def listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


@dataclass(frozen=True)
class Words:
    """The sentences of one table: who is called what, and whether the family wording is on."""

    names: Mapping[Seat, str]
    family: bool = False

    def face(self, face: Face) -> str:
        return str(face_name(face, self.family))

    def faces(self, shown: Iterable[Face]) -> str:
        """Faces with how often each shows, in the order in which they first appear."""
        return listed(
            self.face(face) if n == 1 else f"{self.face(face)} ×{n}"
            for face, n in Counter(shown).items()
        )

    def power(self, character: str) -> str:
        if self.family and character in FAMILY_POWERS:
            return str(FAMILY_POWERS[character])
        return str(CHARACTERS[character].text)

    def name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.names.get(seat, str(SIGNS[seat % len(SIGNS)]))

    # --- what happened ---------------------------------------------------------------------------

    def tell(self, events: Iterable[Event]) -> list[str]:
        """One sentence for each thing worth one; what happened several times is said once."""
        said = Counter(self.sentence(event.kind, event.facts) for event in events)
        del said[""]
        return [
            sentence if n == 1 else f"{sentence.removesuffix('.')} ×{n}."
            for sentence, n in said.items()
        ]

    def sentence(self, kind: str, facts: Mapping[str, Any]) -> str:
        """What an event comes to in words, "" where nothing need be said."""
        teller = getattr(self, f"_{kind}", None)
        return teller(facts) if teller else ""

    def _named(self, facts: Mapping[str, Any], **more: Any) -> dict[str, Any]:
        return {
            **facts,
            "name": self.name(facts.get("seat")),
            "by": self.name(facts.get("by")),
            **more,
        }

    def _dealt(self, facts: Mapping[str, Any]) -> str:
        return _("The cards are dealt. %(name)s begins.") % {"name": self.name(facts["first"])}

    def _role(self, facts: Mapping[str, Any]) -> str:
        return _("%(name)s is %(role)s.") % self._named(facts, role=role(facts["role"]))

    def _turn(self, facts: Mapping[str, Any]) -> str:
        return _("%(name)s’s turn.") % self._named(facts)

    def _late(self, facts: Mapping[str, Any]) -> str:
        return _("Time is up for %(name)s.") % self._named(facts)

    def _throw(self, facts: Mapping[str, Any]) -> str:
        said = self._named(facts, faces=self.faces(facts["faces"]), dice=dice(len(facts["dice"])))
        if facts["roll"] == 1:
            return _("%(name)s rolls %(faces)s.") % said
        return _("%(name)s rolls %(dice)s again: %(faces)s.") % said

    def _stop(self, facts: Mapping[str, Any]) -> str:
        return _("%(name)s stops.") % self._named(facts)

    def _take(self, facts: Mapping[str, Any]) -> str:
        said = self._named(facts, arrows=arrows(facts["n"]))
        if facts["why"] == "bart":
            return (
                _("%(name)s takes %(arrows)s instead of the hits, %(pile)s left in the pile.")
                % said
            )
        if facts["why"] == "gringo":
            return (
                _("%(name)s has hurt El Gringo and takes %(arrows)s, %(pile)s left in the pile.")
                % said
            )
        return _("%(name)s takes %(arrows)s, %(pile)s left in the pile.") % said

    def _return(self, facts: Mapping[str, Any]) -> str:
        said = self._named(facts, arrows=arrows(facts["n"]))
        if facts["why"] == "out" or not facts["n"]:
            return ""
        if facts["why"] == "kit" and facts["by"] != facts["seat"]:
            return _("%(by)s takes %(arrows)s off %(name)s.") % said
        return _("%(name)s puts %(arrows)s back.") % said

    def _storm(self, facts: Mapping[str, Any]) -> str:
        lost = [
            _("%(name)s −%(n)s, %(left)s left") % {"name": self.name(seat), "n": n, "left": left}
            for seat, n, left in facts["losses"]
            if n
        ]
        storm = _("That was the last arrow: the arrows rain down!")
        return f"{storm} {listed(lost)}." if lost else f"{storm} " + _("Nobody is hurt.")

    def _dynamite(self, facts: Mapping[str, Any]) -> str:
        return _("%(dynamites)s dynamites: no more throwing.") % facts

    def _shots(self, facts: Mapping[str, Any]) -> str:
        hits: Counter[Seat] = Counter()
        for _die, _face, target, points in facts["shots"]:
            hits[target] += points
        at = listed(self.name(seat) + (f" ×{n}" if n > 1 else "") for seat, n in hits.items())
        return _("%(name)s shoots at %(targets)s.") % self._named(facts, targets=at)

    def _gatling(self, facts: Mapping[str, Any]) -> str:
        said = _("%(name)s fires the Gatling at everybody.") % self._named(facts)
        if facts["safe"]:
            safe = listed(self.name(seat) for seat in facts["safe"])
            said += " " + _("It does not hurt %(names)s.") % {"names": safe}
        return said

    def _lose(self, facts: Mapping[str, Any]) -> str:
        if not facts["n"]:
            return ""
        return _("%(name)s loses %(lives)s, %(life)s left.") % self._named(
            facts, lives=lives(facts["n"])
        )

    def _heal(self, facts: Mapping[str, Any]) -> str:
        said = self._named(facts, lives=lives(facts["n"]), drink=self.face("beer"))
        if not facts["n"]:
            if facts["why"] in ("suzy", "sam"):
                return ""
            return _("%(name)s has full life already: that was in vain.") % said
        if facts["by"] != facts["seat"]:
            return _("%(by)s gives %(name)s %(lives)s, now %(life)s.") % said
        return _("%(name)s wins back %(lives)s, now %(life)s.") % said

    def _no_heal(self, facts: Mapping[str, Any]) -> str:
        return _("%(name)s gives nothing this time.") % self._named(facts)

    def _out(self, facts: Mapping[str, Any]) -> str:
        return _("%(name)s is out and was %(role)s.") % self._named(facts, role=role(facts["role"]))

    def _hunt_over(self, facts: Mapping[str, Any]) -> str:
        return str(LAST_ALIVE)

    def _end(self, facts: Mapping[str, Any]) -> str:
        return str(ENDS.get(facts["reason"], ""))
