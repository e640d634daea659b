"""What people may call themselves at a table. The rules for nicknames belong to the classrooms,
a floor above: they are handed in when the site starts (`use`)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Protocol

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from . import registry
from .faces import Face, Refused, face, has_face


class Rules(Protocol):
    """What a name is."""

    def canonical(self, raw: str) -> str:
        """A name as it is shown. Raises Refused for one that nobody should have to read."""

    def key(self, name: str) -> str:
        """What two names have in common that are one name, however they are typed."""

    def suggestion(self, name: str, taken: Container[str]) -> str:
        """A name like it whose key is not among those taken."""


class _Plain:
    """As long as nobody has said anything else."""

    def canonical(self, raw: str) -> str:
        return " ".join(raw.split())[:30]

    def key(self, name: str) -> str:
        return "".join(name.split()).casefold()

    def suggestion(self, name: str, taken: Container[str]) -> str:
        numbered = (f"{name} {number}" for number in range(2, 1000))
        return next((one for one in numbered if self.key(one) not in taken), name)


_rules: list[Rules] = [_Plain()]


def use(rules: Rules) -> None:
    """The rules for names from now on."""
    _rules[:] = [rules]


def clean_name(raw: str, *, needed: bool = False) -> str:
    """A name as it is shown, "" for none. Raises Refused when the rule says no, and when there is
    none although it is needed."""
    if not raw.strip():
        if needed:
            raise Refused(_("Please type a name for the others to see."))
        return ""
    return _rules[0].canonical(raw)


def key(name: str) -> str:
    """Equal for names that are the same but for capitals, spaces and ways of typing."""
    return _rules[0].key(name)


def suggestion(name: str, taken: Container[str]) -> str:
    """A free name like this one; `taken` holds keys."""
    return _rules[0].suggestion(name, taken)


# --- what seats are shown with -------------------------------------------------------------------


def computer(shown: Face, level: str) -> str:
    """What a computer player is called."""
    return _("Computer · %(level)s") % {"level": shown.level_name(level)}


def labels(game: str, seats: Iterable[int]) -> set[str]:
    """Keys of what the game itself calls these seats and its computer players, in every language;
    where two play, what it calls either of them: the second seat will be taken too."""
    if not has_face(game):
        return set()
    shown, rules = face(game), registry.game(game)
    called = {0, 1} if list(rules.seats) == [2] else set(seats)
    found = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {key(shown.colour(index)) for index in called}
            found |= {key(computer(shown, level)) for level in rules.bots}
    return found


def of_table(game: str, code: str) -> str:
    """A table for who looks after the site: the game's name and the code."""
    return f"{face(game).name() if has_face(game) else game} · {code}"


def retold(game: str, index: int, called: str) -> str:
    """What a seat was called, in the reader's language where the game itself had called it so."""
    if not has_face(game):
        return called
    shown = face(game)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            own = str(shown.colour(index))
        if key(own) == key(called):
            return str(shown.colour(index))
    return called


def apart(label: str, taken: Container[str]) -> str:
    """What the game calls a seat, with a number where a person chose the same name before; `taken`
    holds keys."""
    return suggestion(label, taken) if key(label) in taken else label
