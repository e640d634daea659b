"""Positions and records as text: what is written is read again, what is wrong is refused."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import IllegalMove, InvalidMove
from games.o_an_quan import notation, rules, texts
from games.o_an_quan.notation import InvalidText, parse, record, replay, replay_json
from games.o_an_quan.rules import Move, Options

from .games import few, options, positions, seeds, whole_game

#: Letters that mean something to the reader, and some that might upset it.
odd_texts = st.text('aB1q5,:/-. \n\r\x85\u2028"\\[]{}*cỘ\x00', max_size=60)

START = "5,5,5,5,5/5,5,5,5,5/0q,0q B 0:0:0 0:0:0 0 0"
RECORD = f"""[OAQ "1"]
[Date "2026.02.17"]
[Blue "An"]
[Yellow "Bình \\"Còi\\""]
[Rules "quan_value=5 quan_non=off borrow=on empty_quan=stop end=pieces"]
[Start "{START}"]
[Result "17-42"]
[Winner "Y"]
[Termination "het_quan"]

1. B2c Y3a 2. B1c {{the left corner; 3. is no number here}} Y4a 3. B5c Y1c
4. B3a Y1a 5. B1a Y5c 17-42
"""


@few
@given(positions())
def test_a_position_is_read_as_it_was_written(state):
    again = parse(str(state), state.options)
    assert str(again) == str(state)
    assert rules.legal_moves(again) == rules.legal_moves(state)
    assert (again.reason, rules.score(again)) == (None, rules.score(state))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("", "form"),
        ("5,5,5,5/5,5,5,5,5/0q,0q B 0:0:0 0:0:0 0 0", "form"),
        (START + " ", "form"),
        (START.replace(" B ", "  B "), "form"),
        (START.replace("5,5", "05,5", 1), "form"),
        (START.replace("5,5", "-5,5", 1), "form"),
        (START.replace("5,5", "٥,5", 1), "form"),
        (START.replace("0:0:0", "-0:0:0", 1), "form"),
        (START.replace("0:0:0", "0:0:-2", 1), "form"),
        (START.replace(" B ", " b "), "form"),
        (START + "\n", "form"),
        (START.replace("5,5", "6,5", 1), "citizens"),
        (START.replace("0q,0q", "0,0q"), "mandarins"),
        ("5,5,5,5,5/5,5,5,5,5/0q,0q B -1:0:0 1:0:0 0 0", "negative"),
        ("5,5,5,5,5/0,0,0,0,0/0q,0q B 25:0:0 0:0:0 0 0", "bare"),
        (START.replace(" 0 0", " 40 40"), "quiet"),
        ("5,5,5,5,5/5,5,5,5,5/0,0 B 0:1:0 0:1:0 0 9", "ended"),
        ("0,0,0,0,0/1,0,0,0,0/0,0 - 24:1:0 25:1:0 0 9", "unfinished"),
        ("0,0,0,0,0/0,0,0,0,0/0,0 - 25:1:0 25:1:1 0 9", "unfinished"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line, what):
    with pytest.raises(InvalidText) as refused:
        parse(line)
    assert (refused.value.code, refused.value.facts["what"]) == ("malformed", what)
    assert str(texts.UNREADABLE[what])


def test_when_play_goes_on_without_mandarins_is_a_matter_of_options():
    line = "4,5,5,5,5/5,5,5,5,5/1,0 B 0:1:0 0:1:0 0 9"
    assert not parse(line, Options(end="squares")).over
    with pytest.raises(InvalidText):
        parse(line)


def test_a_finished_position_may_hold_a_negative_stock_and_has_no_reason():
    state = parse("0,0,0,0,0/0,0,0,0,0/0,3 - -3:0:0 50:2:0 0 61")
    assert rules.outcome(state) == rules.Result(rules.YELLOW, None, (-3, 60), 3)


def test_a_record_is_replayed_to_its_result():
    game = replay(RECORD)
    assert str(game.final) == "0,0,0,0,0/0,0,0,0,0/0,1 - 17:0:0 32:2:0 0 10"
    assert game.result == rules.Result(rules.YELLOW, "het_quan", (17, 42), 1)
    assert game.tags == {"Date": "2026.02.17", "Blue": "An", "Yellow": 'Bình "Còi"'}


@few
@given(
    options,
    seeds,
    st.integers(0, 30),
    st.none() | st.tuples(st.sampled_from(rules.SPOKEN_REASONS), st.sampled_from([0, 1, None])),
    odd_texts,
)
def test_any_game_is_read_as_it_was_written(options, seed, cut, word, name):
    start = rules.start(options)
    states, moves = whole_game(start, Random(seed))
    if cut < len(moves):
        game = record(start, moves[:cut], word=word, tags={"Blue": "An"})
    else:
        game = record(start, moves, tags={"Blue": "An"})
        assert game.final == states[-1]
    assert replay(game.text()) == game
    assert replay_json(json.loads(json.dumps(game.as_json()))) == game
    named = record(start, moves, tags={"Yellow": name})
    assert replay(named.text()).final == named.final


@few
@given(positions(), seeds)
def test_a_game_may_start_anywhere(state, seed):
    start = parse(str(state), state.options)
    _, moves = whole_game(start, Random(seed))
    game = record(start, moves)
    assert str(replay(game.text()).final) == str(game.final)


def changed(old, new, count=1):
    assert old in RECORD
    return RECORD.replace(old, new, count)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (changed('[OAQ "1"]\n', ""), "tag_missing"),
        (changed('[OAQ "1"]', '[OAQ "2"]'), "version"),
        (changed('[Winner "Y"]', '[Winner "B"]'), "winner"),
        (changed('[Winner "Y"]', '[Winner "draw"]'), "winner"),
        (changed('[Winner "Y"]', '[Winner "An"]'), "winner"),
        (changed('"het_quan"', '"quiet"'), "termination"),
        (changed('"het_quan"', '"resign"'), "termination"),
        (changed('"het_quan"', '"bored"'), "termination"),
        (changed("17-42", "42-17", 2), "result"),
        (changed("17-42", "*", 2), "result"),
        (changed("Y5c 17-42", "Y5c *"), "result_last"),
        (changed("Y5c 17-42", "Y5c"), "result_last"),
        (changed("Y5c 17-42", "Y5c 17-42 {"), "comment"),
        (changed("quan_value=5", "quan_value=7"), "rules"),
        (changed("quan_value=5", "start=B"), "rules"),
        (changed("quan_value=5", "borrow=on"), "rules"),
        (changed("quan_value=5", "colour=red"), "rules"),
        (changed('[Blue "An"]', '[Blue "An"'), "tag"),
        (changed('[Blue "An"]', '[OAQ "1"]'), "tag"),
        (changed("5,5,5", "5,5,6"), "citizens"),
        (RECORD + " " * 100_000, "long"),
        ("", "tag_missing"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(text, what):
    with pytest.raises(InvalidText) as refused:
        replay(text)
    assert refused.value.facts["what"] == what
    assert str(texts.UNREADABLE[what])


@pytest.mark.parametrize(
    ("text", "error", "code", "ply", "move"),
    [
        (changed("B2c Y3a", "B2x Y3a"), InvalidMove, "malformed", 1, "B2x"),
        (changed("B2c Y3a", "B2c B3a"), IllegalMove, "not_own", 2, "B3a"),
        (changed("B2c Y3a", "QLa Y3a"), IllegalMove, "mandarin_square", 1, "QLa"),
        (changed("Y5c 17-42", "Y5c B1a 17-42"), IllegalMove, "over", 11, "B1a"),
        (changed("4. B3a", "4. B1a"), IllegalMove, "empty", 7, "B1a"),
    ],
)
def test_the_first_bad_move_is_named(text, error, code, ply, move):
    with pytest.raises(error) as refused:
        replay(text)
    assert (refused.value.code, refused.value.facts["ply"], refused.value.facts["move"]) == (
        code,
        ply,
        move,
    )


def test_a_game_given_up_is_counted_and_the_word_decides():
    text = changed("3. B5c", "17-42 {").replace("Y5c 17-42", "}")
    text = text.replace("17-42", "15-21", 2).replace("het_quan", "resign")
    text = text.replace('[Winner "Y"]', '[Winner "B"]')
    assert replay(text).result == rules.Result(rules.BLUE, "resign", (15, 21), 14)
    with pytest.raises(InvalidText):
        replay(text.replace('[Winner "B"]\n', ""))


def test_an_unfinished_game_shows_its_running_score():
    game = record(rules.start(), [Move.parse("B2c")])
    assert '[Result "*"]' in game.text()
    assert replay(game.text()) == game
    assert rules.score(game.final) == (6, 0)
    with pytest.raises(InvalidText):
        replay(game.text().replace('[Result "*"]', '[Result "*"]\n[Winner "B"]'))


@pytest.mark.parametrize(
    "broken",
    [
        [],
        {},
        {"oaq": 2},
        {"oaq": 1, "start": START},
        {"oaq": 1, "start": 5, "moves": []},
        {"oaq": 1, "start": START, "moves": [], "rules": {"start": "B"}},
        {"oaq": 1, "start": START, "moves": [], "rules": {"quan_non": 3}},
        {"oaq": 1, "start": START, "moves": [], "result": {"blue": 0, "yellow": 0}},
        {"oaq": 1, "start": START, "moves": [], "tags": {"Result": "1-0"}},
    ],
)
def test_json_that_is_no_game_is_refused(broken):
    with pytest.raises(InvalidText):
        replay_json(broken)
    with pytest.raises(InvalidText):
        notation.read(json.dumps(broken))


@few
@given(odd_texts)
def test_no_text_breaks_the_reader(text):
    for read in (notation.read, parse, lambda rest: replay(RECORD + rest)):
        try:
            read(text)
        except (InvalidText, InvalidMove, IllegalMove):
            pass
