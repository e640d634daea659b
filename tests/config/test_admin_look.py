"""The editors' desk: what it shows to whom, one way in, and the site's look on every page."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from heritage.models import EthnicGroup, Fact
from players.models import User
from quizzes.models import Deck, Question, State

DESK = "/admin/"


@pytest.fixture
def editor(client: Client, db: None) -> Client:
    user = User.objects.create_user("desk-editor", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    return client


def names(response) -> list[str]:
    return [card.name for card in response.context["cards"]]


def card(response, name: str):
    return next(each for each in response.context["cards"] if each.name == name)


def draft(key: str, **fields) -> Question:
    deck = Deck.objects.filter(owner=None).first()
    return Question.objects.create(
        deck=deck, key=key, text_vi=f"Câu {key}?", text_en="", **({"state": State.DRAFT} | fields)
    )


def test_waiting_questions_come_first_the_newest_on_top(editor):
    for n in range(7):
        draft(f"desk.{n}", state=State.REVIEW)
    page = editor.get(DESK)
    assert names(page)[0] == "reviews"
    assert card(page, "reviews").total == 7
    assert len(card(page, "reviews").rows) == 5
    newest = Question.objects.get(key="desk.6")
    address = reverse("admin:quizzes_question_change", args=[newest.pk])
    assert card(page, "reviews").rows[0].url == address
    assert editor.get(card(page, "reviews").url).context["cl"].result_count == 7


def test_a_draft_is_shown_with_how_much_is_left_to_mend(editor):
    draft("desk.draft")
    (row,) = card(editor.get(DESK), "drafts").rows
    assert re.match(r"\d+ chỗ cần sửa", row.note)


def test_facts_that_wait_are_counted_as_their_list_counts_them(editor):
    page = editor.get(DESK)
    waiting = card(page, "facts")
    assert waiting.total == editor.get(waiting.url).context["cl"].result_count > 0


def test_a_deck_in_draft_and_peoples_without_a_photograph_are_work(editor):
    Deck.objects.create(slug="desk-new", title_vi="Bộ mới", title_en="New", state=State.DRAFT)
    page = editor.get(DESK)
    assert card(page, "decks").rows[0].text == "Bộ mới"
    assert card(page, "photos").total == EthnicGroup.objects.filter(photos=None).count()


def test_when_nothing_waits_the_desk_says_so(editor):
    Fact.objects.update(review=Fact.Review.APPROVED)
    EthnicGroup.objects.all().delete()
    page = editor.get(DESK)
    assert page.context["cards"] == []
    assert "Không có gì đang chờ" in page.content.decode()


def test_the_content_is_counted_as_check_content_counts_it(editor):
    stock = editor.get(DESK).context["stock"]
    assert [each.found for each in stock[3:]] == [63, 7, 54]
    assert all(each.enough for each in stock)


def test_the_desk_costs_few_queries(editor, django_assert_max_num_queries):
    for n in range(6):
        draft(f"desk.{n}", fact=Fact.objects.first())
        draft(f"desk.r{n}", state=State.REVIEW)
    with django_assert_max_num_queries(28):
        editor.get(DESK)


def test_nobody_sees_what_is_not_theirs(client, db):
    user = User.objects.create_user("desk-facts", password="x", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_fact"))
    client.force_login(user)
    question = draft("desk.secret", state=State.REVIEW)
    for model, thing in ((Question, question), (Fact, Fact.objects.first())):
        LogEntry.objects.create(
            user=user,
            content_type=ContentType.objects.get_for_model(model),
            object_id=thing.pk,
            object_repr=str(thing),
            action_flag=CHANGE,
        )
    page = client.get(DESK)
    assert names(page) == ["facts"]
    assert page.context["actions"] == page.context["stock"] == []
    assert [entry.content_type.model for entry in page.context["changes"]] == ["fact"]
    assert question.text_vi not in page.content.decode()


def test_someone_without_any_right_gets_a_page_all_the_same(client, db):
    client.force_login(User.objects.create_user("desk-none", password="x", is_staff=True))
    page = client.get(DESK)
    assert page.status_code == 200
    assert page.context["cards"] == []


def test_the_admin_is_entered_by_the_door_of_the_site(client, db):
    page = client.get("/admin/heritage/fact/", follow=True)
    assert page.redirect_chain[-1][0] == "/accounts/login/?next=/admin/heritage/fact/"


def test_the_door_leads_to_no_other_site(client, db):
    page = client.get("/admin/login/?next=https://elsewhere.example/")
    assert page["Location"] == "/accounts/login/?next=/admin/"


def test_a_teacher_is_told_no_and_an_editor_goes_straight_on(client, editor, db):
    assert editor.get("/admin/login/?next=/admin/quizzes/deck/")["Location"] == (
        "/admin/quizzes/deck/"
    )
    teacher = Client()
    teacher.force_login(User.objects.create_user("desk-teacher", password="x"))
    assert teacher.get("/admin/login/").status_code == 403
    assert teacher.get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_admin_follows_the_theme_of_the_site(editor, theme):
    editor.cookies["theme"] = theme
    page = editor.get("/admin/quizzes/deck/").content.decode()
    assert f'data-theme="{theme}"' in page
    assert "css/admin-theme" in page


def test_no_page_of_the_admin_has_inline_style_or_script(admin_client):
    for model, model_admin in admin.site._registry.items():
        at = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses = [reverse(f"{at}_changelist")]
        if model_admin.has_add_permission(admin_client.get(DESK).wsgi_request):
            addresses.append(reverse(f"{at}_add"))
        for address in addresses:
            page = admin_client.get(address).content.decode()
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"", page), address
            for tag in re.findall(r"<script\b[^>]*>", page):
                assert "src=" in tag or "json" in tag or "text/html" in tag, (address, tag)


def test_scripts_of_the_admin_speak_vietnamese(editor):
    words = editor.get(reverse("admin:jsi18n")).content.decode()
    assert "Ch\\u1ecdn t\\u1ea5t c\\u1ea3 %s" in words or "Chọn tất cả %s" in words


def test_rights_that_are_not_offered_stay_when_a_group_is_saved(admin_client, db):
    group = Group.objects.get(name="editors")
    hidden = Permission.objects.get(codename="view_historicalfact")
    group.permissions.set([hidden, Permission.objects.get(codename="view_fact")])
    address = reverse("admin:auth_group_change", args=[group.pk])
    form = admin_client.get(address).context["adminform"].form
    labels = [label for _value, label in form.fields["permissions"].choices]
    assert "Di sản · thông tin: sửa" in labels
    assert not [label for label in labels if "historical" in label]
    wanted = Permission.objects.get(codename="change_fact")
    admin_client.post(address, {"name": "editors", "permissions": [wanted.pk]})
    assert set(group.permissions.values_list("codename", flat=True)) == {
        "change_fact",
        "view_historicalfact",
    }


def gap(response, url: str):
    return next(each for each in response.context["gaps"] if each.url.endswith(url))


def test_what_is_lacking_is_counted_as_its_list_counts_it(editor):
    before = gap(editor.get(DESK), "fact/?lacks=source").found
    first, second = Fact.objects.public().order_by("pk")[:2]
    Fact.objects.filter(pk=first.pk).update(source="")
    Fact.objects.filter(pk=second.pk).update(text_en="")
    EthnicGroup.objects.filter(slug="ede").update(introduction_en="")
    page = editor.get(DESK)
    assert gap(page, "fact/?lacks=source").found == before + 1
    assert gap(page, "fact/?lacks=en").found == 1
    assert gap(page, "ethnicgroup/?lacks=introduction").found == 1
    assert gap(page, "province/?lacks=photo").found == 63
    for each in page.context["gaps"]:
        assert editor.get(each.url).context["cl"].result_count == each.found, each.text


def test_every_people_has_a_bar_and_the_emptiest_stands_first(editor):
    Fact.objects.filter(group__slug="ede").update(review=Fact.Review.REJECTED)
    chart = editor.get(DESK).context["chart"]
    assert len(chart.rows) == 54
    assert (chart.rows[0].subject.slug, chart.rows[0].there) == ("ede", 0)
    assert [row.there for row in chart.rows] == sorted(row.there for row in chart.rows)
    for _label, n, url in chart.sections:
        assert editor.get(url).context["cl"].result_count == n


def test_an_empty_section_leads_to_the_form_of_its_first_fact(editor):
    Fact.objects.filter(group__slug="ede", category="craft").delete()
    page = editor.get(reverse("admin:completeness"))
    (line,) = [line for line in page.context["peoples"] if line["row"].subject.slug == "ede"]
    (cell,) = [cell for cell in line["cells"] if cell["label"] == Fact.Category.CRAFT.label]
    form = editor.get(cell["url"]).context["adminform"].form
    ede = EthnicGroup.objects.get(slug="ede")
    assert (form["group"].value(), form["category"].value()) == (str(ede.pk), "craft")
    assert sum(len(lines) for _region, lines in page.context["regions"]) == 63


def test_only_who_may_see_facts_sees_how_complete_they_are(client, db):
    client.force_login(User.objects.create_user("desk-bare", password="x", is_staff=True))
    assert client.get(reverse("admin:completeness")).status_code == 403


def test_an_editor_opens_the_whole_workshop_and_no_account(editor):
    for name in ("heritage_fact", "heritage_photo", "quizzes_question", "quizzes_mistake"):
        assert editor.get(reverse(f"admin:{name}_changelist")).status_code == 200
    user = User.objects.first()
    for name in ("players_user", "auth_group"):
        assert editor.get(reverse(f"admin:{name}_changelist")).status_code == 403
    assert editor.get(reverse("admin:players_user_change", args=[user.pk])).status_code == 403
    # Nor is an account named by a link where who wrote something is told.
    fact = Fact.objects.first()
    fact.text_en += "."
    fact._history_user = user
    fact.save()
    page = editor.get(reverse("admin:heritage_fact_change", args=[fact.pk])).content.decode()
    assert "/admin/players/" not in page


@pytest.mark.parametrize(
    ("model", "words", "found"),
    [
        ("heritage_fact", "det vai", "dệt vải"),
        ("heritage_ethnicgroup", "bru van kieu", "Bru"),
        ("heritage_province", "dak lak", "Đắk Lắk"),
        ("heritage_heritagelisting", "cong chieng", "cồng chiêng"),
        ("quizzes_question", "cong chieng", "cồng chiêng"),
        ("quizzes_deck", "dong bang", "Đồng bằng"),
    ],
)
def test_text_is_found_without_marks(editor, model, words, found):
    page = editor.get(reverse(f"admin:{model}_changelist"), {"q": words})
    rows = [str(row).casefold() for row in page.context["cl"].result_list]
    assert any(found.casefold() in row for row in rows)
