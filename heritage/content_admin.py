"""What the admins of all content have in common: folded search, history, rows in and out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import FileExtensionValidator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from import_export.admin import ImportExportMixin
from import_export.fields import Field

from . import photos
from .imports import CheckedImports, CheckedRows, SlugsWidget, SlugWidget
from .models import SearchQuerySet
from .versioned_admin import GONE_BACK, VersionedAdmin

__all__ = [
    "GONE_BACK",
    "ContentAdmin",
    "FoldedSearch",
    "PictureField",
    "Rows",
    "RowsAdmin",
    "by_slug",
    "in_both",
    "slugs",
]


class PictureField(forms.ImageField):
    """A picture in one of the formats that are kept; Django lists every ending it can think of."""

    default_validators = [
        FileExtensionValidator(
            photos.ENDINGS, _("This is not a JPEG, PNG or WebP picture, or it is damaged.")
        )
    ]


class FoldedSearch:
    """Search as the site's own pages do: "e de" finds Ê-đê."""

    #: Only switches the search box on; `get_search_results` decides what is found.
    search_fields = ("search_text",)
    search_help_text = _("Diacritics are not needed.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        assert isinstance(queryset, SearchQuerySet)  # noqa: S101
        return queryset.search(search_term), False


class RowsAdmin(CheckedImports, ImportExportMixin, admin.ModelAdmin):
    """A table without history, with import and export of rows."""

    list_per_page = 50


class ContentAdmin(CheckedImports, ImportExportMixin, VersionedAdmin):
    """A table with history and revert, with import and export of rows."""

    list_per_page = 50
    save_on_top = True
    #: Part of addresses, QR codes and questions: chosen once.
    lasting_fields: tuple[str, ...] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        fixed = self.lasting_fields if obj is not None else ()
        return [*super().get_readonly_fields(request, obj), *fixed]


class Rows(CheckedRows):
    """Rows as files: one column a field, rows known by a lasting name, checked before they enter.

    A column that the file leaves out is not touched; a row that changes nothing is skipped.
    """

    class Meta:
        skip_unchanged = True
        report_skipped = True
        clean_model_instances = True

    def get_queryset(self) -> QuerySet[Any]:
        links = [
            str(field.attribute)
            for field in self.fields.values()
            if isinstance(field.widget, SlugWidget)
        ]
        return super().get_queryset().select_related(*links) if links else super().get_queryset()

    def get_user_visible_fields(self) -> list[Field]:
        """What the import page promises to read."""
        return [each for each in self.get_import_fields() if not each.readonly]

    def before_save_instance(self, instance: Model, row: Any, **kwargs: Any) -> None:
        instance._change_reason = "import"  # type: ignore[attr-defined]


def in_both(*stems: str) -> list[tuple[str, str]]:
    """Field pairs for a fieldset: `_vi` and `_en` side by side."""
    return [(f"{stem}_vi", f"{stem}_en") for stem in stems]


def by_slug(column: str, model: type) -> Field:
    """A column of a sheet: a link, by its short name."""
    return Field(column_name=column, attribute=column, widget=SlugWidget(model, "slug"))


def slugs(column: str, model: type) -> Field:
    """A column of a sheet: several links, by their short names with semicolons between."""
    return Field(column_name=column, attribute=column, widget=SlugsWidget(model))
