"""Moodle XML, QTI packages and the site's own bundle."""

from __future__ import annotations

import json

import pytest

from quizzes.files import reading
from quizzes.files.problems import FileRefused

from .made import package, picture, qti, sample

ITEM = """<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t">
<responseDeclaration identifier="RESPONSE" cardinality="{cardinality}" baseType="identifier">
<correctResponse>{right}</correctResponse></responseDeclaration>
<itemBody>{body}</itemBody></assessmentItem>"""


def codes(found) -> list[str]:
    return [each.code for each in found]


def test_moodle_xml_becomes_words_and_keeps_its_pictures():
    held = reading.read(sample("moodle.xml"), "q.xml")
    assert held.format == "moodle_xml"
    rows = {row.number: row for row in held.rows}
    first = rows[1].draft
    assert first.text == {"vi": "Nhà dài & nhà rông"}
    assert first.explanation == {"vi": "Vì vậy.\nĐó."}
    assert [(option.text["vi"], option.right) for option in first.options] == [
        ("Ê-đê", True),
        ("Gia Rai", False),
        ("H₂O", False),
    ]
    assert first.picture_alt == {"vi": "Nhà dài"}
    assert held.pictures[first.picture].startswith(b"\x89PNG")
    assert codes(rows[1].notes) == ["weights", "feedback"]
    assert rows[2].draft.text == {"vi": "Chọn 2 trong 3: a < b"}
    assert (rows[2].draft.kind, rows[2].draft.right) == ("multiple", [1, 2])
    assert rows[3].draft.right == [2]
    assert rows[4].draft.spec["accepted"] == {"vi": ["Katê"]}
    assert rows[5].draft.kind == "match"
    assert rows[6].draft.spec["accepted"] == {"vi": ["54"]}
    assert codes(rows[7].problems) == ["range_of_numbers"]
    assert rows[8].draft.kind == "order"
    assert [codes(rows[at].problems) for at in (9, 10)] == [["kind_not_read"]] * 2
    assert codes(rows[11].problems) == ["no_right"]
    assert codes(rows[12].notes) == ["picture_far"]


@pytest.mark.parametrize("name", ["xxe.xml", "billion-laughs.xml"])
def test_entities_are_refused(name):
    with pytest.raises(FileRefused) as refused:
        reading.read(sample(name), name)
    assert refused.value.code == "entities"


def test_a_qti_3_item_by_itself_and_in_a_package():
    item = sample("qti-3-item.xml")
    for data in (item, qti({"items/a.xml": item.decode()}, "imsqti_item_xmlv3p0")):
        held = reading.read(data, "q")
        (row,) = held.rows
        assert held.format == "qti"
        assert row.draft.text == {"vi": "Người Ê-đê ở nhà nào? Chọn một."}
        assert [option.text["vi"] for option in row.draft.options] == ["Nhà rông", "Nhà dài"]
        assert row.draft.right == [2]


def test_a_qti_package_tells_what_it_lacks():
    choice = (
        '<p>Hỏi? <img src="../hinh/a.png" alt="Hình"/></p><choiceInteraction '
        'responseIdentifier="RESPONSE" maxChoices="0"><simpleChoice identifier="A">a</simpleChoice>'
        '<simpleChoice identifier="B">b</simpleChoice></choiceInteraction>'
    )
    essay = '<p>Viết</p><extendedTextInteraction responseIdentifier="RESPONSE"/>'
    right = "<value>A</value><value>B</value>"
    items = {
        "items/1.xml": ITEM.format(cardinality="multiple", right=right, body=choice),
        "items/2.xml": ITEM.format(cardinality="single", right="", body=essay),
        "items/3.xml": "<assessmentItem",
    }
    data = qti(items, **{"hinh/a.png": picture()})
    held = reading.read(data, "q.zip")
    one, two, three = held.rows
    assert (one.draft.kind, one.draft.right) == ("multiple", [1, 2])
    assert held.pictures[one.draft.picture] == picture()
    assert one.draft.picture_alt == {"vi": "Hình"}
    assert codes(two.problems) == ["kind_not_read"]
    assert codes(three.problems) == ["bad_item"]


def test_a_qti_manifest_that_names_what_is_not_there():
    manifest = (
        '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="../../x.xml"/>'
        "</resources></manifest>"
    )
    (row,) = reading.read(package({"imsmanifest.xml": manifest}), "q.zip").rows
    assert codes(row.problems) == ["missing_part"]


def test_qti_1_is_refused_by_name():
    old = package({"imsmanifest.xml": '<manifest><resource type="imsqti_xmlv1p2"/></manifest>'})
    for data in (sample("qti-1.xml"), old):
        with pytest.raises(FileRefused) as refused:
            reading.read(data, "q.xml")
        assert refused.value.code == "qti_1"


def bundle(**more) -> dict:
    question = {
        "kind": "single",
        "text": {"vi": "Hỏi?", "en": "Ask?"},
        "options": [{"text": {"vi": "a", "en": "a"}, "right": True}, {"text": {"vi": "b"}}],
    }
    return {"format": "rang-ro-deck", "version": 1, "questions": [question | more]}


def test_a_bundle_without_pictures_may_be_plain_json():
    held = reading.read(json.dumps(bundle(picture="pictures/1.png")).encode(), "deck.json")
    (row,) = held.rows
    assert (held.format, held.language) == ("bundle", "")
    assert row.draft.text == {"vi": "Hỏi?", "en": "Ask?"}
    assert codes(row.notes) == ["picture_missing"]


def test_a_bundle_of_a_newer_site_is_refused():
    with pytest.raises(FileRefused) as refused:
        reading.read(json.dumps(bundle() | {"version": 2}).encode(), "deck.json")
    assert refused.value.code == "bundle_version"


def test_a_bundle_with_an_unknown_kind_is_told_by_row():
    held = reading.read(json.dumps(bundle(kind="hum")).encode(), "deck.json")
    assert codes(held.rows[0].problems) == ["kind_unknown"]


def test_a_bundle_nested_too_deep_is_refused():
    data = b'{"format": "rang-ro-deck", "version": 1, "x": ' + b"[" * 5000 + b"]" * 5000 + b"}"
    with pytest.raises(FileRefused):
        reading.read(data, "deck.json")
