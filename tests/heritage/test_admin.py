"""The editors' desk: every list and form opens, review, history, rows in and out."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from heritage.models import EthnicGroup, Fact, GroupName, HeritageListing, Photo

MODELS = [
    "languagebranch",
    "provincialunit",
    "province",
    "ethnicgroup",
    "groupname",
    "grouppresence",
    "fact",
    "heritagelisting",
    "photo",
]


@pytest.fixture
def editor(client, db):
    user = get_user_model().objects.create_user("editor", "e@example.org", "x", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    client.editor = user
    return client


def form_data(response) -> dict[str, str]:
    """What a browser would send back if the editor pressed save at once."""
    data: dict[str, str] = {}
    forms = [response.context["adminform"].form]
    for inline in response.context.get("inline_admin_formsets", []):
        forms += [inline.formset.management_form, *inline.formset]
    for form in forms:
        for bound in form:
            value = bound.value()
            if (
                value is None
                or value is False
                or bound.field.widget.__class__.__name__ == ("AdminFileWidget")
            ):
                continue
            data[bound.html_name] = value
    return data


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_list_opens_and_searches(editor, model, language):
    editor.cookies["lang"] = language
    address = reverse(f"admin:heritage_{model}_changelist")
    for query in ({}, {"q": "e de"} if model not in {"languagebranch"} else {}):
        response = editor.get(address, query)
        assert response.status_code == 200
        assert not re.search(r"\son(click|change)=", response.content.decode())


@pytest.mark.parametrize("model", MODELS)
def test_every_form_opens_and_saves(editor, model):
    found = apps.get_model("heritage", model)
    row = found._default_manager.first()
    if row is None:
        assert model == "photo"
        assert editor.get(reverse("admin:heritage_photo_add")).status_code == 200
        return
    address = reverse(f"admin:heritage_{model}_change", args=[row.pk])
    opened = editor.get(address)
    assert opened.status_code == 200
    saved = editor.post(address, form_data(opened))
    assert saved.status_code == 302, saved.context["errors"]
    assert editor.get(reverse(f"admin:heritage_{model}_add")).status_code == 200


def test_search_needs_no_diacritics(editor):
    html = editor.get(reverse("admin:heritage_ethnicgroup_changelist"), {"q": "e de"})
    assert [group.slug for group in html.context["cl"].queryset] == ["ede"]


def test_autocomplete_needs_no_diacritics(editor):
    response = editor.get(
        reverse("admin:autocomplete"),
        {
            "app_label": "heritage",
            "model_name": "fact",
            "field_name": "province",
            "term": "da nang",
        },
    )
    assert [row["text"] for row in response.json()["results"]] == ["Đà Nẵng"]


def test_the_list_shows_what_waits_for_review(editor):
    address = reverse("admin:heritage_fact_changelist")
    waiting = editor.get(address, {"visible": "waiting"}).context["cl"].queryset
    undecided = Fact.objects.exclude(review=Fact.Review.REJECTED)
    assert waiting.count() == undecided.count() - Fact.objects.public().count() > 0
    groups = editor.get(reverse("admin:heritage_ethnicgroup_changelist"))
    counted = {group.slug: group.waiting for group in groups.context["cl"].queryset}
    assert counted["lao"] == waiting.filter(group__slug="lao").count() == 1
    assert counted["ede"] == 0


@pytest.mark.parametrize(("action", "state"), [("approve", "approved"), ("reject", "rejected")])
def test_facts_are_decided_together_and_remember_by_whom(editor, action, state):
    facts = list(Fact.objects.filter(confidence="medium")[:3])
    response = editor.post(
        reverse("admin:heritage_fact_changelist"),
        {"action": action, "_selected_action": [fact.pk for fact in facts]},
        follow=True,
    )
    assert response.status_code == 200
    for fact in facts:
        fact.refresh_from_db()
        assert (fact.review, fact.reviewed_by) == (state, editor.editor)
        assert fact.is_public is (state == "approved")
        assert fact.history.first().history_user == editor.editor


def test_the_rule_for_one_row_is_the_rule_for_all(db):
    public = set(Fact.objects.public().values_list("pk", flat=True))
    assert {fact.pk for fact in Fact.objects.all() if fact.is_public} == public


def test_a_change_is_reverted(editor):
    group = EthnicGroup.objects.get(slug="ede")
    first = group.history.first()
    group.name_en = "Wrong"
    group.save()
    history = editor.get(reverse("admin:heritage_ethnicgroup_history", args=[group.pk]))
    assert "Wrong" in history.content.decode()
    assert " style=" not in history.content.decode().split("change-history")[1].split("</main")[0]
    address = reverse("admin:heritage_ethnicgroup_simple_history", args=[group.pk, first.pk])
    (told,) = editor.get(address).context["differences"]
    assert (told.field, "".join(piece.text for piece in told.before)) == ("name_en", "Wrong")
    response = editor.post(address)
    assert response.status_code == 302
    group.refresh_from_db()
    assert group.name_en == first.name_en


def test_names_are_edited_within_their_people(editor):
    group = EthnicGroup.objects.get(slug="ede")
    address = reverse("admin:heritage_ethnicgroup_change", args=[group.pk])
    data = form_data(editor.get(address))
    last = int(data["names-TOTAL_FORMS"]) - 1
    data |= {f"names-{last}-name": "Anăk Êđê", f"names-{last}-kind": "endonym"}
    assert editor.post(address, data).status_code == 302
    assert GroupName.objects.get(name="Anăk Êđê").group == group
    assert list(EthnicGroup.objects.search("anak")) == [group]


def rows(response) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def exported(editor, model: str) -> list[dict[str, str]]:
    address = reverse(f"admin:heritage_{model}_export")
    page = editor.get(address)
    assert page.status_code == 200
    html = page.content.decode()
    assert not re.search(r"\son[a-z]+=", html)
    form = page.context["form"]
    data = {"format": "0", "resource": "0"}
    data |= {
        name: "on"
        for name, field in form.fields.items()
        if getattr(field, "is_selectable_field", False)
    }
    return rows(editor.post(address, data))


@pytest.mark.parametrize("model", [name for name in MODELS if name != "photo"])
def test_rows_go_out_in_named_columns(editor, model):
    out = exported(editor, model)
    assert out
    assert not any(column.startswith("search") or column == "id" for column in out[0])


def test_rows_come_in_after_a_look(editor):
    fact = Fact.objects.get(key="ede.craft.1")
    table = "key,text_vi,text_en,review\nede.craft.1,Dệt vải,Weaves cloth,approved\n"
    address = reverse("admin:heritage_fact_import")
    looked = editor.post(
        address,
        {
            "format": "0",
            "resource": "",
            "import_file": SimpleUploadedFile("facts.csv", table.encode()),
        },
    )
    assert looked.status_code == 200
    assert "confirm_form" in looked.context, looked.context["form"].errors
    fact.refresh_from_db()
    assert fact.text_vi != "Dệt vải"
    data = looked.context["confirm_form"].initial
    done = editor.post(
        reverse("admin:heritage_fact_process_import"),
        {name: value for name, value in data.items() if value is not None},
    )
    assert done.status_code == 302
    fact.refresh_from_db()
    assert (fact.text_vi, fact.text_en) == ("Dệt vải", "Weaves cloth")
    assert "det vai" in fact.search_text
    assert fact.review == Fact.Review.WAITING
    assert fact.category == "craft"
    assert fact.history.first().history_change_reason == "import"


def test_links_of_a_listing_are_edited(editor):
    listing = HeritageListing.objects.get(name_vi="Nghệ thuật Xòe Thái")
    address = reverse("admin:heritage_heritagelisting_change", args=[listing.pk])
    data = form_data(editor.get(address))
    data["groups"] = [EthnicGroup.objects.get(slug="ede").pk]
    assert editor.post(address, data).status_code == 302
    assert [group.slug for group in listing.groups.all()] == ["ede"]


def test_a_photograph_is_uploaded_and_shown_small(editor, settings, tmp_path):
    from PIL import Image

    settings.MEDIA_ROOT = tmp_path
    out = io.BytesIO()
    Image.new("RGB", (900, 600), "red").save(out, "JPEG")
    data = form_data(editor.get(reverse("admin:heritage_photo_add"))) | {
        "image": SimpleUploadedFile("a.jpg", out.getvalue()),
        "group": EthnicGroup.objects.get(slug="ede").pk,
        "order": 0,
        "alt_vi": "Nhà dài",
        "alt_en": "Longhouse",
        "author": "An",
        "licence": "CC BY 4.0",
    }
    assert editor.post(reverse("admin:heritage_photo_add"), data).status_code == 302
    picture = Photo.objects.get()
    listed = editor.get(reverse("admin:heritage_photo_changelist")).content.decode()
    assert picture.small in listed
    bad = data | {"image": SimpleUploadedFile("a.jpg", b"GIF89a no"), "alt_vi": "Khác"}
    refused = editor.post(reverse("admin:heritage_photo_add"), bad)
    assert refused.status_code == 200
    assert refused.context["errors"]


def test_lasting_names_cannot_be_changed(editor):
    group = EthnicGroup.objects.get(slug="ede")
    address = reverse("admin:heritage_ethnicgroup_change", args=[group.pk])
    form = editor.get(address).context["adminform"].form
    assert "slug" not in form.fields
