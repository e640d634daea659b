"""Sensitive content is shown only after two people: one who wrote it, another who approved it."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy
from simple_history.models import HistoricalRecords


class SecondPersonNeeded(ValidationError):
    """Refused: it is sensitive, and nobody but the writer of the last change stands for it. The
    message says what to do. `code` is "own_change", "not_approved" or "own_mark"."""

    MESSAGES: ClassVar = {
        "own_change": gettext_lazy(
            "This is sensitive, and you wrote its last change: somebody else must look at the "
            "change and approve it. Save it without approving; it waits on the editors' desk."
        ),
        "not_approved": gettext_lazy(
            "This is sensitive: it is shown only after somebody other than the writer of its last "
            "change has looked at the change and approved it."
        ),
        "own_mark": gettext_lazy(
            "The mark “sensitive” is taken off by somebody other than the writer of the last "
            "change, and not together with a change."
        ),
    }

    def __init__(self, code: str) -> None:
        super().__init__(self.MESSAGES[code], code=code)


def acting_user() -> Any:
    """Who is signed in at the page that is being answered; None outside a request."""
    request = getattr(HistoricalRecords.context, "request", None)
    user = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated else None


class Sensitive(models.Model):
    """Content that may be marked sensitive. A model says which of its fields are content, and what
    being approved means for it. Its writer calls `settle` before it is stored; the database holds
    the heart of the rule by `second_person`."""

    sensitive = models.BooleanField(
        gettext_lazy("sensitive"),
        default=False,
        help_text=gettext_lazy(
            "A ritual, a belief, what could hurt: shown only after a second person has approved it."
        ),
    )
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=gettext_lazy("last change by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        editable=False,
    )
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=gettext_lazy("reviewed by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        editable=False,
    )

    #: The fields that a reader sees, by name.
    CONTENT: ClassVar[tuple[str, ...]] = ()
    #: The field that holds how far it is approved.
    STATE: ClassVar[str] = ""

    class Meta:
        abstract = True

    @property
    def is_approved(self) -> bool:
        """Whether an editor has let it be shown."""
        raise NotImplementedError

    def wait(self) -> None:
        """Take it back to where it waits for a second person."""
        raise NotImplementedError

    def says_the_same(self, other: Self) -> bool:
        """Whether every field of content holds the same; raw values, so that no row is read."""
        names = [self._meta.get_field(name).attname for name in self.CONTENT]  # type: ignore[union-attr]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def settle(self, before: Self | None, by: Any, *, changed: bool) -> None:
        """Bring approval in step with what is about to be stored.

        `before` is the stored row, None for a new one; `by` who saves, None for a script. A change
        of what a sensitive row says makes it wait again. Raises SecondPersonNeeded where the
        writer of the last change would also be the one who approves it or takes the mark off.
        """
        was_sensitive = before is not None and before.sensitive
        if was_sensitive and not self.sensitive and by is not None:
            assert before is not None  # noqa: S101
            if changed or by.pk == before.written_by_id:
                raise SecondPersonNeeded("own_mark")
        if changed:
            self.written_by = by
        if not self.sensitive:
            return
        was_approved = before is not None and before.is_approved
        if not self.is_approved:
            return
        if changed and not was_approved:
            raise SecondPersonNeeded("own_change")
        if changed or not was_sensitive:
            # Marked just now: whoever approved it before may not have looked at it so closely.
            self.wait()
            self.reviewed_by = None
        elif self.reviewed_by_id is None and not was_approved:
            raise SecondPersonNeeded("not_approved")
        elif self.reviewed_by_id is not None and self.reviewed_by_id == self.written_by_id:
            raise SecondPersonNeeded("own_change")

    def rewritten(self, columns: set[str]) -> set[str]:
        """For who writes rows in bulk and without a person, such as the seed: after these columns
        were set, what else must be stored."""
        if columns.isdisjoint(self.CONTENT):
            return set()
        self.written_by = None
        if self.sensitive and self.is_approved:
            self.wait()
            self.reviewed_by = None
        return {"written_by", "reviewed_by", self.STATE}

    @classmethod
    def second_person(cls, approved: Q, name: str) -> models.CheckConstraint:
        """The rule in the database: whoever wrote an approved sensitive row did not approve it."""
        return models.CheckConstraint(
            condition=Q(sensitive=False)
            | ~approved
            | Q(written_by__isnull=True)
            | Q(reviewed_by__isnull=True)
            | ~Q(reviewed_by=F("written_by")),
            name=name,
            violation_error_message=SecondPersonNeeded.MESSAGES["own_change"],
        )
