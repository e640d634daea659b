"""A table from the lobby to the end: its page, moves, and what its people may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from heritage.public_address import site_address
from live import presence
from live.publish import last_id
from live.tokens import issue
from players.services import player_for, player_id_of

from . import access, audiences, sat, screens, tables
from .errors import (
    HasEnded,
    HasStarted,
    HeldBack,
    NameTaken,
    NotNow,
    NotSeated,
    SeatEmpty,
    SentAway,
    TableError,
    Unknown,
)
from .faces import Refused, face, talks
from .models import Seat, Table
from .names import clean_name
from .position import Position, may_join, seats_to_take
from .scenes import Scene

View = Callable[..., HttpResponse]

#: In the session: what a form without a script has just sent in vain, until its page is shown.
_SENT = "sent"


def number(raw: str) -> int | None:
    """A small whole number that a form sent, None for anything else."""
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 10 else None


def refuse(request: HttpRequest, error: TableError, table: Table | None = None) -> HttpResponse:
    """A whole page that says why there is no table to show, or not what was asked of it; it leads
    on to the `table` where that is open to the reader. Who was sent away may watch it, if anybody
    may."""
    context = {"code": error.code, "message": error.message, "table": table}
    if isinstance(error, SentAway):
        context |= {"table": None, "watch": table if table and table.spectators else None}
    return render(request, "games/refused.html", context, status=error.status)


def at_table(view: View) -> View:
    """The view gets the table of the code in the address; refusals become pages."""

    @wraps(view)
    def entered(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        table = None
        try:
            table = access.table_of_code(code)
            return view(request, table, *args, **kwargs)
        except TableError as error:
            return refuse(request, error, table)

    return entered


def scene_for(request: HttpRequest, table: Table, given: Mapping[str, str] | None = None) -> Scene:
    """The table as this browser may see it, with what was `given` by a form. Raises NotSeated for a
    private one, HeldBack for one that others may see later."""
    mine = access.seats_for(request, table)
    hosts = access.is_host(request, table)
    if not (mine or hosts or table.spectators):
        raise NotSeated
    shown = face(table.game)
    if not (mine or hosts) and hasattr(shown, "held_back") and (said := shown.held_back(table)):
        raise HeldBack(said)
    language = get_language() or "vi"
    for seat in mine:
        tables.set_language(seat, language)
    return Scene(table, mine, is_host=hosts, given=given or request.POST.dict())


def _fresh(request: HttpRequest, code: str, given: Mapping[str, str] | None = None) -> Scene:
    return scene_for(request, access.table_of_code(code), given)


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
        "reloads": _reloads(scene) if "hints" not in request.GET else 0,
        "lang_switch": True,
        **extra,
    }
    if table.is_playing and table.spectators and scene.is_host:
        context["watching_url"] = address + here
    if scene.acting and context["may"]["hints"] and "hints" in request.GET:
        context["hint_list"] = scene.face.hints(scene)  # type: ignore[attr-defined]
    return context


def _reloads(scene: Scene) -> int:
    """After how many seconds a page without a script loads itself again, 0 for never."""
    if scene.waits_for_word or scene.judging:
        return 1
    return 0 if scene.table.is_over or scene.acting else 5


@never_cache
@require_GET
@at_table
def show(request: HttpRequest, table: Table) -> HttpResponse:
    """The whole page, right at any moment; what is pushed later replaces parts of it."""
    mine, sent = access.seats_for(request, table), _sent(request, table)
    channel, subject, generation = _audience(request, table, mine)
    newest = last_id(channel)  # before the database: nothing in between is missed
    scene = _fresh(request, table.code, sent.get("given"))
    tables.settle(scene.table)
    for seat in scene.mine:
        if seat.away and scene.table.is_playing and scene.table.paused_at is None:
            tables.come_back(table.pk, seat.index)
            scene = _fresh(request, table.code, sent.get("given"))
            break
    place = audiences.room(table.pk) if scene.mine else audiences.watch_room(table.pk)
    presence.note(place, subject)
    slip = issue(channel, subject, generation, room=place)
    watching = sat.only_watch(request, scene)
    context = _page(request, scene, slip=slip, last_id=newest, only_watch=watching)
    context["error"] = sent.get("said") or scene.refusal
    if sent and scene.waits_for_word:
        request.session[_SENT] = sent  # it is shown again with the answer
    return render(request, "games/table/screen.html", context, status=sent.get("status", 200))


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
    if "HX-Request" not in request.headers:
        if error is not None:
            said = error.message if isinstance(error, TableError) else error
            return _once_more(request, code, str(said), getattr(error, "status", 400))
        return redirect("games:table", code)
    scene = _fresh(request, code)
    said = getattr(error, "message", "") if isinstance(error, TableError) else str(error or "")
    status = getattr(error, "status", 400 if error else 200)
    context = _page(request, scene, error=said or scene.refusal, lang_switch=False)
    return render(request, "games/table/_stage.html", context, status=status)


def _once_more(request: HttpRequest, code: str, said: str = "", status: int = 200) -> HttpResponse:
    """A plain form goes back to the page, which then shows what was sent and what is wrong with it:
    nothing is drawn at an address that only takes forms, so that going back and loading again send
    nothing twice."""
    given = {name: value[:200] for name, value in list(request.POST.dict().items())[:60]}
    given.pop("csrfmiddlewaretoken", None)
    request.session[_SENT] = {"code": code, "given": given, "said": said, "status": status}
    return HttpResponseRedirect(reverse("games:table", args=[code]), status=303)


def _sent(request: HttpRequest, table: Table) -> dict[str, Any]:
    """What a plain form has just sent to this table, {} when none has."""
    found = request.session.get(_SENT)
    if found is None:
        return {}
    del request.session[_SENT]
    return found if found["code"] == table.code else {}


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def move(request: HttpRequest, table: Table) -> HttpResponse:
    """One move of one of the reader's seats."""
    if request.method == "GET":
        return redirect("games:table", table.code)
    given = request.POST
    try:
        seat = access.own_seat(request, table, number(given.get("seat", "")))
        data = face(table.game).move(given)
        decision, client_id = given.get("decision", ""), given.get("client_id", "")
        receipt = tables.send(table.pk, seat.index, decision, client_id, data)
    except (TableError, Refused) as error:
        return _answer(request, table.code, error)
    if receipt is None:
        return _being_judged(request, table)
    pushed = screens.pushed(table.pk, seat.index, get_language() or "vi")
    if pushed and not receipt.repeated and "HX-Request" in request.headers:
        return HttpResponse(pushed)  # what this seat's channel was brought: drawn once for both
    return _answer(request, table.code)


