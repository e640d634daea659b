"""Turns: what is legal when, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import IllegalMove
from games.rafter_five import rules, search, texts, turns
from games.rafter_five.game import GAME
from games.rafter_five.pieces import Piece, chest, plank, rafter
from games.rafter_five.rules import Player
from games.rafter_five.rulings import Judged, Ruling

from .rafts import STANDARD, after, at, begin, stable, step, to_load

LAY = {"type": "lay", "x": 0, "y": 0, "rot": 0}
MAN = {"type": "man", "x": 15, "y": 0, "rot": 0}
LIFT = {"type": "lift", "rafter": 2}
DRAW = {"type": "draw", "plank": "pile"}


def refused(state, data, seat=None):
    with pytest.raises(IllegalMove) as found:
        GAME.check(state, state.turn if seat is None else seat, GAME.decode_move(data), {})
    before = GAME.encode(state)
    assert GAME.encode(state) == before
    assert str(texts.REFUSALS[found.value.code])
    return found.value.code


def told(events):
    return {event.kind: event.facts for event in events}


@pytest.mark.parametrize(
    ("seats", "colours", "left"),
    [(1, 6, 42), (2, 3, 21), (3, 2, 14), (4, 1, 7), (5, 1, 7), (6, 1, 7)],
)
def test_colours_and_chests_by_the_number_of_players(seats, colours, left):
    state = begin(seats)
    assert [len(player.colours) for player in state.players] == [colours] * seats
    assert [len(player.store) for player in state.players] == [left] * seats
    assert sorted(state.pile) == list(range(1, 43))
    assert rules.all_in_place(state)


def test_who_begins_is_drawn_or_named():
    assert {begin(4, seed=str(n)).turn for n in range(30)} == {0, 1, 2, 3}
    assert {begin(4, seed=str(n), first=3).turn for n in range(5)} == {2}
    assert begin(2, first=6).turn in (0, 1)


def test_a_turn_from_lift_to_chest():
    state = begin(2, first=1)
    assert state.phase == "setup"
    state = after(state, STANDARD)
    assert state.phase == "lift" and len(state.raft) == 5
    drawn = state.pile[0]
    state = to_load(begin(2, first=1))
    assert state.phase == "load" and state.turn == 0
    done = step(state, {"type": "load", "colour": 1, "x": -15, "y": 0, "rot": 0})
    state = done.state
    assert (state.phase, state.turn, state.turns) == ("lift", 1, 1)
    assert [piece.id for piece in state.raft] == ["r1", "r3", "r4", "r5", f"p{drawn}", "r2", "c8"]
    assert 8 not in state.players[0].store and len(state.players[0].store) == 20
    assert [event.kind for event in done.events] == ["load", "stands", "turn"]
    assert done.events[-1].facts == {"seat": 1, "turn": 2, "skipped": []}


def test_each_move_has_its_phase():
    state = begin(2, first=1)
    assert refused(state, LIFT) == "wrong_phase"
    assert refused(state, STANDARD, seat=1) == "not_your_turn"
    state = after(state, STANDARD)
    for data in (STANDARD, DRAW, LAY, MAN, {"type": "stuck"}):
        assert refused(state, data) == "wrong_phase"
    state = after(state, LIFT)
    assert refused(state, LIFT) == "wrong_phase"
    assert refused(state, {"type": "draw", "plank": 5}) == "no_such_piece"
    state = after(state, DRAW)
    assert refused(state, {**LAY, "x": 251}) == "out_of_area"
    assert refused(state, {"type": "stuck"}) == "not_stuck"
    state = after(state, LAY)
    assert refused(state, {**MAN, "y": 60}) == "not_on_plank"
    # Whoever thinks better of it lays the plank once more.
    state = after(state, {**LAY, "x": 5}, {**LAY, "x": 0}, MAN)
    assert state.lays == 3
    assert refused(state, {"type": "load", "colour": 5, **at(-15, 0)._asdict()}) == (
        "no_chest_of_colour"
    )
    assert refused(state, {"type": "load", "colour": 0, **at(15, 0)._asdict()}) == "on_piece"


def test_a_trembling_hand_lays_once_and_moves_what_it_lays():
    state = after(begin(2, tremor="brisk", first=1), STANDARD, LIFT, DRAW)
    done = step(state, LAY)
    shown = told(done.events)["lay"]
    assert shown["asked"] == {"x": 0.0, "y": 0.0, "rot": 0.0}
    assert done.state.held != at(0, 0)
    assert abs(done.state.held.x) <= 3 and abs(done.state.held.y) <= 3
    assert done.state.held == at(*done.record["pose"])
    assert refused(done.state, LAY) == "lay_is_final"
    alone = after(begin(1, tremor="brisk"), STANDARD, LIFT, DRAW, LAY)
    assert alone.held == at(0, 0)


def test_a_trembling_hand_never_breaks_the_rules_of_placing():
    for seed in range(12):
        state = after(begin(2, seed=str(seed), tremor="brisk", first=1), STANDARD, LIFT, DRAW)
        # As far out as it may be: from there only some ways are legal.
        for x in range(120, 0, -1):
            try:
                rules.check_place(state, GAME.decode_move(LAY), at(x, 0))
            except IllegalMove:
                continue
            break
        held = step(state, {**LAY, "x": x}, seed=str(seed)).state.held
        rules.check_place(state, GAME.decode_move(LAY), held)


def test_a_rafter_in_the_sea_comes_first():
    state = after(begin(2, first=1), STANDARD)
    state = replace(
        state, raft=tuple(p for p in state.raft if p.id not in ("r1", "r4")), overboard=(4, 1)
    )
    assert refused(state, LIFT) == "rafter_in_sea_first"
    done = step(state, {"type": "lift", "rafter": 1})
    assert done.record is None
    assert (done.state.phase, done.state.hand, done.state.overboard) == ("draw", 1, (4,))
    assert told(done.events)["lift"]["from"] == "sea"


def leaning_out(seat=0, **options):
    """Seat 0's turn on a raft whose plank is held by rafter 3 and carries chests of both."""
    state = after(begin(2, first=1, **options), STANDARD)
    new = stable(
        plank(9, at(70, 0)), rafter(3, at(30, 0)), chest(1, at(50, 5)), chest(22, at(50, -5))
    )
    others = tuple(p for p in state.raft if p.id != "r3")
    first, second = state.players
    return replace(
        state,
        pile=tuple(n for n in state.pile if n != 9),
        raft=(*others, *new),
        turn=seat,
        players=(replace(first, store=first.store[1:]), replace(second, store=second.store[1:])),
    )


