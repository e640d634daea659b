"""The pages on which sheets are asked for, waited for and fetched: decks by those who lead lessons
or write questions, cards of the peoples by everybody. All of it works without a script."""

from __future__ import annotations

import math
from urllib.parse import quote

from celery import Task
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from heritage.printing import store
from heritage.public_address import site_address
from players.limits import allow

from .. import tasks
from ..importing.views import get_deck_for_export, may_import
from ..models import Deck
from ..queueing import enqueue
from . import options as choices
from . import peoples
from .making import Job, job_of
from .options import CARDS, Options, PrintForm
from .peoples import PeopleJob

_CARDS_NOTE = gettext_lazy("Print on both sides, turned over the long edge, at 100 per cent.")
_SHEETS_NOTE = gettext_lazy(
    "Print at 100 per cent. Versions and answers are bookmarks of the file."
)
#: A person (all visitors together) may have so many files made at once, and one more every so many
#: seconds.
BURST, EVERY = 12, 10


class Busy(Exception):
    """Too much is being printed."""


class NoWorker(Exception):
    """Nobody is there to draw."""


@may_import
@require_http_methods(["GET", "HEAD", "POST"])
def show_print(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be printed of a deck; a POST has it made and leads to where it is waited for."""
    deck = get_deck_for_export(request, slug)
    total = deck.questions.published().count()
    form = PrintForm(request.POST if request.method == "POST" else None)
    language, error, status = get_language() or "vi", "", 200
    chosen = Options(language=language, seed=choices.draw_seed())
    if request.method == "POST" and total:
        if form.is_valid():
            chosen = form.options(language)
            try:
                return _begin(request, job_of(deck, chosen, site_address(request)))
            except Busy:
                error, status = _("Many sheets are being made. Try again in a minute."), 429
            except NoWorker:
                error, status = _("The worker is away just now. Try again in a minute."), 503
        else:
            status = 400
    return render(
        request,
        "quizzes/printing/ask.html",
        {
            "deck": deck,
            "total": total,
            "sizes": [size for size in choices.SIZES if size < total],
            "form": form,
            "typed": form.data if form.is_bound else None,
            "chosen": chosen,
            "parts": choices.PARTS,
            "keys": choices.KEYS,
            "versions": choices.VERSIONS,
            "languages": settings.LANGUAGES,
            "error": error,
        },
        status=status,
    )


def _begin(request: HttpRequest, job: Job) -> HttpResponse:
    """Raises Busy and NoWorker."""
    given = job.deck.pk, job.options.as_json(), job.site
    _have_made(request, job, tasks.print_deck, *given)
    return redirect("quizzes:printing", job.deck.slug, job.options.part, job.key)


def _have_made(request: HttpRequest, job: Job | PeopleJob, task: Task, *given: object) -> None:
    """Have a file made unless it is there or on its way. Raises Busy and NoWorker."""
    if store.state_of(job.key).ready:
        return
    who = f"user-{request.user.pk}" if request.user.is_authenticated else "visitors"
    if not allow(f"print:{who}", 1 / EVERY, BURST):
        raise Busy
    if store.begin(job.key, job.steps) and not enqueue(task, job.key, *given):
        store.give_up(job.key)
        raise NoWorker


def _asked(request: HttpRequest, slug: str, part: str, key: str) -> Deck:
    deck = get_deck_for_export(request, slug)
    if part not in dict(choices.PARTS) or not store.is_key(key):
        raise Http404
    return deck


@may_import
@require_GET
def show_printing(request: HttpRequest, slug: str, part: str, key: str) -> HttpResponse:
    """How far a file is, and where to fetch it."""
    deck = _asked(request, slug, part, key)
    said = {
        "title": dict(choices.PARTS)[part],
        "about": deck.title,
        "back": reverse("quizzes:print", args=[deck.slug]),
        "file": reverse("quizzes:printed", args=[deck.slug, part, key]),
        "note": _CARDS_NOTE if part == CARDS else _SHEETS_NOTE,
    }
    return _waiting(request, key, said)


def _waiting(request: HttpRequest, key: str, said: dict[str, object]) -> HttpResponse:
    state = store.state_of(key)
    context = {
        **said,
        "state": state,
        # A sliver at once: an empty bar looks broken.
        "percent": max(2, math.floor(100 * state.done / state.total)) if state.total else 2,
    }
    return render(request, "quizzes/printing/making.html", context)


@may_import
@require_GET
def show_printed(request: HttpRequest, slug: str, part: str, key: str) -> HttpResponse:
    """The file."""
    deck = _asked(request, slug, part, key)
    return _file(key, f"{deck.slug}-{part}.pdf")


def _file(key: str, name: str) -> HttpResponse:
    try:
        with store.opened(key) as file:
            data = file.read()
    except FileNotFoundError as error:
        raise Http404 from error
    answer = HttpResponse(data, content_type="application/pdf")
    answer["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    answer["Cache-Control"] = "private, no-store"
    return answer


# --- cards of the peoples ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def show_peoples(request: HttpRequest) -> HttpResponse:
    """Which peoples' cards to print, for everybody; a POST has them made. `?of=` chooses."""
    given = request.POST if request.method == "POST" else request.GET
    selections = peoples.selections()
    selection = given.get("of", peoples.ALL)
    groups = peoples.groups_of(selection)
    if not groups:
        raise Http404("no such peoples")
    if selection not in dict(selections):
        selections.insert(0, (selection, groups[0].name))
    language = given.get("language", get_language() or "vi")
    if language not in dict(settings.LANGUAGES):
        raise Http404("no such language")
    error, status = "", 200
    if request.method == "POST":
        job = PeopleJob(selection, language, site_address(request))
        try:
            _have_made(request, job, tasks.print_peoples, selection, language, job.site)
            return redirect("quizzes:people_cards_made", selection, language, job.key)
        except Busy:
            error, status = _("Many sheets are being made. Try again in a minute."), 429
        except NoWorker:
            error, status = _("The worker is away just now. Try again in a minute."), 503
    context = {
        "selections": selections,
        "chosen": selection,
        "language": language,
        "languages": settings.LANGUAGES,
        "error": error,
    }
    return render(request, "quizzes/printing/peoples.html", context, status=status)


def _chosen(selection: str, language: str, key: str) -> None:
    if language not in dict(settings.LANGUAGES) or not store.is_key(key):
        raise Http404
    if not peoples.groups_of(selection):
        raise Http404


@require_GET
def show_peoples_made(
    request: HttpRequest, selection: str, language: str, key: str
) -> HttpResponse:
    """How far the cards are, and where to fetch them."""
    _chosen(selection, language, key)
    groups = peoples.groups_of(selection)
    named = dict(peoples.selections()).get(selection, groups[0].name)
    back = reverse("quizzes:people_cards")
    said = {
        "title": _("Cards of the peoples"),
        "about": named,
        "back": f"{back}?of={selection}&language={language}",
        "file": reverse("quizzes:people_cards_file", args=[selection, language, key]),
        "note": _("Print at 100 per cent, then cut along the marks."),
        "of_peoples": True,
    }
    return _waiting(request, key, said)


@require_GET
def show_peoples_file(
    request: HttpRequest, selection: str, language: str, key: str
) -> HttpResponse:
    """The file, some hundred kilobytes."""
    _chosen(selection, language, key)
    return _file(key, f"dan-toc-{selection}-{language}.pdf")
