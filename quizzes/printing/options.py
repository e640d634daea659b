"""What may be chosen before a deck is printed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

WORKSHEET, CARDS = "worksheet", "cards"
PARTS = [(WORKSHEET, _("Worksheets")), (CARDS, _("Question cards to cut out"))]
NO_KEY, KEY_AFTER, KEY_ONLY = "none", "after", "only"
KEYS = [
    (KEY_AFTER, _("On pages of their own at the end")),
    (NO_KEY, _("None")),
    (KEY_ONLY, _("Only the answers")),
]
VERSIONS = [
    (1, _("One, as the deck is")),
    (2, _("Two: A, B")),
    (4, _("Four: A, B, C, D")),
]
#: How many questions may be drawn from a longer deck.
SIZES = (5, 10, 15, 20, 30)
#: Draws are named by four digits, so that they can be typed from an old sheet.
SEEDS = 10_000


@dataclass(frozen=True)
class Options:
    """`count` 0 is the whole deck; `versions` is how many sheets in different order; `seed` (0 to
    9999) decides what is drawn and how it is shuffled: the same seed, the same sheets."""

    part: str = WORKSHEET
    language: str = "vi"
    count: int = 0
    versions: int = 1
    seed: int = 0
    key: str = KEY_AFTER
    large: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def letters(self) -> str:
        """The names of the versions, "" where there is only one."""
        return "ABCD"[: self.versions] if self.versions > 1 else ""


class PrintForm(forms.Form):
    """The options as they are sent. What is left out is as usual."""

    part = forms.ChoiceField(required=False, choices=PARTS)
    language = forms.ChoiceField(required=False, choices=settings.LANGUAGES)
    count = forms.TypedChoiceField(
        required=False, coerce=int, choices=[(n, n) for n in (0, *SIZES)]
    )
    versions = forms.TypedChoiceField(required=False, coerce=int, choices=VERSIONS)
    seed = forms.RegexField(
        r"^\s*[0-9]{1,4}\s*$",
        required=False,
        error_messages={"invalid": _("Type the four digits from the foot of a sheet.")},
    )
    key = forms.ChoiceField(required=False, choices=KEYS)
    large = forms.BooleanField(required=False)

    def options(self, language: str) -> Options:
        """What was chosen, once the form is valid; `language` where none was. Without a seed one
        is drawn."""
        given: Mapping[str, Any] = self.cleaned_data
        seed = given["seed"].strip()
        return Options(
            part=given["part"] or WORKSHEET,
            language=given["language"] or language,
            count=given["count"] or 0,
            versions=given["versions"] or 1,
            seed=int(seed) if seed else draw_seed(),
            key=given["key"] or KEY_AFTER,
            large=given["large"],
        )


def draw_seed() -> int:
    return secrets.randbelow(SEEDS)
