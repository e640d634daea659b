"""The pages of a teacher's own decks, and what the shared address of one shows."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heritage.public_address import site_address

from .editing.forms import ChoiceFormSet, new_picture, typed_problems
from .editing.preview import preview_context
from .kinds import Problem
from .models import LEVELS, Deck, Question, State
from .own import decks
from .own.access import (
    get_copyable,
    get_own_deck,
    get_own_question,
    get_shared_deck,
    maker_required,
    own_decks,
)
from .own.forms import OwnQuestionForm, choice_forms, sides
from .review import avoided_names, problems
from .selectors import own_pool, shared_pool
from .services import Refused, drafts_of
from .views import intro, practise

_TEXTS = ("title_vi", "title_en", "description_vi", "description_en")


@never_cache
@maker_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """One's own decks; POST makes a new one."""
    context: dict[str, object] = {}
    if request.method == "POST":
        title = request.POST.get("title", "")
        try:
            made = decks.create(request.user, title)
            return redirect("quizzes:own_question_new", made.pk)
        except decks.CannotDo as error:
            context = {"error": error.message, "title": title[:200]}
    context["decks"] = own_decks(request.user)
    return render(
        request, "quizzes/own/index.html", context, status=400 if "error" in context else 200
    )


@never_cache
@maker_required
@require_POST
def copy(request: HttpRequest) -> HttpResponse:
    """Copy a deck of the library, or a shared one, into one's own."""
    found = get_copyable(request.POST.get("deck", ""), request.POST.get("code", ""))
    try:
        made = decks.copy(found, request.user)
    except decks.CannotDo as error:
        messages.error(request, error.message)
        return redirect("quizzes:own")
    messages.success(request, _("Copied. What you change here changes nothing in the original."))
    return redirect("quizzes:own_deck", made.pk)


@never_cache
@maker_required
@require_safe
def deck(request: HttpRequest, pk: int) -> HttpResponse:
    return _deck_page(request, get_own_deck(request, pk))


def _deck_page(
    request: HttpRequest, found: Deck, error: str = "", typed: dict[str, str] | None = None
) -> HttpResponse:
    rows = list(found.questions.select_related("deck", "group").prefetch_related("choices"))
    kept = [row for row in rows if row.state != State.ARCHIVED]
    names = avoided_names()
    first = "en" if (get_language() or "vi").startswith("en") else "vi"
    values = {name: getattr(found, name) for name in _TEXTS} | (typed or {})
    second = "vi" if first == "en" else "en"
    return render(
        request,
        "quizzes/own/deck.html",
        {
            "deck": found,
            "rows": [(row, len(problems(row, drafts_of(row), names))) for row in kept],
            "aside": [row for row in rows if row.state == State.ARCHIVED],
            "sides": [
                (code, values[f"title_{code}"], values[f"description_{code}"])
                for code in (first, second)
            ],
            "error": error,
            "shared_at": site_address(request) + reverse("quizzes:shared", args=[found.share_code])
            if found.share_code
            else "",
        },
        status=400 if error else 200,
    )


def _describe(request: HttpRequest, found: Deck) -> str:
    texts = {name: request.POST.get(name, getattr(found, name)) for name in _TEXTS}
    decks.describe(found, texts, may_change="may_change" in request.POST)
    return _("Saved.")


def _share(request: HttpRequest, found: Deck) -> str:
    decks.share(found)
    return _("Whoever has the address can practise this deck; teachers can copy it.")


def _stop_sharing(request: HttpRequest, found: Deck) -> str:
    decks.stop_sharing(found)
    return _("The address opens nothing any more.")


def _propose(request: HttpRequest, found: Deck) -> str:
    decks.propose(found)
    return _("Proposed. The editors take a copy; yours stays as it is.")


def _withdraw(request: HttpRequest, found: Deck) -> str:
    decks.withdraw(found)
    return _("The proposal is taken back.")


def _move(by: int) -> Callable[[HttpRequest, Deck], str]:
    def act(request: HttpRequest, found: Deck) -> str:
        decks.move(get_own_question(found, request.POST.get("question", "")), by)
        return ""

    return act


def _remove(request: HttpRequest, found: Deck) -> str:
    decks.remove(get_own_question(found, request.POST.get("question", "")))
    return _("Put aside. It is played no more; you can bring it back below the list.")


def _restore(request: HttpRequest, found: Deck) -> str:
    decks.restore(get_own_question(found, request.POST.get("question", "")))
    return _("Brought back, at the end of the deck.")


def _erase(request: HttpRequest, found: Deck) -> str:
    decks.erase(get_own_question(found, request.POST.get("question", "")))
    return _("Deleted for good.")


#: What the owner of a deck may do, by the name in the form; each says what was done.
ACTIONS: dict[str, Callable[[HttpRequest, Deck], str]] = {
    "describe": _describe,
    "share": _share,
    "stop-sharing": _stop_sharing,
    "propose": _propose,
    "withdraw": _withdraw,
    "up": _move(-1),
    "down": _move(1),
    "remove": _remove,
    "restore": _restore,
    "erase": _erase,
}


