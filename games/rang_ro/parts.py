"""What is the same at every moment of every game: in a page once, named only by what is pushed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from . import asking, names
from .core.view import View
from .texts import Text

#: Templates in templates/games/rang_ro/parts/.
PARTS = ("acts", "bets", "book", "duel", "zooms")
#: What matters at a moment, for who does not know the rules by heart.
RULES: Mapping[str, Text] = {
    "rule-setup": gettext_lazy(
        "Two dice say in which region you start; choose any province of it."
    ),
    "rule-action": gettext_lazy(
        "One action a turn: travel, earn, the Treasure Book, a challenge or a card. "
        "After paying at least one coin must be left."
    ),
    "rule-duel": gettext_lazy("One player answers; right wins both stakes, a badge and a card."),
    "rule-question": gettext_lazy(
        "Everybody answers. The traveller who is right plants a flag; others who are "
        "not right pay a fine."
    ),
    "rule-react": gettext_lazy("Whoever holds a function card may play one now or pass."),
    "rule-benefit": gettext_lazy(
        "Once a game: take two flags of one player away, or turn one into your own."
    ),
    "rule-grace": gettext_lazy("Warm-up round: wrong answers cost nothing."),
    "rule-quest": gettext_lazy(
        "To win: all places of the quest, a Gold Star badge, and be at home."
    ),
    "rule-badges": gettext_lazy("To win: two places of the quest and five badges."),
}
_BY_PHASE: Mapping[str, str] = {
    "SETUP": "rule-setup",
    "ACTION": "rule-action",
    "QUESTION": "rule-question",
    "REACT": "rule-react",
    "BENEFIT": "rule-benefit",
}


def definitions() -> SafeString:
    """The parts as templates of a page, in the reader's language."""
    return _definitions(names.language())


@cache
def _definitions(_language: str) -> SafeString:
    context = {"parts": PARTS, "rules": RULES, "bets": asking.bets()}
    return render_to_string("games/rang_ro/parts.html", context)


def rules_now(view: View, *, brief: bool) -> list[SafeString | str]:
    """What matters now; a `brief` one only names it."""
    named = [_BY_PHASE.get(view.phase, "")]
    if view.phase == "QUESTION" and view.duel is not None:
        named = ["rule-duel"]
    if view.round <= view.options.grace_rounds and view.phase != "OVER":
        named.append("rule-grace")
    named.append("rule-quest" if view.options.conditions == 1 else "rule-badges")
    return [
        format_html('<i data-part="{}"></i>', key) if brief else str(RULES[key])
        for key in filter(None, named)
    ]
