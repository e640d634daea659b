"""The list of games, one game's page, opening a table, and the pages each game brings itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts import is_teacher
from players.services import player_for, player_of

from . import access, registry, selectors, tables
from .errors import NoSuchTable, TableError
from .faces import Face, Refused, chooses, face, shown
from .models import Table
from .names import clean_name
from .position import stand_in
from .scenes import Scene

#: Running tables offered to go on with, and finished ones to look at again.
RUNNING, RECENT = 6, 6
#: How many computer players are offered first, where there may be several.
USUAL_BOTS = 4


def face_or_404(slug: str) -> Face:
    try:
        return face(slug)
    except registry.UnknownGame as error:
        raise Http404 from error


def mine_of(request: HttpRequest, slug: str = "") -> dict[str, list[dict[str, Any]]]:
    """The tables of this browser: those that go on, and the last ones that ended."""
    player = player_of(request)
    if player is None:
        return {"running": [], "recent": []}
    found = selectors.tables_of(player)
    if slug:
        found = found.filter(game=slug)

    def line(table: Table) -> dict[str, Any]:
        own = [seat for seat in table.seats.all() if seat.player_id == player.pk]
        scene = Scene(table, own)
        others = Counter(scene.name(seat) for seat in scene.seats if seat not in own)
        return {
            "table": table,
            "name": scene.face.name(),
            "against": ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in others.items()),
            "my_turn": table.is_playing and any(seat.to_act for seat in own),
            "result": scene.result_words,
        }

    going = found.filter(ended_at=None)[:RUNNING]
    ended = found.filter(status=Table.Status.FINISHED)[:RECENT]
    return {"running": [line(each) for each in going], "recent": [line(each) for each in ended]}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    games = [{"slug": slug, "face": face(slug)} for slug in shown()]
    context = {"games": games, **mine_of(request), "code": request.GET.get("code", "")[:12]}
    return render(request, "games/index.html", context)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Where a typed code leads."""
    code = request.GET.get("code", "")[:20]
    try:
        table = access.table_of_code(code)
    except NoSuchTable as error:
        games = [{"slug": slug, "face": face(slug)} for slug in shown()]
        context = {"games": games, **mine_of(request), "code": code, "error": error.message}
        return render(request, "games/index.html", context, status=error.status)
    return redirect("games:table", table.code)


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What the game is, and the ways into it."""
    return _game(request, slug)


def _game(request: HttpRequest, slug: str, status: int = 200, **extra: Any) -> HttpResponse:
    found, rules = face_or_404(slug), registry.game(slug)
    usual = stand_in(rules)
    presets = found.presets()
    # Who leads lessons opens tables for a class.
    for_class = getattr(found, "in_class", "") if is_teacher(request.user) else ""
    context = {
        "slug": slug,
        "face": found,
        "name": found.name(),
        "presets": presets,
        "may_lead": is_teacher(request.user),
        "usual_preset": for_class or next((one["key"] for one in presets), ""),
        "levels": [
            {"key": key, "name": found.level_name(key), "usual": key == usual} for key in rules.bots
        ],
        "shelf": found.shelf(),
        "two": list(rules.seats) == [2],
        "bots": [size - 1 for size in rules.seats if size > 1],
        "usual_bots": min(getattr(found, "usual_bots", USUAL_BOTS), rules.seats[-1] - 1),
        "alone": 1 in rules.seats,
        "beside": not rules.hidden,
        "material": _material(request, found),
        **mine_of(request, slug),
        **extra,
    }
    return render(request, "games/game.html", context, status=status)


def _material(request: HttpRequest, found: Face) -> dict[str, Any] | None:
    """What was chosen of what the game is played with, for the forms of its page; None for a game
    that gives no choice."""
    picky = chooses(found)
    if picky is None:
        return None
    given = request.POST if request.method == "POST" else request.GET
    return picky.material_told(picky.material(given, request.user))


@never_cache
@require_POST
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A new table: at once against a bot, for two on this device, or a lobby to invite to."""
    face_or_404(slug)
    given = request.POST
    try:
        name = clean_name(given.get("name", ""))
        table = _open(request, slug, name)
    except (TableError, Refused) as error:
        said = error.message if isinstance(error, TableError) else str(error)
        status = error.status if isinstance(error, TableError) else 400
        return _game(request, slug, status, error=said, given=given)
    return redirect("games:table", table.code)


