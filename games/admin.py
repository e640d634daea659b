"""Tables in the admin: looked at, never changed. What is secret in a running game stays so here
too: whoever reads this page may be playing."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .models import Rating, Seat, Table, TableMove


class ReadOnly:
    """For an admin that only shows."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PartOfTable(ReadOnly):
    """Whoever may look at a table may look at its seats and moves."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.view_table")


class SeatInline(PartOfTable, admin.TabularInline):
    model = Seat
    fields = ("number", "shown_name", "bot", "to_act", "away", "missed")
    readonly_fields = fields
    can_delete = False

    @admin.display(description=pgettext_lazy("at a table", "seat"))
    def number(self, seat: Seat) -> int:
        return seat.number

    @admin.display(description=_("name"))
    def shown_name(self, seat: Seat) -> str:
        return seat.shown_name


class MoveInline(PartOfTable, admin.TabularInline):
    model = TableMove
    fields = ("number", "seat", "by", "shown_move", "at")
    readonly_fields = fields
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("table").defer("record", "events")

    @admin.display(description=pgettext_lazy("of a game", "move"))
    def shown_move(self, row: TableMove) -> str:
        if not row.table.is_over:
            return "…"
        return "" if row.move is None else json.dumps(row.move, ensure_ascii=False)


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("code", "game", "status", "people", "moves", "rated", "created_at", "ended_at")
    list_filter = ("status", "game", "rated")
    search_fields = ("=code",)
    date_hierarchy = "created_at"
    fields = (
        ("code", "game", "preset"),
        "options",
        ("size", "spectators", "rated"),
        ("status", "moves"),
        ("created_at", "started_at", "ended_at"),
        "result",
    )
    readonly_fields = ("result",)
    inlines = (SeatInline, MoveInline)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats").defer("state")

    @admin.display(description=_("people and bots"))
    def people(self, table: Table) -> str:
        seats = table.seats.all()
        people = sum(seat.is_person for seat in seats)
        return f"{people} + {len(seats) - people}"

    @admin.display(description=_("result"))
    def result(self, table: Table) -> str:
        return "" if table.outcome is None else json.dumps(table.outcome, ensure_ascii=False)


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("user", "game", "shown_rating", "shown_deviation", "games", "last_at")
    list_filter = ("game",)
    search_fields = ("user__username",)
    list_select_related = ("user",)

    @admin.display(description=_("rating"), ordering="rating")
    def shown_rating(self, row: Rating) -> int:
        return round(row.rating)

    @admin.display(description=_("deviation"), ordering="deviation")
    def shown_deviation(self, row: Rating) -> int:
        return round(row.deviation)
