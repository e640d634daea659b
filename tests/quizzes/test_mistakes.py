"""A reader reports a mistake; an editor reads it, mends it or says why not."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from heritage.models import EthnicGroup, Fact, HeritageListing
from players import limits
from players.models import User
from quizzes.mistakes import services
from quizzes.mistakes.models import Mistake
from quizzes.models import Deck, Question, State

EDE = "/mistakes/groups/ede/"


@pytest.fixture(autouse=True)
def _no_limit(monkeypatch):
    monkeypatch.setattr(limits, "allow", lambda *_args: limits.ALLOWED)


@pytest.fixture
def editor(db):
    user = User.objects.create_user("mistake-editor", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client = Client()
    client.force_login(user)
    client.user = user
    return client


def craft() -> Fact:
    return Fact.objects.public().filter(group__slug="ede", category="craft").first()


def reported(**fields) -> Mistake:
    group = EthnicGroup.objects.get(slug="ede")
    return Mistake.objects.create(
        **({"group": group, "language": "vi", "wrong": "Sai", "quoted": "Câu"} | fields)
    )


@pytest.mark.parametrize(
    "page",
    [
        "/heritage/",
        "/heritage/groups/ede/",
        "/heritage/provinces/dak-lak/",
        "/heritage/provinces/",
        "/heritage/festivals/",
        "/heritage/listings/",
        "/heritage/languages/",
        "/heritage/units/",
    ],
)
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_page_of_the_atlas_leads_to_a_form(client, db, page, language):
    client.cookies["lang"] = language
    html = client.get(page).content.decode()
    addresses = {part.split('"')[0] for part in html.split('href="/mistakes/')[1:]}
    assert addresses
    for address in addresses:
        form = client.get(f"/mistakes/{address}")
        assert form.status_code == 200, address
        assert form["X-Robots-Tag"] == "noindex"


def test_each_section_of_a_people_asks_which_of_its_statements_is_meant(client, db):
    page = client.get("/heritage/groups/ede/").content.decode()
    assert 'href="/mistakes/groups/ede/?part=craft"' in page
    form = unescape(client.get(EDE, {"part": "craft"}).content.decode())
    for fact in Fact.objects.public().filter(group__slug="ede", category="craft"):
        assert fact.text_vi in form
    other = Fact.objects.public().filter(group__slug="ede").exclude(category="craft").first()
    assert other.text_vi not in form


def test_a_report_is_kept_with_the_statement_and_nothing_of_the_reader(client, db):
    fact = craft()
    sent = client.post(
        f"{EDE}?part=craft",
        {"statement": f"fact-{fact.pk}", "wrong": "  Không phải vậy. ", "right": "Phải thế này."},
    )
    assert sent.status_code == 302
    assert sent["Location"] == "/heritage/groups/ede/"
    kept = Mistake.objects.get()
    assert (kept.fact, kept.group.slug, kept.part) == (fact, "ede", "craft")
    assert (kept.wrong, kept.right, kept.state) == ("Không phải vậy.", "Phải thế này.", "new")
    assert kept.quoted == fact.text_vi
    assert kept.contact == ""
    assert "Cảm ơn" in client.get(sent["Location"]).content.decode()


def test_what_is_missing_is_said_and_what_was_typed_stays(client, db):
    answer = client.post(EDE, {"wrong": " ", "right": "Câu đã gõ", "contact": "x" * 300})
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "Câu đã gõ" in html
    assert 'aria-invalid="true"' in html
    assert not Mistake.objects.exists()


@pytest.mark.parametrize("statement", ["fact-1", "fact-999999", "numbers", "<b>", "x" * 500])
def test_a_statement_of_another_page_is_no_statement_of_this_one(client, db, statement):
    answer = client.post(f"{EDE}?part=craft", {"statement": statement, "wrong": "Sai"})
    foreign = not Fact.objects.filter(pk=1, group__slug="ede", category="craft").exists()
    assert answer.status_code == 400 if foreign or statement != "fact-1" else 302


@pytest.mark.parametrize(
    "address",
    [
        "/mistakes/groups/khong-co/",
        "/mistakes/questions/0/",
        "/mistakes/questions/x/",
        "/mistakes/questions/999999999999999999999/",
        "/mistakes/pages/credits/",
        "/mistakes/users/1/",
    ],
)
def test_what_is_not_there_cannot_be_reported(client, db, address):
    assert client.get(address).status_code == 404
    assert client.post(address, {"wrong": "Sai"}).status_code == 404


def test_what_readers_cannot_see_is_not_told_by_the_form(client, db):
    fact = craft()
    Fact.objects.filter(pk=fact.pk).update(review=Fact.Review.REJECTED)
    assert fact.text_vi not in client.get(EDE).content.decode()


def test_a_machine_is_thanked_and_not_believed(client, db):
    sent = client.post(EDE, {"wrong": "Buy now", "website": "https://spam.example"})
    assert sent.status_code == 302
    assert not Mistake.objects.exists()


def test_the_same_report_sent_twice_is_kept_once(client, db):
    for _time in range(2):
        client.post(EDE, {"wrong": "Sai", "statement": "numbers"})
    client.post(EDE, {"wrong": "Sai", "statement": "names"})
    assert Mistake.objects.count() == 2


def test_who_sends_many_waits_and_loses_nothing(client, db, monkeypatch):
    monkeypatch.setattr(limits, "allow", lambda *_args: limits.Verdict(130))
    answer = client.post(EDE, {"wrong": "Một câu dài đã gõ"})
    assert answer.status_code == 429
    assert "Một câu dài đã gõ" in answer.content.decode()
    assert "3 phút" in answer.content.decode()
    assert not Mistake.objects.exists()


def test_a_heap_about_one_page_grows_no_further(client, db):
    group = EthnicGroup.objects.get(slug="ede")
    Mistake.objects.bulk_create(
        Mistake(group=group, language="vi", wrong=f"Sai {n}") for n in range(services.MOST_WAITING)
    )
    assert client.post(EDE, {"wrong": "Thêm nữa"}).status_code == 429
    assert client.post("/mistakes/groups/tay/", {"wrong": "Khác"}).status_code == 302


def test_the_reader_goes_back_where_they_were_and_to_no_other_site(client, db):
    for wanted, leads in (
        ("/quizzes/x/practice/?n=2", "/quizzes/x/practice/?n=2"),
        ("https://elsewhere.example/", "/heritage/groups/ede/"),
        ("//elsewhere.example/", "/heritage/groups/ede/"),
        ("javascript:alert(1)", "/heritage/groups/ede/"),
    ):
        sent = client.post(f"{EDE}?from={wanted}", {"wrong": f"Sai {wanted}"})
        assert sent["Location"] == leads


def test_an_answered_question_is_reported_and_its_answer_not_told(client, db):
    deck = Deck.objects.playable().first()
    client.post(reverse("quizzes:practice", args=[deck.slug]))
    page = reverse("quizzes:practice", args=[deck.slug]) + "?n=1"
    pk = client.get(page).context["question"]["id"]
    asked = Question.objects.get(pk=pk)
    assert "/mistakes/" not in client.get(page).content.decode()
    right = asked.choices.filter(is_right=True).first()
    client.post(
        reverse("quizzes:practice", args=[deck.slug]),
        {"question": pk, "choice": right.position if right else 1},
    )
    form = client.get(f"/mistakes/questions/{pk}/")
    assert asked.text_vi in form.content.decode()
    assert asked.explanation_vi not in form.content.decode()
    client.post(f"/mistakes/questions/{pk}/", {"wrong": "Sai", "statement": "answer"})
    assert Mistake.objects.get().question == asked


def test_a_question_that_is_not_played_cannot_be_reported(client, db):
    question = Question.objects.published().first()
    Question.objects.filter(pk=question.pk).update(state=State.DRAFT)
    assert client.get(f"/mistakes/questions/{question.pk}/").status_code == 404


def test_an_editor_accepts_refuses_with_a_reason_and_lets_it_wait_again(editor):
    mistake = reported()
    address = reverse("admin:quizzes_mistake_change", args=[mistake.pk])
    assert editor.post(address, {"note": " ", "_refuse": "1"}).status_code == 200
    mistake.refresh_from_db()
    assert mistake.state == "new"
    assert editor.post(address, {"note": "Nguồn nói khác.", "_refuse": "1"}).status_code == 302
    mistake.refresh_from_db()
    assert (mistake.state, mistake.note, mistake.handled_by) == (
        "refused",
        "Nguồn nói khác.",
        editor.user,
    )
    editor.post(address, {"note": mistake.note, "_reopen": "1"})
    mistake.refresh_from_db()
    assert (mistake.state, mistake.handled_at, mistake.handled_by) == ("new", None, None)
    editor.post(address, {"note": "", "_accept": "1"})
    mistake.refresh_from_db()
    assert mistake.state == "accepted"


def test_the_form_leads_to_the_statement_and_shows_what_it_says_now(editor):
    fact = craft()
    mistake = reported(fact=fact, quoted=fact.text_vi)
    address = reverse("admin:quizzes_mistake_change", args=[mistake.pk])
    page = editor.get(address).content.decode()
    assert reverse("admin:heritage_fact_change", args=[fact.pk]) in page
    assert "không đổi" in page
    fact.text_vi = "Câu đã sửa"
    fact.save()
    assert "Câu đã sửa" in editor.get(address).content.decode()
    fact.delete()
    assert mistake.quoted in editor.get(address).content.decode()


def test_the_desk_counts_what_waits_and_leads_to_it(editor):
    reported(wrong="Số dân sai")
    reported(state="accepted", handled_at=timezone.now())
    page = editor.get("/admin/")
    (card,) = [each for each in page.context["cards"] if each.name == "mistakes"]
    assert (card.total, card.rows[0].text) == (1, "Số dân sai")
    assert editor.get(card.url).context["cl"].result_count == 1


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_list_opens_for_every_kind_of_report(editor, language):
    editor.cookies["lang"] = language
    reported()
    reported(group=None, page="festivals", fact=craft())
    reported(group=None, listing=HeritageListing.objects.first(), page="listings")
    reported(group=None, question=Question.objects.first(), part="question")
    assert editor.get(reverse("admin:quizzes_mistake_changelist")).status_code == 200
    for mistake in Mistake.objects.all():
        at = reverse("admin:quizzes_mistake_change", args=[mistake.pk])
        assert editor.get(at).status_code == 200


def test_nobody_writes_a_report_in_an_other_s_name(editor):
    assert editor.get(reverse("admin:quizzes_mistake_add")).status_code == 403
    mistake = reported()
    editor.post(
        reverse("admin:quizzes_mistake_change", args=[mistake.pk]),
        {"note": "", "wrong": "Khác", "_accept": "1"},
    )
    mistake.refresh_from_db()
    assert mistake.wrong == "Sai"


def test_a_contact_is_forgotten_when_its_time_is_over(db):
    now = timezone.now()
    fresh = reported(contact="a@example.org")
    decided = reported(
        contact="b@example.org", state="accepted", handled_at=now - timedelta(days=31)
    )
    lying = reported(contact="c@example.org", at=now - timedelta(days=181))
    assert services.forget_contacts(now) == 2
    for each, contact in ((fresh, "a@example.org"), (decided, ""), (lying, "")):
        each.refresh_from_db()
        assert each.contact == contact


@pytest.mark.parametrize("odd", ["", "\x00", "²", "-1", "9" * 40, "' OR 1=1 --", "🦆" * 600, "\n"])
def test_nothing_that_is_sent_breaks_the_form(client, db, odd):
    names = ("statement", "wrong", "right", "source", "contact", "website")
    for address in (EDE, "/mistakes/pages/festivals/", "/mistakes/provinces/dak-lak/"):
        for query in ("", "?part=%00", "?part=craft&from=%FF", f"?part={'a' * 300}"):
            assert client.get(address + query).status_code < 500
            assert client.post(address + query, dict.fromkeys(names, odd)).status_code < 500
