"""A screen that is drawn once for many is, for each of them, the one drawn for that phone alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from classrooms import hosting, rounds, sessions
from classrooms.models import Answer, Participant, Round, Session
from classrooms.modes import Mode
from classrooms.moulds import Moulds, draw
from classrooms.plays import PLAYS
from classrooms.scene import Scene, player_context

MODES = [
    Mode(play=slug, scoring=scoring, team_count=3 if slug == "teams" else 0)
    for slug in PLAYS
    for scoring in ("speed", "accuracy")
]


@pytest.fixture(params=MODES, ids=lambda mode: f"{mode.play}-{mode.scoring}")
def session(request, teacher, deck, person) -> Session:
    """Of each kind of person somebody, and more people than the list of the first has rows."""
    session = sessions.open_session(teacher, deck, mode=request.param)
    names = ["Ánh", "B<i>nh", "C & D", *(f"Bạn {n}" for n in range(9))]
    for name in names:
        sessions.join(session, person(), name)
    return session


@pytest.fixture
def person(db):
    from players.models import Player

    return lambda: Player.objects.create()


def answer(session: Session, everybody: list[list[int] | None]) -> None:
    """Each person's choices to the open question, None for no answer; a second later each time."""
    round_ = Round.objects.filter(session=session).latest("pk")
    people = session.participants.order_by("pk")
    for at, (me, choices) in enumerate(zip(people, everybody, strict=False)):
        if choices is not None:
            Answer.objects.create(
                round=round_,
                participant=me,
                client_id=f"a{round_.pk}-{at}",
                response={"choices": choices},
                received_at=timezone.now() + timedelta(seconds=at),
                elapsed_ms=1000 * (at // 2),
            )


def without_name(html: str) -> str:
    """The fragment without the name and what is said of it, which stand on the phone already."""
    html = re.sub(r'<span class="me" id="me".*?</span>\s*<p id="note".*?</p>', "", html, flags=re.S)
    return " ".join(html.split())


def assert_alike(session: Session) -> None:
    scene = Scene.of(session.pk)
    for language in ("vi", "en"):
        with translation.override(language):
            moulds = Moulds(scene)
            for me in Participant.objects.filter(session=session):
                alone = without_name(draw(player_context(Scene.of(session.pk), me)))
                assert without_name(moulds.fragment(me)) == alone


def go(session: Session, act) -> None:
    act(rounds.hold(session.pk))


def test_a_drawn_screen_is_everybodys_own(session):
    go(session, hosting.go_on)
    answer(session, [[2], [2], [1], [3], None, [2], [4], [2], [1]])
    go(session, hosting.reveal)
    late = session.participants.latest("pk")
    Participant.objects.filter(pk=late.pk).update(first_index=1)
    assert_alike(session)
    go(session, hosting.go_on)  # the standings
    assert_alike(session)
    go(session, hosting.go_on)
    # Right in part, too.
    answer(session, [[1, 3], [1], [1, 2], None, [3], [2, 4], [1, 3]])
    go(session, hosting.reveal)
    assert_alike(session)
    hosting.set_void(rounds.hold(session.pk), 1, True)
    assert_alike(session)
    go(session, hosting.go_on)
    assert_alike(session)


def test_who_was_asked_to_leave_is_shown_nothing_of_it(session):
    go(session, hosting.go_on)
    answer(session, [[2], [1]])
    go(session, hosting.reveal)
    gone = session.participants.earliest("pk")
    sessions.remove(rounds.hold(session.pk), gone.pk)
    gone.refresh_from_db()
    assert 'data-phase="removed"' in Moulds(Scene.of(session.pk)).fragment(gone)
    assert_alike(session)
