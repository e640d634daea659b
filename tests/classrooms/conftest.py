"""A teacher, a small deck with known answers, and people with phones."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from classrooms import sessions
from classrooms.models import Session
from live import names
from live.publish import connection
from players.models import User
from quizzes.models import Choice, Deck, Question, State

PASSWORD = "a long enough password"


@pytest.fixture
def teacher(db) -> User:
    user = User.objects.create_user("lan", "lan@truong.example", PASSWORD)
    user.groups.add(Group.objects.get(name="teachers"))
    return user


@pytest.fixture
def host(teacher) -> Client:
    client = Client()
    client.force_login(teacher)
    return client


@pytest.fixture
def deck(db) -> Deck:
    """Three questions: single (right: 2), several right (1 and 3), true or false (right: 1)."""
    deck = Deck.objects.create(
        slug="small", title_vi="Bộ nhỏ", title_en="Small deck", state=State.PUBLISHED
    )
    rows = [
        ("single", ["Thái", "Ê-đê", "Mông", "Khơ-me"], {2}),
        ("multiple", ["Sơn La", "Huế", "Lai Châu", "Cà Mau"], {1, 3}),
        ("truefalse", ["Đúng", "Sai"], {1}),
    ]
    for at, (kind, texts, right) in enumerate(rows, start=1):
        question = Question.objects.create(
            deck=deck,
            key=f"small-{at}",
            position=at,
            kind=kind,
            seconds=20,
            text_vi=f"Câu hỏi số {at}?",
            text_en=f"Question number {at}?",
            explanation_vi=f"Lời giải thích {at}.",
            explanation_en=f"Explanation {at}.",
            source_vi="Nguồn thử",
            source_en="Test source",
        )
        for position, text in enumerate(texts, start=1):
            Choice.objects.create(
                question=question,
                position=position,
                text_vi=text,
                text_en=f"{text} (en)",
                is_right=position in right,
            )
        question.recount()
        Question.objects.filter(pk=question.pk).update(state=State.PUBLISHED)
    return deck


@pytest.fixture
def session(teacher, deck) -> Session:
    return sessions.open_session(teacher, deck)


class Phone:
    """A browser that joins a room and plays."""

    def __init__(self, session: Session, name: str) -> None:
        self.session, self.client = session, Client()
        self.joined = self.client.post("/join/", {"code": session.code, "nickname": name})

    def page(self) -> str:
        return self.client.get(f"/play/{self.session.pk}/").content.decode()

    def answer(
        self,
        *choices: int | str,
        client_id: str = "one",
        round_id: int | None = None,
        **more: int,
    ):
        if round_id is None:
            latest = self.session.rounds.order_by("-pk").first()
            round_id = latest.pk if latest else 0
        return self.client.post(
            f"/play/{self.session.pk}/answer/",
            {"round": round_id, "client_id": client_id, "choice": choices, **more},
            headers={"HX-Request": "true"},
        )


@pytest.fixture
def phone(session):
    return lambda name: Phone(session, name)


@pytest.fixture
def do(host, session):
    """One host action, answering the state as it is."""

    def act(action: str, version: int | None = None):
        if version is None:
            version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
        return host.post(
            f"/classrooms/sessions/{session.pk}/do/",
            {"action": action, "version": version},
            headers={"HX-Request": "true"},
        )

    return act


@pytest.fixture
def pushed(session, django_capture_on_commit_callbacks):
    """Run something and return what went out on a channel meanwhile: [(event, data)]."""

    def run(act, channel: str) -> list[tuple[str, str]]:
        key = names.stream(channel)
        before = connection().xlen(key)
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return [(row["event"], row["data"]) for _, row in connection().xrange(key)][before:]

    return run