def test_what_falls_goes_where_it_belongs():
    state = leaning_out()
    assert rules.all_in_place(state)
    done = step(state, {"type": "lift", "rafter": 3})
    kinds = [event.kind for event in done.events]
    assert kinds == ["lift", "fall", "lost", "returned", "penalty", "dropped", "turn"]
    facts = told(done.events)
    assert facts["fall"]["waves"] == [["p9", "c1", "c22"]]
    assert GAME.showing(done.events) == facts["fall"]["ms"] / 1000 >= 0.5
    assert GAME.showing(done.events[:1]) == 0
    assert facts["fall"]["why"][0]["id"] == "p9" and facts["fall"]["why"][0]["margin"] < 0
    assert facts["lost"] == {"seat": 0, "planks": [9], "rafters": [], "leaning": []}
    assert facts["returned"]["chests"] == [{"chest": 1, "colour": 0}]
    assert facts["penalty"] == {"seat": 0, "chests": [{"chest": 22, "colour": 3}], "points": 1}
    after_it = done.state
    assert after_it.afloat == (9,) and after_it.overboard == (3,) and after_it.hand is None
    assert after_it.players[0].penalties == (22,) and 1 in after_it.players[0].store
    assert after_it.turn == 1 and after_it.phase == "lift"
    assert rules.given(after_it.players, 1) == 1
    assert rules.all_in_place(after_it)


def test_a_fallen_plank_may_stay_leaning():
    lost = set()
    for seed in range(12):
        state = step(leaning_out(leaning=True), {"type": "lift", "rafter": 3}, seed=str(seed)).state
        assert rules.all_in_place(state)
        assert sorted((*state.afloat, *state.leaning)) == [9]
        lost.add(state.leaning)
    assert lost == {(), (9,)}


def test_fallen_planks_may_be_drawn():
    state = step(leaning_out(), {"type": "lift", "rafter": 3}).state
    state = after(state, {"type": "lift", "rafter": 3}, {"type": "draw", "plank": 9})
    assert (state.drawn, state.afloat) == (9, ())


def test_stuck_ends_the_turn_without_penalty(monkeypatch):
    state = after(begin(2, first=1), STANDARD, LIFT, DRAW)
    monkeypatch.setattr(search, "way_out", lambda *_: None)
    done = step(state, {"type": "stuck"})
    assert done.state.afloat == (state.drawn,) and done.state.overboard == (2,)
    assert done.state.turn == 1 and rules.all_in_place(done.state)


def test_stuck_with_a_plank_in_the_hand(monkeypatch):
    stuck = {"type": "stuck"}
    for tremor, other, code in (
        ("steady", ("a way out",), "not_stuck"),
        ("steady", None, None),
        ("light", ("a way out",), None),
    ):
        state = after(begin(2, first=1, tremor=tremor), STANDARD, LIFT, DRAW, LAY)
        assert refused(state, stuck) == "not_stuck"
        with monkeypatch.context() as patch:
            patch.setattr(search, "places_on", lambda *_: iter(()))
            patch.setattr(search, "way_out", lambda *_, other=other: other)
            if code:
                assert refused(state, stuck) == code
                continue
            done = step(state, stuck).state
            assert done.held is None and done.afloat == (state.drawn,) and done.turn == 1
            assert rules.all_in_place(done)


