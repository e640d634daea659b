"""Queries that are worded once a process, for what a whole class asks for in the same second.

Django words a query anew each time it is made; that takes several times as long as the database
needs to answer it by a key: a participant with their session 1.1 against 0.15 ms. What it comes to
is in bench/README.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connections, router, transaction
from django.db.models import Field, Model, QuerySet, Value
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery

M = TypeVar("M", bound=Model)


class _Place(Value):
    """Stands in the query for a value that comes later."""

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


@dataclass(frozen=True)
class _Worded:
    """A query as one connection understands it, and how its rows become objects."""

    connection: Any
    sql: str
    params: list[Any]
    fields: list[Field[Any, Any]]
    compiler: Any
    converters: dict[int, Any]
    model: type[Model]
    columns: slice
    names: list[str]
    related: list[Any]


class Prepared(Generic[M]):
    """`Prepared(make, "a", "b").first(1, 2)` is `make().filter(a=1, b=2)[:1]`'s only row or None.

    `make` gives the query without what it is asked by: plain columns, `select_related` and `defer`
    only. The values must not be None. Rows are those of `make`'s own model, like any other.
    """

    def __init__(self, make: Callable[[], QuerySet[M]], *by: str) -> None:
        self._make, self._by = make, by
        self._worded = threading.local()  # a connection belongs to its thread

    def count(self, *values: Any) -> int:
        """How many rows there are."""
        worded = self._ready()
        counted = f"SELECT COUNT(*) FROM ({worded.sql}) counted"  # noqa: S608  made by the ORM
        return int(self._ask(worded, counted, values)[0])  # type: ignore[index]

    def first(self, *values: Any) -> M | None:
        worded = self._ready()
        row = self._ask(worded, f"{worded.sql} LIMIT 1", values)
        if row is None:
            return None
        if worded.converters:
            (row,) = worded.compiler.apply_converters([row], worded.converters)
        alias = worded.connection.alias
        found = worded.model.from_db(alias, worded.names, row[worded.columns])
        for populator in worded.related:
            populator.populate(row, found)
        return found  # type: ignore[return-value]

    def _ask(self, worded: _Worded, sql: str, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        given = {
            name: field.get_db_prep_value(value, worded.connection)
            for name, field, value in zip(self._by, worded.fields, values, strict=True)
        }
        params = [given[p.value] if isinstance(p, _Place) else p for p in worded.params]
        with worded.connection.cursor() as cursor:
            cursor.execute(sql, params)
            row: tuple[Any, ...] | None = cursor.fetchone()
        return row

    def _ready(self) -> _Worded:
        kept: _Worded | None = getattr(self._worded, "kept", None)
        if kept is None or kept.connection is not connections[kept.connection.alias]:
            kept = self._worded.kept = self._word()
        return kept

    def _word(self) -> _Worded:
        """As `ModelIterable` does for each query."""
        queryset = self._make().filter(**{name: _Place(name) for name in self._by})
        connection = connections[queryset.db]
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        shown = compiler.klass_info["select_fields"]
        columns = slice(shown[0], shown[-1] + 1)
        return _Worded(
            connection=connection,
            sql=sql,
            params=list(params),
            fields=[queryset.model._meta.get_field(name) for name in self._by],  # type: ignore[misc]
            compiler=compiler,
            converters=compiler.get_converters([each[0] for each in compiler.select]),
            model=compiler.klass_info["model"],
            columns=columns,
            names=[each[0].target.attname for each in compiler.select[columns]],
            related=get_related_populators(  # type: ignore[call-arg]  # the stubs are of a later Django
                compiler.klass_info, compiler.select, connection.alias
            ),
        )


class PreparedInsert(Generic[M]):
    """`insert(row)` is `row.save(force_insert=True)` for a model to whose signals nobody listens:
    none are sent. Raises IntegrityError as `save` does, and leaves an open transaction usable.

    Where no transaction is open the statement is one of its own, stored when this returns: without
    the trips for its beginning and its end.
    """

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._worded = threading.local()

    def __call__(self, row: M) -> None:
        connection = connections[router.db_for_write(self._model)]
        if getattr(self._worded, "connection", None) is not connection:
            self._word(connection)
        fields: list[Field[Any, Any]] = self._worded.fields
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields
        ]
        own = transaction.atomic() if connection.in_atomic_block else nullcontext()
        with own, connection.cursor() as cursor:
            cursor.execute(self._worded.sql, values)
            if self._worded.gives_key:
                ((row.pk,),) = cursor.fetchall()  # to its end: SQLite stores it then
        row._state.adding, row._state.db = False, connection.alias

    def _word(self, connection: Any) -> None:
        meta = self._model._meta
        given = meta.auto_field
        fields = [field for field in meta.local_concrete_fields if field is not given]
        query = InsertQuery(self._model)
        query.insert_values(fields, [self._model()], raw=True)
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = [given] if given else None
        ((self._worded.sql, _),) = compiler.as_sql()
        self._worded.gives_key = given is not None
        self._worded.fields, self._worded.connection = fields, connection
