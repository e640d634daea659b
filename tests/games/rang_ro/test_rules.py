"""Rules that the published positions leave out: at a live table, of late and of absent players, of
teachers, and the rarer cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rang_ro.core.moves import Move
from games.rang_ro.core.state import AGAIN, BLOCKED, UNUSED
from games.rang_ro.game import GAME

from .arranged import Rigged, Table
from .playing import CONTENT


def asked(seats=3, **options):
    """Seat 0 drives from Hà Nội to Hà Nam, and the question is open."""
    return Table(seats, **options).do(0, "move", by="car", path=("ha-nam",))


# --- a question for everybody at once ------------------------------------------------------------


def test_everybody_answers_at_once_in_any_order():
    table = asked()
    decision = GAME.decision(table.s)
    assert GAME.to_act(table.s) == {0, 1, 2}
    table.do(2, "answer", a="B").do(2, "answer", a="A", lock=True)
    assert GAME.decision(table.s) == decision
    assert GAME.to_act(table.s) == {0, 1}
    assert table.refused(2, "answer", a="C") == "not_your_turn"
    table.answer(s1="B", s0="A")
    assert [player.right for player in table.s.players] == [1, 0, 1]
    assert table.s.players[0].pos == "ha-nam"
    assert table.coins() == [18, 18, 20]


def test_an_answer_that_is_not_locked_counts_when_time_is_up():
    table = asked().do(1, "answer", a="A").answer(s0="A", s2="A")
    assert table.default(1) == Move("answer", lock=True)
    table.do(1, "answer", lock=True)
    assert table.coins() == [18, 20, 20]


def test_why_is_read_before_the_game_goes_on():
    table = asked().answer(s0="A", s1="A", s2="B")
    assert GAME.view(table.s, 1, CONTENT).phase == "EXPLAIN"
    shown = GAME.view(table.s, 1, CONTENT).explained
    assert (shown.right, shown.answer, shown.marks) == ("A", "A", {0: True, 1: True, 2: False})
    assert shown.explanation and shown.address
    assert GAME.deadlines(table.s) == dict.fromkeys(range(3), 8.0)
    assert table.refused(1, "earn", x=7) == "wrong_phase"
    assert GAME.silence(table.s, 1)
    table.read()
    assert (table.s.phase, table.s.active) == ("ACTION", 1)
    assert not GAME.silence(table.s, 1)


def test_no_time_to_read_where_none_is_wanted():
    assert asked(explain_seconds=0).answer(s0="A", s1="A", s2="B").s.reading == frozenset()


def test_the_holder_of_the_treasure_book_reads_on_for_longer():
    table = Table()
    table.s = replace(table.s, book=1)
    table.do(0, "move", by="car", path=("ha-nam",))
    assert GAME.deadlines(table.s) == {0: 10.0, 1: 30.0, 2: 10.0}
    articles = [GAME.view(table.s, seat, CONTENT).question.article for seat in (None, 0, 1, 2)]
    assert articles[:2] == [None, None] and articles[2] and articles[3] is None


def test_who_is_out_practises_without_holding_anybody_up():
    table = Table()
    table.have(2, out=True, coins=0, left=1).do(0, "move", by="car", path=("ha-nam",))
    assert GAME.to_act(table.s) == {0, 1, 2}
    assert set(GAME.deadlines(table.s)) == {0, 1}
    table.do(2, "answer", a="B", lock=True).answer(s0="A", s1="A")
    mine = next(e for e in table.events if e.kind == "learned" and e.facts["seat"] == 2)
    assert mine.only == {2}
    assert (mine.facts["role"], mine.facts["answer"], mine.facts["is_right"]) == (
        "practice",
        "B",
        False,
    )
    assert table.s.players[2].asked == 0


def test_the_learning_log_says_what_each_did():
    table = Table().hold(1, "FIFTY").do(0, "move", by="car", path=("ha-nam",)).let_pass()
    table.do(1, "card", k="FIFTY").answer(s0="A", s1="A", s2="-")
    log = {e.facts["seat"]: e.facts for e in table.events if e.kind == "learned"}
    assert [log[seat]["role"] for seat in range(3)] == ["main", "bystander", "bystander"]
    assert [log[seat]["answer"] for seat in range(3)] == ["A", "A", None]
    assert log[1]["cards"] == ["FIFTY"] and log[0]["province"] == "ha-nam"
    assert log[0]["question"].startswith("red-river-delta.")


# --- bots and absent players ---------------------------------------------------------------------


def test_a_bot_only_locks_and_chance_answers_for_it():
    table = Table(levels=("", "standard", "strong"))
    table.do(0, "move", by="car", path=("ha-nam",)).answer(s0="A").answer(s1="-")
    # 5 of ten: the standard bot knows; 8 of ten: the strong one does not and takes the first left.
    table.do(2, "answer", 5, 8, lock=True)
    assert [player.right for player in table.s.players] == [1, 1, 1]


def test_whoever_goes_away_misses_one_question_and_then_a_bot_answers():
    table = asked()
    table.do(None, "level", seat=1, level="standard").answer(s0="A", s2="A")
    assert GAME.to_act(table.s) == {1}
    table.answer(s1="-").read()
    assert table.s.players[1].asked == 1 and table.s.players[1].right == 0
    assert table.coins()[1] == 18
    table.do(1, "move", by="car", path=("ha-nam",)).answer(s0="A", s2="A")
    table.do(1, "answer", 1, lock=True)
    assert table.s.players[1].right == 1
    log = next(e for e in table.events if e.kind == "learned" and e.facts["seat"] == 1)
    assert log.facts["away"]


def test_an_answer_given_before_going_away_counts():
    table = asked().do(1, "answer", a="A")
    table.do(None, "level", seat=1, level="standard").answer(s0="A", s2="A", s1="-")
    assert table.s.players[1].right == 1


def test_bystanders_with_a_card_may_act_but_need_not():
    table = Table(levels=("", "", "standard")).hold(1, "FUND").hold(2, "FUND")
    assert GAME.to_act(table.s) == {0, 1}
    assert set(GAME.deadlines(table.s)) == {0}
    decision = GAME.decision(table.s)
    table.do(1, "card", k="FUND")
    assert table.coins()[1] == 25 and GAME.decision(table.s) == decision
    assert GAME.to_act(table.s) == {0}
    table.hold(1, "SHARE").do(1, "pass")
    assert GAME.to_act(table.s) == {0}
    assert table.refused(0, "pass") == "wrong_phase"


# --- windows -------------------------------------------------------------------------------------


def test_all_choose_at_once_and_are_heard_from_the_main_player_on():
    table = Table().hold(1, "STORM").hold(2, "STORM")
    table.do(0, "move", by="car", path=("ha-nam",))
    decision = GAME.decision(table.s)
    assert GAME.deadlines(table.s) == {1: 5.0, 2: 5.0}
    table.do(2, "card", k="STORM")
    assert table.kinds() == ["chosen"] and GAME.decision(table.s) == decision
    assert table.s.players[2].hand == ("STORM",)
    assert GAME.view(table.s, 0, CONTENT).chosen is None
    assert GAME.view(table.s, 2, CONTENT).chosen == Move("card", k="STORM")
    table.do(1, "card", k="STORM")
    # Seat 1 was heard first; the second storm has nothing left to stop and is kept.
    assert [player.hand for player in table.s.players] == [(), (), ("STORM",)]
    assert (table.s.phase, table.s.active, table.coins()[0]) == ("ACTION", 0, 20)
    assert table.refused(0, "move", by="car", path=("ha-nam",)) == "vehicle_blocked"
    assert table.default(0) == Move("earn", x=7)


def test_a_counter_stops_the_window_and_then_it_goes_on():
    table = Table().hold(0, "SHIELD").hold(1, "STORM").hold(2, "FUND")
    table.do(0, "move", by="car", path=("ha-nam",))
    table.do(1, "card", k="STORM").do(2, "card", k="FUND")
    assert table.s.phase == "COUNTER" and GAME.to_act(table.s) == {0}
    table.do(0, "card", k="SHIELD")
    assert table.coins() == [18, 20, 25]
    assert table.s.phase == "QUESTION"


def test_passing_until_the_own_turn():
    table = Table().hold(1, "STORM").do(0, "move", by="car", path=("ha-nam",))
    table.do(1, "pass", rest=True).answer(s0="A", s1="A", s2="A").read()
    # The window after the marks asked seat 1 only, and has closed by itself.
    assert (table.s.phase, table.s.active) == ("ACTION", 1)
    assert table.s.resting == frozenset()


def test_a_choice_that_cannot_be_is_refused_at_once():
    table = Table().hold(1, "UMBRELLA").do(0, "move", by="car", path=("ha-nam",))
    assert table.refused(1, "card", k="UMBRELLA") == "bad_timing"
    assert table.refused(1, "card", k="STORM") == "no_card"
    assert table.refused(2, "pass") == "not_your_turn"


# --- cards ---------------------------------------------------------------------------------------


def test_fifty_takes_a_wrong_answer_away_from_one_screen_only():
    table = Table().hold(1, "FIFTY", "FIFTY").do(0, "move", by="car", path=("ha-nam",))
    table.do(1, "pass").do(1, "answer", a="B").do(1, "card", k="FIFTY")
    removed = next(event for event in table.events if event.kind == "removed")
    assert removed.only == {1} and removed.facts["answer"] == "B"
    seen = [GAME.view(table.s, seat, CONTENT).question for seat in (0, 1)]
    assert [one.removed for one in seen] == [None, "B"]
    assert seen[1].answer is None
    assert table.refused(1, "answer", a="B") == "bad_answer"
    assert table.refused(1, "card", k="FIFTY") == "already_used"


def test_nobody_who_is_copied_copies():
    table = Table().hold(1, "ASK_FRIEND").hold(2, "ASK_FRIEND")
    table.do(0, "move", by="car", path=("ha-nam",)).let_pass()
    table.do(1, "card", k="ASK_FRIEND", friend=2)
    assert GAME.to_act(table.s) == {0, 2}
    assert table.refused(2, "card", k="ASK_FRIEND", friend=0) == "bad_target"
    table.answer(s0="B", s2="A").let_pass()
    assert [player.right for player in table.s.players] == [0, 1, 1]


def test_insurance_gives_back_what_was_paid():
    table = Table().hold(0, "TICKET", "INSURANCE")
    table.do(0, "move", by="plane", to="nghe-an", attach=("TICKET",))
    assert table.coins()[0] == 16
    table.answer(s0="B", s1="A", s2="A").do(0, "card", k="INSURANCE")
    assert table.coins()[0] == 20 and table.s.players[0].pos == "ha-noi"


def test_a_trip_that_a_storm_stops_keeps_its_ticket():
    table = Table().hold(0, "TICKET").hold(1, "STORM")
    table.do(0, "move", by="plane", to="nghe-an", attach=("TICKET",)).do(1, "card", k="STORM")
    table.do(0, "pass")
    assert table.s.players[0].hand == ("TICKET",) and table.coins()[0] == 20


def test_each_card_to_roll_again_is_good_for_one_roll():
    table = Table().hold(0, "REROLL", "REROLL")
    table.do(0, "earn", 1, 1, x=7).do(0, "card", 1, 2, k="REROLL").do(0, "card", 3, 4, k="REROLL")
    assert table.coins()[0] == 34


def test_the_challenged_chooses_after_three_ties():
    table = Table().do(0, "challenge", *[3, 3, 2, 4] * 3, target=1)
    assert table.s.duel.chooser == 1
    assert table.default(1) == Move("choose_answerer", who=1)
    table.do(1, "choose_answerer", who=0)
    assert GAME.to_act(table.s) == {0, 1, 2} and set(GAME.deadlines(table.s)) == {0}
    table.answer(s0="A")
    assert table.coins() == [25, 15, 20] and table.s.players[0].badges == 1


def test_a_challenge_without_any_question_is_won_by_the_answerer():
    content = {**CONTENT, "questions": {}}
    table = Table().do(0, "challenge", 6, 6, 1, 1, target=1)
    step = GAME.play(table.s, 0, Move("choose_answerer", who=1), content, Rigged())
    assert [player.badges for player in step.state.players] == [0, 1, 0]


def test_a_blocked_benefit_may_be_tried_again_anywhere_next_turn():
    table = Table(at="hung-yen").have(1, flags=frozenset({"ca-mau"})).hold(1, "FLAG_KEEPER")
    table.do(0, "move", by="car", path=("ha-noi",)).do(1, "pass")
    table.answer(s0="A", s1="A", s2="A").do(1, "pass").read()
    assert table.s.phase == "BENEFIT"
    assert table.refused(0, "benefit", kind="steal") == "bad_kind"
    assert table.default(0) == Move("benefit", kind="decline")
    table.do(0, "benefit", kind="convert", target=1, provinces=("ca-mau",))
    table.do(1, "card", k="FLAG_KEEPER")
    assert (table.s.players[0].benefit, table.s.active) == (BLOCKED, 1)
    for seat in (1, 2):
        table.do(seat, "earn", 1, 1, x=7)
    assert table.s.players[0].benefit == AGAIN
    assert GAME.encode_view(GAME.view(table.s, 0, CONTENT))["may"]["benefit"]
    assert table.do(0, "earn", 1, 1, x=7).s.players[0].benefit == UNUSED


# --- the table's own moves -----------------------------------------------------------------------


def test_a_newcomer_comes_last_in_the_round():
    table = Table().do(0, "earn", 1, 1, x=7)
    assert GAME.table_move(table.s, "join", None, "") == Move("join")
    table.do(None, "join")
    assert table.s.turn_order() == (0, 1, 2, 3)
    assert table.s.players[3].coins == 20 and table.s.players[3].pos is None
    for seat in (1, 2):
        table.do(seat, "earn", 1, 1, x=7)
    assert (table.s.phase, table.s.active, table.s.round) == ("SETUP", 3, 1)
    assert table.default(3) == Move("roll_setup")
    table.do(3, "roll_setup", 3, 4)
    assert table.refused(3, "place", province="ha-noi") == "wrong_region"
    table.do(3, "place", province="can-tho")
    assert (table.s.phase, table.s.active) == ("ACTION", 3)
    table.do(3, "earn", 1, 1, x=7)
    assert (table.s.active, table.s.round) == (0, 2)


def test_nobody_joins_late_in_the_game_or_at_a_full_table():
    late, full = Table(), Table(6)
    late.s = replace(late.s, round=4)
    for table in (late, full):
        assert GAME.table_move(table.s, "join", None, "") is None
        assert table.refused(None, "join") == "unknown_move"


def test_a_faulty_question_costs_nobody_anything():
    table = Table().hold(0, "TICKET")
    table.do(0, "move", by="plane", to="nghe-an", attach=("TICKET",)).answer(s1="B", s2="-")
    table.do(None, "teacher", do="void")
    assert table.coins() == [20, 20, 20]
    assert (table.s.phase, table.s.active) == ("ACTION", 0)
    assert table.s.players[0].hand == ("TICKET",)
    assert [player.asked for player in table.s.players] == [0, 0, 0]
    assert GAME.table_move(table.s, "void", None, "") is None
    table.do(0, "challenge", 6, 6, 1, 1, target=1).let_pass().do(0, "choose_answerer", who=0)
    assert table.do(None, "teacher", do="void").coins() == [20, 20, 20]


def _lies_there(table):
    """The question that is open."""
    question = table.s.question
    return CONTENT["questions"][question.pile][question.card]["id"]


def test_a_question_that_was_taken_away_does_not_come_back_in_the_same_game():
    table = Table()
    drive = {"by": "car", "path": ("ha-nam",)}
    table.do(0, "move", **drive)
    faulty = _lies_there(table)
    table.do(None, "teacher", do="void")
    asked = []
    for _n in range(9):  # the pile has four cards: it is shuffled twice
        table.have(0, pos="ha-noi", flags=frozenset(), coins=20)
        table.s = replace(table.s, active=0, phase="ACTION")
        table.do(0, "move", **drive)
        asked.append(_lies_there(table))
        assert "voided_again" not in table.kinds()
        table.answer(s0="A", s1="A", s2="A").read()
    assert faulty not in asked
    assert len(set(asked)) == 3
    assert GAME.decode(GAME.encode(table.s)) == table.s


def test_where_every_question_was_taken_away_one_serves_again_and_that_is_told():
    table = Table()
    for n in range(5):
        table.do(0, "move", by="car", path=("ha-nam",))
        assert ("voided_again" in table.kinds()) == (n == 4)
        table.do(None, "teacher", do="void")


@pytest.mark.parametrize("call", [Move("time_up"), Move("teacher", do="last_round")])
def test_the_round_is_played_to_its_end(call):
    table = Table(time_limit_min=25)
    assert GAME.deadlines(table.s)[None] == 1500
    assert GAME.default_move(GAME.view(table.s, None, CONTENT), None, Rigged()) == Move("time_up")
    step = GAME.play(table.s, None, call, CONTENT, Rigged())
    table.s = step.state
    assert None not in GAME.deadlines(table.s)
    for seat in range(3):
        table.do(seat, "earn", 1, 1, x=7)
    assert GAME.outcome(table.s).reason == "time"
    # Equal in all, so the later turn decides (V5).
    assert GAME.outcome(table.s).places == (3, 2, 1)


def test_places_follow_the_ladder_and_who_left_comes_last():
    table = Table(4).have(1, right=5).have(2, out=True, left=2).have(3, out=True, left=1)
    table.do(None, "teacher", do="end")
    assert GAME.outcome(table.s).places == (2, 1, 3, 4)


def test_only_the_table_makes_its_own_moves():
    table = Table()
    for kind in ("time_up", "join"):
        assert table.refused(0, kind) == "unknown_move"
    assert table.refused(0, "teacher", do="end") == "unknown_move"
    assert table.refused(None, "level", seat=9, level="standard") == "unknown_move"
    assert table.refused(None, "level", seat=0, level="wizard") == "unknown_move"


def test_no_clock_runs_where_none_is_wanted():
    assert GAME.deadlines(asked(untimed=True, time_limit_min=25).s) == {}
