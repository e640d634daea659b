"""Sensitive questions: who wrote the last change does not publish it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from players.models import User
from quizzes.models import Question, State
from quizzes.services import (
    Refused,
    SeenOlder,
    approve,
    drafts_of,
    newest_version,
    revert,
    save_question,
    save_questions,
    set_state,
    version,
)
from tests.people import editor


@pytest.fixture
def lan(db) -> User:
    return editor("lan")


@pytest.fixture
def minh(db) -> User:
    return editor("minh")


def written_by(user: User) -> Question:
    """A published question, marked sensitive and changed by this person: it waits."""
    question = Question.objects.get(key="rrd.ha-noi.1")
    question.sensitive = True
    question.explanation_vi += " Lan viết thêm."
    save_question(question, drafts_of(question), by=user)
    return question


def state(question: Question) -> str:
    return Question.objects.get(pk=question.pk).state


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_a_change_of_a_sensitive_question_waits_for_a_second_person(lan, minh):
    question = written_by(lan)
    assert state(question) == State.REVIEW
    with pytest.raises(Refused) as refused:
        approve(question, lan, seen=newest_version(question))
    assert codes(refused) == ["own_change"]
    assert "người khác" in refused.value.problems[0].message
    assert state(question) == State.REVIEW
    approve(question, minh, seen=newest_version(question))
    assert state(question) == State.PUBLISHED


def test_a_changed_choice_is_a_change(lan, minh):
    question = written_by(lan)
    approve(question, minh, seen=newest_version(question))
    question.refresh_from_db()
    drafts = drafts_of(question)
    drafts[0].text_vi += "!"
    save_question(question, drafts, by=minh)
    assert state(question) == State.REVIEW
    with pytest.raises(Refused):
        approve(question, minh, seen=newest_version(question))


def test_publishing_it_any_other_way_is_refused(lan, minh):
    question = written_by(lan)
    for by in (lan, minh):
        with pytest.raises(Refused) as refused:
            set_state(Question.objects.get(pk=question.pk), State.PUBLISHED, by=by)
        assert codes(refused) == ["not_approved"]
    fresh = Question.objects.get(pk=question.pk)
    fresh.state = State.PUBLISHED
    with pytest.raises(Refused):
        save_questions([(fresh, drafts_of(fresh))])
    with pytest.raises(IntegrityError), transaction.atomic():
        Question.objects.filter(pk=question.pk).update(state="published", reviewed_by=lan)
    assert state(question) == State.REVIEW


def test_a_change_made_meanwhile_is_not_published_unseen(lan, minh):
    question = written_by(lan)
    seen = newest_version(question)
    question.explanation_vi += " Lại thêm."
    save_question(question, drafts_of(question), by=lan)
    with pytest.raises(SeenOlder):
        approve(question, minh, seen=seen)


def test_going_back_is_a_change_too(lan, minh):
    question = written_by(lan)
    approve(question, minh, seen=newest_version(question))
    question.refresh_from_db()
    first = question.history.earliest().history_id
    revert(question, version(question, first))
    now = Question.objects.get(pk=question.pk)
    assert (now.state, now.sensitive) == (State.REVIEW, True)
    assert "Lan viết thêm" not in now.explanation_vi


def review_url(question: Question) -> str:
    return reverse("admin:quizzes_question_review", args=[question.pk])


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_second_person_sees_the_change_in_the_admin_and_publishes_it(lan, minh):
    question = written_by(lan)
    page = signed_in(lan).get(review_url(question))
    assert 'value="publish"' not in page.content.decode()
    sent = signed_in(lan).post(
        review_url(question), {"decision": "publish", "seen": page.context["seen"]}
    )
    assert sent.status_code == 409
    page = signed_in(minh).get(review_url(question))
    (told,) = page.context["differences"]
    assert told.field == "explanation_vi"
    assert "Lan viết thêm" in "".join(piece.text for piece in told.after if not piece.same)
    sent = signed_in(minh).post(
        review_url(question), {"decision": "publish", "seen": page.context["seen"]}
    )
    assert sent.status_code == 302
    assert state(question) == State.PUBLISHED


def test_it_is_sent_back_to_its_writer(lan, minh):
    question = written_by(lan)
    signed_in(minh).post(review_url(question), {"decision": "back"})
    assert state(question) == State.DRAFT


def test_the_list_publishes_nothing_sensitive_unseen(lan, minh):
    question = written_by(lan)
    sent = signed_in(minh).post(
        reverse("admin:quizzes_question_changelist"),
        {"action": "publish", "_selected_action": [question.pk]},
        follow=True,
    )
    assert review_url(question) in sent.content.decode()
    assert state(question) == State.REVIEW


def test_the_form_refuses_to_write_and_publish_at_once(lan):
    question = written_by(lan)
    client = signed_in(lan)
    address = reverse("admin:quizzes_question_change", args=[question.pk])
    page = client.get(address)
    data = {}
    forms = [page.context["adminform"].form]
    for inline in page.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset]
    for form in forms:
        for bound in form:
            value = bound.value()
            if value not in (None, False) and bound.name != "image":
                data[bound.html_name] = value
    sent = client.post(address, data | {"_publish": "1"})
    assert sent.status_code == 200
    assert "người khác" in sent.content.decode()
    assert state(question) == State.REVIEW
    sent = client.post(address, data | {"_save": "1"})
    assert sent.status_code == 302
