"""A reader's report of a mistake, kept with the words that were read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from heritage.models import EthnicGroup, Fact, HeritageListing, Province

#: Characters that fit into each answer of the form.
WRONG_LENGTH, RIGHT_LENGTH, SOURCE_LENGTH, CONTACT_LENGTH = 1000, 1000, 400, 200
NOTE_LENGTH = 1000


class Mistake(models.Model):
    """Somebody says that a statement is wrong. Who it was is not kept, unless they leave a
    contact, which is forgotten some time after the decision."""

    class State(models.TextChoices):
        NEW = "new", pgettext_lazy("of a report", "new")
        ACCEPTED = "accepted", pgettext_lazy("of a report", "accepted")
        REFUSED = "refused", pgettext_lazy("of a report", "refused")

    class Page(models.TextChoices):
        """Pages that are about no single row."""

        ATLAS = "atlas", _("Atlas of 54 peoples")
        PROVINCES = "provinces", _("63 provinces")
        LANGUAGES = "languages", _("Language families")
        FESTIVALS = "festivals", _("Festivals by month")
        LISTINGS = "listings", _("Heritage listed by UNESCO")
        UNITS = "units", _("The 34 units of today")

    # What it is about, as closely as the reader said; the words stay when the row goes.
    fact = models.ForeignKey(
        Fact,
        verbose_name=_("fact"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mistakes",
    )
    group = models.ForeignKey(
        EthnicGroup,
        verbose_name=_("people"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mistakes",
    )
    province = models.ForeignKey(
        Province,
        verbose_name=_("province"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mistakes",
    )
    listing = models.ForeignKey(
        HeritageListing,
        verbose_name=_("UNESCO listing"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mistakes",
    )
    question = models.ForeignKey(
        "quizzes.Question",
        verbose_name=_("question"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mistakes",
    )
    page = models.CharField(_("page"), max_length=20, choices=Page.choices, blank=True)
    part = models.CharField(_("part of the page"), max_length=40, blank=True)
    quoted = models.CharField(_("what was read"), max_length=600, blank=True)
    language = models.CharField(_("language of the page"), max_length=2)
    wrong = models.TextField(_("what is wrong"), max_length=WRONG_LENGTH)
    right = models.TextField(_("what would be right"), max_length=RIGHT_LENGTH, blank=True)
    source = models.CharField(_("source"), max_length=SOURCE_LENGTH, blank=True)
    contact = models.CharField(_("contact"), max_length=CONTACT_LENGTH, blank=True)
    at = models.DateTimeField(_("reported"), default=timezone.now, db_index=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.NEW)
    note = models.TextField(
        _("editor's note"),
        max_length=NOTE_LENGTH,
        blank=True,
        help_text=_("What was changed, or why nothing was. For editors only."),
    )
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    handled_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("mistake reported by a reader")
        verbose_name_plural = _("mistakes reported by readers")
        constraints = [
            models.CheckConstraint(
                condition=Q(state="new", handled_at__isnull=True)
                | (~Q(state="new") & Q(handled_at__isnull=False)),
                name="decided_mistake_has_its_time",
            )
        ]
        indexes = [models.Index(fields=["-at"], condition=Q(state="new"), name="mistake_new")]

    def __str__(self) -> str:
        return self.wrong[:80]
