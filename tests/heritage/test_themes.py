"""Language families, festivals by month, UNESCO's lists, and what is new on a people's page."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.utils import timezone, translation

from heritage import festivals, trees
from heritage.models import EthnicGroup, Fact, GroupName, HeritageListing, Province
from heritage.selectors import SECTIONS, Sources, missing_sections
from quizzes.models import Choice, Question

from .test_pages import text_of

#: Queries a page of the atlas may make.
MOST = 12
FAMILIES = ["austroasiatic", "kra-dai", "sino-tibetan", "hmong-mien", "austronesian"]
PAGES = [
    "/heritage/",
    "/heritage/languages/",
    *(f"/heritage/languages/{family}/" for family in FAMILIES),
    "/heritage/festivals/",
    "/heritage/festivals/?year=1985",
    "/heritage/listings/",
    "/heritage/groups/kinh/",
    "/heritage/groups/hmong/",
    "/heritage/groups/o-du/",
    "/heritage/groups/cham/",
    "/heritage/provinces/da-nang/",
    "/heritage/provinces/ha-giang/",
]


@pytest.fixture(params=["vi", "en"])
def reader(request, client):
    client.cookies["lang"] = request.param
    client.language = request.param
    return client


@pytest.mark.parametrize("address", PAGES)
def test_pages_open_in_few_queries(db, reader, address, django_assert_max_num_queries):
    with django_assert_max_num_queries(MOST):
        response = reader.get(address)
    html = response.content.decode()
    assert response.status_code == 200
    assert f'<html lang="{reader.language}"' in html
    assert html.count("<h1") == 1
    assert " style=" not in html
    assert len(re.findall(r'\bid="([^"]+)"', html)) == len(set(re.findall(r'\bid="([^"]+)"', html)))


# --- families -------------------------------------------------------------------------------------


def test_the_trees_hold_every_people_once(db, client):
    html = client.get("/heritage/languages/").content.decode()
    drawn = re.findall(r'<a class="f-\w+" href="/heritage/groups/([a-z-]+)/"', html)
    assert sorted(drawn) == sorted(EthnicGroup.objects.values_list("slug", flat=True))


def test_a_family_has_its_peoples_and_no_others(db, client):
    response = client.get("/heritage/languages/austronesian/")
    drawn = re.findall(
        r'<a class="f-nam" href="/heritage/groups/([a-z-]+)/"', response.content.decode()
    )
    assert sorted(drawn) == ["cham", "churu", "ede", "jarai", "raglai"]
    assert "1.261.404" in text_of(response)
    assert client.get("/heritage/languages/klingon/").status_code == 404


def test_a_family_tells_what_is_public_on_languages(db, client):
    fact = Fact.objects.get(key="lo-lo.script_language.2")
    assert fact.text_vi in text_of(client.get("/heritage/languages/sino-tibetan/"))
    fact.review = Fact.Review.REJECTED
    fact.save()
    assert fact.text_vi not in text_of(client.get("/heritage/languages/sino-tibetan/"))


def test_a_tree_escapes_what_it_draws():
    leaf = trees.Leaf('<b>"&', "1", 0, "/x?a=1&b=2")
    drawn = trees.family_tree("t", "A<b", [trees.Branch("", "tay", [leaf])], title="T&T")
    assert "<b>" not in drawn
    assert "a=1&amp;b=2" in drawn
    assert drawn.count("<title") == drawn.count("</title>") == 2


# --- festivals ------------------------------------------------------------------------------------


@pytest.fixture
def on(monkeypatch):
    """Sets what day it is for the page."""

    def day(year, month, number):
        monkeypatch.setattr(timezone, "localdate", lambda *_: date(year, month, number))

    return day


def month_of(client, address, number):
    html = client.get(address).content.decode()
    found = re.search(rf'aria-labelledby="m{number}".*?</section>', html, re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def test_lunar_days_are_converted(db, client):
    # The 6th of the sixth lunar month was 24 July 1985 and is 19 July 2026.
    assert re.search(r"19/7 Cúng thần rừng", month_of(client, "/heritage/festivals/?year=2026", 7))
    assert re.search(r"23/7 Cúng thần rừng", month_of(client, "/heritage/festivals/?year=1985", 7))


def test_other_calendars_keep_their_own_words(db, client):
    html = client.get("/heritage/festivals/?year=2026").content.decode()
    own = re.search(r'aria-labelledby="own".*?</section>', html, re.S)
    assert own
    assert "Katê" in own[0]
    assert 'class="day"' not in own[0]


def test_only_public_festivals_are_shown(db, client):
    shown = text_of(client.get("/heritage/festivals/"))
    hidden = Fact.objects.filter(category="festival").exclude(pk__in=Fact.objects.public())
    for fact in hidden:
        name = fact.text_vi.partition(":")[0]
        if not Fact.objects.public().filter(text_vi__startswith=name).exists():
            assert fact.text_vi not in shown


SENTENCE = "Tết Nguyên đán là tết lớn nhất; trưa 30 tháng Chạp đồ nghề được niêm giấy"


@pytest.mark.parametrize(
    ("text", "name", "more"),
    [
        ("Gầu tào: đầu năm, là lễ lớn", "Gầu tào", "đầu năm, là lễ lớn"),
        ("Lễ xuống đồng và lễ ăn cơm mới hằng năm", "Lễ xuống đồng và lễ ăn cơm mới hằng năm", ""),
        ("Cúng bản, quét làng", "Cúng bản, quét làng", ""),
        (SENTENCE, "Tết Nguyên đán", SENTENCE),
        *(
            (text, text[: text.index(cut)], text)
            for text, cut in [
                ("Lễ cầu mùa, cúng Lô khọ bên bếp chính của gia đình", ","),
                ("Lunar New Year is the greatest feast; at noon on its eve tools rest", " is"),
                ("The rite (Pla kho thu, in the village), for health and good crops", ", for"),
            ]
        ),
        # A sentence that begins with no name stands as it is: no word is made up.
        *(
            (text, text, "")
            for text in [
                "Vào tháng Giêng, cả làng cùng nhau xuống đồng cày luống đầu",
                "After the harvest, each house offers the first rice to its ancestors",
                "Cả làng cùng nhau xuống đồng cày luống đầu tiên của năm mới",
            ]
        ),
    ],
)
def test_a_sentence_is_no_name_but_what_it_begins_with_may_be(text, name, more):
    fact = Fact(text_vi=text, text_en=text)
    assert festivals._parts(fact) == (name, more)


@pytest.mark.parametrize("language", ["vi", "en"])
def test_no_festival_of_the_atlas_bears_a_sentence_as_its_name(db, language):
    with translation.override(language):
        year = festivals.year_of(2026, festivals.told(), Sources())
    named = [each for month in year.months for each in (*month.dated, *month.about)]
    named += [*year.other_calendars, *year.seasons]
    assert [each.name for each in named if len(each.name) > 75 or ";" in each.name] == []


def test_the_page_names_the_new_year_of_the_ngai_and_tells_the_rest_below(db, client):
    html = client.get("/heritage/festivals/?year=2026").content.decode().replace("\xa0", " ")
    assert "<b>Tết Nguyên đán là" not in html
    assert re.search(r'<p class="small soft">Tết Nguyên đán là tết lớn nhất; trưa 30', html)


def test_what_comes_next_stands_first(db, client, on):
    on(2026, 7, 20)
    html = client.get("/heritage/festivals/").content.decode()
    coming = re.search(r'<section class="next".*?</section>', html, re.S)
    assert coming
    assert re.findall(r'class="day">(.*?)<', coming[0])[0] != "19/7"
    on(2026, 12, 31)
    html = client.get("/heritage/festivals/").content.decode()
    coming = re.search(r'<section class="next".*?</section>', html, re.S)
    assert coming
    assert len(re.findall(r"<li", coming[0])) == 4


@pytest.mark.parametrize("year", ["", "0", "99999", "abcd", "-1", "١٩٨٥", "1900", "2999"])
def test_a_year_that_cannot_be_laid_out_is_this_year(db, client, on, year):
    on(2026, 5, 1)
    response = client.get("/heritage/festivals/", {"year": year})
    assert response.status_code == 200
    assert "trong năm 2026" in text_of(response)


# --- listings -------------------------------------------------------------------------------------


def test_every_inscription_is_listed_with_its_peoples(db, client):
    response = client.get("/heritage/listings/")
    shown, html = text_of(response), response.content.decode()
    for listing in HeritageListing.objects.all():
        assert listing.name_vi in shown
    gongs = re.search(r"<li class=\"card\">(?:(?!</li>).)*cồng chiêng.*?</li>", html, re.S)
    assert gongs
    assert "/heritage/groups/bahnar/" in gongs[0]
    assert "/heritage/provinces/gia-lai/" in gongs[0]


# --- a people's page ------------------------------------------------------------------------------


def test_every_people_is_introduced_with_sources(db, reader):
    group = EthnicGroup.objects.get(slug="pu-peo")
    shown = text_of(reader.get(group.get_absolute_url()))
    column = group.introduction_vi if reader.language == "vi" else group.introduction_en
    assert " ".join(column.split()) in shown
    for source in group.introduced_by:
        assert source in shown


def test_growth_is_shown_only_where_the_older_figure_is_sure(db, client):
    assert "Từ 2009 đến 2019" in text_of(client.get("/heritage/groups/ede/"))
    EthnicGroup.objects.filter(slug="ede").update(population_confirmed=False)
    assert "Từ 2009 đến 2019" not in text_of(client.get("/heritage/groups/ede/"))


def test_names_not_to_use_stand_only_in_the_closed_note(db, client):
    html = client.get("/heritage/groups/hmong/").content.decode()
    note = re.search(r'<section class="avoid">.*?</section>', html, re.S)
    assert note
    assert "<details" in note[0]
    assert " open" not in note[0].partition("<summary")[0]
    assert "“Mèo”" in note[0]
    assert "Mèo<" not in html.replace(note[0], "")
    without = EthnicGroup.objects.exclude(names__kind=GroupName.Kind.AVOID).first()
    assert 'class="avoid"' not in client.get(without.get_absolute_url()).content.decode()


def test_the_note_explains_in_the_readers_language(db, client):
    client.cookies["lang"] = "en"
    assert "“Mán” (old name, disparaging)" in text_of(client.get("/heritage/groups/dao/"))


def test_questions_are_shown_without_answers(db, client):
    question = Question.objects.published().filter(group__slug="ede").order_by("deck__slug").first()
    html = client.get("/heritage/groups/ede/").content.decode()
    asked = re.search(r'<ul class="asked">.*?</ul>', html, re.S)
    assert asked
    stems = re.findall(r"<span>(.*?)</span>", asked[0])
    assert 1 <= len(stems) <= 4
    assert question.text_vi in stems
    answers = Choice.objects.filter(question__group__slug="ede", is_right=True)
    for answer in answers:
        assert answer.text_vi not in [stem.strip() for stem in stems]


def test_pages_to_read_on_are_linked(db, client):
    html = client.get("/heritage/groups/pu-peo/").content.decode()
    assert 'href="http://www.vme.org.vn/' in html
    assert 'rel="noopener noreferrer"' in html


def test_sources_are_numbered_one_by_one():
    sources = Sources()
    assert sources.numbers("A — x.vn; B — y.vn") == [1, 2]
    assert sources.numbers("B — y.vn") == [2]
    # One title in two newspapers is one source.
    assert sources.numbers("C — x.vn; y.vn") == [3]
    assert sources.numbers("") == []
    assert sources.listed == ["A — x.vn", "B — y.vn", "C — x.vn; y.vn"]


def test_a_province_names_its_sources(db, client):
    shown = text_of(client.get("/heritage/provinces/da-nang/"))
    assert "Nghị quyết 202/2025/QH15" in shown
    assert "Quyết định 804/QĐ-TTg" in shown
    inland = Province.objects.filter(seaport="").first()
    assert "Quyết định 804/QĐ-TTg" not in text_of(client.get(inland.get_absolute_url()))


def test_missing_sections_are_those_without_a_public_fact(db, django_assert_num_queries):
    with django_assert_num_queries(2):
        rows = missing_sections()
    for row in rows:
        assert row.categories
        assert not row.group.facts.public().filter(category__in=row.categories).exists()
        there = set(row.group.facts.public().values_list("category", flat=True))
        assert {*row.categories, *there} >= set(SECTIONS)
    lengths = [len(row.categories) for row in rows]
    assert lengths == sorted(lengths, reverse=True)
