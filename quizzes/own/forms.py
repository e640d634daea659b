"""The form of a teacher's question: the language of the page in front, the other folded away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from django import forms
from django.forms import BoundField, inlineformset_factory
from django.utils.translation import gettext_lazy as _

from ..editing.forms import ChoiceForm, ChoiceFormSet, QuestionForm
from ..editing.spec import CODES
from ..kinds.choice import letter
from ..models import MAX_CHOICES, Choice, Question


class OwnQuestionForm(QuestionForm):
    """The site's form without what only its own decks need."""

    key = None  # type: ignore[assignment]
    # When the question was read: another window may have saved it meanwhile.
    read_at = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    class Meta(QuestionForm.Meta):
        fields = tuple(
            name
            for name in QuestionForm.Meta.fields
            if name not in ("deck", "key", "position", "fact", "listing", "sensitive")
        )
        labels = {"seconds": _("Seconds to answer")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["read_at"] = self.instance.updated_at.isoformat()
        for name, each in self.fields.items():
            if not isinstance(each.widget, forms.CheckboxInput | forms.HiddenInput):
                each.widget.attrs["class"] = "input"
            if name.startswith(("text", "explanation", "source")):
                each.widget.attrs.setdefault("maxlength", getattr(each, "max_length", None))

    @property
    def is_stale(self) -> bool:
        """Whether the question has been saved elsewhere since this form was read."""
        read = self.data.get("read_at", "")
        return bool(self.instance.pk and read) and read != self.initial["read_at"]


class OwnChoiceForm(ChoiceForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("text_vi", "text_en"):
            self.fields[name].widget.attrs |= {"class": "input", "autocomplete": "off"}
        self.fields["is_right"].widget.attrs["class"] = "check"


def choice_forms(question: Question, data: Any = None) -> ChoiceFormSet:
    """Four rows for choices, those stored first."""
    made = inlineformset_factory(
        Question,
        Choice,
        form=OwnChoiceForm,
        formset=ChoiceFormSet,
        fields=("position", "text_vi", "text_en", "is_right"),
        extra=MAX_CHOICES - (question.choices.count() if question.pk else 0),
        max_num=MAX_CHOICES,
        absolute_max=2 * MAX_CHOICES,
        can_delete=False,
    )
    return cast(ChoiceFormSet, made(data, instance=question))


@dataclass
class Side:
    """The inputs of one language."""

    code: str
    texts: dict[str, BoundField] = field(default_factory=dict)
    choices: list[tuple[str, Any, BoundField]] = field(default_factory=list)
    things: list[BoundField] = field(default_factory=list)
    pairs: list[tuple[BoundField, BoundField]] = field(default_factory=list)

    @property
    def is_filled(self) -> bool:
        """Whether anything stands in them."""
        fields = [
            *self.texts.values(),
            *(each for _letter, _form, each in self.choices),
            *self.things,
        ]
        fields += [each for pair in self.pairs for each in pair]
        return any(str(each.value() or "").strip() for each in fields)


def sides(form: OwnQuestionForm, formset: ChoiceFormSet, language: str) -> tuple[Side, Side]:
    """The inputs of the language in front, and those of the other. In front is the page's language,
    unless question and deck are written in the other one only."""
    first = "en" if language.startswith("en") else "vi"
    groups = form.spec_rows()
    found = {}
    for place, code in enumerate(CODES):
        names = ("text", "explanation", "source", "image_alt", "accepted")
        found[code] = Side(
            code,
            texts={name: form[f"{name}_{code}"] for name in names},
            choices=[
                (letter(at), each, each[f"text_{code}"])
                for at, each in enumerate(formset.forms[:MAX_CHOICES], start=1)
            ],
            things=[row[place] for row in groups["things"]],
            # Left in both languages, then right in both.
            pairs=[(row[place], row[place + len(CODES)]) for row in groups["pairs"]],
        )
    second = "en" if first == "vi" else "vi"
    if not found[first].is_filled:
        deck = form.instance.deck
        elsewhere = not getattr(deck, f"title_{first}") and not form.instance.pk
        if found[second].is_filled or elsewhere:
            first, second = second, first
    return found[first], found[second]
