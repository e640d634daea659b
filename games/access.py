"""The only ways in: each table and seat is fetched by the person who may have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Prefetch
from django.http import Http404, HttpRequest

from players.services import player_id_of

from .errors import NoSuchTable, NotSeated
from .models import Seat, Table


def table_of_code(code: str) -> Table:
    """The table a code leads to, however it is typed. Raises NoSuchTable."""
    seats = Seat.objects.select_related("player__user").order_by("index")
    table = (
        Table.objects.select_related("host__user")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .filter(code=code.replace("-", "").replace(" ", "").upper())
        .first()
    )
    if table is None:
        raise NoSuchTable
    return table


def seats_for(request: HttpRequest, table: Table) -> list[Seat]:
    """The seats this browser plays: none, its own, or with somebody beside several."""
    player_id = player_id_of(request)
    if player_id is None:
        return []
    return [seat for seat in table.seats.all() if seat.player_id == player_id]


def get_seat_for_player(request: HttpRequest, code: str, index: int | None = None) -> Seat:
    """This browser's seat at a table, by its index where it plays several. Raises NotSeated,
    NoSuchTable."""
    return own_seat(request, table_of_code(code), index)


def own_seat(request: HttpRequest, table: Table, index: int | None = None) -> Seat:
    """This browser's seat at a table that was fetched already. Raises NotSeated."""
    mine = seats_for(request, table)
    if index is not None:
        mine = [seat for seat in mine if seat.index == index]
    if not mine:
        raise NotSeated
    return mine[0]


#: Who else leads a table, besides its host: an app that opens tables for a group says so here, for
#: a user who is logged in.
leads_too: list[Callable[[Any, Table], bool]] = []


def is_host(request: HttpRequest, table: Table) -> bool:
    """Whether this browser, or another one of the same account, hosts the table or leads it beside
    its host, as the teachers of a class do."""
    host, user = table.host, request.user
    if host is not None and host.pk == player_id_of(request):
        return True
    if not user.is_authenticated:
        return False
    same_account = host is not None and host.user_id == user.pk
    return same_account or any(leads(user, table) for leads in leads_too)


def get_table_for_host(request: HttpRequest, code: str) -> Table:
    """A table this browser hosts. Raises Http404 for any other."""
    table = table_of_code(code)
    if not is_host(request, table):
        raise Http404
    return table


def get_table_for_watcher(request: HttpRequest, code: str) -> Table:
    """A table somebody may look at without a seat: where spectators are let in, and for the host.
    Raises NoSuchTable, NotSeated."""
    table = table_of_code(code)
    if not table.spectators and not is_host(request, table):
        raise NotSeated
    return table
