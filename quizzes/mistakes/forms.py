"""The form of a report, and its trap for machines."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from heritage.text import nfc

from .models import CONTACT_LENGTH, RIGHT_LENGTH, SOURCE_LENGTH, WRONG_LENGTH
from .services import Words
from .targets import Statement, Target, shortened

#: Up to so many statements stand below each other; more are chosen from a list that folds.
MOST_RADIOS = 12


class MistakeForm(forms.Form):
    """All but one answer may stay empty; names and addresses are not asked for."""

    statement = forms.ChoiceField(label=_("Which statement?"), required=False)
    wrong = forms.CharField(
        label=_("What is wrong?"),
        max_length=WRONG_LENGTH,
        widget=forms.Textarea({"rows": 4, "class": "input"}),
        error_messages={"required": _("Say in a few words what is wrong.")},
    )
    right = forms.CharField(
        label=_("What would be right?"),
        max_length=RIGHT_LENGTH,
        required=False,
        widget=forms.Textarea({"rows": 3, "class": "input"}),
    )
    source = forms.CharField(
        label=_("Where does it say so?"),
        max_length=SOURCE_LENGTH,
        required=False,
        help_text=_("A book, a page, somebody who knows. Leave it empty if you do not know."),
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )
    contact = forms.CharField(
        label=_("May we ask back?"),
        max_length=CONTACT_LENGTH,
        required=False,
        help_text=_(
            "An e-mail address or a telephone number, only if you like. Editors alone see it, and "
            "it is erased 30 days after the decision."
        ),
        widget=forms.TextInput({"class": "input", "autocomplete": "email"}),
    )
    # Nobody sees this field; machines fill in whatever there is.
    website = forms.CharField(required=False, max_length=400)

    def __init__(self, about: Target, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about
        field = self.fields["statement"]
        choices = [(each.value, shortened(each.text)) for each in about.statements]
        if len(choices) != 1:
            choices.append(("", str(_("Something else on this page"))))
        field.choices = choices  # type: ignore[attr-defined]
        self.folded = len(choices) > MOST_RADIOS
        if self.folded:
            choices.insert(0, choices.pop())
            field.choices = choices  # type: ignore[attr-defined]
            field.widget = forms.Select({"class": "input"}, choices=choices)
        if len(choices) == 1:
            self.initial["statement"] = choices[0][0]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        return {name: nfc(text).strip() for name, text in data.items()}

    @property
    def is_trapped(self) -> bool:
        """Whether a machine filled this in."""
        return bool(self.cleaned_data.get("website"))

    @property
    def chosen(self) -> Statement | None:
        return self.about.statement(self.cleaned_data.get("statement", ""))

    @property
    def words(self) -> Words:
        names = ("wrong", "right", "source", "contact")
        return Words(**{name: self.cleaned_data[name] for name in names})
