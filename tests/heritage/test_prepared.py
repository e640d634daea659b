"""Queries worded once give what the ORM gives."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from classrooms import sessions
from classrooms.models import Answer, Participant, Round, Session
from heritage.models import EthnicGroup
from heritage.prepared import Prepared, PreparedInsert
from players.models import Player, User
from quizzes.models import Deck

pytestmark = pytest.mark.django_db


def places() -> QuerySet[Participant]:
    return Participant.objects.select_related("session").defer("session__snapshot")


by_player = Prepared(places, "session_id", "player_id")
rounds_of = Prepared(lambda: Round.objects.order_by("-attempt"), "session_id", "index")
insert = PreparedInsert(Answer)


@pytest.fixture
def session() -> Session:
    teacher = User.objects.create_user("cô Vân")
    session = sessions.open_session(teacher, Deck.objects.playable().first())
    for name in ("Ánh", "Bình"):
        Participant.objects.create(
            session=session, player=Player.objects.create(), nickname=name, nickname_key=name
        )
    return session


def ask(session: Session, attempt: int = 1) -> Round:
    now = timezone.now()
    return Round.objects.create(
        session=session,
        index=0,
        attempt=attempt,
        opened_at=now,
        closes_at=now + timedelta(seconds=20),
        seconds=20,
    )


def columns(row: Participant | Session | Answer) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


def test_a_row_is_the_one_the_orm_finds_with_all_that_belongs_to_it(session):
    for person in session.participants.all():
        found = by_player.first(session.pk, person.player_id)
        usual = places().get(session=session, player=person.player_id)
        assert columns(found) == columns(usual)
        assert columns(found.session) == columns(usual.session)
        assert found.session.get_deferred_fields() == {"snapshot"}
        found.nickname = f"{person.nickname} 2"
        found.save()  # it is a row like any other
        assert Participant.objects.get(pk=person.pk).nickname == f"{person.nickname} 2"


def test_it_sees_what_has_changed_since_and_costs_one_query(session, django_assert_num_queries):
    person = session.participants.first()
    by_player.first(session.pk, person.player_id)
    session.participants.update(pace=150)
    with django_assert_num_queries(1):
        assert by_player.first(session.pk, person.player_id).pace == 150
    assert by_player.first(session.pk + 1, person.player_id) is None
    assert Prepared(places, "session_id").count(session.pk) == 2


def test_the_order_of_the_query_decides_which_row_is_the_first(session):
    ask(session)
    assert rounds_of.first(session.pk, 0).attempt == 1
    newest = ask(session, attempt=2)
    assert rounds_of.first(session.pk, 0) == newest


def test_an_inserted_row_is_the_one_that_save_makes(session):
    first, second = session.participants.all()
    round_, now = ask(session), timezone.now()

    def answer(person: Participant, client_id: str) -> Answer:
        return Answer(
            round=round_,
            participant=person,
            client_id=client_id,
            response={"choices": [2], "words": "Ê-đê"},
            received_at=now,
            elapsed_ms=1200,
        )

    quick, usual = answer(first, "a"), answer(second, "b")
    insert(quick)
    usual.save()
    kept, beside = Answer.objects.get(pk=quick.pk), Answer.objects.get(pk=usual.pk)
    own = {"id", "participant_id", "client_id"}
    assert {k: v for k, v in columns(kept).items() if k not in own} == {
        k: v for k, v in columns(beside).items() if k not in own
    }
    assert kept.participant == first and kept.client_id == "a"
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(answer(first, "c"))
    quick.elapsed_ms = 5
    quick.save()  # stored already: an update
    assert Answer.objects.count() == 2


def test_a_row_that_brings_its_own_key_is_inserted_under_it(db, django_assert_num_queries):
    put_in, player = PreparedInsert(Player), Player()
    put_in(player)
    assert Player.objects.get(pk=player.pk).last_seen_at == player.last_seen_at
    with pytest.raises(IntegrityError):
        put_in(player)
    another = Player()  # what was refused leaves the open transaction usable
    with django_assert_num_queries(3):  # the row, between a savepoint and its end
        put_in(another)
    assert Player.objects.filter(pk__in=[player.pk, another.pk]).count() == 2


def test_each_thread_asks_by_its_own_connection(db):
    """Of rows that are committed: what this test wrote, no other connection would see."""
    by_code = Prepared(EthnicGroup.objects.all, "code")
    here = by_code.first(1)
    assert here is not None
    found: list[tuple[EthnicGroup | None, bool]] = []
    own = connection.connection

    def elsewhere() -> None:
        try:
            found.append((by_code.first(1), connection.connection is not own))
        finally:
            connection.close()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == [(here, True)]
