"""The pages of an import, and the downloads of a deck. For teachers and editors; all of it works
without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from .. import tasks
from ..files import formats
from ..files.drafts import Draft, languages_of
from ..files.limits import MAX_BYTES, MAX_QUESTIONS, MB
from ..files.problems import FileRefused
from ..kinds import labels
from ..models import Deck, Import, ImportRow, State
from ..own.decks import CannotDo
from ..queueing import enqueue
from . import editing, services
from .questions import Links, deck_data, of_deck, pictures_of

View = Callable[..., HttpResponse]
_PER_PAGE = 25
_STATES = ImportRow.State


def may_import(view: View) -> View:
    """For those who lead lessons or write questions; others are told so (403)."""

    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if not (user.has_perm("classrooms.add_session") or user.has_perm("quizzes.add_question")):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return never_cache(login_required(checked))


def decks_to_fill(user: Any) -> QuerySet[Deck]:
    """The decks a person may import into: one's own, and for editors the site's."""
    mine = Q(owner=user)
    if user.has_perm("quizzes.add_question") and user.has_perm("quizzes.change_deck"):
        site = Q(owner=None)
        if not user.has_perm("quizzes.publish_question"):
            site &= ~Q(state=State.PUBLISHED)
        mine |= site
    return Deck.objects.filter(mine).exclude(state=State.ARCHIVED)


def may_publish(user: Any, deck: Deck | None) -> bool:
    """Whether what comes into a deck of the site may be published at once; in one's own deck what
    is complete is played anyway."""
    is_site = deck is not None and deck.owner_id is None
    return is_site and bool(user.has_perm("quizzes.publish_question"))


def _get_import_for(request: HttpRequest, pk: Any) -> Import:
    """An import of this person. Raises Http404 for anybody else's."""
    return get_object_or_404(Import.objects.defer("data"), pk=pk, owner_id=request.user.pk)


