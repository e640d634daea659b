"""What a kind needs beyond choices, as fields of the question form and as cells of a sheet.

Both end in `Question.spec`; the kinds themselves (`quizzes.kinds`) judge what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ..kinds import Spec, map_pin
from ..kinds.base import clean
from ..models import Question

CODES = ("vi", "en")
#: Rows of the form for things to order or to match.
ROWS = 6
PLACES = 4
#: The columns of a sheet.
CELLS = ("answers_vi", "answers_en", "names", "places", "partial", "within_km")
YES = "x"
_LANGUAGES = (("vi", gettext_lazy("Vietnamese")), ("en", gettext_lazy("English")))
_PARTS = (
    ("item", gettext_lazy("Thing")),
    ("left", gettext_lazy("Left")),
    ("right", gettext_lazy("Right side")),
)
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
    for number in range(1, ROWS + 1):
        for code, language in _LANGUAGES:
            for name, label in _PARTS:
                found[f"{name}_{number}_{code}"] = forms.CharField(
                    label=format_lazy("{} {} ({})", label, number, language), required=False
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
        "things": _part_rows(form, ("item",)),
        "pairs": _part_rows(form, ("left", "right")),
    }


def _part_rows(form: forms.BaseForm, names: Sequence[str]) -> list[list[Any]]:
    """A list of inputs for each row."""
    return [
        [form[f"{name}_{number}_{code}"] for name in names for code in CODES]
        for number in range(1, ROWS + 1)
    ]


def initial(question: Question) -> dict[str, Any]:
    """What stands in the fields at first."""
    spec = question.spec or {}
    accepted = spec.get("accepted", {})
    return {
        **{f"accepted_{code}": "\n".join(accepted.get(code, [])) for code in CODES},
        "people": spec.get("people", False),
        **{f"place_{number}": place for number, place in enumerate(spec.get("right", []), 1)},
        **_initial_parts("item", spec.get("items", [])),
        **_initial_parts("left", [pair["left"] for pair in spec.get("pairs", [])]),
        **_initial_parts("right", [pair["right"] for pair in spec.get("pairs", [])]),
        "partial": spec.get("partial", map_pin.BY_DISTANCE),
        "within_km": spec.get("within_km", map_pin.WITHIN_KM),
    }


def _initial_parts(name: str, parts: Sequence[Mapping[str, str]]) -> dict[str, str]:
    return {
        f"{name}_{number}_{code}": part.get(code, "")
        for number, part in enumerate(parts, start=1)
        for code in CODES
    }


def _part(texts: Mapping[str, str], old: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Two texts, with what they stood for before if they have not changed."""
    same = (each for each in old if all(each.get(code) == texts[code] for code in CODES))
    ref = next((each.get("ref", "") for each in same), "")
    return {**texts, "ref": ref}


def _old_sides(old: Spec, side: str) -> list[Mapping[str, str]]:
    return [pair[side] for pair in old.get("pairs", [])]


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
    typed = {
        name: [
            {code: clean(data.get(f"{name}_{number}_{code}")) for code in CODES}
            for number in range(1, ROWS + 1)
        ]
        for name, _label in _PARTS
    }
    return _spec_of_parts(kind, typed, old)


def _spec_of_parts(kind: str, parts: Mapping[str, list[dict[str, str]]], old: Spec) -> Spec:
    """The spec of things to order or to match."""
    if kind == "order":
        return {"items": [_part(each, old.get("items", [])) for each in parts["item"]]}
    if kind == "match":
        return {
            "pairs": [
                {
                    "left": _part(left, _old_sides(old, "left")),
                    "right": _part(right, _old_sides(old, "right")),
                }
                for left, right in zip(parts["left"], parts["right"], strict=True)
            ]
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
    yield from (item[code] for item in spec.get("items", []))
    for pair in spec.get("pairs", []):
        yield f"{pair['left'][code]}{_PAIR}{pair['right'][code]}"


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
    rows = [
        dict(zip(CODES, pair, strict=True)) for pair in zip_longest(*answers.values(), fillvalue="")
    ]
    halves = [
        {code: clean(text).partition(_PAIR.strip()) for code, text in row.items()} for row in rows
    ]
    parts = {
        "item": rows,
        "left": [{code: clean(half[code][0]) for code in CODES} for half in halves],
        "right": [{code: clean(half[code][2]) for code in CODES} for half in halves],
    }
    return _spec_of_parts(kind, parts, old)


def shown(question: Question) -> str:
    """The spec in one line, for history; – for none."""
    parts = [text for text in cells(question).values() if text]
    return "; ".join(parts) or "–"
