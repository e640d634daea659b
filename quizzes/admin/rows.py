"""Questions as rows of a sheet, one a question, out and in again without loss.

Columns are in docs/how-to/write-questions.md. A wrong row is told by row, column and cure, and
nothing of the file is stored until every row is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from import_export import fields

from heritage.imports import CheckedRows
from heritage.models import EthnicGroup, Fact, HeritageListing, Province
from heritage.text import nfc

from ..editing import spec
from ..kinds import UnknownKind, kind, labels
from ..kinds.choice import LETTERS, letter
from ..models import MAX_CHOICES, Deck, Question, State
from ..review import UNSTORABLE, AvoidedNames, avoided_names, problems
from ..services import ChoiceDraft, Refused, drafts_of, save_questions

_CHOICES = tuple(f"choice_{at}_{code}" for at in range(1, MAX_CHOICES + 1) for code in ("vi", "en"))
_TEXTS = (
    "text_vi",
    "text_en",
    "explanation_vi",
    "explanation_en",
    "source_vi",
    "source_en",
)
_LINKS: dict[str, tuple[type[Model], str]] = {
    "deck": (Deck, "slug"),
    "group": (EthnicGroup, "slug"),
    "province": (Province, "slug"),
    "fact": (Fact, "key"),
    "listing": (HeritageListing, "name_vi"),
}
#: Every column, in the order of the sheet. `state` is only told, never taken from the sheet.
COLUMNS = (
    "key",
    "deck",
    "position",
    "kind",
    "level",
    "seconds",
    *_TEXTS[:2],
    *_CHOICES,
    "right",
    *spec.CELLS,
    *_TEXTS[2:],
    "group",
    "province",
    "fact",
    "listing",
    "state",
)
#: Without these no row can be read.
NEEDED = ("key", "deck", "text_vi", "right")
_FORMULA = ("=", "+", "-", "@")


class RowField(fields.Field):
    """A column whose value `to_row` makes; `QuestionResource` reads all columns at once."""

    def get_value(self, instance: Question) -> str:
        # Every column of a row asks in turn; the row is made once.
        row = getattr(instance, "_row", None)
        if row is None:
            row = instance._row = to_row(instance)  # type: ignore[attr-defined]
        return row[self.column_name]

    def export(self, instance: Question, **kwargs: Any) -> str:
        return _not_a_formula(self.get_value(instance))


def to_row(question: Question) -> dict[str, str]:
    """A question, stored or being imported, as the cells of its row."""
    drafts = getattr(question, "_drafts", None)
    drafts = drafts_of(question) if drafts is None else drafts
    row = {name: str(getattr(question, name)) for name in ("key", "position", "kind", "level")}
    row |= {name: getattr(question, name) for name in _TEXTS}
    row |= {"seconds": str(question.seconds), "state": question.state}
    for name, (_model, column) in _LINKS.items():
        linked = getattr(question, name) if getattr(question, f"{name}_id") else None
        row[name] = getattr(linked, column) if linked else ""
    for at in range(MAX_CHOICES):
        for code in ("vi", "en"):
            text = getattr(drafts[at], f"text_{code}") if at < len(drafts) else ""
            row[f"choice_{at + 1}_{code}"] = text
    row["right"] = ";".join(letter(at) for at, draft in enumerate(drafts, 1) if draft.is_right)
    return row | spec.cells(question)


def with_links(questions: QuerySet[Question]) -> QuerySet[Question]:
    """With all that a row tells, in two queries."""
    return questions.select_related(*_LINKS).prefetch_related("choices")


def _not_a_formula(text: str) -> str:
    """A spreadsheet would run a cell that begins with = + - @; an apostrophe makes it text."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _cell(row: Mapping[str, Any], column: str) -> str:
    value = row.get(column)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = nfc("" if value is None else str(value)).strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


