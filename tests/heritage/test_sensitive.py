"""Sensitive facts: one writes, another approves, and nobody else but they see it until then."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from heritage import reviewing
from heritage.models import Fact, SecondPersonNeeded
from heritage.seeding import Seeder
from players.models import User
from tests.people import editor


@pytest.fixture
def lan(db) -> User:
    return editor("lan")


@pytest.fixture
def minh(db) -> User:
    return editor("minh")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fact_by(user: User, **fields) -> Fact:
    """A public fact, marked sensitive and changed by this person."""
    fact = Fact.objects.public().filter(category="belief_custom").order_by("pk").first()
    fact._history_user = user
    for name, value in ({"sensitive": True, "text_vi": "Câu mới của Lan."} | fields).items():
        setattr(fact, name, value)
    fact.save()
    return fact


def shown(fact: Fact) -> bool:
    fact.refresh_from_db()
    in_list = Fact.objects.public().filter(pk=fact.pk).exists()
    assert in_list == fact.is_public
    return in_list


def test_a_sensitive_fact_is_shown_only_after_a_second_person(lan, minh):
    fact = fact_by(lan)
    assert not shown(fact)
    assert not fact.is_for_questions
    with pytest.raises(SecondPersonNeeded) as refused:
        reviewing.decide(fact, Fact.Review.APPROVED, lan)
    assert "người khác" in str(refused.value.messages[0])
    assert not shown(fact)
    reviewing.decide(fact, Fact.Review.APPROVED, minh)
    assert shown(fact)
    assert (fact.written_by, fact.reviewed_by) == (lan, minh)


def test_a_later_change_waits_again_and_its_writer_is_the_new_one(lan, minh):
    fact = fact_by(lan)
    reviewing.decide(fact, Fact.Review.APPROVED, minh)
    fact.refresh_from_db()
    fact._history_user = minh
    fact.text_en = "Minh wrote this."
    fact.save()
    assert not shown(fact)
    with pytest.raises(SecondPersonNeeded):
        reviewing.decide(fact, Fact.Review.APPROVED, minh)
    reviewing.decide(fact, Fact.Review.APPROVED, lan)
    assert shown(fact)


def test_what_readers_do_not_see_may_change_without_a_second_person(lan, minh):
    fact = fact_by(lan)
    reviewing.decide(fact, Fact.Review.APPROVED, minh)
    fact.refresh_from_db()
    fact._history_user = lan
    fact.provenance, fact.order = "Ghi chú", 7
    fact.save()
    assert shown(fact)


@pytest.mark.parametrize("way", ["save", "clean"])
def test_nobody_approves_by_setting_the_field(lan, way):
    fact = fact_by(lan)
    fact.review = Fact.Review.APPROVED
    with pytest.raises(ValidationError):
        getattr(fact, way)()
    fact.reviewed_by = lan
    with pytest.raises(ValidationError):
        getattr(fact, way)()
    assert not shown(fact)


def test_the_database_itself_refuses_the_writer_as_the_one_who_approves(lan):
    fact = fact_by(lan)
    with pytest.raises(IntegrityError), transaction.atomic():
        Fact.objects.filter(pk=fact.pk).update(review="approved", reviewed_by=lan)


def test_the_mark_is_taken_off_by_a_second_person_and_not_with_a_change(lan, minh):
    fact = fact_by(lan)
    for user, fields in ((lan, {}), (minh, {"text_vi": "Khác"})):
        mine = Fact.objects.get(pk=fact.pk)
        mine._history_user = user
        mine.sensitive = False
        for name, value in fields.items():
            setattr(mine, name, value)
        with pytest.raises(SecondPersonNeeded):
            mine.save()
    mine = Fact.objects.get(pk=fact.pk)
    mine._history_user = minh
    mine.sensitive = False
    mine.save()
    assert shown(fact)


def test_marking_an_approved_fact_asks_for_a_new_look(lan, minh):
    fact = Fact.objects.filter(review=Fact.Review.WAITING, confidence="medium").first()
    reviewing.decide(fact, Fact.Review.APPROVED, lan)
    fact.refresh_from_db()
    fact._history_user = minh
    fact.sensitive = True
    fact.save()
    assert not shown(fact)


def test_a_change_made_meanwhile_is_not_approved_unseen(lan, minh):
    fact = fact_by(lan)
    seen = reviewing.version_of(fact)
    fact._history_user = lan
    fact.text_vi = "Sửa lần nữa."
    fact.save()
    with pytest.raises(reviewing.SeenOlder):
        reviewing.decide(fact, Fact.Review.APPROVED, minh, seen=seen)
    assert not shown(fact)


def test_new_data_of_the_site_do_not_get_past_the_second_person(lan, minh):
    fact = fact_by(lan)
    reviewing.decide(fact, Fact.Review.APPROVED, minh)
    fact.refresh_from_db()
    key, source = {"key": fact.key}, fact.source
    for wanted in (source, "Một nguồn mới"):
        with Seeder() as seeder:
            seeder.apply_all(Fact, [(key, {"source": wanted})])
    fact.refresh_from_db()
    assert fact.source == "Một nguồn mới"
    assert not shown(fact)


def test_who_approved_may_leave(lan, minh):
    fact = fact_by(lan)
    reviewing.decide(fact, Fact.Review.APPROVED, minh)
    minh.delete()
    lan.delete()
    assert shown(fact)


# --- in the admin --------------------------------------------------------------------------------


def review_url(fact: Fact) -> str:
    return reverse("admin:heritage_fact_review", args=[fact.pk])


def test_the_second_person_sees_the_change_and_approves_it(lan, minh):
    old = Fact.objects.public().filter(category="belief_custom").order_by("pk").first().text_vi
    fact = fact_by(lan, text_vi=f"{old} Thêm một câu.")
    desk = signed_in(minh).get("/admin/")
    (card,) = [card for card in desk.context["cards"] if card.name == "second"]
    assert card.rows[0].url == review_url(fact)
    assert not [c for c in signed_in(lan).get("/admin/").context["cards"] if c.name == "second"]
    page = signed_in(minh).get(review_url(fact))
    (told,) = page.context["differences"]
    assert told.field == "text_vi"
    assert "Thêm một câu" in "".join(piece.text for piece in told.after if not piece.same)
    assert old.split()[0] in "".join(piece.text for piece in told.after if piece.same)
    sent = signed_in(minh).post(
        review_url(fact), {"review": "approved", "seen": page.context["seen"]}
    )
    assert sent.status_code == 302
    assert shown(fact)


def test_the_writer_is_told_why_not(lan):
    fact = fact_by(lan)
    client = signed_in(lan)
    page = client.get(review_url(fact))
    assert 'value="approved"' not in page.content.decode()
    sent = client.post(review_url(fact), {"review": "approved", "seen": page.context["seen"]})
    assert sent.status_code == 409
    assert "người khác" in sent.content.decode()
    assert not shown(fact)


@pytest.mark.parametrize("seen", ["", "x", "1", "9" * 30, "²"])
def test_an_old_look_is_no_look(lan, minh, seen):
    fact = fact_by(lan)
    sent = signed_in(minh).post(review_url(fact), {"review": "approved", "seen": seen})
    assert sent.status_code == 409
    assert not shown(fact)


def test_the_list_approves_nothing_sensitive_unseen(lan, minh):
    fact = fact_by(lan)
    sent = signed_in(minh).post(
        reverse("admin:heritage_fact_changelist"),
        {"action": "approve", "_selected_action": [fact.pk]},
        follow=True,
    )
    assert review_url(fact) in sent.content.decode()
    assert not shown(fact)


def test_the_form_of_a_sensitive_fact_saves_and_waits(lan, minh):
    fact = fact_by(lan)
    reviewing.decide(fact, Fact.Review.APPROVED, minh)
    client = signed_in(minh)
    address = reverse("admin:heritage_fact_change", args=[fact.pk])
    form = client.get(address).context["adminform"].form
    assert "review" not in form.fields
    data = {bound.html_name: bound.value() for bound in form if bound.value() is not None}
    data = {name: value for name, value in data.items() if value is not False}
    sent = client.post(address, data | {"text_vi": "Minh sửa.", "review": "approved"}, follow=True)
    assert sent.status_code == 200
    assert "Nhạy cảm" in sent.content.decode()
    assert not shown(fact)


def test_only_editors_look_at_changes(lan, client):
    fact = fact_by(lan)
    client.force_login(User.objects.create_user("nobody", password="x", is_staff=True))
    assert client.get(review_url(fact)).status_code == 403
    assert signed_in(lan).get("/admin/heritage/fact/99999999/review/").status_code == 404
