"""Editors change function cards and quests; tables that have begun keep what they began with."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse

from games import tables
from games.rang_ro import content, editing, names, standard
from games.rang_ro.core.balance import Ways, choice_costs, target
from games.rang_ro.core.world import World
from games.rang_ro.models import FunctionCard, Quest

GAME = "rang_ro_viet_nam"


def card_form(card: FunctionCard, **changed) -> dict[str, str]:
    names = ("name_vi", "name_en", "text_vi", "text_en", "count")
    return {name: getattr(card, name) for name in names} | changed


def quest_form(*slots) -> dict[str, object]:
    """A region's slug for a slot, or a list of provinces."""
    data: dict[str, object] = {}
    for number, slot in enumerate(slots, 1):
        field = "region" if isinstance(slot, str) else "province"
        data[f"slots-{number}-{field}"] = slot
    return data


def change(model: str, row) -> str:
    return reverse(f"admin:games_{model}_change", args=[row.pk])


@pytest.mark.parametrize("model", ["functioncard", "quest"])
def test_lists_and_forms_open_and_nothing_is_made_or_deleted(editor, model, language):
    page = editor.get(reverse(f"admin:games_{model}_changelist"))
    assert page.status_code == 200
    row = {"functioncard": FunctionCard, "quest": Quest}[model].objects.first()
    html = editor.get(change(model, row)).content.decode()
    assert " style=" not in html.split("<main")[1]
    assert editor.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert editor.get(reverse(f"admin:games_{model}_delete", args=[row.pk])).status_code == 403


def test_a_card_is_renamed_and_numbered_and_goes_back(editor):
    card = FunctionCard.objects.get(code="HARVEST")
    first = card.history.first()
    data = card_form(card, name_vi="Được mùa", count=5)
    assert editor.post(change("functioncard", card), data).status_code == 302
    taken = content.snapshot({})["cards"]["HARVEST"]
    assert (taken["name_vi"], taken["count"]) == ("Được mùa", 5)
    assert World(content.snapshot({})).counts["HARVEST"] == 5
    back = reverse("admin:games_functioncard_simple_history", args=[card.pk, first.pk])
    assert editor.post(back, card_form(first)).status_code == 302
    card.refresh_from_db()
    assert (card.name_vi, card.count) == (first.name_vi, first.count)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"count": 21}, "count"),
        ({"count": -1}, "count"),
        ({"name_en": ""}, "name_en"),
        ({"text_vi": "Nhận 7 xu từ ngân hàng."}, "text_vi"),
    ],
)
def test_a_card_the_engine_cannot_play_is_refused(editor, changed, field):
    card = FunctionCard.objects.get(code="FUND")
    page = editor.post(change("functioncard", card), card_form(card, **changed))
    assert page.status_code == 200
    assert list(page.context["adminform"].form.errors) == [field]
    card.refresh_from_db()
    assert card.count == 3
    assert "5 xu" in card.text_vi


def test_an_effect_that_nobody_knows_is_named(db, language):
    said = editing.card_problems(FunctionCard(code="ERUPTION"))["code"][0]
    assert "ERUPTION" in said
    assert "UMBRELLA" in said


def test_a_quest_is_changed_and_its_cost_is_told(editor):
    quest = Quest.objects.get(group__slug="tay", size=3)
    first = quest.history.first()
    data = quest_form(["lang-son"], "south-central-coast", "central-highlands")
    page = editor.post(change("quest", quest), data, follow=True)
    cost = editing.cost(quest.group.code, Quest.objects.get(pk=quest.pk).slots)
    assert f"{cost.coins:.1f}".replace(".", ",") in page.content.decode()
    taken = content.snapshot({})["peoples"]["2"]["quests"]["3"]
    assert taken[0] == ["lang-son"]
    assert "dak-lak" in taken[2]
    back = reverse("admin:games_quest_simple_history", args=[quest.pk, first.pk])
    assert editor.get(back).status_code == 200
    regions = standard.quest_regions()[2][3]
    assert editor.post(back, quest_form(["lang-son"], *regions)).status_code == 302
    quest.refresh_from_db()
    assert quest.slots == first.slots