@may_import
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Choose a file; POST keeps it and has it read in the background."""
    decks = decks_to_fill(request.user).order_by("owner", "sort_key")
    given = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {
        "decks": decks,
        "wanted": given.get("deck", ""),
        "title": given.get("title", "")[:120],
        "language": _language(given),
        "format": given.get("format", ""),
        "formats": formats.readers(),
        "limit": MAX_BYTES // MB,
        "most": MAX_QUESTIONS,
        "open_imports": Import.objects.filter(owner_id=request.user.pk)
        .exclude(stage__in=(Import.Stage.DONE, Import.Stage.REFUSED))
        .defer("data")[:10],
    }
    if request.method == "POST":
        try:
            return _started(request, decks)
        except FileRefused as refused:
            context["error"] = str(refused)
            return render(request, "quizzes/files/import.html", context, status=400)
    return render(request, "quizzes/files/import.html", context)


def _language(data: Any) -> str:
    language = data.get("language") or get_language() or "vi"
    return language if language in ("vi", "en") else "vi"


def _started(request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse:
    upload = request.FILES.get("file")
    if upload is None:
        raise FileRefused("no_file")
    deck = None
    if slug := request.POST.get("deck", ""):
        deck = decks.filter(slug=slug).first()
        if deck is None:
            raise FileRefused("no_deck")
    format = request.POST.get("format", "")
    found = services.start(
        request.user,
        upload,
        language=_language(request.POST),
        format=format if format in formats.FORMATS else "",
        deck=deck,
        title=request.POST.get("title", ""),
    )
    if not enqueue(tasks.read_import, str(found.pk)):
        found.delete()
        raise FileRefused("no_worker")
    return redirect(found)


@may_import
@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, pk: Any) -> HttpResponse:
    """Where an import stands: its progress, its rows to be mended and confirmed, or its end."""
    found = _get_import_for(request, pk)
    if request.method == "POST":
        return _confirmed(request, found)
    if "HX-Request" in request.headers and not found.is_running:
        # The progress bar asked: the page is another one now.
        return HttpResponse(headers={"HX-Refresh": "true"})
    if found.stage == Import.Stage.READY:
        return _preview(request, found)
    context = {"import": found, "counts": _counts(found)}
    return render(request, f"quizzes/files/{_PAGES[found.stage]}.html", context)


_PAGES: dict[str, str] = {
    Import.Stage.READING: "progress",
    Import.Stage.SAVING: "progress",
    Import.Stage.DONE: "done",
    Import.Stage.REFUSED: "refused",
}


def _counts(found: Import) -> dict[str, int]:
    counts: dict[str, int] = found.rows.aggregate(
        all=Count("pk"),
        ready=Count("pk", filter=Q(state=_STATES.READY)),
        taken=Count("pk", filter=Q(state=_STATES.READY, take=True)),
        faulty=Count("pk", filter=Q(state=_STATES.FAULTY)),
        unusable=Count("pk", filter=Q(state=_STATES.UNUSABLE)),
        saved=Count("pk", filter=Q(saved=True)),
    )
    return counts | {"left": counts["all"] - counts["saved"]}


def _preview(request: HttpRequest, found: Import) -> HttpResponse:
    counts = _counts(found)
    shown = request.GET.get("show", "")
    if shown not in _STATES.values:
        shown = _STATES.FAULTY if counts["faulty"] else _STATES.READY
        shown = shown if counts[shown] else _STATES.UNUSABLE
    page = Paginator(found.rows.filter(state=shown), _PER_PAGE).get_page(request.GET.get("page"))
    links = Links()
    return render(
        request,
        "quizzes/files/preview.html",
        {
            "import": found,
            "counts": counts,
            "shown": shown,
            "page": page,
            "rows": [_row_context(found, row, links) for row in page],
            "tabs": [
                (_STATES.FAULTY, _("To be mended"), counts["faulty"]),
                (_STATES.READY, _("Can be imported"), counts["ready"]),
                (_STATES.UNUSABLE, _("Cannot be used"), counts["unusable"]),
            ],
            "may_publish": may_publish(request.user, found.deck),
            "no_room": _why_no_room(found),
            "mended": found.rows.filter(mended=True).count(),
        },
    )


def _why_no_room(found: Import) -> str:
    """Before it is confirmed, and after saving came back because of it."""
    try:
        services.need_room(found)
    except CannotDo as error:
        return error.message
    return ""


def _row_context(found: Import, row: ImportRow, links: Links) -> dict[str, Any]:
    draft = row.draft
    context: dict[str, Any] = {
        "row": row,
        "draft": draft,
        "faults": services.faults(row, links),
        "kind": dict(labels()).get(draft.kind, "") if draft else "",
        "answers": editing.answers_in_words(draft, get_language() or "vi") if draft else [],
    }
    if draft and row.state == _STATES.FAULTY:
        context["form"] = editing.fields(draft, found.languages)
    return context


def _confirmed(request: HttpRequest, found: Import) -> HttpResponse:
    if found.stage != Import.Stage.READY:
        return redirect(found)
    if "discard" in request.POST:
        found.delete()
        messages.info(request, _("The import is gone. Nothing was saved."))
        return redirect("quizzes:import")
    if found.deck is not None and not decks_to_fill(request.user).filter(pk=found.deck.pk).exists():
        raise PermissionDenied
    if title := request.POST.get("title", "").strip():
        found.title = title[:120]
        # Not by `save`: it may have been discarded in another window meanwhile.
        Import.objects.filter(pk=found.pk).update(title=found.title)
    publish = "publish" in request.POST and may_publish(request.user, found.deck)
    try:
        wanted = services.confirm(found, publish=publish)
    except CannotDo as error:
        messages.error(request, error.message)
        return redirect(found)
    if not wanted:
        messages.error(request, _("There is no question to import yet. Mend one, or take one in."))
        return redirect(found)
    if not enqueue(tasks.save_import, str(found.pk)):
        services.unconfirm(found)
        messages.error(request, str(FileRefused("no_worker")))
    return redirect(found)


@may_import
@require_POST
def row(request: HttpRequest, pk: Any, row_pk: int) -> HttpResponse:
    """Mend one row, leave it out, or take it in again."""
    found = _get_import_for(request, pk)
    if found.stage != Import.Stage.READY:
        return redirect(found)
    each = get_object_or_404(found.rows, pk=row_pk)
    if "leave" in request.POST or "take" in request.POST:
        each.take = "take" in request.POST
        each.save(update_fields=["take"])
    elif each.state == _STATES.FAULTY:
        draft = editing.of_form(each.draft or Draft(), request.POST, found.languages)
        if services.mend(each, draft):
            message = _("Row %(number)s can be imported now.") % {"number": each.number}
            messages.success(request, message)
    return redirect(_back(request, found, each))


def _back(request: HttpRequest, found: Import, each: ImportRow) -> str:
    """The page of the preview one was on, at the row if it is still there."""
    shown, page = request.POST.get("show", ""), request.POST.get("page", "1")
    there = found.rows.filter(state=shown).exists()
    if shown not in _STATES.values or not there:
        return found.get_absolute_url()
    number = page if page.isascii() and page.isdigit() and len(page) < 6 else "1"
    anchor = f"#row-{each.pk}" if each.state == shown else ""
    return f"{found.get_absolute_url()}?show={shown}&page={number}{anchor}"


# --- out -----------------------------------------------------------------------------------------


def get_deck_for_export(request: HttpRequest, slug: str) -> Deck:
    """A deck that is published, one's own, or any for editors. Raises Http404."""
    seen = Q(state=State.PUBLISHED) | Q(owner_id=request.user.pk)
    if request.user.has_perm("quizzes.change_deck"):
        seen |= Q(owner=None)
    return get_object_or_404(Deck.objects.filter(seen), slug=slug)


