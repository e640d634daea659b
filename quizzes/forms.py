"""What a reader may ask of the practice pages."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from heritage.models import Region

from .models import LEVELS, Deck
from .practice import USUAL_COUNT


class DeckFilter(forms.Form):
    """The search and the filters of the deck list; what cannot be read is left out."""

    q = forms.CharField(required=False, max_length=80)
    topic = forms.ChoiceField(required=False, choices=[("", ""), *Deck.Topic.choices])
    region = forms.ChoiceField(required=False, choices=[("", ""), *Region.choices])
    level = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=[("", ""), *LEVELS]
    )

    def wanted(self) -> dict[str, object]:
        """The fields that hold something readable."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class StartForm(forms.Form):
    """How many questions, and of which level. Both may be left out."""

    count = forms.TypedChoiceField(
        required=False,
        coerce=str,
        empty_value="usual",
        choices=[("usual", USUAL_COUNT), ("all", _("all"))],
    )
    level = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=[("", ""), *LEVELS]
    )

    def chosen(self) -> tuple[int | None, int | None]:
        """Count (None all) and level (None all)."""
        self.is_valid()
        count = None if self.cleaned_data.get("count") == "all" else USUAL_COUNT
        return count, self.cleaned_data.get("level")
