"""Brings data files into the database without ever overwriting what an editor has done.

The seeder remembers in `SeedRow` what it last wrote into each row. At the next run a field is
written only if it still holds that; a field which an editor has changed stays as it is, and a row
which an editor has deleted stays deleted.

How another app joins `manage.py seed`::

    # quizzes/apps.py, in AppConfig.ready()
    from heritage.signals import seeding
    seeding.connect(bring_decks, dispatch_uid="quizzes")

    # quizzes/seed.py
    def bring_decks(*, seeder: Seeder, stdout: TextIO, **_: object) -> None:
        decks = read_and_check_everything()  # raises SeedError(file, row, reason); nothing written
        deck = seeder.apply(Deck, {"slug": "…"}, {"title_vi": "…", "title_en": "…"})
        if deck is not None:  # None: an editor deleted it, so what hangs on it is left out too
            seeder.apply(Question, {"key": "…"}, {"deck": deck, "group": group, …})
            seeder.apply(Choice, {"question": question, "position": 1}, {"text_vi": "…", …})
            seeder.apply(Question, {"key": "…"}, {"state": "published"})  # a later field

`key` names the row for ever (plain fields or foreign keys; unique together); `values` are the
other fields. A foreign key takes an instance, a many-to-many field a list of instances. Fields
that `values` leaves out are not touched, so a row may be applied in two steps. `apply` saves each
row with `save()`; `apply_all` does the same for many rows of one model in a few statements without
calling `save()`. The command runs all of it in one transaction and prints `report()`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Generic, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from .models import Searchable, SeedRow, Sensitive
from .table_files import SeedError

__all__ = ["SeedError", "Seeder"]

M = TypeVar("M", bound=models.Model)
Fields = Mapping[str, Any]
Row = tuple[Fields, Fields]

#: What can have happened to a row, in the order of the report.
OUTCOMES = ("created", "updated", "unchanged", "kept", "deleted", "left")
_WORDS = {
    "created": "created",
    "updated": "updated",
    "unchanged": "unchanged",
    "kept": "kept as an editor changed them",
    "deleted": "not brought back after an editor deleted them",
    "left": "no longer in the data, left alone",
}
_WEIGHT = ("unchanged", "kept", "updated", "created")
# Remembered where the row was an editor's before the seed knew it: equals no column's value.
_NEVER = {"seed": "never"}
_BATCH = 500
_PLAIN = frozenset({str, int, bool, type(None)})
_REASON = "seed"


@dataclass
class _Plan(Generic[M]):
    """What is to happen to one row. `wrote` becomes the memory of what the seed has written."""

    model: type[M]
    name: str
    instance: M | None
    many: dict[str, list[models.Model]] = field(default_factory=dict)
    wrote: dict[str, Any] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    key: Fields = field(default_factory=dict)
    new: bool = False
    kept: bool = False


class Seeder:
    """`with Seeder() as seeder:` is one transaction; at its end what was seeded is written down."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._written: dict[str, dict[str, SeedRow]] = {}
        self._rows: dict[type[models.Model], dict[int, models.Model]] = {}
        self._by_key: dict[tuple[type[models.Model], tuple[str, ...]], dict[Any, Any]] = {}
        self._m2m: dict[tuple[type[models.Model], str], dict[int, set[int]]] = {}
        self._m2m_set: set[tuple[str, str, str]] = set()
        self._seen: dict[str, dict[str, str]] = defaultdict(dict)
        self._dirty: dict[tuple[str, str], SeedRow] = {}

    def __enter__(self) -> Seeder:
        self._atomic = transaction.atomic()
        self._atomic.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._write_down()
        except BaseException as problem:
            self._atomic.__exit__(type(problem), problem, problem.__traceback__)
            raise
        self._atomic.__exit__(kind, error, trace)

    def apply(self, model: type[M], key: Fields, values: Fields) -> M | None:
        """Create or update one row; returns it, or None if an editor has deleted it."""
        plan = self._plan(model, key, values)
        if plan.instance is None:
            return None
        if plan.changed or plan.new:
            plan.instance._change_reason = _REASON  # type: ignore[attr-defined]
            if plan.new:
                plan.instance.save()
            else:
                # Only these: a column that the model keeps itself may have moved on meanwhile.
                more = set(_stamps(model))
                if isinstance(plan.instance, Sensitive):
                    more |= plan.instance.rewritten(plan.changed)
                plan.instance.save(update_fields=plan.changed | more)
        self._settle(plan)
        return plan.instance

    def apply_all(self, model: type[M], rows: Iterable[Row]) -> list[M | None]:
        """As `apply` for many rows, in bulk and without `save()`; in the order of `rows`."""
        plans = [self._plan(model, key, values) for key, values in rows]
        for plan in plans:
            if isinstance(plan.instance, Searchable) and (plan.new or plan.changed):
                plan.instance.refresh_search()
        new: list[Any] = [plan.instance for plan in plans if plan.new]
        changed: list[Any] = [plan.instance for plan in plans if plan.changed and not plan.new]
        fields = {name for plan in plans if not plan.new for name in plan.changed}
        if issubclass(model, Sensitive):
            for plan in plans:
                if isinstance(plan.instance, Sensitive) and not plan.new:
                    fields |= plan.instance.rewritten(plan.changed)
        if issubclass(model, Searchable):
            fields |= {"search_text", "sort_key"}
        with_history = hasattr(model, "history")
        if new and with_history:
            bulk_create_with_history(new, model, batch_size=_BATCH, default_change_reason=_REASON)
        elif new:
            model._default_manager.bulk_create(new, batch_size=_BATCH)
        if changed and with_history:
            bulk_update_with_history(
                changed, model, sorted(fields), batch_size=_BATCH, default_change_reason=_REASON
            )
        elif changed:
            model._default_manager.bulk_update(changed, sorted(fields), batch_size=_BATCH)
        for plan in plans:
            self._settle(plan)
        return [plan.instance for plan in plans]

    def report(self) -> str:
        """One line a table: what was created, updated, kept and so on."""
        lines = []
        for table, seen in self._seen.items():
            count = Counter(seen.values())
            known = self._written.get(table, {})
            count["left"] = sum(1 for key in known if key not in seen)
            self.counts[table] = count
            said = [f"{count[what]} {_WORDS[what]}" for what in OUTCOMES if count[what]]
            lines.append(f"{table}: {', '.join(said)}")
        return "\n".join(lines)

    # --- inside ------------------------------------------------------------------------------

    def _plan(self, model: type[M], key: Fields, values: Fields) -> _Plan[M]:
        table = model._meta.label
        self._load(model)
        name = _name_of(key)
        written = self._written[table].get(name)
        plain, many = _split(model, values)
        instance: Any
        if written is not None:
            instance = self._rows[model].get(written.values.get("pk"))
            if instance is None:
                self._seen[table][name] = "deleted"
                return _Plan(model, name, None)
        else:
            instance = self._find(model, key)
        if instance is None:
            instance = model(**key, **plain)
            wrote = {name: _stored(model, name, instance) for name in plain}
            return _Plan(model, name, instance, many, wrote, set(plain), key, new=True)
        plan = _Plan(model, name, instance, many)
        last = written.values if written is not None else {}
        wanted_row = model(**plain)
        for column, value in plain.items():
            wanted = _stored(model, column, wanted_row)
            current = _stored(model, column, instance)
            if column in last:
                seeds_own = current == last[column]
            else:
                seeds_own = written is not None and current == _default(model, column)
            if current == wanted:
                plan.wrote[column] = wanted
            elif seeds_own:
                setattr(instance, column, value)
                plan.wrote[column] = wanted
                plan.changed.add(column)
            else:
                plan.kept = True
                if written is None:
                    plan.wrote[column] = _NEVER
        return plan

    def _settle(self, plan: _Plan[M]) -> None:
        """After the row itself is stored: many-to-many fields, memory, counts."""
        instance = plan.instance
        if instance is None:
            return
        model, table = plan.model, plan.model._meta.label
        written = self._written[table].get(plan.name)
        last = written.values if written is not None else {}
        touched = bool(plan.changed)
        for name, related in plan.many.items():
            wanted = sorted(row.pk for row in related)
            current = sorted(self._current_m2m(model, name).get(instance.pk, set()))
            mine = (table, plan.name, name)
            seeds_own = (
                plan.new
                or mine in self._m2m_set
                or (written is not None and current == last.get(name, []))
            )
            if current == wanted:
                plan.wrote[name] = wanted
            elif seeds_own:
                getattr(instance, name).set(related)
                self._m2m_set.add(mine)
                plan.wrote[name] = wanted
                touched = True
            else:
                plan.kept = True
                if written is None:
                    plan.wrote[name] = _NEVER
        self._rows[model][instance.pk] = instance
        if plan.new:
            self._index(model, instance, plan.key)
        values = {**last, **plan.wrote, "pk": instance.pk}
        if written is None:
            written = self._written[table][plan.name] = SeedRow(
                table=table, key=plan.name, values=values
            )
            self._dirty[table, plan.name] = written
        elif written.values != values:
            written.values = values
            self._dirty[table, plan.name] = written
        outcome = "unchanged"
        if plan.new:
            outcome = "created"
        elif touched:
            outcome = "updated"
        elif plan.kept:
            outcome = "kept"
        # A row applied in two steps counts once, with the most that happened to it.
        before = self._seen[table].get(plan.name, "unchanged")
        self._seen[table][plan.name] = max(before, outcome, key=_WEIGHT.index)

    def _load(self, model: type[models.Model]) -> None:
        if model in self._rows:
            return
        self._rows[model] = {row.pk: row for row in model._default_manager.all()}
        self._written[model._meta.label] = {
            row.key: row for row in SeedRow.objects.filter(table=model._meta.label)
        }

    def _find(self, model: type[M], key: Fields) -> M | None:
        """The row that holds these key fields though no seed has written it: an editor's own."""
        fields = tuple(sorted(key))
        index = self._by_key.get((model, fields))
        if index is None:
            index = self._by_key[model, fields] = {
                _key_tuple(row, fields): row for row in self._rows[model].values()
            }
        return index.get(_key_tuple(key, fields))

    def _index(self, model: type[models.Model], row: models.Model, key: Fields) -> None:
        index = self._by_key.get((model, tuple(sorted(key))))
        if index is not None:
            index[_key_tuple(row, tuple(sorted(key)))] = row

    def _current_m2m(self, model: type[models.Model], name: str) -> dict[int, set[int]]:
        """As it was before this run: a border set from one side appears on the other too."""
        kept = self._m2m.get((model, name))
        if kept is None:
            kept = self._m2m[model, name] = defaultdict(set)
            column: Any = model._meta.get_field(name)
            mine, other = column.m2m_field_name(), column.m2m_reverse_field_name()
            through = column.remote_field.through
            for a, b in through._default_manager.values_list(f"{mine}_id", f"{other}_id"):
                kept[a].add(b)
        return kept

    def _write_down(self) -> None:
        rows = list(self._dirty.values())
        fresh = [row for row in rows if row.pk is None]
        stale = [row for row in rows if row.pk is not None]
        SeedRow.objects.bulk_create(fresh, batch_size=_BATCH)
        SeedRow.objects.bulk_update(stale, ["values"], batch_size=_BATCH)
        self._dirty.clear()