class QuestionResource(CheckedRows):
    """Reads and writes rows through `quizzes.services`; new questions come in as drafts."""

    class Meta:
        model = Question
        fields = ("key",)
        import_id_fields = ("key",)
        skip_unchanged = True
        report_skipped = True

    def __init__(self, may_publish: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._may_publish = may_publish
        self._stored: dict[str, Question] = {}
        self._links: dict[tuple[str, str], Model | None] = {}
        self._names: AvoidedNames | None = None
        self.fields = {column: RowField(attribute=column, column_name=column) for column in COLUMNS}

    def get_export_order(self, *args: Any, **kwargs: Any) -> list[str]:
        return list(COLUMNS)

    def get_import_order(self) -> list[str]:
        return list(COLUMNS)

    def get_user_visible_fields(self) -> list[fields.Field]:
        """What the import page promises to read."""
        return [each for each in self.get_import_fields() if each.column_name != "state"]

    def get_queryset(self) -> QuerySet[Question]:
        return with_links(super().get_queryset())

    def needed(self) -> Sequence[str]:
        return NEEDED

    def before_import(self, dataset: Any, **kwargs: Any) -> None:
        headers = [str(header or "").strip().removeprefix("\ufeff") for header in dataset.headers]
        dataset.headers = headers
        super().before_import(dataset, **kwargs)
        keys = [_cell(row, "key") for row in dataset.dict]
        self._stored = {each.key: each for each in self.get_queryset().filter(key__in=keys)}
        for stored in self._stored.values():
            # The library copies what a row was before, and a copy forgets what was read ahead.
            stored._drafts = drafts_of(stored)  # type: ignore[attr-defined]
        unknown = [header for header in headers if header and header not in COLUMNS]
        if unknown:
            raise ValidationError(
                _("Row 1: no column is called %(columns)s. Rename or remove it.")
                % {"columns": ", ".join(unknown)}
            )

    def get_instance(self, instance_loader: Any, row: Mapping[str, Any]) -> Question | None:
        return self._stored.get(_cell(row, "key"))

    def import_instance(self, instance: Question, row: Mapping[str, Any], **kwargs: Any) -> None:
        errors: dict[str, list[str]] = {}
        if instance.state == State.PUBLISHED and not self._may_publish:
            errors["key"] = [_("This question is published; only those who may publish change it.")]
        for column in ("key", "kind", *_TEXTS):
            if column in row:
                setattr(instance, column, _cell(row, column))
        instance.kind = instance.kind or "single"
        self._read_numbers(instance, row, errors)
        self._read_links(instance, row, errors)
        instance._drafts = _read_choices(instance, row, errors)  # type: ignore[attr-defined]
        _read_spec(instance, row, errors)
        instance._row = None  # type: ignore[attr-defined]
        if errors:
            raise ValidationError(errors)

    def skip_row(
        self,
        instance: Question,
        original: Question,
        row: Mapping[str, Any],
        import_validation_errors: Any = None,
    ) -> bool:
        if import_validation_errors or original is None or original.pk is None:
            return False
        return to_row(instance) == to_row(original)

    def validate_instance(
        self,
        instance: Question,
        import_validation_errors: Any = None,
        validate_unique: bool = True,
    ) -> None:
        errors = dict(import_validation_errors or {})
        drafts: list[ChoiceDraft] = instance._drafts  # type: ignore[attr-defined]
        self._names = self._names or avoided_names()
        for field in ("key", "level", "seconds"):
            try:
                column: Any = Question._meta.get_field(field)
                column.clean(getattr(instance, field), instance)
            except ValidationError as error:
                errors.setdefault(field, error.error_list)
        for problem in problems(instance, drafts, self._names):
            if instance.state == State.PUBLISHED or problem.code in UNSTORABLE:
                where = {"choices": "right"}.get(problem.where, spec.cell_of(problem.where))
                errors.setdefault(where, []).append(ValidationError(problem.message))
        if errors:
            raise ValidationError(errors)

    def store(self, instances: Sequence[Any]) -> None:
        ready = [(instance, instance._drafts) for instance in instances]
        try:
            save_questions(ready, reason=_("Imported"), names=self._names)
        except Refused as refused:
            raise ValidationError(str(refused)) from refused

    def _read_numbers(
        self, instance: Question, row: Mapping[str, Any], errors: dict[str, list[str]]
    ) -> None:
        for column in ("position", "level", "seconds"):
            text = _cell(row, column)
            if text.isascii() and text.isdigit() and len(text) < 5:
                setattr(instance, column, int(text))
            elif text:
                errors[column] = [
                    _("“%(text)s” is not a whole number. Write digits only.") % {"text": text}
                ]

    def _linked(self, name: str, text: str) -> Model | None:
        """The row that a cell names; a sheet names the same few again and again."""
        if (name, text) not in self._links:
            model, column = _LINKS[name]
            rows = model._default_manager.filter(**{column: text})
            self._links[name, text] = rows.first() if text else None
        return self._links[name, text]

    def _read_links(
        self, instance: Question, row: Mapping[str, Any], errors: dict[str, list[str]]
    ) -> None:
        for name in _LINKS:
            if name not in row:
                continue
            text = _cell(row, name)
            found = self._linked(name, text)
            if found is None and (text or name == "deck"):
                errors[name] = [
                    _("There is none called “%(text)s”. Write its short name as in an export.")
                    % {"text": text}
                ]
            elif name != "deck" or found is not None:
                setattr(instance, name, found)


def _read_choices(
    instance: Question, row: Mapping[str, Any], errors: dict[str, list[str]]
) -> list[ChoiceDraft]:
    try:
        if not kind(instance.kind).has_choices:
            return []
    except UnknownKind:
        errors["kind"] = [
            _("“%(text)s” is no kind of question. Write one of these: %(kinds)s.")
            % {"text": instance.kind, "kinds": ", ".join(slug for slug, _label in labels())}
        ]
    stored: list[ChoiceDraft] = getattr(instance, "_drafts", [])
    right = _read_right(row, errors)
    drafts: list[ChoiceDraft] = []
    for at in range(1, MAX_CHOICES + 1):
        old = stored[at - 1] if at <= len(stored) else ChoiceDraft()
        texts = [
            _cell(row, f"choice_{at}_{code}")
            if f"choice_{at}_{code}" in row
            else getattr(old, f"text_{code}")
            for code in ("vi", "en")
        ]
        if not any(texts):
            if letter(at) in right:
                errors.setdefault("right", []).append(
                    _("Choice %(letter)s is marked right but empty.") % {"letter": letter(at)}
                )
            continue
        if len(drafts) < at - 1:
            errors.setdefault(f"choice_{at - 1}_vi", []).append(
                _("This choice is empty but a later one is not. Close the gap.")
            )
        drafts.append(ChoiceDraft(texts[0], texts[1], letter(at) in right, old.pk, old.ref))
    return drafts


def _read_spec(instance: Question, row: Mapping[str, Any], errors: dict[str, list[str]]) -> None:
    """The cells beyond choices; those that the sheet leaves out stay as they are."""
    old = spec.cells(instance)
    cells = {name: _cell(row, name) if name in row else old[name] for name in spec.CELLS}
    try:
        tidy = kind(instance.kind).tidy
    except UnknownKind:
        return
    read = spec.spec_from_cells(instance.kind, cells, instance.spec or {}, errors)
    instance.spec = tidy(read)


def _read_right(row: Mapping[str, Any], errors: dict[str, list[str]]) -> set[str]:
    text = _cell(row, "right").upper()
    letters = {each for each in text.replace(",", ";").replace(" ", ";").split(";") if each}
    if unknown := letters - set(LETTERS):
        errors["right"] = [
            _("“%(text)s” is no letter of a choice. Write B, or A;C for several.")
            % {"text": ", ".join(sorted(unknown))}
        ]
    return letters & set(LETTERS)