@never_cache
@maker_required
@require_POST
def do(request: HttpRequest, pk: int) -> HttpResponse:
    """One change of a deck or of the order of its questions."""
    found = get_own_deck(request, pk)
    action = request.POST.get("action", "")
    if action not in ACTIONS:
        raise Http404("no such action")
    try:
        said = ACTIONS[action](request, found)
    except decks.CannotDo as error:
        if action == "describe":
            typed = {name: request.POST.get(name, "")[:600] for name in _TEXTS}
            return _deck_page(request, get_own_deck(request, pk), error.message, typed)
        messages.error(request, error.message)
    else:
        if said:
            messages.success(request, said)
    where = reverse("quizzes:own_deck", args=[pk])
    if action in ("up", "down"):
        where += f"#q{request.POST.get('question', '')}"
    return redirect(where)


@never_cache
@maker_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, and by POST delete the deck for good; lessons that were held keep their questions."""
    found = get_own_deck(request, pk)
    if request.method == "POST":
        title = found.title
        found.delete()
        messages.success(request, _("“%(title)s” is deleted.") % {"title": title})
        return redirect("quizzes:own")
    return render(request, "quizzes/own/delete.html", {"deck": found})


# --- one question --------------------------------------------------------------------------------


@never_cache
@maker_required
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    """The form of a question; POST stores it, ready or not, unless it cannot be stored at all."""
    found = get_own_deck(request, pk)
    try:
        row = get_own_question(found, number) if number else decks.blank_question(found)
    except decks.CannotDo as error:
        messages.error(request, error.message)
        return redirect("quizzes:own_deck", pk)
    if request.method != "POST":
        form, formset = OwnQuestionForm(instance=row), choice_forms(row)
        return _question_page(request, found, form, formset)
    form, formset = _typed(request, row)
    if not (form.is_valid() and formset.is_valid()):
        return _question_page(request, found, form, formset, status=400)
    if form.is_stale and "overwrite" not in request.POST:
        return _question_page(request, found, form, formset, status=409, stale=True)
    try:
        with new_picture(form):
            left = decks.save(form.instance, formset.drafts())
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(None, problem.message)
        return _question_page(request, found, form, formset, status=400)
    _tell(request, left)
    if "another" in request.POST:
        return redirect("quizzes:own_question_new", pk)
    return redirect("quizzes:own_question", pk, form.instance.pk)


@never_cache
@maker_required
@require_POST
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """What is left to mend in the form as typed, and how a student would see it; stores nothing."""
    found = get_own_deck(request, pk)
    number = request.POST.get("question_id", "")
    try:
        row = get_own_question(found, number) if number else decks.blank_question(found)
    except decks.CannotDo as error:
        return JsonResponse({"problems": [], "preview": "", "error": error.message}, status=409)
    form, formset = _typed(request, row)
    form.is_valid()
    formset.is_valid()
    return JsonResponse(
        {
            "problems": typed_problems(form, formset),
            "preview": _preview(request, form.instance, formset),
        }
    )


def _typed(request: HttpRequest, row: Question) -> tuple[OwnQuestionForm, ChoiceFormSet]:
    """Form and choices from the request. `row` is a draft meanwhile, so that what is missing is
    told and not refused."""
    row.state = State.DRAFT
    form = OwnQuestionForm(request.POST, request.FILES, instance=row)
    form.is_valid()
    form.instance._admin_form = form
    return form, choice_forms(form.instance, request.POST)


def _tell(request: HttpRequest, left: list[Problem]) -> None:
    if not left:
        messages.success(request, _("Saved: it is played from now on."))
        return
    message = ngettext(
        "Saved. %(n)s thing is still to be mended before it can be played.",
        "Saved. %(n)s things are still to be mended before it can be played.",
        len(left),
    )
    messages.warning(request, message % {"n": len(left)})


def _question_page(
    request: HttpRequest,
    found: Deck,
    form: OwnQuestionForm,
    formset: ChoiceFormSet,
    *,
    status: int = 200,
    stale: bool = False,
) -> HttpResponse:
    first, second = sides(form, formset, get_language() or "vi")
    kept = found.questions.exclude(state=State.ARCHIVED)
    rows = list(kept.only("pk", "text_vi", "text_en", "state", "deck", "position", "kind"))
    row = form.instance
    drafts = formset.drafts() if formset.is_bound and formset.is_valid() else drafts_of(row)
    return render(
        request,
        "quizzes/own/question.html",
        {
            "deck": found,
            "question": row,
            "rows": rows,
            "form": form,
            "formset": formset,
            "first": first,
            "second": second,
            "groups": form.spec_rows(),
            "levels": LEVELS,
            "stale": stale,
            "left": problems(row, drafts) if row.pk and status == 200 else [],
            "preview": _preview(request, row, formset),
        },
        status=status,
    )


def _preview(request: HttpRequest, row: Question, formset: ChoiceFormSet) -> str:
    """The question on a phone, as typed or as stored."""
    drafts = formset.drafts() if formset.is_bound and formset.is_valid() else drafts_of(row)
    return render_to_string(
        "quizzes/own/_phone.html", preview_context(row, drafts), request=request
    )


# --- practising ----------------------------------------------------------------------------------


@never_cache
@maker_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, pk: int) -> HttpResponse:
    return practise(request, own_pool(get_own_deck(request, pk)))


@never_cache
@require_safe
def shared(request: HttpRequest, code: str) -> HttpResponse:
    """A deck that a teacher shares: to practise for anybody, to copy for teachers."""
    found = get_shared_deck(code)
    return intro(request, shared_pool(found), found, shared_by=found.owner, code=code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shared_practice(request: HttpRequest, code: str) -> HttpResponse:
    return practise(request, shared_pool(get_shared_deck(code)))
