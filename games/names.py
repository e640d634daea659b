"""What people may call themselves at a table. The rule for nicknames belongs to the classrooms,
a floor above: it is handed in when the site starts (`use`)."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from .faces import Refused

#: Gives a name as it is shown. Raises Refused for one that nobody should have to read.
Rule = Callable[[str], str]

_rules: list[Rule] = []


def use(rule: Rule) -> None:
    """The rule for names from now on."""
    _rules[:] = [rule]


def clean_name(raw: str, *, needed: bool = False) -> str:
    """A name as it is shown, "" for none. Raises Refused when the rule says no, and when there is
    none although it is needed."""
    if not raw.strip():
        if needed:
            raise Refused(_("Please type a name for the others to see."))
        return ""
    return _rules[0](raw) if _rules else " ".join(raw.split())[:30]
