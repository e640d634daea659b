"""Sheets are asked for, waited for, fetched; made once, kept for a week, and private."""

from __future__ import annotations

import re
from datetime import timedelta

import pypdfium2
import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.files.storage import InMemoryStorage
from django.urls import reverse
from django.utils import timezone

from games import tasks
from games.rang_ro.models import FunctionCard
from heritage.models import Province
from heritage.printing import store
from players.accounts import ensure_groups
from quizzes.models import Deck, Question, State
from quizzes.services import ChoiceDraft, save_question

GAME = "rang_ro_viet_nam"
ASK = f"/games/{GAME}/print/"


@pytest.fixture(autouse=True)
def shelf(monkeypatch):
    """A shelf of its own for each test."""
    found = InMemoryStorage()
    monkeypatch.setattr(store, "storage", lambda: found)
    return found


def ask(client, part: str = "functions", language: str = "vi", **more):
    return client.post(ASK, {"part": part, "language": language, **more})


def test_a_part_is_asked_for_waited_for_and_fetched(client, db, queue, language):
    page = client.get(ASK).content.decode()
    for part in ("rules", "board", "characters", "questions", "functions", "tokens", "all"):
        assert f'value="{part}"' in page
    assert re.search(rf'value="{language}" checked', page)
    answer = client.post(ASK, {"part": "functions"})
    waiting = client.get(answer.url)
    assert "data-poll" in waiting.content.decode()
    assert client.get(answer.url + "file/").status_code == 404
    assert queue.names() == ["print_game"]
    queue.run("print_game")
    ready = client.get(answer.url).content.decode()
    assert "data-poll" not in ready
    assert answer.url + "file/" in ready
    file = client.get(answer.url + "file/")
    assert file["Content-Type"] == "application/pdf"
    assert f"functions-{language}.pdf" in file["Content-Disposition"]
    document = pypdfium2.PdfDocument(file.content)
    card = FunctionCard.objects.get(code="HARVEST")
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert getattr(card, f"name_{language}") in text


def test_it_is_made_once_for_everybody_and_anew_after_an_edit(client, db, queue):
    first = ask(client).url
    assert ask(client).url == first
    assert queue.names() == ["print_game"]
    queue.run("print_game")
    assert ask(client).url == first
    assert queue.names() == []
    assert ask(client, language="en").url != first
    FunctionCard.objects.filter(code="FUND").update(count=4)
    changed = ask(client).url
    assert changed != first
    assert queue.names() == ["print_game", "print_game"]


def test_what_was_edited_meanwhile_is_not_sold_as_the_old(client, db, queue):
    address = ask(client).url
    FunctionCard.objects.filter(code="FUND").update(count=4)
    queue.run("print_game")
    page = client.get(address).content.decode()
    assert reverse("games:print", args=[GAME]) in page
    assert client.get(address + "file/").status_code == 404


def test_a_worker_that_dies_is_noticed_and_replaced(client, db, queue, monkeypatch):
    address = ask(client).url
    key = address.rstrip("/").rsplit("/", 1)[1]
    state = cache.get(f"print:{key}")
    cache.set(f"print:{key}", state | {"at": state["at"] - store.PATIENCE - 1})
    assert "data-poll" not in client.get(address).content.decode()
    ask(client)
    assert queue.names() == ["print_game", "print_game"]
    assert "data-poll" in client.get(address).content.decode()


def test_pages_done_are_told(client, db, queue):
    address = ask(client).url
    key = address.rstrip("/").rsplit("/", 1)[1]
    store._tell(key, 3, 10)
    page = client.get(address)
    assert (page.context["state"].done, page.context["percent"]) == (3, 30)


@pytest.mark.parametrize("what", ["part", "language", "key", "letters"])
def test_what_is_no_such_sheet_is_not_there(client, db, queue, what):
    given = {"part": "functions", "language": "vi", "key": "0" * store.KEY_LENGTH}
    given[what if what != "letters" else "key"] = "z" * (5 if what != "letters" else 40)
    for name in ("printing", "printed"):
        address = reverse(f"games:{name}", args=[GAME, *given.values()])
        assert client.get(address).status_code == 404
    if what in ("part", "language"):
        assert client.post(ASK, {**given}).status_code == 404


def test_other_games_have_none(client, db):
    assert client.get("/games/o_an_quan/print/").status_code == 404


def test_too_many_wait_a_minute(client, db, queue, monkeypatch):
    from games.rang_ro import printing

    monkeypatch.setattr(printing, "allow", lambda *_args: False)
    answer = ask(client)
    assert answer.status_code == 429
    assert answer.context["error"]
    assert queue.names() == []


def test_old_sheets_are_thrown_away(client, db, queue, shelf, monkeypatch):
    address = ask(client).url
    queue.run("print_game")
    tasks.clean_up()
    assert client.get(address + "file/").status_code == 200
    later = timezone.now() + store.KEPT + timedelta(minutes=1)
    monkeypatch.setattr(store.timezone, "now", lambda: later)
    tasks.clean_up()
    assert client.get(address + "file/").status_code == 404
    assert store.clean_up() == 0


@pytest.fixture
def deck(db):
    owner = get_user_model().objects.create_user("lan", "lan@example.org", "x")
    deck = Deck.objects.create(slug="own", title_vi="Của lớp", title_en="Ours", owner=owner)
    question = Question(
        deck=deck,
        key="own.1",
        kind="single",
        text_vi="Câu hỏi riêng của lớp ta?",
        text_en="A question of our own class?",
        explanation_vi="Vì thế.",
        explanation_en="Because.",
        source_vi="Sách",
        source_en="A book",
        province=Province.objects.get(slug="dak-lak"),
        state=State.PUBLISHED,
    )
    save_question(question, [ChoiceDraft(f"đáp {n}", f"reply {n}", not n) for n in range(3)])
    return deck


def test_a_teacher_prints_an_own_deck_and_nobody_else(client, deck, queue):
    ensure_groups()
    site = ask(client, "questions", journeys="own").url
    client.force_login(deck.owner)
    assert ask(client, "questions", journeys="own").url == site
    deck.owner.groups.add(*deck.owner.groups.model.objects.filter(name="teachers"))
    own = ask(client, "questions", journeys="own").url
    assert own != site
    queue.waiting = queue.waiting[-1:]
    queue.run("print_game")
    file = client.get(own + "file/")
    document = pypdfium2.PdfDocument(file.content)
    text = document[0].get_textpage().get_text_range()
    assert "Câu hỏi riêng của lớp ta?" in " ".join(text.split())
