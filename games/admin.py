"""Tables in the admin: looked at, never changed. What is secret in a running game stays so here
too: whoever reads this page may be playing."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from . import names, tables
from .errors import TableError
from .faces import face, has_face, talks
from .models import Rating, Report, Said, Seat, Table, TableMove
from .rang_ro import admin as rang_ro
from .scenes import Scene
from .tables import reporting
from .views_reporting import DEEDS

__all__ = ["rang_ro"]


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
        ("size", "spectators", "rated", "leg"),
        ("status", "moves", "undone"),
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


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """What people complain of at tables, with what can be done about it. Who complained is not
    shown: only whom it is about."""

    list_display = ("at", "code", "whom", "account", "reason", "said", "deed")
    list_filter = (("handled_at", admin.EmptyFieldListFilter), "reason", "deed")
    search_fields = ("=table__code",)
    list_select_related = ("table", "seat", "about__user")
    fields = ("at", "code", "whom", "account", "reason", "said", "deed", "handled_at")
    readonly_fields = fields
    actions = ("rename", "silence", "remove", "nothing")
    change_form_template = "admin/games/report/change_form.html"

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("table"))
    def code(self, report: Report) -> str:
        address = reverse("games:table", args=[report.table.code])
        name = names.of_table(report.table.game, report.table.code)
        return format_html('<a href="{}">{}</a>', address, name)

    @admin.display(description=_("whom"))
    def whom(self, report: Report) -> str:
        if report.watching or report.seat is None:
            return gettext("Those who watch") if report.watching else report.called
        return names.retold(report.table.game, report.seat.index, report.called)

    @admin.display(description=_("account"))
    def account(self, report: Report) -> str:
        user = None if report.about is None else report.about.user
        return "" if user is None else user.get_username()

    @admin.display(description=_("what was said lately"))
    def said(self, report: Report) -> str:
        texts = talks(face(report.table.game)) if has_face(report.table.game) else None
        if texts is None:
            return ""
        said = report.table.said.filter(seat=None) if report.watching else _by(report)
        scene = Scene(report.table)
        lately = list(said.order_by("-pk")[:5])[::-1]
        return " · ".join(texts.phrase(scene, one.phrase, one.about) for one in lately)

    @admin.action(description=_("Take the name away"), permissions=["change"])
    def rename(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        self._handle(request, chosen, Report.Deed.RENAME)

    @admin.action(description=_("Let them say nothing more"), permissions=["change"])
    def silence(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        self._handle(request, chosen, Report.Deed.SILENCE)

    @admin.action(description=_("Send away from the table"), permissions=["change"])
    def remove(self, request: HttpRequest, chosen: QuerySet[Report]) -> HttpResponse | None:
        if "sure" not in request.POST:
            return self._ask(request, chosen)
        self._handle(request, chosen, Report.Deed.REMOVE)
        return None

    @admin.action(description=_("Nothing to do"), permissions=["change"])
    def nothing(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        self._handle(request, chosen, Report.Deed.NOTHING)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One report with what can be done about it, instead of a form with nothing to save."""
        report = self.get_object(request, object_id)
        context = dict(extra_context or {})
        if report is not None:
            whom = self.whom(report)
            reason = report.get_reason_display()
            context["title"] = f"{whom}: {reason}" if whom else reason
            context["subtitle"] = None
            may = report.handled_at is None and self.has_change_permission(request, report)
            found = reporting.deeds(report.table, report) if may else ()
            context["deeds"] = [{"value": deed.value, "words": DEEDS[deed]} for deed in found]
        return super().change_view(request, object_id, form_url, context)

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        """Nothing is typed here: a deed alone changes a report."""

    def response_change(self, request: HttpRequest, obj: Report) -> HttpResponse:
        deed = request.POST.get("deed", "")
        chosen = Report.objects.filter(pk=obj.pk)
        if deed == Report.Deed.REMOVE:
            return self._ask(request, chosen)
        if deed in Report.Deed.values:
            self._handle(request, chosen, Report.Deed(deed))
        return redirect("admin:games_report_change", obj.pk)

    def _ask(self, request: HttpRequest, chosen: QuerySet[Report]) -> HttpResponse:
        """Before anybody loses a seat, which nothing brings back."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Send away from the table"),
            "reports": [
                {"pk": each.pk, "whom": self.whom(each), "code": self.code(each), "report": each}
                for each in chosen.select_related("table", "seat")
            ],
        }
        return TemplateResponse(request, "admin/games/report/sure.html", context)

    def _handle(self, request: HttpRequest, chosen: QuerySet[Report], deed: Report.Deed) -> None:
        """Each that is still open; what one deed settled for several is settled."""
        done = missed = 0
        for pk in list(chosen.filter(handled_at=None).values_list("pk", flat=True)):
            if not Report.objects.filter(pk=pk, handled_at=None).exists():
                done += 1
                continue
            try:
                tables.handle(pk, deed)
                done += 1
            except TableError:
                missed += 1
        if done:
            words = ngettext("%(n)s report settled.", "%(n)s reports settled.", done)
            self.message_user(request, words % {"n": done}, messages.SUCCESS)
        if missed or not done:
            self.message_user(
                request,
                gettext("That cannot be done here any more. “Nothing to do” closes a report."),
                messages.WARNING,
            )


def _by(report: Report) -> QuerySet[Said]:
    """What the reported person said at the table."""
    said = report.table.said
    return said.none() if report.about is None else said.filter(player=report.about)


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
