"""What each audience sees now: one context for a page, the same for a pushed fragment.

A channel is one audience in one language. Fragments are rendered on commit, outside the
transaction, from the rows as they are then.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

import structlog
from celery import Task
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from kombu.exceptions import OperationalError
from redis import RedisError

from heritage.models import Fact
from heritage.prepared import Prepared
from live import presence
from live.publish import ask_again, listened_to, publish, publish_each, signal
from quizzes import kinds

from . import modes, plays, tally, teams
from . import results as computed
from .models import Answer, Handover, Pace, Participant, Round, Session

log = structlog.get_logger(__name__)

LANGUAGES = list(dict(settings.LANGUAGES))
#: The list of who is in is drawn at most this often (seconds), in a large room less often.
PEOPLE_EVERY = 0.4
#: From so many people on a room is large: its list is long to draw.
LARGE = 100
#: What there is to read in the lobby is looked up this often (seconds).
TIPS_FOR = 300

State = Session.State

_newest_round = Prepared(lambda: Round.objects.order_by("-attempt"), "session_id", "index")
_answer = Prepared(lambda: Answer.objects.order_by(), "round_id", "participant_id")


def players_channel(session_id: int, language: str) -> str:
    return f"session:{session_id}:players:{language}"


def gone_channel(session_id: int) -> str:
    """Those who were asked to leave: nothing is published there, and they are cut from it when
    they are let in again."""
    return f"session:{session_id}:gone"


def phone_channels(session_id: int) -> list[str]:
    """Every channel that a phone of this session may listen to."""
    return [*(players_channel(session_id, code) for code in LANGUAGES), gone_channel(session_id)]


def host_channel(session_id: int, language: str) -> str:
    return f"session:{session_id}:host:{language}"


def host_channels(session_id: int) -> list[str]:
    """The host's channel in every language."""
    return [host_channel(session_id, code) for code in LANGUAGES]


def phones_room(session_id: int) -> str:
    """Where the phones of a session count as present; the subjects are participants."""
    return f"session:{session_id}:phones"


def host_room(session_id: int) -> str:
    return f"session:{session_id}:host"


def channels(session_id: int) -> list[str]:
    """Every channel of a session."""
    return [*phone_channels(session_id), *host_channels(session_id)]


def enqueue(task: Task, *args: Any, **options: Any) -> None:
    """Hand a task to Celery; when the broker is away the sweeper does its work later."""
    try:
        task.apply_async(args, retry=False, **options)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("task not queued", task=task.name, error=str(error))


def epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


