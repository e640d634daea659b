"""Sheets of other makers, and sheets of one's own, with the traps that teachers' files have."""

from __future__ import annotations

import pytest

from quizzes.files import reading
from quizzes.files.problems import FileRefused

from .made import kahoot, sample, wayground, xlsx


def read(data: bytes, name: str, **more):
    return reading.read(data, name, language="vi", **more)


def told(row) -> list[tuple[str, str]]:
    return [(each.code, each.column) for each in row.problems]


def answers(row) -> list[tuple[str, bool]]:
    return [(option.text["vi"], option.right) for option in row.draft.options]


def test_a_kahoot_sheet_is_read_by_its_rows():
    held = read(
        kahoot(
            ("Nhà dài là của ai?", "Ê-đê", "Tày", None, None, 20, "1"),
            ("Chọn nhạc cụ", "Cồng", "Chiêng", "Tre", "Gỗ", 30.0, "1,2"),
            ("Số hay chữ?", 54, 53.0, True, "=1+1", "60", 2),
            ("Thiếu đáp án đúng", "a", "b", None, None, 20, None),
            ("Trỏ vào ô trống", "a", "b", None, None, 20, 4),
            (None, "a", "b", None, None, 20, 1),
            ("Thời gian lạ", "a", "b", None, None, "lâu", 1),
        ),
        "k.xlsx",
    )
    assert held.format == "kahoot"
    assert [row.number for row in held.rows] == list(range(9, 16))
    assert answers(held.rows[0]) == [("Ê-đê", True), ("Tày", False)]
    assert held.rows[1].draft.kind == "multiple"
    assert (held.rows[1].draft.right, held.rows[1].draft.seconds) == ([1, 2], 30)
    assert answers(held.rows[2]) == [
        ("54", False),
        ("53", True),
        ("TRUE", False),
        ("=1+1", False),
    ]
    assert told(held.rows[3]) == [("no_right", "H")]
    assert told(held.rows[4]) == [("right_empty", "H")]
    assert told(held.rows[5]) == [("no_text", "B")]
    assert told(held.rows[6]) == []
    assert [note.code for note in held.rows[6].notes] == ["seconds"]


def test_a_kahoot_sheet_moved_and_saved_as_csv_is_still_one():
    text = "x,Question,Answer 1,Answer 2,Time limit,Correct answer(s)\n,Hỏi?,a,b,20,12\n"
    held = read(("\n\n" + text).encode(), "k.csv")
    assert held.format == "kahoot"
    assert held.rows[0].draft.right == [1, 2]


def test_a_wayground_sheet_skips_its_row_of_help():
    held = read(
        wayground(
            ("Một?", "Multiple Choice", "a", "b", "c", "d", None, 2, None, None, "Vì thế."),
            ("Hai?", "Checkbox", "a", "b", "c", None, None, "1,3", 45, None, None),
            ("Ba?", "Fill-in-the-Blank", "nhà\xa0dài", "nha dai", None, None, None, None, 30),
            ("Bốn?", "Poll", "a", "b", None, None, None, None, None),
            ("Năm?", "Open-Ended", None, None, None, None, None, None, None),
            ("Sáu?", "Multiple Choice", "a", "b", None, None, None, None, 20),
            ("Bảy?", "Multiple Choice", "a", "b", None, None, None, 1, 20, "https://e.org/a.png"),
            ("Tám?", "Multiple Choice", "a", "b", "c", "d", "e", 5, 20),
        ),
        "w.xlsx",
    )
    assert held.format == "wayground"
    one, two, three, four, five, six, seven, eight = held.rows
    assert one.number == 3
    assert one.draft.explanation == {"vi": "Vì thế."}
    assert one.draft.right == [2]
    assert (two.draft.kind, two.draft.right, two.draft.seconds) == ("multiple", [1, 3], 45)
    assert three.draft.spec["accepted"] == {"vi": ["nhà dài", "nha dai"]}
    assert [told(row)[0][0] for row in (four, five)] == ["kind_not_read"] * 2
    assert told(six) == [("no_right", "H")]
    assert [note.code for note in seven.notes] == ["picture_far"]
    assert len(eight.draft.options) == 5


def test_a_wayground_sheet_whose_first_header_was_typed_over():
    head = (2, "Question Type", *(f"Option {n}" for n in range(1, 6)), "Correct Answer")
    head = (*head, "Time in seconds")
    row = ("Hỏi?", "Multiple Choice", "a", "b", None, None, None, 1, 20)
    held = read(wayground(row, head=head), "w.xlsx")
    assert held.format == "wayground"
    assert held.rows[0].draft.text == {"vi": "Hỏi?"}


