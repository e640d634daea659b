"""Getting up from a table: another device takes the seat, giving up, and what the host ends for
others. Each asks first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from heritage.public_address import site_address
from players.services import player_for, player_of

from . import access, tables
from .errors import NotNow, NotSeated, TableError
from .faces import face
from .models import Seat, Table
from .scenes import Scene
from .views_table import at_table, of_host, refuse


@never_cache
@require_GET
@at_table
def seat(request: HttpRequest, table: Table, index: int | None = None) -> HttpResponse:
    """The link by which another device takes a seat over: this browser's own, or `index`, which a
    host who does not play lends to somebody whose device is gone."""
    whose = ""
    if index is None:
        found = access.own_seat(request, table)
    else:
        found = _lent(request, table, index)
        whose = Scene(table).name(found)
    link = site_address(request) + reverse("games:take", args=[tables.seat_link(found)])
    context = {
        "table": table,
        "game_name": face(table.game).name(),
        "link": link,
        "whose": whose,
    }
    return render(request, "games/table/seat.html", context)


def _lent(request: HttpRequest, table: Table, index: int) -> Seat:
    """Raises NotSeated for a host who plays as well: a link shows the cards of whoever has it."""
    of_host(request, table)
    if access.seats_for(request, table):
        raise NotSeated(_("Only a host who does not play may do that."))
    seat = next((one for one in table.seats.all() if one.index == index), None)
    if seat is None or not seat.is_person or table.is_over:
        raise NotNow
    return seat


@never_cache
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, token: str) -> HttpResponse:
    """What that link opens: one press, so that a preview of the link takes nothing."""
    try:
        if request.method == "GET":
            tables.check_link(token, player_of(request))
            return render(request, "games/table/take.html", {"token": token})
        found = tables.hand_over(token, player_for(request))
    except TableError as error:
        return refuse(request, error)
    return redirect("games:table", found.table.code)


def _confirmed(request: HttpRequest, table: Table, words: dict[str, Any], act: Any) -> HttpResponse:
    """Ask first; do it at the POST."""
    if request.method == "POST":
        try:
            act()
        except TableError as error:
            messages.error(request, str(error.message))
        return redirect("games:table", table.code)
    context = {"table": table, "game_name": face(table.game).name(), **words}
    return render(request, "games/table/sure.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def resign(request: HttpRequest, table: Table) -> HttpResponse:
    mine = access.seats_for(request, table)
    if not mine:
        raise NotSeated
    own = next((one for one in mine if one.to_act), mine[0])
    shown = face(table.game)
    ends = table.is_playing and tables.ends_by_leaving(table, own.index)
    if hasattr(shown, "leaving") and not ends:
        words = {
            "title": _("Leave this game?"),
            "text": shown.leaving(),
            "yes": _("Yes, leave"),
        }
        return _confirmed(request, table, words, lambda: tables.resign(table.pk, own.index))
    return _confirmed(
        request,
        table,
        {
            "title": _("Give up this game?"),
            "text": _("The game ends at once.")
            if table.size == 1
            else _("The other player wins, and the game ends at once."),
            "yes": _("Yes, give up"),
        },
        lambda: tables.resign(table.pk, own.index),
    )


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def replace(request: HttpRequest, table: Table, index: int) -> HttpResponse:
    """The host gives somebody's seat to the computer, for good."""
    of_host(request, table)
    seat = next((one for one in table.seats.all() if one.index == index), None)
    if seat is None or not seat.is_person:
        raise NotNow
    return _confirmed(
        request,
        table,
        {
            "title": _("Let the computer play for %(name)s?") % {"name": Scene(table).name(seat)},
            "text": _("The seat is the computer's from then on; its page can only watch."),
            "yes": _("Yes, the computer plays on"),
        },
        lambda: tables.replace(table.pk, index),
    )


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def stop(request: HttpRequest, table: Table) -> HttpResponse:
    of_host(request, table)
    if not table.is_playing:
        text = _("Nobody will be able to join any more.")
    elif tables.counts_if_ended(table):
        text = _("The game stops now and is counted as it stands.")
    else:
        text = _("The game stops now without a result: nobody wins. It can still be watched again.")
    return _confirmed(
        request,
        table,
        {
            "title": _("End this table?"),
            "text": text,
            "yes": _("Yes, end it"),
        },
        lambda: tables.end(table.pk),
    )
