"""Complaining of somebody at a table, and what its host does about it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.services import player_for

from . import names, selectors, tables
from .errors import NoReason, NotNow, TableError
from .models import Report, Table
from .scenes import Scene
from .tables import reporting
from .views_table import at_table, number, of_host, scene_for

#: In the form: those who watch, where others give the number of a seat.
WATCHING = "watching"
#: What the buttons of the host say.
DEEDS = {
    Report.Deed.RENAME: gettext_lazy("Take the name away"),
    Report.Deed.SILENCE: gettext_lazy("Let them say nothing more"),
    Report.Deed.REMOVE: gettext_lazy("Send away from the table"),
    Report.Deed.NOTHING: gettext_lazy("Nothing to do"),
}
#: What the host reads when it is done.
DONE = {
    Report.Deed.RENAME: gettext_lazy("The name is taken away."),
    Report.Deed.SILENCE: gettext_lazy("%(name)s can say nothing more here."),
    Report.Deed.REMOVE: gettext_lazy("%(name)s is sent away."),
    Report.Deed.NOTHING: gettext_lazy("The report about %(name)s is closed."),
}


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def report(request: HttpRequest, table: Table) -> HttpResponse:
    """Whom, and why: from a short list, so that nothing need be typed."""
    scene = scene_for(request, table)
    chosen = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {
        "table": table,
        "game_name": scene.face.name(),
        "people": _people(scene),
        "reasons": Report.Reason.choices,
        "whom": chosen.get("whom", ""),
        "reason": chosen.get("reason", ""),
    }
    if request.method == "POST":
        try:
            made = _report(request, scene)
        except TableError as error:
            context["error"] = error.message
            return render(request, "games/table/report.html", context, status=error.status)
        messages.success(request, _thanks(table, made))
        return redirect("games:table", table.code)
    return render(request, "games/table/report.html", context)


def _people(scene: Scene) -> list[dict[str, Any]]:
    found = [
        {"value": str(seat.index), "name": scene.called(seat), "sign": scene.face.sign(seat.index)}
        for seat in scene.reportable
    ]
    if scene.watchers_talk:
        found.append({"value": WATCHING, "name": _("Somebody watching"), "sign": 0})
    return found


def _report(request: HttpRequest, scene: Scene) -> Report:
    whom, reason = request.POST.get("whom", ""), request.POST.get("reason", "")
    index = None if whom == WATCHING else number(whom)
    if index is None and whom != WATCHING:
        raise NoReason
    seat = next((one for one in scene.seats if one.index == index), None)
    called = "" if seat is None else scene.called(seat)
    me = player_for(request)
    return tables.report(scene.table.pk, me, reason, seat=index, called=called)


def _thanks(table: Table, made: Report) -> str:
    """To whom it went."""
    if table.host_id is None or made.about_id == table.host_id or made.by_id == table.host_id:
        return _("Thank you. Those who look after this site will see your report.")
    return _("Thank you. The host of the table and those who look after this site will see it.")


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def reports(request: HttpRequest, table: Table) -> HttpResponse:
    """What waits for the host, with what can be done about each."""
    of_host(request, table)
    waiting = selectors.reports_for_host(table)
    if request.method == "POST":
        try:
            wanted = number(request.POST.get("report", ""))
            chosen = next((one for one in waiting if one.pk == wanted), None)
            if chosen is None:
                raise NotNow
            deed = request.POST.get("deed", "")
            called = _called(table, chosen)
            if deed == Report.Deed.REMOVE and "sure" not in request.POST:
                return _ask(request, table, chosen, called)
            tables.handle(chosen.pk, deed)
            messages.success(request, DONE[Report.Deed(deed)] % {"name": called})
        except TableError as error:
            messages.error(request, str(error.message))
        left = selectors.reports_for_host(table).exists()
        return redirect("games:reports" if left else "games:table", table.code)
    scene = scene_for(request, table)
    context = {
        "table": table,
        "game_name": scene.face.name(),
        "cases": [_case(scene, case) for case in reporting.cases(table, waiting)],
    }
    return render(request, "games/table/reports.html", context)


def _ask(request: HttpRequest, table: Table, chosen: Report, called: str) -> HttpResponse:
    """Before somebody is sent away; raises NotNow where that cannot be done."""
    if Report.Deed.REMOVE not in reporting.deeds(table, chosen):
        raise NotNow
    context = {
        "table": table,
        "title": _("Send %(name)s away from the table?") % {"name": called},
        "text": _("They lose their seat, say nothing more here and can take no seat again."),
        "yes": _("Yes, send away"),
        "kept": {"report": chosen.pk, "deed": Report.Deed.REMOVE.value, "sure": "1"},
    }
    return render(request, "games/table/sure.html", context)


def _called(table: Table, of: Report) -> str:
    """Whom a report means, in the reader's language."""
    if of.watching or of.seat is None:
        return _("Those who watch")
    return names.retold(table.game, of.seat.index, of.called)


def _case(scene: Scene, case: reporting.Case) -> dict[str, Any]:
    seat = case.seat
    return {
        "case": case,
        "name": _called(scene.table, case.first),
        "sign": 0 if seat is None else scene.face.sign(seat.index),
        "deeds": [{"value": deed.value, "words": DEEDS[deed]} for deed in case.deeds],
    }