def test_blooket_has_line_breaks_in_its_headers():
    held = read(sample("blooket.csv"), "b.csv")
    assert held.format == "blooket"
    first, several, typed, missing, empty = held.rows
    assert first.draft.text["vi"] == 'Nhà dài là của dân tộc nào, "Ê-đê" hay Tày?'
    assert several.draft.right == [1, 2]
    assert typed.draft.kind == "typed"
    assert told(missing) == [("no_right", "H")]
    assert told(empty) == [("right_empty", "H")]


def test_gimkit_right_answers_do_not_all_come_first():
    held = read(sample("gimkit.csv"), "g.csv")
    assert held.format == "gimkit"
    choice, typed, missing = held.rows
    assert choice.draft.right != [1]
    assert answers(choice)[choice.draft.right[0] - 1] == ("Chăm", True)
    assert typed.draft.kind == "typed"
    assert told(missing) == [("no_text", "A")]


@pytest.mark.parametrize(
    "name", ["tieng-viet-bom.csv", "tieng-viet-utf16.csv", "tieng-viet-1258.csv"]
)
def test_a_vietnamese_sheet_in_any_letters_and_with_any_separator(name):
    held = read(sample(name), name)
    assert held.format == "table"
    one, two, three, four = held.rows
    assert one.draft.text == {"vi": "Nhà nào của người Ê-đê?"}
    assert answers(one) == [("Nhà rông", False), ("Nhà dài", True), ("Nhà sàn", False)]
    assert (one.draft.seconds, one.draft.level) == (30, 1)
    assert (two.draft.right, two.draft.level) == ([3], 3)
    assert two.draft.explanation == {"vi": "Có dấu ; trong lời giải"}
    assert len(three.draft.options) == 4
    assert told(four) == [("no_right", "A")]


def test_a_sheet_of_both_languages():
    head = ("Question (English)", "Câu hỏi (tiếng Việt)", "A (tiếng Việt)", "A (English)")
    head = (*head, "B (tiếng Việt)", "B (English)", "Correct answer")
    held = read(xlsx([head, ("Which?", "Nào?", "Đỏ", "Red", "Xanh", "Blue", "Blue")]), "s.xlsx")
    assert held.language == ""
    draft = held.rows[0].draft
    assert draft.text == {"vi": "Nào?", "en": "Which?"}
    assert draft.options[1].text == {"vi": "Xanh", "en": "Blue"}
    assert draft.right == [2]


def test_a_key_that_is_also_an_answer_is_taken_as_its_number_and_said_so():
    held = read(b"Question,A,B,C,Key\nHow many?,3,1,2,2\n", "t.csv")
    assert held.rows[0].draft.right == [2]
    assert [note.code for note in held.rows[0].notes] == ["key_or_number"]


def test_rows_of_every_kind():
    lines = (
        "Loại;Câu hỏi;A;B;Đáp án đúng;Câu trả lời",
        "Đúng sai;Trời xanh;;;Đúng;",
        "Sắp xếp;Xếp;;;;một | hai | ba",
        "Ghép đôi;Ghép;;;;a = x | b\\=c = y | d = z \\| w",
        "Gõ đáp án;Gõ;;;;nhà dài | nha dai",
        "Nhiều đáp án;Chọn;a;b;A;",
        "Bản đồ;Ở đâu;;;;",
        "Hát;Hát đi;;;;",
    )
    held = read("\n".join(lines).encode(), "t.csv")
    truth, order, match, typed, several, map_pin, unknown = held.rows
    assert answers(truth) == [("Đúng", True), ("Sai", False)]
    assert order.draft.spec == {"items": [{"vi": "một"}, {"vi": "hai"}, {"vi": "ba"}]}
    assert [pair["left"]["vi"] for pair in match.draft.spec["pairs"]] == ["a", "b=c", "d"]
    assert match.draft.spec["pairs"][2]["right"]["vi"] == "z | w"
    assert typed.draft.spec["accepted"]["vi"] == ["nhà dài", "nha dai"]
    assert several.draft.kind == "multiple"
    assert [told(row)[0][0] for row in (map_pin, unknown)] == ["kind_not_read", "kind_unknown"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a,b,c\n1,2,3\n", "no_header"),
        (b"Question,A,B,Correct answer\n", "nothing"),
        (b'Question,A,B,Key\n"' + b"x" * 200_000 + b'",a,b,A\n', "wide_cell"),
    ],
)
def test_sheets_without_questions_say_what_to_do(data, code):
    with pytest.raises(FileRefused) as refused:
        read(data, "t.csv")
    assert refused.value.code == code
    assert "%(" not in str(refused.value)
