"""Claims of questions without choices, and the deck that is made of them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from quizzes import claims
from quizzes.claims.specs import FORMS

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "heritage" / "data"
DECK = ROOT / "quizzes" / "data" / "decks" / "mixed-kinds.yaml"
LIMITS = {"text": 160, "explanation": 320, "source": 400}
NHA_NHAC = "Nhã nhạc, âm nhạc cung đình Việt Nam"
GONGS = "Không gian văn hóa cồng chiêng Tây Nguyên"

# One proven answer for each claim kind and one that is not: kind of question, parameters, refs.
EXAMPLES: dict[str, tuple[str, dict[str, Any], list[Any], list[Any]]] = {
    "answer_besides_kinh": ("typed", {"province": "dak-lak"}, ["ede"], ["nung"]),
    "answer_largest_besides_kinh": ("typed", {}, ["tay"], ["thai"]),
    "answer_smallest": ("typed", {}, ["o-du"], ["brau"]),
    "answer_people_of_fact": ("typed", {"fact": "cham.festival.1"}, ["cham"], ["choro"]),
    "answer_place_of_fact": (
        "map-pin",
        {"fact": "cham.craft.2"},
        ["ninh-thuan"],
        ["binh-thuan"],
    ),
    "answer_most_of_group": ("map-pin", {"group": "lo-lo"}, ["cao-bang"], ["ha-giang"]),
    "answer_listing": ("map-pin", {"listing": "Thành nhà Hồ"}, ["thanh-hoa"], ["nghe-an"]),
    "answer_region": (
        "map-pin",
        {"province": "quang-ninh"},
        ["red-river-delta"],
        ["northern-midlands-mountains"],
    ),
    "answer_archipelago": ("map-pin", {"archipelago": "hoang-sa"}, ["da-nang"], ["quang-nam"]),
    "answer_bordering_all": (
        "map-pin",
        {"provinces": ["cao-bang", "quang-ninh"]},
        ["lang-son"],
        ["bac-giang"],
    ),
    "answer_merged_with": ("typed", {"province": "khanh-hoa"}, ["ninh-thuan"], ["phu-yen"]),
    "answer_unit": ("typed", {"province": "phu-yen"}, ["dak-lak"], ["khanh-hoa"]),
    "answer_airport": ("map-pin", {"code": "CAH"}, ["ca-mau"], ["can-tho"]),
    "order_north_south": (
        "order",
        {},
        ["ha-noi", "thanh-hoa", "ca-mau"],
        ["thanh-hoa", "ha-noi"],
    ),
    "order_population": ("order", {}, ["tay", "muong", "nung"], ["tay", "thai"]),
    "order_population_in": (
        "order",
        {"province": "ha-giang"},
        ["hmong", "tay", "dao"],
        ["tay", "hmong"],
    ),
    "order_provinces_of": (
        "order",
        {"group": "khmer"},
        ["soc-trang", "tra-vinh"],
        ["tra-vinh", "soc-trang"],
    ),
    "order_listing_year": ("order", {}, [NHA_NHAC, GONGS], [GONGS, NHA_NHAC]),
    "match_branch": (
        "match",
        {},
        [("thai", "Tai"), ("muong", "Viet-Muong")],
        [("thai", "Tai"), ("muong", "Kra")],
    ),
    "match_family": (
        "match",
        {},
        [("khmer", "Austroasiatic"), ("cham", "Austronesian")],
        [("khmer", "Austroasiatic"), ("muong", "Austroasiatic")],
    ),
    "match_region": (
        "match",
        {},
        [("son-la", "northern-midlands-mountains"), ("ca-mau", "mekong-delta")],
        [("son-la", "northern-midlands-mountains"), ("ca-mau", "southeast")],
    ),
    "match_seat": (
        "match",
        {},
        [("gia-lai", "Quy Nhơn"), ("dak-lak", "Buôn Ma Thuột")],
        [("gia-lai", "Buôn Ma Thuột"), ("dak-lak", "Quy Nhơn")],
    ),
    "match_airport": (
        "match",
        {},
        [("CAH", "ca-mau"), ("VCA", "can-tho")],
        [("CAH", "can-tho"), ("VCA", "ca-mau")],
    ),
    "match_station": (
        "match",
        {},
        [("Diêu Trì", "binh-dinh"), ("Phủ Lý", "ha-nam")],
        [("Diêu Trì", "ha-nam"), ("Phủ Lý", "binh-dinh")],
    ),
    "match_unit": ("match", {}, [("phu-yen", "dak-lak")], [("phu-yen", "khanh-hoa")]),
    "match_besides_kinh": (
        "match",
        {},
        [("gia-lai", "jarai"), ("lam-dong", "koho")],
        [("gia-lai", "bahnar"), ("lam-dong", "koho")],
    ),
    "match_listing_year": ("match", {}, [(NHA_NHAC, "2003")], [(NHA_NHAC, "2008")]),
    "match_listing_province": (
        "match",
        {},
        [("Thành nhà Hồ", "thanh-hoa")],
        [("Thành nhà Hồ", "nghe-an")],
    ),
    "match_fact": (
        "match",
        {},
        [("cham.festival.1", "cham"), ("choro.festival.1", "choro")],
        [("cham.festival.1", "choro"), ("choro.festival.1", "cham")],
    ),
}


def spec_of(kind: str, refs: list[Any]) -> dict[str, Any]:
    if kind == "map-pin":
        return {"right": refs}
    if kind == "typed":
        return {"ref": refs[0]}
    if kind == "order":
        return {"items": [{"ref": ref} for ref in refs]}
    return {"pairs": [{"left": {"ref": a}, "right": {"ref": b}} for a, b in refs]}


@pytest.fixture(scope="module")
def parsed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DATA / "group_facts.yaml").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def facts(parsed: dict[str, Any]) -> dict[str, dict[str, object]]:
    return claims.index_facts(parsed)


@pytest.fixture(scope="module")
def tables(parsed: dict[str, Any]) -> claims.Tables:
    return claims.load_tables(DATA, claims.group_codes(parsed))


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(DECK.read_text(encoding="utf-8"))["questions"]
    return found


def test_every_claim_kind_has_an_example() -> None:
    assert set(EXAMPLES) == set(claims.SPEC_CLAIMS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_right_answers_are_proved_and_wrong_ones_refused(name, tables, facts) -> None:
    kind, parameters, right, wrong = EXAMPLES[name]
    claim = {"kind": name, **parameters}
    assert claims.check_spec(claim, kind, spec_of(kind, right), tables, facts) == []
    assert claims.check_spec(claim, kind, spec_of(kind, wrong), tables, facts)


@pytest.mark.parametrize(
    ("claim", "kind", "spec"),
    [
        ({"kind": "nonsense"}, "typed", {"ref": "tay"}),
        ({"kind": "order_population"}, "typed", {"ref": "tay"}),
        ({"kind": "answer_smallest", "more": 1}, "typed", {"ref": "o-du"}),
        ({"kind": "answer_smallest"}, "typed", {}),
        ({"kind": "answer_smallest"}, "typed", {"ref": "atlantis"}),
        ({"kind": "answer_archipelago", "archipelago": "x"}, "map-pin", {"right": ["da-nang"]}),
        ({"kind": "answer_people_of_fact", "fact": "x.y.1"}, "typed", {"ref": "tay"}),
        ({"kind": "answer_people_of_fact", "fact": "lao.food.1"}, "typed", {"ref": "lao"}),
        ({"kind": "order_population"}, "order", {"items": [{"ref": "tay"}, {}]}),
        ({"kind": "order_population"}, "order", {"items": [{"ref": "tay"}, {"ref": "thai"}]}),
        ({"kind": "order_listing_year"}, "order", {"items": [{"ref": "Hội An"}]}),
        # Their middles lie some 20 km apart: nobody could tell.
        (
            {"kind": "order_north_south"},
            "order",
            {"items": [{"ref": "ha-noi"}, {"ref": "hai-phong"}]},
        ),
    ],
)
def test_broken_or_unfair_claims_are_told(claim, kind, spec, tables, facts) -> None:
    assert claims.check_spec(claim, kind, spec, tables, facts)


def test_the_deck_is_proved(questions, tables, facts) -> None:
    found = []
    for question in questions:
        told = claims.check_basis({**question, "choices": []}, facts, tables, regional=False)
        if claim := question.get("claim"):
            told += claims.check_spec(claim, question["kind"], question["spec"], tables, facts)
        elif "fact" not in question:
            told.append("rests on no claim and no fact")
        found += [f"{question['key']}: {problem}" for problem in told]
    assert found == []


def test_the_form_of_the_deck(questions) -> None:
    assert unicodedata.is_normalized("NFC", DECK.read_text(encoding="utf-8"))
    counts = Counter(question["kind"] for question in questions)
    assert set(counts) <= set(FORMS)
    for kind in FORMS:
        assert counts[kind] >= 6, kind
    for question in questions:
        assert question["seconds"] in (20, 30, 45, 60)
        assert "group" in question or "province" in question, question["key"]
        for field, limit in LIMITS.items():
            for language in ("vi", "en"):
                assert 0 < len(question[f"{field}_{language}"]) <= limit, question["key"]


def test_what_is_shown_is_named_as_in_the_tables(questions, tables) -> None:
    for question in questions:
        spec = question["spec"]
        parts = spec.get("items", [])
        parts = parts + [side for pair in spec.get("pairs", []) for side in pair.values()]
        # Units of 2025 and old provinces share short names: only one of them must fit.
        for part in parts:
            if part.get("ref") in tables.provinces or part.get("ref") in tables.group_names:
                assert claims.check_names([part], tables) == [], (question["key"], part)
