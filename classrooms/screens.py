"""What is pushed to each audience: the fragments of what `classrooms.scene` says it sees now.

A channel is one audience in one language. Fragments are rendered on commit, outside the
transaction, from the rows as they are then.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import structlog
from celery import Task
from django.template.loader import render_to_string
from django.utils import translation
from kombu.exceptions import OperationalError
from redis import RedisError

from live.publish import ask_again, listened_to, publish, publish_each, signal

from . import tally
from .audiences import LANGUAGES, host_channel, host_channels, players_channel
from .models import Answer, Pace, Participant, Round, Session
from .moulds import Moulds, draw
from .scene import Scene, host_context, player_context

log = structlog.get_logger(__name__)

#: The list of who is in is drawn at most this often (seconds), in a large room less often.
PEOPLE_EVERY = 0.4
#: From so many people on a room is large: its list is long to draw.
LARGE = 100

State = Session.State


def enqueue(task: Task, *args: Any, **options: Any) -> None:
    """Hand a task to Celery; when the broker is away the sweeper does its work later."""
    try:
        task.apply_async(args, retry=False, **options)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("task not queued", task=task.name, error=str(error))


# --- phones --------------------------------------------------------------------------------------


def player_fragment(scene: Scene, me: Participant, answer: Answer | None = None) -> str:
    return draw(player_context(scene, me, answer))


def _show_players(scene: Scene) -> None:
    """Push the present state to every phone, each in its own language, own results apart."""
    session = scene.session
    for language, people in _by_language(scene.people):
        channel = players_channel(session.pk, language)
        with translation.override(language):
            if session.state == State.QUESTION:
                _show_question(scene, channel, people)
            else:
                moulds = Moulds(scene)
                parts = {str(me.pk): moulds.fragment(me) for me in people}
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
    html = draw(context)
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
