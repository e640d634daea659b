"""What editors may change of Rạng Rỡ Việt Nam: words and numbers of the function cards, and the
places that the quests ask for. What a card does and where a people is at home stay as they are.

A table takes a copy when it is opened (`content.snapshot`), so an edit reaches the next one.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from heritage.localized import Localized
from heritage.models import EthnicGroup

from . import editing
from .core import cards
from .standard import SIZES


class FunctionCard(models.Model):
    """One kind of function card; its code binds it to an effect of the engine."""

    code = models.CharField(_("effect"), max_length=20, unique=True)
    name_vi = models.CharField(_("name (Vietnamese)"), max_length=40)
    name_en = models.CharField(_("name (English)"), max_length=40)
    text_vi = models.CharField(_("text (Vietnamese)"), max_length=240)
    text_en = models.CharField(_("text (English)"), max_length=240)
    count = models.PositiveSmallIntegerField(
        _("copies in the pile"),
        validators=[
            MaxValueValidator(cards.MOST, _("A pile holds at most %(limit_value)s of one kind."))
        ],
        help_text=_("0 takes the card out of the game."),
    )

    name = Localized()
    text = Localized()
    history = HistoricalRecords()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("function card")
        verbose_name_plural = _("function cards")
        constraints = [
            models.CheckConstraint(
                condition=Q(count__lte=cards.MOST), name="function_card_copies_fit"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def words(self) -> dict[str, str | int]:
        """What an editor may change of it, as a table's content has it."""
        names = ("count", "name_vi", "name_en", "text_vi", "text_en")
        return {name: getattr(self, name) for name in names}

    def clean(self) -> None:
        """Raises ValidationError where the card promises what the engine does not do."""
        found = editing.card_problems(self)
        if found:
            raise ValidationError(found)


class Quest(models.Model):
    """Where a people's player has to plant flags, for one number of slots (N2)."""

    group = models.ForeignKey(
        EthnicGroup, verbose_name=_("people"), on_delete=models.CASCADE, related_name="quests"
    )
    size = models.PositiveSmallIntegerField(
        pgettext_lazy("of a quest", "places"), choices=[(size, str(size)) for size in SIZES]
    )
    # Slugs of the provinces of each slot, in one column: a quest changes, and goes back, whole.
    slots = models.JSONField(pgettext_lazy("of a quest", "slots"))

    history = HistoricalRecords()

    class Meta:
        ordering = ["group__code", "size"]
        verbose_name = _("quest")
        verbose_name_plural = _("quests")
        constraints = [models.UniqueConstraint(fields=["group", "size"], name="quest_once_a_size")]

    def __str__(self) -> str:
        return f"{self.group} · {self.size}"

    def clean(self) -> None:
        """Raises ValidationError where the slots are no quest of this size."""
        found = editing.quest_problems(self.slots, self.size)
        if found:
            raise ValidationError(found)
