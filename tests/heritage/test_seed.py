"""`manage.py seed`: once, again, after an editor, and with tables that do not fit."""

from __future__ import annotations

import csv
import io
import json
import shutil

import pytest
import yaml
from django.core.management import CommandError, call_command

from heritage import tables
from heritage.models import (
    EthnicGroup,
    Fact,
    GroupName,
    GroupPresence,
    HeritageListing,
    LanguageBranch,
    Province,
    ProvincialUnit,
    SeedRow,
)
from heritage.seed import run
from heritage.seeding import Seeder, SeedError

#: Entries of group_facts.yaml.
FACTS = 689


def seeded() -> str:
    out = io.StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def line(report: str, table: str) -> str:
    return next(line for line in report.splitlines() if line.startswith(f"heritage.{table}:"))


def test_everything_is_in(db):
    assert EthnicGroup.objects.count() == 54
    assert Province.objects.count() == 63
    assert ProvincialUnit.objects.count() == 34
    assert LanguageBranch.objects.count() == 8
    assert GroupPresence.objects.count() == 2463
    assert Fact.objects.count() == FACTS
    assert HeritageListing.objects.count() == 40
    assert Province.borders.through.objects.count() == 2 * 135
    assert ProvincialUnit.objects.filter(kind="municipality").count() == 7
    assert ProvincialUnit.objects.filter(kind_at_merger="municipality").count() == 6


def test_provenance_does_not_stand_among_the_sources(db):
    assert not Fact.objects.filter(source__icontains="general reference").exists()
    assert not Fact.objects.filter(source__icontains="public app text").exists()


def test_what_was_read_at_second_hand_alone_is_not_public_and_says_why(db):
    second_hand = Fact.objects.filter(basis=Fact.Basis.DIGEST)
    assert second_hand.exists()
    assert not Fact.objects.public().filter(basis=Fact.Basis.DIGEST).exists()
    for fact in second_hand:
        assert fact.provenance, fact.key
        assert fact.provenance not in fact.source


def test_an_editor_reads_why_a_statement_was_dropped(db):
    dropped = Fact.objects.get(review=Fact.Review.REJECTED)
    assert dropped.key == "la-hu.festival.1"
    assert "Hà Nhì" in dropped.provenance


def test_a_second_seed_changes_nothing(db):
    seeded()
    before = {row.pk: row.values for row in SeedRow.objects.all()}
    versions = Fact.history.count(), EthnicGroup.history.count(), Province.history.count()
    report = seeded()
    for said in report.splitlines():
        if said.startswith("heritage."):
            assert "created" not in said
            assert "updated" not in said
    assert {row.pk: row.values for row in SeedRow.objects.all()} == before
    assert versions == (Fact.history.count(), EthnicGroup.history.count(), Province.history.count())


def test_an_editors_change_stays(db):
    fact = Fact.objects.get(key="ede.craft.1")
    fact.text_vi = "Dệt thổ cẩm bằng khung cửi"
    fact.save()
    assert "1 kept" in line(seeded(), "Fact")
    fact.refresh_from_db()
    assert fact.text_vi == "Dệt thổ cẩm bằng khung cửi"


def test_what_an_editor_deleted_stays_deleted(db):
    Fact.objects.get(key="ede.craft.1").delete()
    GroupName.objects.get(group__slug="ede", name="Bih").delete()
    report = seeded()
    assert not Fact.objects.filter(key="ede.craft.1").exists()
    assert "1 not brought back" in line(report, "Fact")
    assert "1 not brought back" in line(report, "GroupName")


def test_a_renamed_key_is_still_the_same_row(db):
    fact = Fact.objects.get(key="ede.craft.1")
    fact.key = "ede.weaving"
    fact.save()
    seeded()
    assert Fact.objects.count() == FACTS


def test_new_data_reach_fields_nobody_touched(db):
    with Seeder() as seeder:
        seeder.apply(Fact, {"key": "ede.craft.1"}, {"text_vi": "Mới", "text_en": "New"})
    fact = Fact.objects.get(key="ede.craft.1")
    assert fact.text_vi == "Mới"
    assert "moi" in fact.search_text
    fact.text_vi = "Biên tập"
    fact.save()
    with Seeder() as seeder:
        seeder.apply(Fact, {"key": "ede.craft.1"}, {"text_vi": "Mới hơn", "text_en": "Newer"})
    fact.refresh_from_db()
    assert (fact.text_vi, fact.text_en) == ("Biên tập", "Newer")


def test_an_editors_own_row_is_not_taken_over(db):
    group = EthnicGroup.objects.get(slug="ede")
    Fact.objects.create(
        key="mine", group=group, category="food", text_vi="Của tôi", text_en="Mine",
        confidence="high", basis="page",
    )  # fmt: skip
    for _ in range(2):
        with Seeder() as seeder:
            seeder.apply(Fact, {"key": "mine"}, {"text_vi": "Hạt giống", "gloss_en": "seed"})
    fact = Fact.objects.get(key="mine")
    assert (fact.text_vi, fact.gloss_en) == ("Của tôi", "")


def test_links_an_editor_changed_stay(db):
    listing = HeritageListing.objects.get(name_vi="Nghệ thuật Xòe Thái")
    listing.provinces.add(Province.objects.get(slug="ha-noi"))
    seeded()
    assert listing.provinces.filter(slug="ha-noi").exists()


def test_the_one_known_difference_is_told(db):
    assert "Ơ-đu" in seeded()


# --- tables that do not fit ----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    copy = tmp_path / "data"
    shutil.copytree(tables.DATA, copy)
    return copy


