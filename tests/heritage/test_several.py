"""Several facts are changed at once: seen before, confirmed, each by its own rules."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from heritage.models import Fact
from players.models import User

SEVERAL = "/admin/heritage/fact/several/"


@pytest.fixture
def editor(client, db):
    user = User.objects.create_user("several", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    client.user = user
    return client


def facts(n: int = 3) -> list[Fact]:
    return list(Fact.objects.public().filter(category="food").order_by("pk")[:n])


def sent(rows: list[Fact], **fields) -> dict:
    return {"facts": [row.pk for row in rows], **fields}


def test_the_list_leads_to_the_form_and_stores_nothing(editor):
    rows = facts()
    page = editor.post(
        reverse("admin:heritage_fact_changelist"),
        {"action": "edit_several", "_selected_action": [row.pk for row in rows]},
    )
    assert page.status_code == 200
    assert page.context["keys"] == [row.pk for row in rows]
    assert Fact.history.filter(history_change_reason="several").count() == 0


def test_every_change_is_seen_before_it_is_stored(editor):
    rows = facts()
    Fact.objects.filter(pk=rows[0].pk).update(source="Nguồn mới — Nhà xuất bản")
    data = sent(rows, source="Nguồn mới — Nhà xuất bản", category="craft")
    look = editor.post(SEVERAL, data)
    assert [each.fact.pk for each in look.context["changing"]] == [row.pk for row in rows]
    first = {each.field for each in look.context["changing"][0].differences}
    assert first == {"category"}
    assert Fact.objects.get(pk=rows[1].pk).category == "food"
    done = editor.post(SEVERAL, data | {"confirm": "1", "seen": look.context["seen"]})
    assert done.status_code == 302
    for row in Fact.objects.filter(pk__in=[row.pk for row in rows]):
        assert (row.category, row.source) == ("craft", "Nguồn mới — Nhà xuất bản")
        newest = row.history.first()
        assert (newest.history_user, newest.history_change_reason) == (editor.user, "several")


def test_what_was_changed_meanwhile_is_looked_at_again(editor):
    rows = facts()
    look = editor.post(SEVERAL, sent(rows, category="craft"))
    rows[0].text_vi = "Ai đó vừa sửa"
    rows[0].save()
    again = editor.post(
        SEVERAL, sent(rows, category="craft", confirm="1", seen=look.context["seen"])
    )
    assert again.status_code == 200
    assert again.context["is_preview"]
    assert Fact.objects.get(pk=rows[1].pk).category == "food"


def test_a_sensitive_fact_is_not_approved_among_others(editor):
    rows = facts()
    Fact.objects.filter(pk=rows[0].pk).update(sensitive=True)
    data = sent(rows, review="approved")
    look = editor.post(SEVERAL, data)
    assert [each.fact.pk for each in look.context["refused"]] == [rows[0].pk]
    editor.post(SEVERAL, data | {"confirm": "1", "seen": look.context["seen"]})
    states = dict(Fact.objects.filter(pk__in=[r.pk for r in rows]).values_list("pk", "review"))
    assert states == {rows[0].pk: "waiting", rows[1].pk: "approved", rows[2].pk: "approved"}
    assert Fact.objects.get(pk=rows[1].pk).reviewed_by == editor.user


def test_marking_several_as_sensitive_takes_them_from_the_page(editor):
    rows = facts()
    data = sent(rows, sensitive="yes")
    look = editor.post(SEVERAL, data)
    editor.post(SEVERAL, data | {"confirm": "1", "seen": look.context["seen"]})
    assert not Fact.objects.public().filter(pk__in=[row.pk for row in rows]).exists()


@pytest.mark.parametrize(
    "fields",
    [{}, {"category": "nothing"}, {"review": "x"}, {"source": "x" * 401}, {"sensitive": "maybe"}],
)
def test_what_cannot_be_done_is_said_and_the_ticks_stay(editor, fields):
    rows = facts()
    page = editor.post(SEVERAL, sent(rows, **fields))
    assert page.status_code == 200
    assert page.context["form"].errors
    assert page.context["keys"] == [row.pk for row in rows]


@pytest.mark.parametrize("keys", [[], ["x"], ["²"], ["9" * 30], ["99999999"]])
def test_without_facts_the_list_comes_back(editor, keys):
    assert editor.post(SEVERAL, {"facts": keys, "category": "craft"}).status_code == 302
    assert editor.get(SEVERAL).status_code == 302


def test_nobody_without_the_right_changes_anything(client, db):
    client.force_login(User.objects.create_user("none", password="x", is_staff=True))
    assert client.post(SEVERAL, sent(facts(), category="craft")).status_code == 403