def _questions(request: HttpRequest, deck: Deck) -> list[Any]:
    """All questions for those who write the deck, the published ones for others."""
    rows = deck.questions.select_related("group", "province", "fact", "listing")
    writes = deck.owner_id == request.user.pk or request.user.has_perm("quizzes.change_question")
    rows = rows if writes else rows.filter(state=State.PUBLISHED)
    return list(rows.prefetch_related("choices"))


@may_import
@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The formats of a deck, each with what it would lose."""
    deck = get_deck_for_export(request, slug)
    drafts = of_deck(deck, _questions(request, deck))
    written = {code for draft in drafts for code in languages_of(draft)}
    language = _language(request.GET)
    if written and language not in written:
        (language,) = written
    return render(
        request,
        "quizzes/files/export.html",
        {
            "deck": deck,
            "total": len(drafts),
            "language": language,
            "is_bilingual": len(written) > 1,
            "formats": [
                {
                    "format": each,
                    "losses": formats.losses(drafts, each, language),
                    "fitting": sum(draft.kind in each.kinds for draft in drafts),
                }
                for each in formats.writers()
            ],
        },
    )


@may_import
@require_GET
def download(request: HttpRequest, slug: str, format: str) -> HttpResponse:
    """The deck as a file."""
    deck, language = get_deck_for_export(request, slug), _language(request.GET)
    held = formats.FORMATS.get(format)
    if held is None or held.write is None:
        raise Http404
    questions = _questions(request, deck)
    drafts = of_deck(deck, questions)
    pictures = pictures_of(questions) if formats.PICTURES in held.keeps else {}
    data = formats.write(format, drafts, language, deck_data(deck), pictures)
    response = HttpResponse(data, content_type=held.mime)
    ours = held.slug in ("bundle", "xlsx", "csv")  # the other formats share their endings
    name = f"{deck.slug}{'' if ours else f'-{held.slug}'}.{held.ending}"
    response["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return response