def alter(folder, file, row, **changes):
    """Change cells of a row; the header is row 1. `row=None` adds a copy of the last one."""
    path = folder / file
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        rows = list(reader)
        fields = reader.fieldnames
    if row is None:
        rows.append(dict(rows[-1]))
        row = len(rows) + 1
    rows[row - 2].update(changes)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, fields)
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize(
    ("file", "row", "changes", "told"),
    [
        ("ethnic_groups.csv", 13, {"population_2019": "398000"}, "add up to 398671"),
        ("ethnic_groups.csv", 13, {"branch_vi": "Nam Cực"}, "unknown language branch"),
        ("ethnic_groups.csv", 13, {"name_en": ""}, "name_en is empty"),
        ("ethnic_groups.csv", 13, {"code": "11"}, "stands in row 12 too"),
        ("ethnic_groups.csv", 13, {"name_vi": "E\u0302-đe\u0302"}, "NFC"),
        ("ethnic_groups.csv", 13, {"region_hint": "Đâu đó"}, "does not translate"),
        ("population_by_province_2019.csv", 5, {"province": "Hà Tây"}, "unknown province"),
        ("population_by_province_2019.csv", None, {}, "given twice"),
        ("provinces.csv", 4, {"region": "north"}, "region 'north' is unknown"),
        ("provinces.csv", 4, {"successor_2025": "ha-noi"}, "does not merge cao-bang"),
        ("provinces.csv", 4, {"lat": "99"}, "outside the country"),
        ("units_2025.csv", 4, {"kind_2026": "city"}, "kind_2026 'city' is unknown"),
        ("adjacency.csv", 3, {"b": "atlantis"}, "unknown province 'atlantis'"),
        ("adjacency.csv", 3, {"a": "can-tho", "b": "an-giang"}, "given twice"),
        ("tile_map.csv", 4, {"code": "atlantis"}, "is unknown"),
        ("heritage_listings.csv", 3, {"ethnic_group_codes": "55"}, "unknown in ethnic_group"),
    ],
)
def test_a_wrong_cell_is_refused_with_its_row(folder, file, row, changes, told):
    alter(folder, file, row, **changes)
    with pytest.raises(SeedError) as refused:
        tables.read(folder)
    assert told in str(refused.value)
    assert refused.value.file in {file, "language_branches.csv"}
    if row is not None and file != "tile_map.csv":
        assert refused.value.row in {row, row + 1}


def test_a_missing_people_is_refused(folder):
    path = folder / "ethnic_groups.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(SeedError, match="54 rows expected, 53 found"):
        tables.read(folder)


def test_outlines_must_cover_every_province(folder):
    path = folder / "outline.json"
    outline = json.loads(path.read_text(encoding="utf-8"))
    del outline["provinces"]["kon-tum"]
    path.write_text(json.dumps(outline), encoding="utf-8")
    with pytest.raises(SeedError, match="kon-tum"):
        tables.read(folder)


def test_a_fact_without_translation_is_refused(folder):
    path = folder / "group_facts.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("en: Ground-level houses", "no: Ground-level houses"), "utf-8")
    with pytest.raises(SeedError, match=r"kinh\.settlement\.2: the en text is missing"):
        tables.read(folder)


def test_nothing_is_written_when_a_floor_above_refuses(db):
    from heritage.signals import seeding

    def refuse(**_: object) -> None:
        raise SeedError("decks.yaml", 7, "no right choice")

    Fact.objects.filter(key="ede.craft.1").update(text_en="")
    seeding.connect(refuse)
    try:
        with pytest.raises(CommandError, match=r"decks\.yaml, row 7: no right choice"):
            seeded()
    finally:
        seeding.disconnect(refuse)
    assert Fact.objects.get(key="ede.craft.1").text_en == ""


def test_an_editors_introduction_stays(db):
    group = EthnicGroup.objects.get(slug="ede")
    group.introduction_vi = "Lời của biên tập viên."
    group.save()
    seeded()
    group.refresh_from_db()
    assert group.introduction_vi == "Lời của biên tập viên."
    assert len(group.introduction_en.split()) >= 80


def test_a_dropped_fact_is_rejected_unless_an_editor_approved_it(db, folder):
    file = folder / "group_facts.yaml"
    book = yaml.safe_load(file.read_text("utf-8"))
    row = book["groups"][0]["facts"]["craft"][0]
    row["dropped"] = "a second source says otherwise"
    file.write_text(yaml.safe_dump(book, allow_unicode=True), "utf-8")

    def seed_again() -> Fact:
        with Seeder() as seeder:
            run(seeder, io.StringIO(), folder)
        return Fact.objects.get(key=row["id"])

    fact = seed_again()
    assert fact.review == Fact.Review.REJECTED
    assert not fact.is_public
    fact.review = Fact.Review.APPROVED
    fact.save()
    assert seed_again().review == Fact.Review.APPROVED


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"people": "nobody"}, "unknown people"),
        ({"vi": "Ngắn."}, "the vi text has 1 words"),
        ({"sources": []}, "names no source"),
        ({"sources": ["general reference"]}, "says nothing to a reader"),
        ({"reading": [{"title": "T", "publisher": "", "url": "https://x.vn/"}]}, "publisher"),
    ],
)
def test_an_introduction_that_is_not_in_order_is_refused(folder, change, said):
    file = folder / "introductions.yaml"
    rows = yaml.safe_load(file.read_text("utf-8"))
    rows[0] |= change
    file.write_text(yaml.safe_dump(rows, allow_unicode=True), "utf-8")
    with pytest.raises(SeedError, match=said):
        tables.read(folder)


def test_a_people_introduced_twice_is_refused(folder):
    file = folder / "introductions.yaml"
    rows = yaml.safe_load(file.read_text("utf-8"))
    file.write_text(yaml.safe_dump([*rows, rows[0]], allow_unicode=True), "utf-8")
    with pytest.raises(SeedError, match="given twice"):
        tables.read(folder)
