"""R22–R26 on the server: one deadline, said with the server's time on every screen, and only the
host moves it."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms import audiences, hosting, sessions
from classrooms.errors import NotNow
from classrooms.models import Round, Session
from classrooms.scene import Scene
from live import names
from live.publish import connection

TIMER = re.compile(r'data-closes="(\d+)" data-now="(\d+)" data-left="(\d+)" data-total="(\d+)"')


class Time:
    """What timezone.now() says; a test lets it pass."""

    def __init__(self) -> None:
        self.now = timezone.now().replace(microsecond=0)

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch) -> Time:
    clock = Time()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


def milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def timer(html: str) -> tuple[int, int, int, int]:
    """(closes, now, left, total) as one screen has it."""
    (found,) = TIMER.findall(html)
    return tuple(map(int, found))


@pytest.fixture
def every_screen(host, session, phone, do, pushed):
    """All screens of an open question, one of the two phones having answered."""

    def look() -> list[str]:
        get = host.get
        return [
            an.page(),
            an.client.get(f"/play/{session.pk}/stage/").content.decode(),
            binh.page(),
            get(f"/classrooms/sessions/{session.pk}/").content.decode(),
            get(f"/classrooms/sessions/{session.pk}/stage/").content.decode(),
            *sent,
        ]

    an, binh = phone("Ánh"), phone("Bình")
    (_, question), *_ = pushed(lambda: do("next"), audiences.players_channel(session.pk, "vi"))
    sent = [question, host_screen(session, "vi"), host_screen(session, "en")]
    sent.append(an.answer(2).content.decode())
    return look


def test_req_r22_every_screen_has_the_servers_time_and_r25_the_same_deadline(time, every_screen):
    closes = milliseconds(Round.objects.get().closes_at)
    for html in every_screen():
        assert timer(html) == (closes, milliseconds(time.now), 20_000, 20)
    time.passes(7.25)
    for html in every_screen()[:5]:
        assert timer(html) == (closes, milliseconds(time.now), 12_750, 20)


def test_req_r23_whoever_comes_back_late_is_told_the_time_left(time, every_screen):
    time.passes(19)
    assert {timer(html)[2] for html in every_screen()[:5]} == {1000}


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize(
    ("before", "action", "closes", "left", "paused"),
    [
        ([], "extend", 30, 26_000, False),
        ([], "pause", 20, 16_000, True),
        (["pause"], "extend", 30, 26_000, True),
        (["pause", 6], "resume", 26, 16_000, False),
    ],
)
def test_req_r26_a_changed_time_is_pushed_to_every_screen(
    time, session, phone, do, pushed, language, before, action, closes, left, paused
):
    phone("Ánh")
    do("next")
    opened = time.now
    time.passes(4)
    for each in before:
        do(each) if isinstance(each, str) else time.passes(each)
    done = []

    def act() -> None:
        done or done.append(do(action))

    (name, data), *_ = pushed(act, audiences.players_channel(session.pk, language))
    clock = json.loads(data)
    assert name == "clock"
    assert (clock["left_ms"], clock["paused"]) == (left, paused)
    assert clock["now"] == milliseconds(time.now)
    if not paused:
        assert clock["closes"] == milliseconds(opened) + closes * 1000
    shown = host_screen(session, language)
    assert timer(shown)[2] == left
    assert clock["v"] == Session.objects.get(pk=session.pk).version


def host_screen(session: Session, language: str) -> str:
    """What the host was pushed last."""
    ((_, row),) = connection().xrevrange(
        names.stream(audiences.host_channel(session.pk, language)), count=1
    )
    return row["data"]


STEPS = st.lists(
    st.one_of(
        st.sampled_from(["pause", "resume", "extend", "lock", "unlock"]),
        st.floats(0.01, 9).map(lambda seconds: round(seconds, 3)),
    ),
    max_size=14,
)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
def test_req_r24_the_time_left_never_rises_unless_the_host_extends(time, teacher, deck, steps):
    session = sessions.open_session(teacher, deck)

    def act(action: str) -> bool:
        version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
        try:
            hosting.do(session.pk, action, version)
        except NotNow:
            return False
        return True

    act("next")
    clock = Scene.of(session.pk).clock
    for step in steps:
        before, paused = left_on_a_phone(clock, time), clock["paused"]
        if isinstance(step, float):
            time.passes(step)
            # What the phone counts down to by itself is what the server says.
            expected = before if paused else max(0, before - round(step * 1000))
        else:
            late = clock["closes"] - milliseconds(time.now)
            added = 10_000 if act(step) and step == "extend" else 0
            expected = max(0, (before if paused else late) + added)
        counted = left_on_a_phone(clock, time)
        clock = Scene.of(session.pk).clock
        told = left_on_a_phone(clock, time)
        assert abs(told - expected) <= 2
        if isinstance(step, float):
            assert abs(told - counted) <= 2


def left_on_a_phone(clock: dict[str, int], time: Time) -> int:
    """What static/js/live.js makes of what it was told, at this moment."""
    return clock["left_ms"] if clock["paused"] else max(0, clock["closes"] - milliseconds(time.now))