def test_no_room_for_a_chest_ends_the_turn(monkeypatch):
    state = after(begin(2, first=1), STANDARD, LIFT, DRAW, LAY)
    monkeypatch.setattr(search, "first_chest_place", lambda *_: None)
    done = step(state, MAN)
    assert [event.kind for event in done.events] == ["man", "stands", "no_room", "turn"]
    assert done.record["no_room"] is True
    assert len(done.state.players[0].store) == 21


# --- the end -------------------------------------------------------------------------------------


def ended(state):
    """The end of the turn of the active player, with nothing fallen."""
    piece = next(p for p in state.raft if p.kind == "r")
    move = GAME.decode_move({"type": "load", "colour": 0, **at(-15, 0)._asdict()})
    assert piece
    after_it, events = turns.apply(state, move, Ruling(judged=Judged(flat={"c1": 2.0})))
    return after_it, told(events).get("over")


def test_five_penalty_points_end_the_game():
    state = to_load(begin(2, first=1))
    first, second = state.players
    state = replace(state, players=(replace(first, penalties=(22, 23, 24, 25, 26)), second))
    state, over = ended(state)
    assert state.reason == "five" and over["places"] == [2, 1] and over["losers"] == [0]
    assert GAME.outcome(state).points == (5, 0)
    assert not GAME.to_act(state)


def test_an_empty_sea_ends_the_game():
    state = to_load(begin(2, first=1))
    assert ended(replace(state, pile=()))[0].reason == "no_planks"
    assert ended(replace(state, pile=(), afloat=(40,)))[0].reason == ""
    assert ended(replace(state, pile=(), leaning=(40,)))[0].reason == "no_planks"


def test_players_without_chests_are_skipped_and_the_last_chest_ends_the_game():
    state = to_load(begin(3, first=1))
    first, second, third = state.players
    skipped, _ = ended(replace(state, players=(first, replace(second, store=()), third)))
    assert skipped.turn == 2
    last = (replace(first, store=(1,)), replace(second, store=()), replace(third, store=()))
    assert ended(replace(state, players=last))[0].reason == "all_placed"


def test_a_game_in_which_nothing_is_gained_ends():
    state = replace(to_load(begin(2, first=1)), idle=23, best=5)
    assert ended(state)[0].reason == "idle"
    assert ended(replace(state, best=0))[0].reason == ""


@pytest.mark.parametrize(
    ("standing", "places"),
    [
        ([(5, 0, 0), (2, 3, 1), (0, 1, 0), (3, 4, 2)], (4, 2, 1, 3)),
        ([(1, 2, 3), (1, 2, 3), (1, 2, 3)], (1, 1, 1)),
        ([(0, 0, 5), (0, 1, 9), (0, 0, 4)], (3, 1, 2)),
        ([(0, 0, 0), (1, 1, 1), (1, 1, 1), (2, 0, 0)], (1, 2, 2, 4)),
    ],
)
def test_places(standing, places):
    assert rules.ranks(standing) == places


def test_whoever_gives_up_comes_last():
    state = to_load(begin(2, first=1))
    word = GAME.table_move(state, "resign", 0, "")
    over = GAME.play(state, None, word, {}, None).state
    assert GAME.outcome(over).places == (2, 1) and over.reason == "resign"
    assert rules.all_in_place(over)
    assert GAME.table_move(begin(3), "resign", 0, "") is None
    stopped = GAME.play(state, None, GAME.table_move(state, "end", None, ""), {}, None).state
    assert GAME.outcome(stopped).reason == "stopped"
    assert GAME.table_move(stopped, "end", None, "") is None
    assert refused(state, {"word": "stopped"}) == "table_only"
    assert refused(stopped, LIFT) == "over"


# --- alone ---------------------------------------------------------------------------------------


def test_alone_the_first_fall_ends_it_and_what_stood_before_counts():
    state = begin(1)
    state = after(to_load(state), {"type": "load", "colour": 4, **at(-15, 0)._asdict()})
    assert state.stood == 1
    far = after(state, {"type": "lift", "rafter": 1}, DRAW)
    far = replace(far, drawn=17, pile=tuple(n for n in (*far.pile, far.drawn) if n != 17))
    old = next(p for p in far.raft if p.kind == "p")
    edge = max(x for x, _ in old.outline)
    far = after(far, {"type": "lay", "x": round(edge + 40, 1), "y": 0, "rot": 0})
    done = step(far, {"type": "man", "x": round(edge + 40, 1), "y": 0, "rot": 0})
    assert done.state.reason == "fell"
    outcome = GAME.outcome(done.state)
    assert (outcome.places, outcome.points) == ((2,), (1.0,))
    assert told(done.events)["over"]["score"] == 1


def test_alone_a_full_raft_is_won():
    state = to_load(begin(1))
    state = replace(state, players=(Player(state.players[0].colours, (1,)),), pile=())
    state, over = ended(state)
    assert state.reason == "all_placed" and GAME.outcome(state).places == (1,)
    assert over["score"] == sum(isinstance(p, Piece) and p.kind == "c" for p in state.raft)