def _open(request: HttpRequest, slug: str, name: str) -> Table:
    given, player = request.POST, player_for(request)
    way = given.get("way", "")
    if way not in {"bot", "two", "invite"}:
        raise Refused(_("Choose how you want to play."))
    options = {"start": given["start"]} if given.get("start") in {"B", "Y"} else {}
    preset, rated = given.get("preset", ""), _is_ranked(request, slug)
    # For the rating always: whoever begins has the better chances.
    paired = getattr(face(slug), "pairs", False) and (rated or given.get("paired") == "1")
    if rated:
        preset, options = face(slug).ranked, {}
    size = _size(slug, given.get("bots", "")) if way == "bot" else None
    picky = chooses(face(slug))
    table = tables.create(
        player,
        slug,
        preset=preset,
        options=options,
        size=size,
        rated=rated,
        paired=paired,
        material=picky.material(given, request.user) if picky is not None else None,
    )
    try:
        # A teacher may lead a table from the wall without a seat at it.
        leads = way == "invite" and given.get("lead") == "1" and is_teacher(request.user)
        if not leads:
            tables.sit(table.pk, player, name=name, language=get_language() or "vi")
        if way == "bot":
            level = given.get("level") or stand_in(registry.game(slug))
            for _seat in range(table.size - 1):
                tables.add_bot(table.pk, level)
        elif way == "two":
            tables.sit_beside(table.pk, player, name=clean_name(given.get("other", "")))
        if way != "invite":
            tables.start(table.pk)
    except (TableError, Refused):
        tables.end(table.pk)
        raise
    table.refresh_from_db()
    return table


def _size(slug: str, bots: str) -> int | None:
    """Seats of a table against so many computer players; None, which is all there are, where the
    form does not ask."""
    seats = registry.game(slug).seats
    if not bots:
        return None
    size = int(bots) + 1 if bots.isascii() and bots.isdigit() and len(bots) == 1 else 0
    if size not in seats:
        raise Refused(_("Choose how many computer players there are to be."))
    return size


def _is_ranked(request: HttpRequest, slug: str) -> bool:
    """Whether a table for the rating is asked for: members only, each on a device of their own."""
    if request.POST.get("rated") != "1":
        return False
    if not request.user.is_authenticated or not face(slug).ranked:
        raise Refused(_("Only members play for the rating. Sign in first."))
    return True


# --- pages a game brings itself ------------------------------------------------------------------


def own_page(request: HttpRequest, slug: str, page: str, **found: Any) -> HttpResponse:
    """A page of one game, 404 where the game has none of this name."""
    view = face_or_404(slug).pages.get(page)
    if view is None:
        raise Http404
    return view(request, **found)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    return own_page(request, slug, "rules")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return own_page(request, slug, "lesson", number=number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, slug: str) -> HttpResponse:
    return own_page(request, slug, "record")


@require_safe
def decks(request: HttpRequest, slug: str) -> HttpResponse:
    return own_page(request, slug, "decks")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def print_game(request: HttpRequest, slug: str) -> HttpResponse:
    return own_page(request, slug, "print")


@never_cache
@require_safe
def printing(request: HttpRequest, slug: str, **which: str) -> HttpResponse:
    return own_page(request, slug, "printing", **which)


@never_cache
@require_safe
def printed(request: HttpRequest, slug: str, **which: str) -> HttpResponse:
    return own_page(request, slug, "printed", **which)


@require_safe
def characters(request: HttpRequest, slug: str) -> HttpResponse:
    return own_page(request, slug, "characters")


__all__ = [
    "characters",
    "decks",
    "find",
    "game",
    "index",
    "lesson",
    "open_table",
    "print_game",
    "printed",
    "printing",
    "record",
    "reverse",
    "rules",
]
