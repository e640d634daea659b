"""Pupils without a phone: who they are, their cards to print, and keying in what they hold up.

For any machine of the teacher's: nothing here says what is right before the question has closed.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from live.arrival import arrived_at
from players.limits import allow
from quizzes import kinds

from . import answer_cards, paper, rounds, sessions
from .access import browser_of, get_session_for_host
from .answer_cards import Owner
from .errors import LessonError, TooLate
from .models import Participant, Session
from .scene import Scene
from .views_host import teacher_required

#: How many pupils are added at once when only their number is given, at first.
USUAL = 10
#: A teacher may have cards drawn so often at once, and once more every so many seconds.
BURST, EVERY = 10, 6


@never_cache
@teacher_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is on paper and, while a question with choices is open, what they hold up."""
    session = get_session_for_host(request, pk)
    if not session.is_open:
        return redirect("classrooms:report", pk)
    if request.method == "POST":
        return _key(request, session) if "round" in request.POST else _add(request, session)
    rounds.settle(session)
    return _page(request, session)


def _page(request: HttpRequest, session: Session, status: int = 200, **more: Any) -> HttpResponse:
    scene = Scene(session)
    context = {
        **scene.common(),
        "people": scene.on_paper,
        "usual": USUAL,
        "most": paper.MOST,
        "leads": session.led_from == browser_of(request),
        "without_choices": sum(
            not kinds.kind(each["kind"]).has_choices for each in scene.questions
        ),
        **more,
    }
    if session.state == Session.State.QUESTION and scene.round is not None and scene.takes_cards:
        question = scene.public_question or {}
        rows = paper.held(session, scene.round, question)
        context |= {"rows": rows, "keyed": sum(bool(row.letters) for row in rows)}
    return render(request, "classrooms/paper.html", context, status=status)


def _add(request: HttpRequest, session: Session) -> HttpResponse:
    """Pupils by a list of names, or so many of them with numbers only."""
    names, raw = request.POST.get("names", "")[:6000], request.POST.get("count", "")
    try:
        wanted = paper.read_names(names)
        if not wanted:
            count = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 4 else 0
            if not 1 <= count <= paper.MOST:
                raise paper.BadNumber(
                    _("Type a number from 1 to %(most)s, or names.") % {"most": paper.MOST}
                )
            wanted = [paper.Wanted(None, "")] * count
        added = paper.add(session, wanted, get_language() or "vi")
    except LessonError as error:
        typed = {"names": names, "count": raw[:4]}
        return _page(request, session, error.status, error=error.message, typed=typed)
    text = ngettext("%(n)s pupil is in.", "%(n)s pupils are in.", len(added))
    messages.success(request, text % {"n": len(added)})
    return redirect("classrooms:paper", session.pk)


def _key(request: HttpRequest, session: Session) -> HttpResponse:
    """Take what is keyed in. A script gets figures back, a plain form the page."""
    by_script = "application/json" in request.headers.get("Accept", "")
    quick = request.POST.get("quick", "")[:600]
    given, rest = paper.read_keyed(quick)
    raw = request.POST["round"]
    round_id = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 18 else 0
    changed = _changed(request.POST) | given
    problems = [_("This could not be read: %(text)s") % {"text": rest}] if rest else []
    done, status = 0, 200
    try:
        keyed = paper.key_in(session, round_id, changed, arrived_at(request))
        done, problems = keyed.done, [*problems, *keyed.problems]
    except LessonError as error:
        # What was keyed in is not lost: it stands in the field.
        said = (f"{number}{letters or '-'}" for number, letters in changed.items())
        rest, status = " ".join([*said, rest]).strip(), error.status
        closed = _("The question has closed; nothing more is keyed in for it.")
        problems = [closed if isinstance(error, TooLate) else str(error.message)]
    if by_script:
        return JsonResponse({"done": done, "problems": problems}, status=status)
    if problems:
        session.refresh_from_db(fields=["state", "index", "version"])
        status = 400 if status == 200 else status
        return _page(request, session, status, problems=problems, rest=rest, done=done)
    text = ngettext("%(n)s answer keyed in.", "%(n)s answers keyed in.", done) % {"n": done}
    messages.success(request, text)
    return redirect("classrooms:paper", session.pk)


def _changed(data: QueryDict) -> dict[int, str]:
    """Letters by number where the form says something else than it did when it was shown: an old
    page takes nobody's newer answer back."""
    found = {}
    for name in data:
        number = name.removeprefix("was")
        if not (name.startswith("was") and number.isascii() and number.isdigit()):
            continue
        letters = "".join(sorted(set(data.getlist(f"p{number}")) & set(paper.LETTERS)))
        if len(number) < 4 and letters != data[name]:
            found[int(number)] = letters
    return found


@never_cache
@teacher_required
@require_GET
def now(request: HttpRequest, pk: int) -> HttpResponse:
    """Asked every second or two by an open page: whether it still shows what is so, and what other
    machines have keyed in."""
    session = get_session_for_host(request, pk)
    rounds.settle(session)
    scene = Scene(session)
    told: dict[str, Any] = {"version": session.version, "people": len(scene.on_paper), "held": {}}
    if session.state == Session.State.QUESTION and scene.round is not None and scene.takes_cards:
        rows = paper.held(session, scene.round, scene.public_question or {})
        told["held"] = {row.person.paper_number: row.letters for row in rows}
    return JsonResponse(told)


@never_cache
@teacher_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody has a phone after all, or was added by mistake. What they answered is kept with
    those who left."""
    session = get_session_for_host(request, pk)
    if request.method == "POST":
        raw = request.POST.get("person", "")
        person: Participant | None = None
        if raw.isascii() and raw.isdigit() and len(raw) < 18:
            person = session.participants.present().on_paper().filter(pk=int(raw)).first()
        if person is None:
            raise Http404
        sessions.remove(session, person.pk)
        messages.success(request, _("%(name)s is out.") % {"name": person.nickname})
    return redirect("classrooms:paper", pk)


# --- the cards -----------------------------------------------------------------------------------


@never_cache
@teacher_required
@require_GET
def cards(request: HttpRequest, pk: int) -> HttpResponse:
    """The cards of this room's pupils as PDF; `?style=four` or `turn`."""
    session = get_session_for_host(request, pk)
    owners = [
        Owner(person.paper_number or 0, paper.name_of(person)) for person in paper.pupils(session)
    ]
    if not owners:
        raise Http404
    return _pdf(request, owners)


@never_cache
@teacher_required
@require_GET
def blank_cards(request: HttpRequest) -> HttpResponse:
    """Cards with numbers only, to be kept for every lesson: `?count=30`."""
    raw = request.GET.get("count", "")
    count = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 4 else 0
    if not 1 <= count <= paper.MOST:
        raise Http404
    return _pdf(request, [Owner(number) for number in range(1, count + 1)])


def _pdf(request: HttpRequest, owners: list[Owner]) -> HttpResponse:
    style = request.GET.get("style", answer_cards.FOUR)
    if style not in dict(answer_cards.STYLES):
        raise Http404
    if not allow(f"cards:{request.user.pk}", 1 / EVERY, BURST):
        return HttpResponse(status=429)
    data = answer_cards.make(owners, style, get_language() or "vi")
    answer = HttpResponse(data, content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="the-tra-loi-{style}.pdf"'
    return answer
