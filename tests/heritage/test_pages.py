"""The atlas's pages as a reader meets them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from heritage.models import EthnicGroup, Fact, GroupName, Province

GROUPS = [
    "kinh", "tay", "thai", "hoa", "khmer", "muong", "nung", "hmong", "dao", "ede", "cham", "phu-la",
    "chut", "o-du", "ro-mam", "bahnar",
]  # fmt: skip
PAGES = [
    "/heritage/",
    "/heritage/?group=thai",
    "/heritage/?branch=tay-thai",
    "/heritage/?region=central-highlands&size=10000",
    "/heritage/?q=e+de",
    "/heritage/?q=zzz",
    "/heritage/groups/ede/",
    "/heritage/groups/kinh/",
    "/heritage/groups/bahnar/",
    "/heritage/provinces/",
    "/heritage/provinces/?map=tiles",
    "/heritage/provinces/da-nang/",
    "/heritage/provinces/bac-ninh/",
    "/heritage/units/",
    "/heritage/units/?q=ha+giang",
    "/heritage/?q=da+nang",
    "/heritage/credits/",
]


def text_of(response) -> str:
    """What a reader reads: no tags, no scripts."""
    html = re.sub(r"<(style|script)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    html = re.sub(r'<span class="nb">(.*?)</span>', r"\1", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture(params=["vi", "en"])
def reader(request, client):
    client.cookies["lang"] = request.param
    client.language = request.param
    return client


@pytest.mark.parametrize("address", PAGES)
def test_every_page_opens_in_both_languages(db, reader, address, django_assert_max_num_queries):
    # What the games and the questions say of a people included.
    with django_assert_max_num_queries(12):
        response = reader.get(address)
    html = response.content.decode()
    assert response.status_code == 200
    assert f'<html lang="{reader.language}"' in html
    assert html.count("<h1") == 1
    assert " style=" not in html
    assert not re.search(r"\son[a-z]+=", html)


def test_a_map_is_shown_with_its_attribution(db, client):
    for address in ("/heritage/", "/heritage/groups/ede/", "/heritage/provinces/da-nang/"):
        assert "courtesy of geoBoundaries.org" in client.get(address).content.decode()


@pytest.mark.parametrize("slug", GROUPS)
def test_names_to_be_avoided_are_never_shown(db, client, slug):
    group = EthnicGroup.objects.get(slug=slug)
    response = client.get(group.get_absolute_url())
    # But for the closed note that names them and says why.
    note = re.compile(r'<section class="avoid">.*?</section>', re.S)
    response.content = note.sub("", response.content.decode()).encode()
    shown = text_of(response).replace("Vũng Tàu", "")
    # "Thổ" and "Xá Phó" are names people bear; only the bare avoided name must not stand there.
    fine = {*EthnicGroup.objects.values_list("name_vi", flat=True)}
    for name in group.names.filter(kind=GroupName.Kind.AVOID):
        if name.name in fine or name.name == "Xá":
            continue
        assert not re.search(rf"(?<!\w){re.escape(name.name)}(?!\w)", shown), name.name


def test_the_atlas_never_shows_a_name_to_be_avoided(db, client):
    html = client.get("/heritage/").content.decode()
    for name in ("Mèo Lài", "Xá Quỷ", "Mọi Bi", "Chiêm Thành"):
        assert name not in html
    assert "Mèo Lài" not in text_of(client.get("/heritage/", {"q": "meo lai"}))


@pytest.mark.parametrize("slug", ["ede", "kinh", "jarai", "bahnar", "thai"])
def test_only_public_facts_are_shown_and_no_provenance(db, reader, slug):
    group = EthnicGroup.objects.get(slug=slug)
    shown = text_of(reader.get(group.get_absolute_url()))
    column = f"text_{reader.language}"
    public = set(group.facts.public().values_list(column, flat=True))
    hidden = set(group.facts.values_list(column, flat=True)) - public
    assert public
    assert all(" ".join(text.split()) in shown for text in public)
    assert not [text for text in hidden if text in shown]
    assert "general reference" not in shown
    assert "editors only" not in shown
    assert group.provenance not in shown


def test_an_editors_decision_shows_and_hides(db, client):
    hidden = Fact.objects.filter(group__slug="lao", confidence="medium").first()
    shown = Fact.objects.public().filter(group__slug="lao").first()
    hidden.review, shown.review = Fact.Review.APPROVED, Fact.Review.REJECTED
    hidden.save()
    shown.save()
    text = text_of(client.get("/heritage/groups/lao/"))
    assert hidden.text_vi in text
    assert shown.text_vi not in text


def test_a_people_page_tells_numbers_names_and_kin(db, client):
    text = text_of(client.get("/heritage/groups/ede/"))
    assert "398.671" in text
    assert "năm 2009: 331.194, tăng 20,4%" in text
    assert "Tây Nguyên" in text
    assert "Chu-ru" in text
    assert "Nay Đắk Lắk gồm Đắk Lắk, Phú Yên cũ." in text
    assert "Cùng 10 dân tộc khác." in text


def test_endonyms_come_first(db, client):
    GroupName.objects.filter(group__slug="ede", name="Êpan").update(kind="endonym")
    text = text_of(client.get("/heritage/groups/ede/"))
    assert re.search(r"Tên tự gọi và tên khác: Êpan , Êđê|Tên tự gọi và tên khác: Êpan, Êđê", text)


def test_search_needs_no_diacritics_and_finds_provinces_too(db, client):
    assert "1 dân tộc" in text_of(client.get("/heritage/", {"q": "e de"}))
    found = client.get("/heritage/", {"q": "da nang"})
    assert 'href="/heritage/provinces/da-nang/"' in found.content.decode().split("glist")[0]


def test_the_exact_name_comes_before_longer_ones(db, client):
    html = client.get("/heritage/", {"q": "k'ho"}).content.decode()
    assert re.findall(r'data-group="([a-z-]+)"', html)[0] == "koho"


def test_finding_nobody_offers_a_way_on(db, client):
    text = text_of(client.get("/heritage/", {"q": "zzz"}))
    assert "Không tìm thấy dân tộc nào" in text
    assert "e de" in text


def test_filters_narrow_together_and_ignore_nonsense(db, client):
    def listed(**query):
        return re.findall(
            r'data-group="([a-z-]+)"', client.get("/heritage/", query).content.decode()
        )

    assert len(listed()) == 54
    assert len(listed(branch="tay-thai")) == 8
    assert listed(branch="tay-thai", size="1000") == ["bo-y", "lu"]
    assert "ede" in listed(region="central-highlands")
    assert "cham" not in listed(region="red-river-delta")
    assert len(listed(region="atlantis", size="-1")) == 54
    assert listed(branch="atlantis") == []


def test_a_script_gets_the_list_and_the_map_only(db, client):
    html = client.get("/heritage/", {"branch": "han"}, headers={"HX-Request": "true"})
    html = html.content.decode()
    assert "<html" not in html
    assert 'id="list"' in html
    assert 'id="map" hx-swap-oob="outerHTML"' in html


def test_without_a_script_a_choice_is_an_ordinary_link(db, client):
    html = client.get("/heritage/", {"branch": "tay-thai"}).content.decode()
    assert 'href="?branch=tay-thai&amp;group=thai"' in html
    chosen = client.get("/heritage/?branch=tay-thai&group=thai").content.decode()
    assert 'aria-current="true"' in chosen
    assert "Dân số Thái theo tỉnh, 2019" in chosen


def test_unknown_pages_answer_404(db, client):
    for address in (
        "/heritage/groups/atlantis/",
        "/heritage/groups/atlantis/qr.svg",
        "/heritage/provinces/atlantis/",
        "/heritage/?group=atlantis",
    ):
        assert client.get(address).status_code == 404


def test_the_qr_code_is_a_picture_of_its_own(db, client):
    response = client.get(reverse("heritage:group_qr", args=["ede"]))
    assert response["Content-Type"] == "image/svg+xml"
    assert b"<svg" in response.content


def test_a_province_page_tells_who_lives_there(db, client):
    text = text_of(client.get("/heritage/provinces/dak-lak/"))
    assert "Ê-đê" in text
    assert "351.278" in text
    assert "hợp nhất từ Đắk Lắk, Phú Yên" in text
    assert "sân bay (mã BMV)" in text


def test_a_province_page_leads_to_practice_and_has_a_code(db, client):
    page = client.get("/heritage/provinces/da-nang/").content.decode()
    assert reverse("quizzes:province", args=["da-nang"]) in page
    picture = client.get(reverse("heritage:province_qr", args=["da-nang"]))
    assert picture["Content-Type"] == "image/svg+xml"


def test_a_search_with_several_hits_is_told_as_a_sum(db, client):
    text = text_of(client.get("/heritage/", {"q": "tay"}))
    assert "dân tộc, cộng lại" in text
    assert "đông nhất ở" not in text
    assert "đông nhất ở" in text_of(client.get("/heritage/", {"q": "xo dang"}))


@pytest.mark.parametrize(("asked", "first"), [("tay", "Tày"), ("thai", "Thái"), ("mong", "Mông")])
def test_who_bears_the_very_name_comes_first(db, client, asked, first):
    assert client.get("/heritage/", {"q": asked}).context["groups"][0].name_vi == first


def test_a_search_that_only_a_province_answers_leads_there(db, client):
    response = client.get("/heritage/", {"q": "da nang"})
    text = text_of(response)
    assert "1 tỉnh, thành phố, khớp với" in text
    assert "0 dân tộc" not in text
    assert '<ul class="ways-on">' in response.content.decode()


@pytest.mark.parametrize(
    ("asked", "found"), [("ha giang", ["tuyen-quang"]), ("khong co", []), ("", None)]
)
def test_units_are_found_by_a_former_province(db, client, asked, found):
    units = [unit.slug for unit in client.get("/heritage/units/", {"q": asked}).context["units"]]
    assert len(units) == 34 if found is None else units == found


def test_seats_have_their_english_name_where_it_is_known(db, client):
    client.cookies["lang"] = "en"
    units = client.get("/heritage/units/").context["units"]
    known = {
        each.name_vi: each.name_en
        for each in Province.objects.all()
        if each.name_vi != each.name_en
    }
    assert all(unit.shown_seat == known.get(unit.seat, unit.shown_seat) for unit in units)


def test_the_legend_tells_nobody_from_few(db, client):
    text = text_of(client.get("/heritage/groups/ede/"))
    assert "1 – 99 không có" in text


def test_uncertain_stations_and_harbour_names_are_not_shown(db, client):
    assert "Lạc Đạo" not in text_of(client.get("/heritage/provinces/hung-yen/"))
    hai_phong = Province.objects.get(slug="quang-ninh")
    assert hai_phong.seaport not in text_of(client.get("/heritage/provinces/quang-ninh/"))


def test_the_34_units_tell_todays_kind_and_date_the_other(db, client):
    text = text_of(client.get("/heritage/units/"))
    assert "27 tỉnh và 7 thành phố trực thuộc Trung ương; ngày 1/7/2025 có 6 thành phố" in text
    assert "từ 30/4/2026 là thành phố trực thuộc Trung ương" in text


def test_credits_carry_attribution_licences_and_privacy(db, client):
    text = text_of(client.get("/heritage/credits/"))
    for said in ("geoBoundaries.org (CC BY 4.0)", "CC BY-SA 4.0", "MIT", "OFL-1.1", "Django"):
        assert said in text
    assert "SIL OPEN FONT LICENSE" in text.upper()