@pytest.mark.parametrize(
    "slots",
    [
        (["lang-son"], "southeast", []),
        (["lang-son"], "southeast", "southeast"),
        (["lang-son"], "southeast", ["dong-nai", "gia-lai"]),
        (["lang-son"], "southeast", ["atlantis"]),
    ],
)
def test_slots_that_are_no_quest_are_refused(editor, slots):
    quest = Quest.objects.get(group__slug="tay", size=3)
    before = quest.slots
    page = editor.post(change("quest", quest), quest_form(*slots))
    assert page.status_code == 200
    assert page.context["adminform"].form.errors["slots"]
    quest.refresh_from_db()
    assert quest.slots == before


def test_an_editor_is_warned_outside_the_band(editor, language):
    quest = Quest.objects.get(group__slug="tay", size=3)
    ask = reverse("admin:games_quest_cost", args=[quest.pk])
    usual = quest_form(["lang-son"], *standard.quest_regions()[2][3])
    assert editor.post(ask, usual).json()["warns"] is False
    cheap = quest_form(["lang-son"], ["cao-bang"], ["bac-kan"])
    told = editor.post(ask, cheap).json()
    assert told["warns"] is True
    assert "10%" in told["said"]
    # It may still be saved: a warning is no refusal.
    assert editor.post(change("quest", quest), cheap).status_code == 302
    assert editor.post(ask, quest_form(["lang-son"], [], [])).json()["warns"] is True


def test_who_is_no_editor_is_told_nothing(client, db):
    quest = Quest.objects.first()
    user = get_user_model().objects.create_user("t", "t@example.org", "x", is_staff=True)
    client.force_login(user)
    assert client.post(reverse("admin:games_quest_cost", args=[quest.pk])).status_code == 403


def test_costs_are_those_of_the_rules(db):
    """Appendix A of the rules, and the targets stored beside the quests."""
    quest = Quest.objects.get(group__slug="tay", size=4)
    assert round(editing.cost(2, quest.slots).coins, 1) == 42.6
    ways = Ways(World(standard.content() | {"peoples": {}}))
    found = target([choice_costs(ways, homes, 3) for homes in standard.homes().values()])
    assert standard.targets()[3] == round(found, 2)


def test_seeding_again_keeps_what_editors_did(db):
    FunctionCard.objects.filter(code="STORM").update(count=0)
    quest = Quest.objects.get(group__slug="ede", size=5)
    quest.slots = [[*quest.slots[0]], *quest.slots[2:], ["ha-noi"]]
    quest.save()
    out = StringIO()
    call_command("seed", stdout=out)
    assert "games.FunctionCard: 16 unchanged, 1 kept" in out.getvalue()
    assert FunctionCard.objects.get(code="STORM").count == 0
    assert Quest.objects.get(pk=quest.pk).slots == quest.slots


def test_a_table_keeps_the_content_it_was_opened_with(people):
    table = tables.create(people[0], GAME)
    FunctionCard.objects.update(count=1)
    quest = Quest.objects.get(group__slug="ede", size=4)
    quest.slots = [["dak-lak"], ["ha-noi"], ["hue"], ["ca-mau"]]
    quest.save()
    table.refresh_from_db()
    assert table.content.data["cards"]["FUND"]["count"] == 3
    assert table.content.data["peoples"]["12"]["quests"]["4"] != quest.slots
    assert tables.create(people[0], GAME).content.data["cards"]["FUND"]["count"] == 1


def test_the_page_of_a_people_shows_its_card(client, db, language):
    quest = Quest.objects.get(group__slug="ede", size=4)
    quest.slots = [["dak-lak"], ["ha-noi"], *quest.slots[2:]]
    quest.save()
    page = client.get(reverse("heritage:group", args=["ede"])).content.decode()
    section = page.split('id="quest"')[1].split("</section>")[0]
    assert names.province("ha-noi") in section
    cards = client.get(reverse("games:characters", args=[GAME])).content.decode()
    assert cards.count("?at=quest") == 54
