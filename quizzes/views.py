"""Decks, and practising them alone."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from heritage.models import Region

from . import pin_map
from . import practice as runs
from .forms import DeckFilter, StartForm
from .kinds import BadResponse, Snapshot, kind
from .models import LEVELS, Deck
from .selectors import Pool, deck_pool, decks_with_counts, group_pool, picked_pool, province_pool
from .snapshot import take_questions


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    wanted = DeckFilter(request.GET).wanted()
    decks = decks_with_counts(str(wanted.get("q", "")))
    for field in ("topic", "region"):
        if field in wanted:
            decks = decks.filter(**{field: wanted[field]})
    if "level" in wanted:
        decks = decks.filter(
            **{("easy", "medium", "hard")[int(str(wanted["level"])) - 1] + "__gt": 0}
        )
    found = list(decks)
    there = set(Deck.objects.playable().order_by().values_list("topic", flat=True))
    topics = [
        (topic, label, [deck for deck in found if deck.topic == topic])
        for topic, label in Deck.Topic.choices
    ]
    return render(
        request,
        "quizzes/index.html",
        {
            "topics": [each for each in topics if each[2]],
            "total": len(found),
            "wanted": wanted,
            "all_topics": [each for each in Deck.Topic.choices if each[0] in there],
            "all_regions": Region.choices,
            "all_levels": LEVELS,
            "mastered": runs.mastered_by_deck(request.session),
        },
    )


@require_safe
def deck(request: HttpRequest, slug: str) -> HttpResponse:
    found, pool = deck_pool(slug)
    return intro(request, pool, found)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    return practise(request, deck_pool(slug)[1])


@require_safe
def group(request: HttpRequest, slug: str) -> HttpResponse:
    return intro(request, group_pool(slug))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def group_practice(request: HttpRequest, slug: str) -> HttpResponse:
    return practise(request, group_pool(slug))


@require_safe
def province(request: HttpRequest, slug: str) -> HttpResponse:
    return intro(request, province_pool(slug))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def province_practice(request: HttpRequest, slug: str) -> HttpResponse:
    return practise(request, province_pool(slug))


@require_safe
def picked(request: HttpRequest, ids: str) -> HttpResponse:
    return intro(request, picked_pool(ids))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def picked_practice(request: HttpRequest, ids: str) -> HttpResponse:
    return practise(request, picked_pool(ids))


@require_safe
def pin_map_svg(request: HttpRequest, language: str) -> HttpResponse:
    """The map that pins are set on. Its address changes with it, so it may be kept for good."""
    if language not in dict(settings.LANGUAGES):
        raise Http404("no such language")
    response = HttpResponse(pin_map.blank(language), content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def intro(
    request: HttpRequest, pool: Pool, found: Deck | None = None, **more: object
) -> HttpResponse:
    """What there is to practise, and the button that starts."""
    levels = list(pool.questions.values_list("level", flat=True))
    known = runs.mastered(request.session)
    run = runs.run_of(request.session, pool.key)
    return render(
        request,
        "quizzes/deck.html",
        {
            "pool": pool,
            "deck": found,
            "total": len(levels),
            "usual_count": runs.USUAL_COUNT,
            "levels": [
                (level, label, levels.count(level)) for level, label in LEVELS if level in levels
            ],
            "for_teachers": _for_teachers(request, pool) if found is not None else None,
            "mastered_count": len(known.intersection(pool.at_level(None))),
            "run": run if run is not None and run.current is not None else None,
            "may_copy": found is not None and request.user.has_perm("quizzes.add_deck"),
            **more,
        },
    )


def practise(request: HttpRequest, pool: Pool) -> HttpResponse:
    if request.method == "POST":
        return _answer(request, pool) if "question" in request.POST else _start(request, pool)
    run = runs.run_of(request.session, pool.key)
    if run is None:
        return redirect(pool.url)
    snapshots = runs.questions_of(run, pool.questions)
    if not len(run):
        messages.info(request, _("These questions are no longer there. Start again."))
        return redirect(pool.url)
    number = _number(request.GET.get("n"), len(run))
    if number is None:
        number = run.current
        return _to(pool, number) if number else _end(request, pool, run, snapshots)
    answered = run.answers.get(run.ids[number - 1])
    if answered is None and number != run.current:
        return _to(pool, run.current)
    return _step(request, pool, run, snapshots[run.ids[number - 1]], number)


# --- inside --------------------------------------------------------------------------------------


def _for_teachers(request: HttpRequest, pool: Pool) -> list[Snapshot] | None:
    """The questions with their answers, for those who may lead a lesson; None for others."""
    if not request.user.has_perm("classrooms.add_session"):
        return None
    return take_questions(pool.questions)


def _start(request: HttpRequest, pool: Pool) -> HttpResponse:
    """Begin a run; with `again`, on the questions that went wrong in the last one."""
    before = runs.run_of(request.session, pool.key)
    if "again" in request.POST and before is not None and before.wrong_ids:
        there = set(pool.at_level(None))
        ids, count = [pk for pk in before.wrong_ids if pk in there], None
    else:
        count, level = StartForm(request.POST).chosen()
        ids = pool.at_level(level)
    if not ids:
        messages.info(request, _("There is no question of this kind yet. Choose another level."))
        return redirect(pool.url)
    runs.start(request.session, pool.key, ids, count)
    return _to(pool, 1)


def _answer(request: HttpRequest, pool: Pool) -> HttpResponse:
    run = runs.run_of(request.session, pool.key)
    if run is None:
        messages.info(request, _("This round has ended. Start again."))
        return redirect(pool.url)
    snapshots = runs.questions_of(run, pool.questions)
    question = snapshots.get(_whole(request.POST["question"]))
    if question is None:
        messages.info(request, _("This question is no longer part of the round."))
        return redirect(pool.practice_url)
    number = run.ids.index(question["id"]) + 1
    try:
        response = kind(question["kind"]).read_response(question, request.POST)
    except BadResponse as problem:
        if question["id"] in run.answers:
            return _to(pool, number)
        return _step(request, pool, run, question, number, problem.message)
    run.answer(question, response)
    return _to(pool, number)


def _step(
    request: HttpRequest,
    pool: Pool,
    run: runs.Run,
    question: Snapshot,
    number: int,
    problem: str = "",
) -> HttpResponse:
    """One question: asked, or answered with its explanation."""
    answered = run.answers.get(question["id"])
    context = {"pool": pool, "run": run, "number": number, "problem": problem}
    if answered is None:
        public = kind(question["kind"]).public(question)
        status = 400 if problem else 200
        return render(request, "quizzes/ask.html", {**context, "question": public}, status=status)
    done = sum(pk in run.answers for pk in run.ids[:number])
    right = sum(run.answers[pk].share == 1 for pk in run.ids[:number] if pk in run.answers)
    return render(
        request,
        "quizzes/answered.html",
        {
            **context,
            "question": question,
            "response": answered.response,
            "share": answered.share,
            "standing": [
                (_("Question"), f"{number}/{len(run)}"),
                (_("Right in a row"), run.streak_at(number)),
                (_("Right / answered"), f"{right}/{done}"),
            ],
            "next": run.current,
        },
    )


def _end(
    request: HttpRequest, pool: Pool, run: runs.Run, snapshots: dict[int, Snapshot]
) -> HttpResponse:
    answers = run.answers
    wrong = [(snapshots[pk], answers[pk].response) for pk in run.wrong_ids]
    return render(
        request,
        "quizzes/end.html",
        {
            "pool": pool,
            "run": run,
            "right": run.right_count,
            "total": len(run),
            "wrong": wrong,
            "numbers": {pk: number for number, pk in enumerate(run.ids, start=1)},
            "read_next": _links([question for question, _response in wrong])
            or _links(list(snapshots.values())),
        },
    )


def _links(questions: list[Snapshot], most: int = 6) -> list[dict[str, object]]:
    """The heritage pages of these questions, each once."""
    found = {link["path"]: link for question in questions for link in question["links"]}
    return list(found.values())[:most]


def _to(pool: Pool, number: int | None) -> HttpResponseRedirect:
    where = f"{pool.practice_url}?n={number}" if number else pool.practice_url
    return HttpResponseRedirect(where)


def _whole(text: str) -> int:
    """A whole number, 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _number(text: str | None, most: int) -> int | None:
    number = _whole(text or "")
    return number if 1 <= number <= most else None
