"""The API as a whole: what it gives, what it never gives, and how it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from classrooms.models import Participant, Session
from classrooms.sessions import open_session
from config.api import Throttle
from heritage.models import EthnicGroup, Fact, GroupName
from live.publish import connection
from players.models import Player, User
from quizzes.models import Deck, State

#: Names that would give an answer, a note of the editors or somebody's account away.
NEVER = {
    "is_right", "right", "right_choice", "correct", "key", "answer", "answers", "explanation",
    "snapshot", "spec", "claim", "provenance", "confidence", "basis", "email", "username",
    "password", "user", "user_id", "player", "player_id",
}  # fmt: skip


@pytest.fixture
def teacher(db) -> User:
    return User.objects.create_user("teacher")


@pytest.fixture
def session(teacher) -> Session:
    session = open_session(teacher, Deck.objects.playable().first())
    Participant.objects.create(
        session=session, player=Player.objects.create(), nickname="Ánh", nickname_key="anh"
    )
    return session


def rows(client, path: str) -> list[dict[str, Any]]:
    """Every row of a list, page by page."""
    found: list[dict[str, Any]] = []
    url = f"/api/v1/{path}"
    while url:
        page = client.get(url)
        assert page.status_code == 200, page.content
        body = page.json()
        found += body["results"]
        url = body["next"]
    return found


def keys_of(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from keys_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys_of(part)


def every_answer(client, session: Session) -> Iterator[tuple[str, Any]]:
    """The JSON of every address below /api/v1/."""
    lists = ("groups", "provinces", "units", "decks", "sessions")
    for name in lists:
        for row in rows(client, f"{name}/?page_size=100"):
            yield name, row
            detail = client.get(row["url"])
            yield row["url"], detail.json()
    for path in ("", "leaderboards/", "leaderboards/week/", "leaderboards/all/"):
        yield path, client.get(f"/api/v1/{path}").json()
    yield "report", client.get(f"/api/v1/sessions/{session.pk}/report/").json()


def test_no_right_answer_and_nothing_private_is_in_any_answer(client, teacher, session):
    client.force_login(teacher, "players.backends.NameOrEmailBackend")
    seen = 0
    for where, body in every_answer(client, session):
        assert not NEVER & set(keys_of(body)), where
        seen += 1
    assert seen > 2 * (54 + 63 + 34)


def test_no_question_of_a_deck_can_be_read(client, db):
    deck = Deck.objects.playable().first()
    question = deck.questions.published().first()
    body = client.get(f"/api/v1/decks/{deck.slug}/").content.decode()
    assert question.text_vi not in body
    assert question.explanation_vi not in body
    assert client.get(f"/api/v1/decks/{deck.slug}/questions/").status_code == 404


def test_every_address_of_the_api_is_known_to_these_tests():
    api = next(p for p in get_resolver().url_patterns if str(p.pattern) == "api/v1/")
    assert {p.name for p in api.url_patterns} == {
        "api-root", "schema", "api-docs",
        "api-group-list", "api-group-detail", "api-province-list", "api-province-detail",
        "api-unit-list", "api-unit-detail", "api-deck-list", "api-deck-detail",
        "api-leaderboard-list", "api-leaderboard-detail",
        "api-session-list", "api-session-detail", "api-session-report",
    }  # fmt: skip


def test_the_whole_atlas_is_there_in_both_languages(client, db):
    groups, provinces, units = (
        rows(client, f"{name}/?page_size=100") for name in ("groups", "provinces", "units")
    )
    assert (len(groups), len(provinces), len(units)) == (54, 63, 34)
    assert "Ê-đê" in {group["name"]["vi"] for group in groups}
    assert all(row["name"]["vi"] and row["name"]["en"] for row in groups + provinces + units)
    assert sorted(p for unit in units for p in unit["provinces"]) == sorted(
        province["slug"] for province in provinces
    )


def test_groups_are_found_without_diacritics_by_branch_and_by_province(client, db):
    assert [row["name"]["vi"] for row in rows(client, "groups/?search=e+de")] == ["Ê-đê"]
    group = EthnicGroup.objects.get(name_vi="Ê-đê")
    by_branch = rows(client, f"groups/?branch={group.branch.slug}&page_size=100")
    assert {row["branch"] for row in by_branch} == {group.branch.slug}
    assert 0 < len(by_branch) < 54
    here = {row["slug"] for row in rows(client, "groups/?province=dak-lak&page_size=100")}
    assert here == set(
        EthnicGroup.objects.filter(presences__province__slug="dak-lak").values_list(
            "slug", flat=True
        )
    )


def test_a_group_shows_public_facts_and_no_name_to_be_avoided(client, db):
    group = EthnicGroup.objects.filter(facts__isnull=False).distinct().first()
    GroupName.objects.create(group=group, name="Xyzzy", kind=GroupName.Kind.AVOID)
    hidden = Fact.objects.create(
        key="hidden", group=group, category="food", text_vi="Giấu", text_en="Hidden",
        confidence="medium", basis="general",
    )  # fmt: skip
    body = client.get(f"/api/v1/groups/{group.slug}/")
    assert "Xyzzy" not in body.content.decode()
    shown = {fact["text"]["vi"] for fact in body.json()["facts"]}
    assert shown == set(
        Fact.objects.public().filter(group=group).values_list("text_vi", flat=True)  # type: ignore[attr-defined]
    )
    assert hidden.text_vi not in shown


def test_a_province_knows_its_neighbours_its_unit_and_its_peoples(client, db):
    body = client.get("/api/v1/provinces/dak-lak/").json()
    assert body["region"] == "central-highlands"
    assert {"gia-lai", "dak-nong", "lam-dong"} <= set(body["borders"])
    assert any(row["name"]["vi"] == "Ê-đê" for row in body["groups"])


def test_only_published_decks_with_questions_are_listed(client, db):
    deck = Deck.objects.playable().first()
    Deck.objects.create(slug="empty", title_vi="Rỗng", title_en="Empty", state=State.PUBLISHED)
    before = {row["slug"]: row["question_count"] for row in rows(client, "decks/?page_size=100")}
    assert before[deck.slug] == deck.questions.published().count()
    assert "empty" not in before
    deck.state = State.DRAFT
    deck.save()
    assert deck.slug not in {row["slug"] for row in rows(client, "decks/?page_size=100")}
    assert client.get(f"/api/v1/decks/{deck.slug}/").status_code == 404


def test_pages_hold_20_rows_and_at_most_100(client, db):
    assert len(client.get("/api/v1/groups/").json()["results"]) == 20
    assert len(client.get("/api/v1/groups/?page_size=1000").json()["results"]) == 54
    assert client.get("/api/v1/groups/?page=99").status_code == 404


@pytest.mark.parametrize("path", ["", "1/", "1/report/"])
def test_sessions_are_closed_to_who_is_not_logged_in(client, db, path):
    assert client.get(f"/api/v1/sessions/{path}").status_code == 403


def test_a_teacher_sees_own_sessions_and_foreign_ones_do_not_exist(client, session):
    other = User.objects.create_user("other")
    client.force_login(other, "players.backends.NameOrEmailBackend")
    assert rows(client, "sessions/") == []
    assert client.get(f"/api/v1/sessions/{session.pk}/").status_code == 404
    assert client.get(f"/api/v1/sessions/{session.pk}/report/").status_code == 404
    client.force_login(session.owner, "players.backends.NameOrEmailBackend")
    assert [row["code"] for row in rows(client, "sessions/")] == [session.code]
    report = client.get(f"/api/v1/sessions/{session.pk}/report/").json()
    assert [student["nickname"] for student in report["students"]] == ["Ánh"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(client, teacher, session, method):
    client.force_login(teacher, "players.backends.NameOrEmailBackend")
    for path in ("groups/bahnar/", "decks/", f"sessions/{session.pk}/", "leaderboards/all/"):
        assert getattr(client, method)(f"/api/v1/{path}").status_code in {403, 405}


@pytest.mark.parametrize(
    "path",
    ["groups/?branch=nowhere", "provinces/?region=moon", "decks/?topic=x"],
)
def test_a_filter_that_means_nothing_is_refused_with_a_reason(client, db, path):
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 400
    assert answer.json()


def test_nul_in_a_search_is_left_out(client, db):
    """PostgreSQL would refuse to compare it."""
    answer = client.get("/api/v1/groups/?search=%00Hm%C3%B4ng")
    assert answer.status_code == 200
    assert [row["slug"] for row in answer.json()["results"]] == ["hmong"]


@pytest.mark.parametrize(
    "path", ["groups/nobody/", "leaderboards/month/", "sessions/x/", "units/%00/", "nothing/"]
)
def test_what_is_not_there_is_404(client, teacher, path):
    client.force_login(teacher, "players.backends.NameOrEmailBackend")
    assert client.get(f"/api/v1/{path}").status_code == 404


def set_limit(monkeypatch, burst: int) -> None:
    """A bucket of this test alone."""
    monkeypatch.setattr(Throttle, "rate_per_second", 0.05)
    monkeypatch.setattr(Throttle, "burst", burst)
    for key in connection().scan_iter("*:limit:api:*"):
        connection().delete(key)


def test_who_asks_too_often_is_told_to_wait_in_the_readers_language(client, db, monkeypatch):
    set_limit(monkeypatch, 2)
    answers = [client.get("/api/v1/decks/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 1
    assert "Bạn hỏi quá nhiều lần" in answers[2].json()["detail"]
    client.cookies["lang"] = "en"
    assert "Too many requests" in client.get("/api/v1/decks/").json()["detail"]


def test_the_limit_is_counted_by_address_and_by_user(client, teacher, monkeypatch):
    set_limit(monkeypatch, 1)
    assert client.get("/api/v1/decks/").status_code == 200
    assert client.get("/api/v1/decks/").status_code == 429
    assert client.get("/api/v1/decks/", REMOTE_ADDR="203.0.113.9").status_code == 200
    client.force_login(teacher, "players.backends.NameOrEmailBackend")
    assert client.get("/api/v1/decks/").status_code == 200


def test_the_schema_is_valid_and_complete(db):
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO())


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_page_of_the_api_names_every_address_and_opens_its_examples(client, db, language):
    client.cookies["lang"] = language
    page = client.get("/api/v1/docs/")
    html = page.content.decode()
    schema = client.get("/api/v1/schema/?format=json").json()
    for path in schema["paths"]:
        if path != "/api/v1/schema/":
            assert path in html
    for example in ("groups/bahnar/", "provinces/dak-lak/", "decks/challenge-mixed/"):
        assert f'href="/api/v1/{example}"' in html
        assert client.get(f"/api/v1/{example}").status_code == 200
    assert ("Thử" in html) == (language == "vi")
    assert "unsafe" not in page["Content-Security-Policy"]


def test_answers_are_json_whatever_the_browser_asks_for(client, db):
    answer = client.get("/api/v1/groups/", HTTP_ACCEPT="text/html,application/xml;q=0.9,*/*;q=0.8")
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["count"] == 54


@pytest.mark.parametrize("rows", ["groups", "provinces", "units", "decks"])
def test_a_search_for_far_too_much_is_refused(client, db, rows):
    answer = client.get(f"/api/v1/{rows}/", {"search": "A" * 50_000})
    assert answer.status_code == 400
    assert "search" in answer.json()


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 20_000])
def test_json_nested_without_end_is_refused_in_words(teacher, body):
    client = Client(enforce_csrf_checks=True)  # which looks for its token in the body
    client.force_login(teacher)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    client.cookies["lang"] = "en"
    answer = client.post("/api/v1/groups/", body, content_type="application/json")
    assert answer.status_code == 400
    assert "nested too deeply" in answer.json()["detail"]
