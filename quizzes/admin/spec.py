"""What a kind needs beyond choices, as fields of the question form and as cells of a sheet.

Both end in `Question.spec`; the kinds themselves (`quizzes.kinds`) judge what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ..kinds import Spec, map_pin
from ..models import Question

CODES = ("vi", "en")
#: Rows of the form for things to order or to match.
ROWS = 6
PLACES = 4
#: The columns of a sheet.
CELLS = ("answers_vi", "answers_en", "names", "places", "partial", "within_km")
YES = "x"
_BETWEEN, _PAIR = " | ", " = "
_FIELD_CELLS = (
    (re.compile(r"(?:accepted|item_\d|left_\d|right_\d)_(vi|en)"), r"answers_\1"),
    (re.compile(r"items|pairs"), "answers_vi"),
    (re.compile(r"people"), "names"),
    (re.compile(r"place_\d"), "places"),
)


class Lines(forms.CharField):
    """One text a line."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, strip=True, **kwargs)
        self.widget.attrs["rows"] = 4


@dataclass(frozen=True)
class Row:
    """The inputs of one thing to order, or of one pair, for the template."""

    number: int
    fields: Sequence[Any]


def cell_of(field: str) -> str:
    """The column of a sheet that a field of the form is written in.

    >>> cell_of("item_2_en"), cell_of("place_1"), cell_of("text_vi")
    ('answers_en', 'places', 'text_vi')
    """
    for pattern, cell in _FIELD_CELLS:
        if pattern.fullmatch(field):
            return pattern.sub(cell, field)
    return field


# --- the form ------------------------------------------------------------------------------------


def form_fields() -> dict[str, forms.Field]:
    """Fields of every kind; the page shows those of the kind that is chosen."""
    found: dict[str, forms.Field] = {
        "accepted_vi": Lines(label=gettext_lazy("Accepted answers (Vietnamese)")),
        "accepted_en": Lines(label=gettext_lazy("Accepted answers (English)")),
        "people": forms.BooleanField(
            label=gettext_lazy("The answer is the linked people: accept its other names too"),
            required=False,
        ),
    }
    for number in range(1, PLACES + 1):
        found[f"place_{number}"] = forms.ChoiceField(
            label=gettext_lazy("Right place") if number == 1 else gettext_lazy("Right too"),
            choices=_places,
            required=False,
        )
    found["partial"] = forms.ChoiceField(
        label=gettext_lazy("What a wrong province earns"),
        choices=map_pin.PARTIAL,
        required=False,
    )
    found["within_km"] = forms.IntegerField(
        label=gettext_lazy("Nothing from this distance on (km)"),
        required=False,
        min_value=map_pin.LEAST_KM,
        max_value=map_pin.MOST_KM,
    )
    return found


def _places() -> list[tuple[str, Any]]:
    language = get_language() or "vi"
    return [
        ("", "–"),
        (_("Provinces"), map_pin.choices(map_pin.PROVINCE, language)),
        (_("Regions"), map_pin.choices(map_pin.REGION, language)),
    ]


def groups(form: forms.BaseForm) -> dict[str, list[Any]]:
    """The inputs of each kind, for the template."""
    return {
        "typed": [form[f"accepted_{code}"] for code in CODES],
        "places": [form[f"place_{number}"] for number in range(1, PLACES + 1)],
        "marking": [form["partial"], form["within_km"]],
    }


def initial(question: Question) -> dict[str, Any]:
    """What stands in the fields at first."""
    spec = question.spec or {}
    accepted = spec.get("accepted", {})
    return {
        **{f"accepted_{code}": "\n".join(accepted.get(code, [])) for code in CODES},
        "people": spec.get("people", False),
        **{f"place_{number}": place for number, place in enumerate(spec.get("right", []), 1)},
        "partial": spec.get("partial", map_pin.BY_DISTANCE),
        "within_km": spec.get("within_km", map_pin.WITHIN_KM),
    }


def spec_from_form(kind: str, data: Mapping[str, Any], old: Spec) -> Spec:
    """The spec that the fields of this kind say."""
    if kind == "typed":
        return {
            "accepted": {code: (data.get(f"accepted_{code}") or "").splitlines() for code in CODES},
            "people": data.get("people"),
            "ref": old.get("ref"),
        }
    if kind == "map-pin":
        return {
            # Those beyond the fields of the form stay.
            "right": [
                *(data.get(f"place_{number}") for number in range(1, PLACES + 1)),
                *old.get("right", [])[PLACES:],
            ],
            "partial": data.get("partial"),
            "within_km": data.get("within_km"),
        }
    return {}


# --- the sheet -----------------------------------------------------------------------------------


def cells(question: Question) -> dict[str, str]:
    """The spec as cells; "" where the kind has none."""
    found = dict.fromkeys(CELLS, "")
    spec = question.spec or {}
    for code in CODES:
        found[f"answers_{code}"] = _BETWEEN.join(_answers(question.kind, spec, code))
    if spec.get("people"):
        found["names"] = YES
    found["places"] = ";".join(spec.get("right", []))
    found["partial"] = spec.get("partial", "")
    found["within_km"] = str(spec.get("within_km", ""))
    return found


def _answers(kind: str, spec: Spec, code: str) -> Iterator[str]:
    if kind == "typed":
        yield from spec.get("accepted", {}).get(code, [])


def spec_from_cells(
    kind: str, row: Mapping[str, str], old: Spec, errors: dict[str, list[str]]
) -> Spec:
    """The spec that the cells say; what cannot be read goes into `errors` by column."""
    answers = {
        code: [part.strip() for part in re.split(r"[|\n]", row[f"answers_{code}"]) if part.strip()]
        for code in CODES
    }
    if kind == "typed":
        return {"accepted": answers, "people": bool(row["names"]), "ref": old.get("ref")}
    if kind == "map-pin":
        within = row["within_km"]
        if within and not (within.isascii() and within.isdigit() and len(within) < 6):
            errors["within_km"] = [
                _("“%(text)s” is not a whole number. Write digits only.") % {"text": within}
            ]
            within = ""
        if row["partial"] and row["partial"] not in dict(map_pin.PARTIAL):
            errors["partial"] = [
                _("“%(text)s” is not known here. Write one of these: %(words)s.")
                % {"text": row["partial"], "words": ", ".join(dict(map_pin.PARTIAL))}
            ]
        return {
            "right": [place.strip() for place in row["places"].split(";")],
            "partial": row["partial"],
            "within_km": int(within) if within else None,
        }
    return {}


def shown(question: Question) -> str:
    """The spec in one line, for history; – for none."""
    parts = [text for text in cells(question).values() if text]
    return "; ".join(parts) or "–"