def _being_judged(request: HttpRequest, table: Table) -> HttpResponse:
    """A worker plays the move: a script is told so and hears of it by a push, a page without one
    loads itself again until it is done."""
    if "HX-Request" not in request.headers:
        return redirect("games:table", table.code)
    context = {"table": table, "face": face(table.game), "sent": True}
    return render(request, "games/table/_judging.html", context, status=202)


# --- what people may do --------------------------------------------------------------------------


def of_host(request: HttpRequest, table: Table) -> None:
    if not access.is_host(request, table):
        raise NotSeated(_("Only the host of the table may do that."))


def _add_bot(request: HttpRequest, table: Table) -> None:
    of_host(request, table)
    tables.add_bot(table.pk, request.POST.get("level", ""))


def _beside(request: HttpRequest, table: Table) -> None:
    tables.sit_beside(table.pk, player_for(request), name=clean_name(request.POST.get("name", "")))


def _free(request: HttpRequest, table: Table) -> None:
    of_host(request, table)
    index = number(request.POST.get("seat", ""))
    if index is None:
        raise SeatEmpty
    tables.remove_seat(table.pk, index)


def _leave(request: HttpRequest, table: Table) -> None:
    tables.leave(table.pk, player_for(request))


def _back(request: HttpRequest, table: Table) -> None:
    seat = access.own_seat(request, table, number(request.POST.get("seat", "")))
    tables.come_back(table.pk, seat.index)


def _host_does(request: HttpRequest, table: Table) -> None:
    of_host(request, table)
    version = number(request.POST.get("version", ""))
    if version is None:
        raise NotNow
    decision = request.POST.get("decision", "")
    tables.do(table.pk, request.POST["action"], version, decision)


def _add_bots(request: HttpRequest, table: Table) -> None:
    """Computer players on every seat that is still free."""
    of_host(request, table)
    for _seat in range(table.size - table.seats.count()):
        tables.add_bot(table.pk, request.POST.get("level", ""))