def _name_of(key: Fields) -> str:
    """The row's lasting name in `SeedRow`, the same on every database."""
    parts = []
    for column, value in sorted(key.items()):
        if isinstance(value, models.Model):
            value = getattr(value, "slug", None) or getattr(value, "key", None) or value.pk
        parts.append(f"{column}={value}")
    return " ".join(parts)


def _key_tuple(row: Any, columns: tuple[str, ...]) -> tuple[Any, ...]:
    """The key fields of an instance or of a mapping, foreign keys as primary keys."""
    values = []
    for column in columns:
        if isinstance(row, Mapping):
            value = row[column]
        else:
            value = getattr(row, row._meta.get_field(column).attname)
        values.append(value.pk if isinstance(value, models.Model) else value)
    return tuple(values)


def _split(
    model: type[models.Model], values: Fields
) -> tuple[dict[str, Any], dict[str, list[models.Model]]]:
    """Plain columns, and many-to-many ones."""
    plain: dict[str, Any] = {}
    many: dict[str, list[models.Model]] = {}
    for column, value in values.items():
        if model._meta.get_field(column).many_to_many:
            many[column] = list(value)
        else:
            plain[column] = value
    return plain, many


def _stored(model: type[models.Model], name: str, instance: models.Model) -> Any:
    """The column's value as it comes back from JSON, so that memory and row can be compared."""
    column: Any = model._meta.get_field(name)
    if isinstance(column, models.JSONField):
        value = getattr(instance, column.attname)
    else:
        value = column.get_prep_value(column.value_from_object(instance))
    if type(value) in _PLAIN:
        return value  # nearly every column: there and back it would be the same
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))


def _stamps(model: type[models.Model]) -> set[str]:
    """Columns that note the time of each save."""
    return {column.name for column in model._meta.fields if getattr(column, "auto_now", False)}


def _default(model: type[models.Model], name: str) -> Any:
    """What a column holds that no seed has written yet."""
    return _stored(model, name, model())
