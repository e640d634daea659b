"""Importing rows: all are looked at before the database is asked for its one writer.

The preview writes nothing and holds nothing. Confirming looks at the rows once more and only then
opens a transaction, in which every row is stored or none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from import_export import resources, widgets
from import_export.admin import ImportMixin
from import_export.fields import Field
from import_export.forms import ConfirmImportForm, ImportForm
from import_export.results import Error, Result
from tablib import Dataset

from . import sheets


class SlugWidget(widgets.CachedForeignKeyWidget):
    """A link by slug; a sheet names the same few again and again."""

    def get_instance_by_lookup_fields(self, value: Any, row: Any, **kwargs: Any) -> Model:
        try:
            return super().get_instance_by_lookup_fields(value, row, **kwargs)
        except self.model.DoesNotExist as error:
            raise ValueError(_unknown(value)) from error


class SlugsWidget(widgets.ManyToManyWidget):
    """Links by slugs, separated by semicolons; one that nothing has is an error, not a gap."""

    def __init__(self, model: type[Model]) -> None:
        super().__init__(model, separator=";", field="slug")
        self._by_slug: dict[str, Model] | None = None

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> list[Model]:
        if self._by_slug is None:
            self._by_slug = {each.slug: each for each in self.model._default_manager.all()}
        slugs = [slug.strip() for slug in str(value or "").split(self.separator)]
        slugs = list(dict.fromkeys(filter(None, slugs)))
        for slug in slugs:
            if slug not in self._by_slug:
                raise ValidationError(_unknown(slug))
        return [self._by_slug[slug] for slug in slugs]


def _unknown(slug: Any) -> str:
    return _("There is none called “%(slug)s”. Write its short name as in an export.") % {
        "slug": slug
    }


class Comparison:
    """Cells before and after; what differs is marked once, from the first word to the last.

    The library's own seeks the shortest difference, up to a second for each cell.
    """

    def __init__(self, resource: CheckedRows, instance: Model, new: bool) -> None:
        self.wanted = resource.is_preview
        self.new = new
        self.left = resource.cells(instance) if self.wanted and not new else []
        self.right: list[str] = []

    def compare_with(self, resource: CheckedRows, instance: Model) -> None:
        self.right = resource.cells(instance) if self.wanted else []

    def as_html(self) -> list[SafeString]:
        left = self.left or [""] * len(self.right)
        return [compared(*pair) for pair in zip(left, self.right, strict=True)]


def compared(before: str, after: str) -> SafeString:
    """
    >>> compared("một hai ba", "một bốn ba")
    '<span>một </span><del>hai</del><ins>bốn</ins><span> ba</span>'
    """
    if before == after:
        return mark_safe(f"<span>{escape(after)}</span>")  # noqa: S308
    old, new = re.split(r"(\s+)", before), re.split(r"(\s+)", after)
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    parts = (
        ("span", new[:start]),
        ("del", old[start : len(old) - end]),
        ("ins", new[start : len(new) - end]),
        ("span", new[len(new) - end :]),
    )
    said = ((tag, escape("".join(words))) for tag, words in parts)
    return mark_safe("".join(f"<{tag}>{text}</{tag}>" for tag, text in said if text))  # noqa: S308


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words both begin with."""
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _pair in same)


