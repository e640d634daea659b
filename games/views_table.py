"""A table from the lobby to the end: its page, moves, and what its people may do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from heritage.public_address import site_address
from live import presence
from live.publish import last_id
from live.tokens import issue
from players.services import player_for, player_id_of, player_of

from . import access, audiences, tables
from .errors import HasEnded, HasStarted, NoSuchTable, NotNow, NotSeated, TableError
from .faces import Refused, face
from .models import Seat, Table
from .names import clean_name
from .scenes import Scene

View = Callable[..., HttpResponse]


def _number(raw: str) -> int | None:
    """A small whole number that a form sent, None for anything else."""
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 10 else None


def refuse(request: HttpRequest, error: TableError) -> HttpResponse:
    """A whole page that says why there is no table to show."""
    context = {"code": error.code, "message": error.message}
    return render(request, "games/refused.html", context, status=error.status)


def at_table(view: View) -> View:
    """The view gets the table of the code in the address; refusals become pages."""

    @wraps(view)
    def entered(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, access.table_of_code(code), *args, **kwargs)
        except TableError as error:
            return refuse(request, error)

    return entered


def scene_for(request: HttpRequest, table: Table) -> Scene:
    """The table as this browser may see it. Raises NotSeated for a private one."""
    mine = access.seats_for(request, table)
    hosts = access.is_host(request, table)
    if not (mine or hosts or table.spectators):
        raise NotSeated
    language = get_language() or "vi"
    for seat in mine:
        tables.set_language(seat, language)
    return Scene(table, mine, is_host=hosts)


def _fresh(request: HttpRequest, code: str) -> Scene:
    return scene_for(request, access.table_of_code(code))


def _page(request: HttpRequest, scene: Scene, **extra: Any) -> dict[str, Any]:
    """The fragment's context and the addresses only a page has."""
    table = scene.table
    address = site_address(request)
    here = reverse("games:table", args=[table.code])
    context = scene.context()
    context |= {
        "page_url": here,
        "stage_url": reverse("games:stage", args=[table.code]),
        "present_url": reverse("games:present", args=[table.code]),
        "invite": {
            "url": address + here,
            "home": address.split("://")[-1] + reverse("games:index"),
        },
        "reloads": not table.is_over and not scene.acting and "hints" not in request.GET,
        "lang_switch": True,
        **extra,
    }
    if table.is_playing and table.spectators and scene.is_host:
        context["watching_url"] = address + here
    if scene.acting and context["may"]["hints"] and "hints" in request.GET:
        context["hint_list"] = scene.face.hints(scene)  # type: ignore[attr-defined]
    return context


@never_cache
@require_GET
@at_table
def show(request: HttpRequest, table: Table) -> HttpResponse:
    """The whole page, right at any moment; what is pushed later replaces parts of it."""
    mine = access.seats_for(request, table)
    channel, subject, generation = _audience(request, table, mine)
    newest = last_id(channel)  # before the database: nothing in between is missed
    scene = _fresh(request, table.code)
    tables.settle(scene.table)
    for seat in scene.mine:
        if seat.away and scene.table.is_playing and scene.table.paused_at is None:
            tables.come_back(table.pk, seat.index)
            scene = _fresh(request, table.code)
            break
    place = audiences.room(table.pk) if scene.mine else audiences.watch_room(table.pk)
    presence.note(place, subject)
    slip = issue(channel, subject, generation, room=place)
    context = _page(request, scene, slip=slip, last_id=newest)
    return render(request, "games/table/screen.html", context)


def _audience(request: HttpRequest, table: Table, mine: list[Seat]) -> tuple[str, str, int]:
    """Channel, subject and generation of what this browser listens to."""
    if mine:
        first = min(mine, key=lambda seat: seat.index)
        return audiences.seat_channel(table.pk, first.index), str(first.index), first.generation
    if access.is_host(request, table):
        return audiences.host_channel(table.pk), "host", 0
    watcher = str(player_id_of(request) or "guest")
    return audiences.watch_channel(table.pk, get_language() or "vi"), watcher, 0


@never_cache
@require_GET
@at_table
def stage(request: HttpRequest, table: Table) -> HttpResponse:
    """Only the changing part: what the version poll asks for when a push was missed."""
    scene = scene_for(request, table)
    return render(request, "games/table/_stage.html", _page(request, scene, lang_switch=False))


def _answer(
    request: HttpRequest, code: str, error: TableError | Refused | None = None
) -> HttpResponse:
    """After something was done: a script gets the new stage, a plain form goes to the page."""
    scripted = "HX-Request" in request.headers
    if error is None and not scripted:
        return redirect("games:table", code)
    scene = _fresh(request, code)
    said = getattr(error, "message", "") if isinstance(error, TableError) else str(error or "")
    status = getattr(error, "status", 400 if error else 200)
    if scripted:
        context = _page(request, scene, error=said, lang_switch=False)
        return render(request, "games/table/_stage.html", context, status=status)
    channel, subject, generation = _audience(request, scene.table, scene.mine)
    slip = issue(channel, subject, generation, room=audiences.room(scene.table.pk))
    context = _page(request, scene, error=said, slip=slip, last_id=last_id(channel))
    return render(request, "games/table/screen.html", context, status=status)


@never_cache
@require_POST
@at_table
def move(request: HttpRequest, table: Table) -> HttpResponse:
    """One move of one of the reader's seats."""
    given = request.POST
    try:
        seat = access.get_seat_for_player(request, table.code, _number(given.get("seat", "")))
        data = face(table.game).move(given)
        decision, client_id = given.get("decision", ""), given.get("client_id", "")
        tables.play(table.pk, seat.index, decision, client_id, data)
    except (TableError, Refused) as error:
        return _answer(request, table.code, error)
    return _answer(request, table.code)


