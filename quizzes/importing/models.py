"""An upload and its rows, kept for a day."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ..files.drafts import LANGUAGES, Draft
from ..files.problems import FileRefused, RowProblem

#: How long an import that nobody confirms is kept.
KEPT = timedelta(days=1)


class Import(models.Model):
    """One file of one person. Its bytes go as soon as they have been read."""

    class Stage(models.TextChoices):
        READING = "reading", _("being read")
        READY = "ready", _("waiting for you")
        SAVING = "saving", _("being saved")
        DONE = "done", _("imported")
        REFUSED = "refused", _("refused")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="imports"
    )
    file_name = models.CharField(max_length=200)
    data = models.BinaryField(default=b"", blank=True)
    #: Named by hand, "" to find it out; then what it was.
    format = models.CharField(max_length=20, blank=True)
    #: Of a file that has one language only; "" once it was found to have both.
    language = models.CharField(max_length=2)
    #: Where the questions go: a deck there is, or a new one of the owner's with this title.
    deck = models.ForeignKey("quizzes.Deck", null=True, blank=True, on_delete=models.CASCADE)
    title = models.CharField(max_length=120, blank=True)
    #: What the file says of the deck itself.
    deck_data = models.JSONField(default=dict, blank=True)
    publish = models.BooleanField(default=False)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.READING)
    #: Why it was refused: code and facts of `quizzes.files.problems`.
    refusal = models.JSONField(null=True, blank=True)
    #: Questions worked on of all, while a task is at it.
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    #: Of those saved: complete, and so played from then on.
    published = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return self.file_name

    def get_absolute_url(self) -> str:
        return reverse("quizzes:imported", args=[self.pk])

    @property
    def counts_rows(self) -> bool:
        """Whether its rows are numbered as those of a sheet."""
        return self.format in ("kahoot", "wayground", "blooket", "gimkit", "table")

    @property
    def languages(self) -> tuple[str, ...]:
        return (self.language,) if self.language else LANGUAGES

    @property
    def format_label(self) -> Any:
        # The readers and all they need are no business of every process that knows the models.
        from ..files.formats import FORMATS

        return FORMATS[self.format].label if self.format in FORMATS else ""

    @property
    def why_refused(self) -> str:
        """The refusal in the language of now, "" for none."""
        if not self.refusal:
            return ""
        code, facts = self.refusal
        return str(FileRefused(code, **facts))

    @property
    def percent(self) -> int:
        return round(100 * self.done / self.total) if self.total else 0

    @property
    def is_running(self) -> bool:
        return self.stage in (self.Stage.READING, self.Stage.SAVING)


class ImportRow(models.Model):
    """A question of the file; `number` as the file counts."""

    class State(models.TextChoices):
        READY = "ready", _("can be imported")
        FAULTY = "faulty", _("to be mended")
        UNUSABLE = "unusable", _("cannot be used")

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    #: `quizzes.files.drafts.Draft` as JSON, null when nothing of it can be used.
    draft_data = models.JSONField(null=True)
    #: What the reader found; a row that was mended by hand has none.
    problem_data = models.JSONField(default=list)
    note_data = models.JSONField(default=list)
    quote = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State.choices)
    #: Whether it is to be imported once it can be.
    take = models.BooleanField(default=True)
    mended = models.BooleanField(default=False)
    saved = models.BooleanField(default=False)

    class Meta:
        ordering = ["of", "number", "pk"]
        indexes = [models.Index(fields=["of", "state"])]

    def __str__(self) -> str:
        return f"{self.number}. {self.quote}"

    @property
    def draft(self) -> Draft | None:
        return Draft.of_json(self.draft_data) if self.draft_data is not None else None

    @property
    def found(self) -> list[RowProblem]:
        """What the reader found wrong."""
        return [RowProblem.of_json(each) for each in self.problem_data]

    @property
    def notes(self) -> list[RowProblem]:
        return [RowProblem.of_json(each) for each in self.note_data]


class ImportPicture(models.Model):
    """A picture of the file, as it came; it is checked and made anew when its question is saved."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="pictures")
    name = models.CharField(max_length=250)
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "name"], name="one_picture_of_a_name")]

    def __str__(self) -> str:
        return self.name