class Scene:
    """One session at one moment; reads what a screen asks for, once."""

    def __init__(self, session: Session) -> None:
        from .sessions import may_change, questions_of

        self.session = session
        self.questions = questions_of(session)
        self.may_change = may_change(session)
        #: What a class is shown alike, for the tag `once`.
        self.drawn: dict[Any, str] = {}

    @classmethod
    def of(cls, session_id: int) -> Scene:
        return cls(
            Session.objects.select_related("owner", "deck", "for_class")
            .defer("snapshot")
            .get(pk=session_id)
        )

    @property
    def number(self) -> int:
        return self.session.index + 1

    @cached_property
    def question(self) -> dict[str, Any] | None:
        """The present question with its answer: for the host after closing, never for phones."""
        return self.questions[self.session.index] if self.session.index >= 0 else None

    @cached_property
    def public_question(self) -> dict[str, Any] | None:
        return kinds.kind(self.question["kind"]).public(self.question) if self.question else None

    @cached_property
    def round(self) -> Round | None:
        """The newest asking of the present question."""
        return _newest_round.first(self.session.pk, self.session.index)

    @cached_property
    def results(self) -> computed.Results:
        return computed.at_hand(self.session)

    @cached_property
    def people(self) -> list[Participant]:
        return list(Participant.objects.present().filter(session=self.session))

    @cached_property
    def present(self) -> int:
        """How many are in, without reading who."""
        return tally.present(self.session.pk)

    @cached_property
    def away(self) -> set[int]:
        """Who is in but not connected just now; nobody when that cannot be known."""
        there = presence.present(phones_room(self.session.pk))
        if there is None:
            return set()
        return {p.pk for p in self.people if not p.on_paper and str(p.pk) not in there}

    @cached_property
    def on_paper(self) -> list[Participant]:
        """Who answers by cards, by their numbers."""
        found = [person for person in self.people if person.on_paper]
        return sorted(found, key=lambda person: person.paper_number or 0)

    @property
    def takes_cards(self) -> bool:
        """Whether the present question is answered by holding up cards."""
        return self.question is not None and kinds.kind(self.question["kind"]).has_choices

    @cached_property
    def requests(self) -> list[Handover]:
        """New devices that wait for the teacher's tap."""
        from .handover import waiting

        return waiting(self.session) if self.session.is_open else []

    @cached_property
    def gone(self) -> list[Participant]:
        """Who was asked to leave; the host may let them in again."""
        return list(Participant.objects.filter(session=self.session, removed_at__isnull=False))

    @cached_property
    def item(self) -> computed.Item | None:
        """The figures of the question just closed."""
        index, found = self.session.index, self.results
        return next((each for each in (*found.items, *found.void) if each.index == index), None)

    @cached_property
    def play(self) -> plays.Play:
        """How the class plays: what the screens between the questions and at the end show."""
        return plays.play_of(self.session, lambda: self.results, self.total)

    @property
    def mode(self) -> modes.Mode:
        return modes.of(self.session)

    @cached_property
    def in_teams(self) -> list[teams.Team]:
        """Who is in which team; empty where there are none."""
        count = self.session.team_count
        return teams.of(self.people, count) if count else []

    @property
    def total(self) -> int:
        return len(self.questions)

    @property
    def is_last(self) -> bool:
        return self.number >= self.total

    @cached_property
    def clock(self) -> dict[str, Any]:
        """Everybody's countdown."""
        return self.clock_of(Pace.USUAL)

    def clock_of(self, pace: int) -> dict[str, Any]:
        """The countdown at this pace as a page needs it, times in epoch milliseconds of this
        server; without a clock only what there is to say."""
        if self.session.state != State.QUESTION or self.round is None:
            return {}
        now = timezone.now()
        paused = self.round.paused_left_ms is not None
        left, total = self.round.left_ms(pace, now), self.round.clock_ms(pace)
        if left is None or total is None:
            return {"paused": paused, "untimed": True}
        shown = max(0, left)
        return {
            "closes": epoch_ms(now) + left,
            "now": epoch_ms(now),
            "paused": paused,
            "left_ms": shown,
            "left": -(-shown // 1000),
            "total": -(-total // 1000),
        }

    @property
    def assets(self) -> list[str]:
        """What the questions of this session need beyond what is pushed, to be fetched early."""
        language = translation.get_language() or "vi"
        slugs = {question["kind"] for question in self.questions}
        return sorted({url for slug in slugs for url in kinds.kind(slug).assets(language)})

    @property
    def ahead(self) -> str:
        """The address of the next question's picture, for phones to fetch while nothing is asked;
        '' when there is none."""
        coming = self.questions[self.number : self.number + 1]
        if self.session.state == State.QUESTION or not coming or not coming[0]["image"]:
            return ""
        return str(coming[0]["image"]["url"])

    def common(self) -> dict[str, Any]:
        return {
            "scene": self,
            "session": self.session,
            "language": translation.get_language(),
            "drawn": self.drawn,
        }


# --- phones --------------------------------------------------------------------------------------


def player_context(scene: Scene, me: Participant, answer: Answer | None = None) -> dict[str, Any]:
    """The phone of one participant, whatever the state; `phase` chooses the template. `answer`
    saves reading it again where it was just stored."""
    state = scene.session.state
    line = scene.results.of(me.pk) if state not in {State.LOBBY, State.QUESTION} else None
    if state != State.QUESTION or (answer and answer.round_id != (scene.round and scene.round.pk)):
        answer = None
    if answer is None and state == State.QUESTION and scene.round is not None:
        answer = _answer.first(scene.round.pk, me.pk)
    round_ = scene.round if state == State.QUESTION else None
    in_time = round_ is not None and round_.takes(timezone.now(), me.pace)
    phase = "removed" if me.removed_at else "sent" if answer else str(state)
    if phase == State.QUESTION and not in_time:
        phase = "over"
    if state == State.QUESTION and me.first_index > scene.session.index:
        phase = "waiting"
    return {
        **scene.common(),
        "me": me,
        "phase": phase,
        "answer": answer,
        "clock": scene.clock_of(me.pace),
        "in_time": in_time,
        **_result_context(scene, line),
        **({"tip": _tip(me), "waiting": scene.present} if phase == State.LOBBY else {}),
    }


def _result_context(scene: Scene, line: computed.Line | None) -> dict[str, Any]:
    mark = line.marks.get(scene.session.index) if line else None
    return {"line": line, "mark": mark, **(scene.play.told(line, mark) if line else {})}


def earned_so_far(scene: Scene, me: Participant) -> str:
    """What a phone has earned by the questions before the open one; '' when it is the first."""
    first = scene.session.index == 0 and (scene.round is None or scene.round.attempt == 1)
    return "" if first else scene.play.earned(computed.own(scene.session, me))


def _tip(me: Participant) -> Fact | None:
    """Something to read while waiting, another one for each phone."""
    tips = _tips(int(time.time() // TIPS_FOR))
    return tips[(me.pk * 7919) % len(tips)] if tips else None


@lru_cache(maxsize=1)
def _tips(_when: int) -> list[Fact]:
    """All of them, read once in a while: a whole class comes in at the same time."""
    facts = Fact.objects.public().filter(group__isnull=False)
    return list(facts.select_related("group").order_by("key"))


def player_fragment(scene: Scene, me: Participant, answer: Answer | None = None) -> str:
    return render_to_string("classrooms/player/_stage.html", player_context(scene, me, answer))


def _show_players(scene: Scene) -> None:
    """Push the present state to every phone, each in its own language, own results apart."""
    session = scene.session
    for language, people in _by_language(scene.people):
        channel = players_channel(session.pk, language)
        with translation.override(language):
            if session.state == State.QUESTION:
                _show_question(scene, channel, people)
            else:
                parts = {str(me.pk): player_fragment(scene, me) for me in people}
                publish_each(channel, parts, version=session.version)


def _show_question(scene: Scene, channel: str, people: list[Participant]) -> None:
    """The open question, once for all whose screens are alike. Who has answered, has a clock of
    one's own or came too late for it gets a part that nobody else hears."""
    version, round_ = scene.session.version, scene.round
    answers = {each.participant_id: each for each in Answer.objects.filter(round=round_)}
    over = round_ is not None and round_.waiting_for is not None
    apart = [
        me
        for me in people
        if me.pk in answers or me.pace != Pace.USUAL or me.first_index > scene.session.index
    ]
    parts = {str(me.pk): player_fragment(scene, me, answers.get(me.pk)) for me in apart}
    context = {**scene.common(), "phase": "over" if over else "question"}
    html = render_to_string("classrooms/player/_stage.html", context)
    if parts:
        publish_each(channel, parts, others=html, version=version)
    else:
        publish(channel, html, version=version)


def show_pace(session_id: int, me: Participant) -> None:
    """One phone gets its new clock; nobody else hears of it."""
    scene = Scene.of(session_id)
    if scene.session.state != State.QUESTION:
        return
    with translation.override(me.language):
        html = player_fragment(scene, me)
    channel = players_channel(session_id, me.language)
    publish_each(channel, {str(me.pk): html}, version=scene.session.version)


def show_name(session_id: int, me: Participant) -> None:
    """Tell one phone what its person is called from now on."""
    session = Session.objects.defer("snapshot").get(pk=session_id)
    with translation.override(me.language):
        html = render_to_string("classrooms/player/_me.html", {"me": me, "session": session})
    publish_each(
        players_channel(session_id, me.language), {str(me.pk): html}, version=session.version
    )


def show_phone(session_id: int, me: Participant) -> None:
    """Push one phone what it shows now: something about its person has changed."""
    scene = Scene.of(session_id)
    with translation.override(me.language):
        parts = {str(me.pk): player_fragment(scene, me)}
    publish_each(players_channel(session_id, me.language), parts, version=scene.session.version)


def scores_changed(session_id: int) -> None:
    """A question played before counts no longer, or again, while one is open: each phone gets its
    own score and keeps the rest."""
    scene = Scene.of(session_id)
    for language, people in _by_language(scene.people):
        with translation.override(language):
            parts = {
                str(me.pk): render_to_string(
                    "classrooms/player/_score.html",
                    {"session": scene.session, "earned": scene.play.earned(line)},
                )
                for me in people
                if (line := scene.results.of(me.pk))
            }
        channel = players_channel(session_id, language)
        publish_each(channel, parts, version=scene.session.version)


def _by_language(people: Iterable[Participant]) -> list[tuple[str, list[Participant]]]:
    """Those with a phone, by what it reads."""
    sorted_people: dict[str, list[Participant]] = {}
    for person in people:
        if person.on_paper:
            continue
        sorted_people.setdefault(person.language, []).append(person)
    return list(sorted_people.items())


# --- the host ------------------------------------------------------------------------------------


def host_context(scene: Scene) -> dict[str, Any]:
    """The host's screen; the right answer is in it only once the question has closed."""
    context = {**scene.common(), "phase": str(scene.session.state)}
    if scene.session.state == State.QUESTION and scene.round is not None:
        context["answered"] = tally.answered(scene.round)
        context["present"] = len([p for p in scene.people if p.first_index <= scene.session.index])
    return context


def host_fragment(scene: Scene) -> str:
    return render_to_string("classrooms/host/_stage.html", host_context(scene))


def _show_host(scene: Scene) -> None:
    by_channel = {host_channel(scene.session.pk, language): language for language in LANGUAGES}
    drawn = set(by_channel) if len(scene.people) < LARGE else listened_to(by_channel)
    for channel, language in by_channel.items():
        if channel in drawn:
            with translation.override(language):
                html = host_fragment(scene)
            publish(channel, html, version=scene.session.version)
        else:
            ask_again(channel, version=scene.session.version)
    tally.note_shown(
        scene.session.pk,
        tally.mark_of(
            ((person.pk, person.nickname) for person in scene.people),
            (request.pk for request in scene.requests),
        ),
    )


# --- what changed --------------------------------------------------------------------------------


def state_changed(session_id: int) -> None:
    """The session moved on: every screen gets what it shows now."""
    scene = Scene.of(session_id)
    _show_players(scene)
    _show_host(scene)


def clock_changed(session_id: int) -> None:
    """Paused, resumed or extended: phones keep what they show, only the clock moves."""
    scene = Scene.of(session_id)
    version = scene.session.version

    def clock(pace: int) -> str:
        return json.dumps({"v": version, **scene.clock_of(pace)}, separators=(",", ":"))

    slow = dict(_by_language(me for me in scene.people if me.pace != Pace.USUAL))
    for language in LANGUAGES:
        channel, common = players_channel(session_id, language), clock(Pace.USUAL)
        parts = {str(me.pk): clock(me.pace) for me in slow.get(language, [])}
        if parts:
            publish_each(channel, parts, others=common, version=version, event="clock")
        else:
            publish(channel, common, version=version, event="clock")
    _show_host(scene)


def nobody_left_to_wait_for(session_id: int) -> None:
    """Somebody left in mid-question: close it if all the others have answered."""
    from .tasks import close_round

    open_round = Round.objects.filter(session_id=session_id, closed_at=None).first()
    if open_round is not None:
        enqueue(close_round, open_round.pk, True)


def answered_changed(session_id: int, answered: int, present: int) -> None:
    """How many have answered: the host's counter, at most twice a second."""
    tally.tell(host_channels(session_id), answered, present)


def led_from(session_id: int, browser: str) -> None:
    """Another screen leads: the older ones say so."""
    signal(host_channels(session_id), "led", browser)


def people_changed(session_id: int) -> None:
    """Somebody came or went, or the door changed: the host's list, drawn soon, once for all."""
    present, first = tally.people_changed(session_id)
    if first:
        from .tasks import show_people as task

        soon = PEOPLE_EVERY * max(1.0, present / LARGE)
        enqueue(task, session_id, countdown=min(soon, 4.0), queue="live")


def show_people(session_id: int) -> None:
    """Draw the host's screen again with everybody who is in."""
    tally.people_are_drawn(session_id)
    _show_host(Scene.of(session_id))