class CheckedRows(resources.ModelResource):
    """A resource whose rows are looked at outside any transaction and stored together."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.is_preview = True
        self._ready: list[Model] = []
        self._seen: dict[tuple[str, ...], int] = {}

    @classmethod
    def get_diff_class(cls) -> type[Comparison]:
        return Comparison

    def import_data(
        self,
        dataset: Dataset,
        dry_run: bool = False,
        raise_errors: bool = False,
        use_transactions: bool | None = None,
        collect_failed_rows: bool = False,
        rollback_on_validation_errors: bool = False,
        **kwargs: Any,
    ) -> Result:
        """The result of looking at the rows, and unless `dry_run` of storing them. Nothing is
        stored when any row has an error."""
        self.is_preview = dry_run
        self._ready, self._seen = [], {}
        result = self.import_data_inner(
            dataset, True, raise_errors, False, collect_failed_rows, **kwargs
        )
        if not (dry_run or result.has_errors() or result.has_validation_errors()):
            self._store_all(result)
        return result

    def needed(self) -> Sequence[str]:
        """Columns without which no row can be read: here those that tell the rows apart."""
        return [self.fields[name].column_name for name in self.get_import_id_fields()]

    def before_import(self, dataset: Dataset, **kwargs: Any) -> None:
        """Raises ValidationError where the file lacks a column that is needed."""
        missing = [column for column in self.needed() if column not in (dataset.headers or [])]
        if missing:
            raise ValidationError(
                _("Row 1: the columns %(columns)s are missing. Export the list to see all columns.")
                % {"columns": ", ".join(missing)}
            )

    def before_import_row(self, row: Mapping[str, Any], **kwargs: Any) -> None:
        """Raises ValidationError for a row that an earlier one of the file already is: nothing is
        stored while looking, so the database cannot tell."""
        columns = [self.fields[name].column_name for name in self.get_import_id_fields()]
        key = tuple(str(row.get(column) or "").strip() for column in columns)
        number = kwargs["row_number"]
        first = self._seen.setdefault(key, number)
        if first != number and any(key):
            raise ValidationError(
                _("This is the same as row %(row)s of the file: %(key)s. Remove one of them.")
                % {"row": first + 1, "key": ", ".join(key)}
            )

    def save_instance(
        self, instance: Model, is_create: bool, row: Mapping[str, Any], **kwargs: Any
    ) -> None:
        """Only remembered: `store` writes."""
        self._ready.append(instance)

    def save_m2m(self, instance: Model, row: Mapping[str, Any], **kwargs: Any) -> None:
        """Only remembered, for the preview."""
        instance._linked = {  # type: ignore[attr-defined]
            field.column_name: field.clean(row)
            for field in self.get_import_fields()
            if isinstance(field.widget, widgets.ManyToManyWidget) and field.column_name in row
        }

    def cells(self, instance: Model) -> list[str]:
        """The row as it would go out, links that are not stored yet included."""
        linked = getattr(instance, "_linked", {})
        return [
            field.widget.separator.join(each.slug for each in linked[field.column_name])
            if field.column_name in linked
            else self._cell(field, instance)
            for field in self.get_import_fields()
        ]

    @staticmethod
    def _cell(field: Field, instance: Model) -> str:
        value = field.export(instance)
        return "" if value is None else str(value)

    def _store_all(self, result: Result) -> None:
        try:
            self.store(self._ready)
        except (DataError, IntegrityError, ValidationError):
            message = _(
                "Rows of the file contradict each other or what was changed meanwhile. Nothing "
                "was stored; look at the file again."
            )
            result.append_base_error(Error(ValidationError(message)))

    def store(self, instances: Sequence[Model]) -> None:
        """All rows that were looked at, new and changed, or none."""
        links = [
            field
            for field in self.get_import_fields()
            if isinstance(field.widget, widgets.ManyToManyWidget)
        ]
        with transaction.atomic():
            for instance in instances:
                self.before_save_instance(instance, {})
                instance.save()
                linked = getattr(instance, "_linked", {})
                for field in links:
                    if field.column_name in linked:
                        getattr(instance, str(field.attribute)).set(linked[field.column_name])


class SmallImportForm(ImportForm):
    """Refuses a large file before anything reads it."""

    def clean_import_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["import_file"]
        sheets.check_size(file.size or 0)
        return file


class SureConfirmForm(ConfirmImportForm):
    """Its numbers name a format and a resource that there are."""

    format = forms.ChoiceField(choices=[("0", ""), ("1", "")], widget=forms.HiddenInput)
    resource = forms.ChoiceField(choices=[("0", "")], widget=forms.HiddenInput, required=False)


class CheckedImports(ImportMixin):
    """For an admin: imports of small CSV and XLSX files, with words for all that can go wrong."""

    import_form_class = SmallImportForm
    confirm_form_class = SureConfirmForm
    import_formats: Any = (sheets.CSV, sheets.XLSX)

    def add_data_read_fail_error_to_form(self, form: ImportForm, e: Exception) -> None:
        storage = self.get_tmp_storage_class()(
            name=form.cleaned_data["import_file"].tmp_storage_name
        )
        storage.remove()
        form.add_error("import_file", e if isinstance(e, ValidationError) else sheets.unreadable())

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """After the preview; a file that is gone (confirmed twice) or unreadable leads back."""
        try:
            return super().process_import(request, **kwargs)
        except (OSError, UnicodeError, ValidationError):
            message = _("This import was done already or its file is gone. Send the file again.")
            return self._back(request, [message])

    def process_result(self, result: Result, request: HttpRequest) -> HttpResponse:
        """Nothing was stored if anything was wrong: then say so and log nothing."""
        if result.has_errors() or result.has_validation_errors():
            said = [
                message
                for each in result.base_errors
                if isinstance(each.error, ValidationError)
                for message in each.error.messages
            ] or [_("Some rows are no longer right. Send the file again to see which.")]
            return self._back(request, said)
        return super().process_result(result, request)

    def _back(self, request: HttpRequest, said: list[str]) -> HttpResponse:
        for message in said:
            messages.error(request, message)
        app, model = self.get_model_info()
        return HttpResponseRedirect(reverse(f"admin:{app}_{model}_import"))
