"""The pages on which the printed game is asked for, waited for and fetched."""

from __future__ import annotations

import math
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from heritage.printing import store
from heritage.public_address import site_address
from players.accounts import is_teacher
from players.limits import allow

from .. import screens
from . import face, names, printed
from .decks import DeckRefused

#: Everybody together may have so many files made at once, and one more every so many seconds.
BURST, EVERY = 24, 15
LANGUAGES = {"vi": "Tiếng Việt", "en": "English"}


def _common(**more: Any) -> dict[str, Any]:
    return {"slug": face.SLUG, "name": face.FACE.name(), **more}


def show_print(request: HttpRequest) -> HttpResponse:
    """What can be printed; a POST has it made and leads to where it is waited for."""
    given = request.POST if request.method == "POST" else request.GET
    # Only who leads lessons prints decks of their own choice: each choice is a file to be made.
    material = face.FACE.material(given, request.user) if is_teacher(request.user) else {}
    error, status = "", 200
    if request.method == "POST":
        try:
            return _begin(request, material)
        except DeckRefused as refusal:
            error, status = str(refusal.message), refusal.status
        except Busy:
            error, status = _("Many are printing just now. Try again in a minute."), 429
    context = _common(
        parts=[(key, part) for key, part in printed.PARTS.items()],
        languages=LANGUAGES,
        chosen=names.language(),
        error=error,
        own_decks=is_teacher(request.user),
        told=face.FACE.material_told(material),
    )
    return render(request, "games/rang_ro/print.html", context, status=status)


class Busy(Exception):
    """Too much is being printed."""


def _begin(request: HttpRequest, material: dict[str, Any]) -> HttpResponse:
    """Raises DeckRefused, Busy, Http404."""
    from ..tasks import print_game

    part = request.POST.get("part", "")
    language = request.POST.get("language", names.language())
    if part not in {*printed.PARTS, printed.ALL} or language not in LANGUAGES:
        raise Http404
    with override(language):
        pack = printed.Pack(language, site_address(request), material)
        key = store.key_of(pack.digest(part))
        pages = printed.count_pages(part, pack)
    if not store.state_of(key).ready:
        if not allow("print:site", 1 / EVERY, BURST):
            raise Busy
        if store.begin(key, pages):
            screens.enqueue(print_game, key, part, language, pack.site, material)
    return redirect("games:printing", face.SLUG, part, language, key)


def make(key: str, part: str, language: str, site: str, material: dict[str, Any]) -> None:
    """What the worker does."""
    with override(language):
        pack = printed.Pack(language, site, material)

        def draw(progress: printed.Progress) -> bytes:
            if store.key_of(pack.digest(part)) != key:
                raise store.NotAsAsked
            return printed.make(part, pack, progress)

        store.make(key, printed.count_pages(part, pack), draw)


def _asked(part: str, language: str, key: str) -> None:
    if part not in {*printed.PARTS, printed.ALL} or language not in LANGUAGES:
        raise Http404
    if not store.is_key(key):
        raise Http404


def show_printing(request: HttpRequest, part: str, language: str, key: str) -> HttpResponse:
    """How far a file is, and where to fetch it."""
    _asked(part, language, key)
    state = store.state_of(key)
    title = _("The whole game") if part == printed.ALL else printed.PARTS[part].name
    context = _common(
        title=title,
        language=LANGUAGES[language],
        state=state,
        # A sliver at once: an empty bar looks broken.
        percent=max(2, math.floor(100 * state.done / state.total)) if state.total else 2,
        file=reverse("games:printed", args=[face.SLUG, part, language, key]),
    )
    return render(request, "games/rang_ro/printing.html", context)


def show_printed(request: HttpRequest, part: str, language: str, key: str) -> HttpResponse:
    """The file, some megabytes at most."""
    _asked(part, language, key)
    try:
        with store.opened(key) as file:
            data = file.read()
    except FileNotFoundError as error:
        raise Http404 from error
    answer = HttpResponse(data, content_type="application/pdf")
    name = f"rang-ro-viet-nam-{part}-{language}.pdf"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
