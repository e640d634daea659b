"""Aiken and GIFT with the traps that they have in the wild."""

from __future__ import annotations

from quizzes.files import gift, reading

from .made import sample


def codes(found) -> list[str]:
    return [each.code for each in found]


def test_aiken_is_tolerant_and_names_what_it_cannot_read():
    held = reading.read(sample("aiken.txt"), "cau-hoi.txt")
    assert held.format == "aiken"
    first, second, five, keyless, odd, orphan = held.rows
    assert first.draft.text == {"vi": "Thủ đô của Việt Nam là thành phố nào?"}
    assert first.draft.right == [2]
    assert [option.text["vi"] for option in second.draft.options] == ["Ba Na", "Kinh", "Hoa"]
    assert second.draft.right == [1]
    assert second.draft.explanation == {"vi": "Nhà rông ở Bắc Tây Nguyên."}
    assert len(five.draft.options) == 5
    assert codes(keyless.problems) == ["no_right"]
    assert codes(odd.problems) == ["right_unknown"]
    assert codes(orphan.problems) == ["orphan_key"]
    assert orphan.problems[0].facts == {"line": 34}


def test_text_that_begins_with_a_tag_is_not_taken_for_xml():
    text = "<b>Nhà sàn</b> là nhà của ai?\nA. Tày\nB. Hoa\nANSWER: A\n"
    for encoding in ("utf-8", "utf-16"):
        held = reading.read(text.encode(encoding), "cau-hoi.txt")
        assert held.format == "aiken", encoding
        assert held.rows[0].draft.right == [1]


def test_aiken_numbers_of_questions_are_taken_off_where_all_have_them():
    text = "Câu 1: Một?\nA.a\nB.b\nANSWER: A\n\nCâu 2: Hai?\nA.a\nB.b\nANSWER: B\n"
    held = reading.read(text.encode(), "a.txt")
    assert [row.draft.text["vi"] for row in held.rows] == ["Một?", "Hai?"]
    one = reading.read(text.split("\n\n")[0].encode(), "a.txt")
    assert one.rows[0].draft.text["vi"] == "Câu 1: Một?"


def test_gift_with_every_trap():
    held = reading.read(sample("questions.gift"), "q.gift")
    assert held.format == "gift"
    drafts = [row.draft for row in held.rows]
    assert drafts[0].text == {"vi": "Nhà dài là của ai? & <đâu>"}
    assert drafts[0].right == [1]
    assert drafts[0].explanation == {"vi": "Nhà dài là nhà của người Ê-đê."}
    assert codes(held.rows[0].notes) == ["feedback", "weights"]
    assert (drafts[1].kind, drafts[1].right) == ("multiple", [1, 2])
    assert [draft.kind for draft in drafts[2:4]] == ["truefalse"] * 2
    assert [draft.right for draft in drafts[2:4]] == [[1], [2]]
    assert drafts[4].spec["accepted"] == {"vi": ["Katê", "Ka-tê"]}
    assert len(drafts[5].spec["pairs"]) == 3
    assert codes(held.rows[5].notes) == ["distractors"]
    assert drafts[6].spec["accepted"] == {"vi": ["53", "54", "55"]}
    assert drafts[7].spec["accepted"] == {"vi": ["1945"]}
    assert codes(held.rows[8].problems) == ["range_of_numbers"]
    assert drafts[9].text == {"vi": f"Người {gift.BLANK} sống ở Việt Bắc."}
    assert drafts[10].text == {"vi": "Dấu thoát ~ = # { } : và công thức $${x}$$"}
    assert [option.text["vi"] for option in drafts[10].options] == ["a=b", "c~d"]
    assert [option.text["vi"] for option in drafts[11].options] == ["a -> b", "c -> d"]
    assert [codes(row.problems) for row in held.rows[12:15]] == [
        ["kind_not_read"],
        ["kind_not_read"],
        ["no_close"],
    ]
    assert drafts[15].right == [1]