# --- what people may do --------------------------------------------------------------------------


def _of_host(request: HttpRequest, table: Table) -> None:
    if not access.is_host(request, table):
        raise NotSeated(_("Only the host of the table may do that."))


def _add_bot(request: HttpRequest, table: Table) -> None:
    _of_host(request, table)
    tables.add_bot(table.pk, request.POST.get("level", ""))


def _beside(request: HttpRequest, table: Table) -> None:
    tables.sit_beside(table.pk, player_for(request), name=clean_name(request.POST.get("name", "")))


def _free(request: HttpRequest, table: Table) -> None:
    _of_host(request, table)
    index = _number(request.POST.get("seat", ""))
    if index is None:
        raise NotNow
    tables.remove_seat(table.pk, index)


def _leave(request: HttpRequest, table: Table) -> None:
    tables.leave(table.pk, player_for(request))


def _back(request: HttpRequest, table: Table) -> None:
    seat = access.get_seat_for_player(request, table.code, _number(request.POST.get("seat", "")))
    tables.come_back(table.pk, seat.index)


def _host_does(request: HttpRequest, table: Table) -> None:
    _of_host(request, table)
    version = _number(request.POST.get("version", ""))
    if version is None:
        raise NotNow
    tables.do(table.pk, request.POST["action"], version)


def _start(request: HttpRequest, table: Table) -> None:
    _of_host(request, table)
    tables.start(table.pk)


ACTIONS: dict[str, Callable[[HttpRequest, Table], None]] = {
    "bot": _add_bot,
    "beside": _beside,
    "free": _free,
    "leave": _leave,
    "back": _back,
    "start": _start,
    "pause": _host_does,
    "resume": _host_does,
    "extend": _host_does,
    "skip": _host_does,
}


@never_cache
@require_POST
@at_table
def do(request: HttpRequest, table: Table) -> HttpResponse:
    """An action by the name its button has."""
    action = request.POST.get("action", "")
    try:
        if action == "rematch":
            return _rematch(request, table)
        act = ACTIONS.get(action)
        if act is None:
            raise NotNow
        act(request, table)
    except TableError as error:
        return _answer(request, table.code, error)
    return _answer(request, table.code)


def _rematch(request: HttpRequest, table: Table) -> HttpResponse:
    new = tables.rematch(table.pk, player_for(request))
    return go(request, reverse("games:table", args=[new.code]))


def go(request: HttpRequest, address: str) -> HttpResponse:
    """To another page, for a script and for a form alike."""
    if "HX-Request" in request.headers:
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def sit(request: HttpRequest, table: Table) -> HttpResponse:
    """Take a free seat under a name; who sits already just goes on."""
    if access.seats_for(request, table):
        return redirect("games:table", table.code)
    if table.is_over:
        raise HasEnded
    if not table.is_waiting:
        raise HasStarted
    context: dict[str, Any] = {"table": table, "game_name": face(table.game).name()}
    if request.method == "POST":
        try:
            name = clean_name(request.POST.get("name", ""), needed=True)
            tables.sit(table.pk, player_for(request), name=name, language=get_language() or "vi")
        except Refused as error:
            context |= {"error": str(error), "name": request.POST.get("name", "")[:120]}
            return render(request, "games/table/sit.html", context, status=400)
        return redirect("games:table", table.code)
    return render(request, "games/table/sit.html", context)


@never_cache
@require_GET
@at_table
def present(request: HttpRequest, table: Table) -> HttpResponse:
    """Seats whose device is silent."""
    scene = scene_for(request, table)
    return JsonResponse({"away": [seat.index for seat in scene.seats if scene.is_silent(seat)]})


@never_cache
@require_GET
@at_table
def hints(request: HttpRequest, table: Table) -> HttpResponse:
    """What each move of the reader would do, by its notation."""
    scene = scene_for(request, table)
    if scene.acting is None or not scene.may["hints"]:
        return JsonResponse({"moves": {}}, status=409)
    found = scene.face.hints(scene)  # type: ignore[attr-defined]
    return JsonResponse({"moves": {hint["move"]: hint for hint in found}})


# --- another device, giving up -------------------------------------------------------------------


@never_cache
@require_GET
@at_table
def seat(request: HttpRequest, table: Table) -> HttpResponse:
    """The link by which another device takes this seat over."""
    mine = access.get_seat_for_player(request, table.code)
    link = site_address(request) + reverse("games:take", args=[tables.seat_link(mine)])
    context = {"table": table, "game_name": face(table.game).name(), "link": link}
    return render(request, "games/table/seat.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, token: str) -> HttpResponse:
    """What that link opens: one press, so that a preview of the link takes nothing."""
    if request.method == "GET":
        return render(request, "games/table/take.html", {"token": token})
    try:
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
    return _confirmed(
        request,
        table,
        {
            "title": _("Give up this game?"),
            "text": _("The other player wins, and the game ends at once."),
            "yes": _("Yes, give up"),
        },
        lambda: tables.resign(table.pk, own.index),
    )


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def stop(request: HttpRequest, table: Table) -> HttpResponse:
    _of_host(request, table)
    playing = table.is_playing
    return _confirmed(
        request,
        table,
        {
            "title": _("End this table?"),
            "text": _("The game stops now and is counted as it stands.")
            if playing
            else _("Nobody will be able to join any more."),
            "yes": _("Yes, end it"),
        },
        lambda: tables.end(table.pk),
    )


__all__ = ["NoSuchTable", "player_of", "refuse"]
