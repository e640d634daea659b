"""The board as it is drawn and as it is read out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from django.utils import translation

from games.o_an_quan import board, face, notation, rules, words
from games.o_an_quan.board import Marks, Squares
from games.o_an_quan.rules import Move
from games.o_an_quan.story import tell

FULL = Squares((3, 0, 10, 11, 20, 1, 0, 5, 6, 15, 16, 2), {0})


def drawn(*args, **kwargs) -> dict[str, ET.Element]:
    root = ET.fromstring(board.svg(*args, **kwargs).replace('hidden=""', 'hidden="hidden"'))
    return {e.attrib["id"][3:]: e for e in root.iter() if e.attrib.get("id", "").startswith("sq-")}


def test_every_square_has_its_number_and_a_picture_of_its_stones():
    holes = drawn(FULL)
    assert list(holes) == list(rules.SQUARES)
    for index, name in enumerate(rules.SQUARES):
        texts = [e.text for e in holes[name] if e.attrib.get("class") == "n"]
        assert texts == [str(FULL.citizens[index])]
        (lot,) = [e for e in holes[name] if e.attrib.get("class") == "lot"]
        assert lot.attrib["href"] == f"#{board.stones_symbol(FULL.citizens[index])}"


def test_up_to_ten_stones_are_drawn_one_by_one_and_more_as_heaps():
    defined = {
        e.attrib["id"]: len(e)
        for e in ET.fromstring(board.definitions()).iter()
        if "id" in e.attrib
    }
    for count in range(1, 11):
        assert defined[board.stones_symbol(count)] == count
    assert board.stones_symbol(11) == board.stones_symbol(15) != board.stones_symbol(16)
    assert board.stones_symbol(16) == board.stones_symbol(50) in defined


def test_a_square_is_read_out_in_both_languages():
    spoken = {}
    for language in ("vi", "en"):
        with translation.override(language):
            holes = drawn(FULL, Marks(playable={2}))
            spoken[language] = [holes[n].attrib["aria-label"] for n in ("QL", "B1", "B2", "QR")]
    assert spoken["en"] == [
        "left mandarin square, mandarin and 3 citizens",
        "Blue 1, empty",
        "Blue 2, 10 citizens, playable",
        "right mandarin square, empty",
    ]
    assert spoken["vi"] == [
        "ô quan trái, quan và 3 dân",
        "Xanh 1, trống",
        "Xanh 2, 10 dân, chọn được",
        "ô quan phải, trống",
    ]


def test_turned_by_half_yellow_lies_where_blue_lay_and_keeps_its_names():
    def middle(holes, name):
        return holes[name].attrib["data-at"].split()[1:]

    straight, turned = drawn(FULL), drawn(FULL, turned=True)
    for index, name in enumerate(rules.SQUARES):
        other = rules.SQUARES[(index + 6) % 12]
        assert middle(turned, name) == middle(straight, other)
        assert turned[name].attrib["data-n"] == straight[name].attrib["data-n"]


@pytest.mark.parametrize(("player", "turned"), [(0, False), (1, True), (1, False), (0, True)])
def test_the_arrows_point_where_the_stones_go(player, turned):
    """The first stone lands on the side of the arrow, or round the corner in the mandarin square
    of that side."""
    ways = face.ways(player, turned)
    for square in rules.RICE[player]:
        at = board.place(square, turned)
        for side, letter in ways.items():
            first = board.place((square + rules.DIRECTIONS[letter]) % 12, turned)
            x, first_x = board._centre(at)[0], board._centre(first)[0]
            assert (first_x > x) == (side == "right")


def test_nothing_drawn_needs_a_style_attribute():
    everything = board.svg(FULL) + board.definitions() + board.pile(30, 2)
    assert not re.search(r"\sstyle=|<style|\son\w+=", everything)


def test_what_is_pushed_for_a_board_stays_small():
    assert len(face.picture(rules.start()).encode()) < 5000


# --- words ---------------------------------------------------------------------------------------


def told(position: str, move: str, language: str) -> str:
    with translation.override(language):
        state = notation.parse(position)
        (turn,) = tell(state, [Move.parse(move)])
        entry = face.entry(turn)
        return entry["full"]


def test_a_turn_is_told_as_the_rules_say():
    opening = "5,5,5,5,5/5,5,5,5,5/0q,0q B 0:0:0 0:0:0 0 0"
    assert told(opening, "B2c", "en") == (
        "Blue sows square 2 clockwise, 5 stones, as far as Yellow 3; lifts Yellow 4, 5 stones, as "
        "far as Blue 3. Blue 2 is empty: wins Blue 1, 6 citizens. Blue has 6 points. "
        "Yellow to move."
    )
    assert told(opening, "B2c", "vi") == (
        "Xanh rải ô 2 theo chiều kim đồng hồ, 5 dân, tới Vàng 3; bốc tiếp Vàng 4, 5 dân, tới "
        "Xanh 3. Xanh 2 trống: ăn Xanh 1, 6 dân. Xanh được 6 điểm. Đến lượt Vàng."
    )


@pytest.mark.parametrize(
    ("position", "move", "ends"),
    [
        ("0,2,0,1,0/3,0,0,1,0/0q,4q B 20:0:0 19:0:0 0 20", "B4a", "gặp ô quan, mất lượt"),
        ("4,0,4,0,3/1,0,0,0,3/2q,0q B 17:0:0 16:0:0 0 20", "B1a", "hai ô trống, mất lượt"),
        ("0,0,0,0,0/1,0,0,0,0/4q,5q B 37:0:0 3:0:0 0 20", "B1a", "rải lại 5 dân, trong đó vay 2"),
        ("4,0,4,0,3/2,0,1,0,0/6,3q B 14:0:0 13:1:0 0 20", "B3a", "kéo về! xanh 25, vàng 29"),
    ],
)
def test_why_a_turn_or_the_game_ended_is_said(position, move, ends):
    assert ends in told(position, move, "vi").lower()


def test_signs_replay_the_turn_on_the_board():
    """What the script is told puts the stones where the rules put them."""
    opening = rules.start()
    for move in rules.legal_moves(opening):
        (turn,) = tell(opening, [move])
        held = dict(zip(rules.SQUARES, opening.board.citizens, strict=True))
        for word in words.signs(turn.events).split():
            kind, square = word[0], word[1:]
            if kind in "lc":
                held[square] = 0
            elif kind == "d":
                held[square] += 1
        assert tuple(held.values()) == turn.after.board.citizens