def _say(request: HttpRequest, table: Table) -> None:
    scene = scene_for(request, table)
    found = talks(scene.face)
    if found is None or table.state is None:
        raise NotNow
    phrase, about = request.POST.get("phrase", "")[:20], number(request.POST.get("about", ""))
    offered = {one["code"]: one for one in found.phrases(scene)}
    if phrase not in offered:
        raise Unknown(_("That cannot be said here. Choose one of the phrases shown."))
    if not offered[phrase]["about"]:
        about = None
    elif about is None or all(seat.index != about for seat in scene.seats):
        raise NotNow(_("Choose whom you mean first."))
    beyond = found.beyond(scene, scene.seat)
    me = player_for(request)
    tables.say(table.pk, me, phrase, seat=scene.seat, beyond=beyond, about=about)


def _hurry(request: HttpRequest, table: Table) -> None:
    of_host(request, table)
    tables.hurry_bots(table.pk)


def _undo(request: HttpRequest, table: Table) -> None:
    mine = access.own_seat(request, table)
    version = number(request.POST.get("version", ""))
    if version is None:
        raise NotNow
    tables.take_back(table.pk, mine.index, version)


def _start(request: HttpRequest, table: Table) -> None:
    of_host(request, table)
    tables.start(table.pk)


ACTIONS: dict[str, Callable[[HttpRequest, Table], None]] = {
    "bot": _add_bot,
    "bots": _add_bots,
    "beside": _beside,
    "free": _free,
    "leave": _leave,
    "back": _back,
    "undo": _undo,
    "start": _start,
    "pause": _host_does,
    "resume": _host_does,
    "extend": _host_does,
    "skip": _host_does,
    "void": _host_does,
    "last_round": _host_does,
    "hide_names": _host_does,
    "show_names": _host_does,
    "hurry": _hurry,
    "say": _say,
}


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def do(request: HttpRequest, table: Table) -> HttpResponse:
    """An action by the name its button has."""
    if request.method == "GET":
        return redirect("games:table", table.code)
    action = request.POST.get("action", "")
    try:
        if action == "rematch":
            return _rematch(request, table)
        act = ACTIONS.get(action)
        if act is None:
            raise Unknown
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


def _way_in(request: HttpRequest, table: Table) -> tuple[Callable[..., Seat], list[dict[str, Any]]]:
    """How somebody new comes to a seat now, and the computer players' seats to choose from where
    there is no other. Raises HasStarted."""
    if table.is_waiting:
        return tables.sit, []
    position = Position(table)
    if may_join(position):
        return tables.join, []
    found = seats_to_take(position)
    if not found:
        raise HasStarted
    scene = Scene(table)
    wanted = number(request.POST.get("take", ""))
    index = next((one.index for one in found if one.index == wanted), found[0].index)

    def take_over(table_id: int, player: Any, *, name: str, language: str) -> Seat:
        return tables.take_over(table_id, index, player, name=name, language=language)

    return take_over, [
        {
            "index": one.index,
            "sign": scene.face.sign(one.index),
            "name": scene.called(one),
            "chosen": one.index == index,
        }
        for one in found
    ]


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def sit(request: HttpRequest, table: Table) -> HttpResponse:
    """Take a free seat under a name; who sits already just goes on."""
    if access.seats_for(request, table):
        return redirect("games:table", table.code)
    if table.is_over:
        raise HasEnded
    enter, taken = _way_in(request, table)
    context: dict[str, Any] = {"table": table, "game_name": face(table.game).name(), "taken": taken}
    if request.method == "POST":
        try:
            name = clean_name(request.POST.get("name", ""), needed=True)
            enter(table.pk, player_for(request), name=name, language=get_language() or "vi")
        except NameTaken as error:
            context |= {"error": error.message, "name": error.suggestion}
            return render(request, "games/table/sit.html", context, status=error.status)
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


@never_cache
@require_http_methods(["GET", "POST"])
@at_table
def look(request: HttpRequest, table: Table) -> HttpResponse:
    """What a move that is not made yet would look like: for a script in short, else on the page."""
    scene = scene_for(request, table)
    if request.method == "GET" or scene.acting is None or not hasattr(scene.face, "look"):
        return redirect("games:table", table.code)
    if "HX-Request" in request.headers:
        return JsonResponse(scene.face.look(scene))
    return _once_more(request, table.code)
