"""What holds in every game, whoever plays it and however."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import IllegalMove
from games.rang_ro.core.moves import FIELDS, Move
from games.rang_ro.core.state import ACTION, QUESTION
from games.rang_ro.game import GAME

from .playing import CONTENT, anything, begin, chance, play_on

SEEDS = st.integers(0, 2**32)
TABLES = st.tuples(
    SEEDS,
    st.sampled_from([("", ""), ("", "standard", ""), ("", "", "easy", "strong"), ("",) * 6]),
    st.fixed_dictionaries(
        {
            "way": st.sampled_from([1, 2]),
            "bankruptcy": st.sampled_from(["out", "relief"]),
            "flag_rule": st.sampled_from(["shared", "exclusive"]),
            "finish_round": st.booleans(),
            "seat_bonus": st.sampled_from([0, 1]),
            "grace_rounds": st.sampled_from([0, 1]),
            "round_limit": st.sampled_from([2, 4, 9]),
            "quest_size": st.sampled_from([0, 3, 4, 5]),
        }
    ),
)
ALL_CARDS = Counter({code: row["count"] for code, row in CONTENT["cards"].items()})


@settings(max_examples=15, deadline=None)
@given(TABLES)
def test_nothing_is_lost_or_made(table):
    seed, levels, options = table
    rng = Random(seed)
    state = begin(rng, levels, **options)
    for before, _seat, _move, step in play_on(state, rng):
        after = step.state
        told = Counter()
        for event in step.events:
            if event.kind == "coins":
                told[event.facts["seat"]] += event.facts["change"]
                if event.facts["other"] is not None:
                    told[event.facts["other"]] -= event.facts["change"]
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            assert new.coins - old.coins == told[seat]
            # Everybody who is in the game can go on, also with a stake on the table.
            assert new.coins >= 0 and (new.out or new.coins >= 1)
            assert new.badges <= after.options.most_badges
            assert len(new.hand) <= after.options.hand_limit
            if new.out:
                assert not new.flags and not new.hand and not new.badges
                assert after.book != seat
        hands = Counter(code for player in after.players for code in player.hand)
        assert hands + Counter(after.deck) + Counter(after.discard) == ALL_CARDS
        if after.options.flag_rule == "exclusive":
            flags = [flag for player in after.players for flag in player.flags]
            assert len(flags) == len(set(flags))
        state = after
    assert state.over and state.round <= options["round_limit"]
    places = GAME.outcome(state).places
    assert places.index(1) == state.result.winner and places.count(1) == 1


@settings(max_examples=6, deadline=None)
@given(TABLES)
def test_a_game_is_stored_and_played_again(table):
    seed, levels, options = table
    rng = Random(seed)
    names = []
    for before, seat, move, step in play_on(begin(rng, levels, **options), rng):
        data = json.loads(json.dumps(GAME.encode(step.state)))
        assert GAME.decode(data) == step.state
        assert GAME.decode_move(json.loads(json.dumps(GAME.encode_move(move)))) == move
        record = json.loads(json.dumps(step.record))
        again = GAME.replay(before, seat, move, record, CONTENT)
        assert (again.state, again.events) == (step.state, step.events)
        name = GAME.decision(step.state)
        assert len(name) <= 40
        if not names or names[-1] != name:
            names.append(name)
    assert len(names) == len(set(names))


@settings(max_examples=6, deadline=None)
@given(TABLES)
def test_clocks_alone_bring_every_game_to_its_end(table):
    """Nobody ever decides anything: each state that waits has a deadline with a legal default."""
    seed, levels, options = table
    rng = Random(seed)
    state = begin(rng, levels, **options)
    for _ in range(5000):
        if state.over:
            break
        clocks = GAME.deadlines(state)
        assert clocks and set(clocks) <= GAME.to_act(state) | {None}
        seat = min(seat for seat in clocks if seat is not None)
        move = GAME.default_move(GAME.view(state, seat, CONTENT), seat, chance(rng))
        GAME.check(state, seat, move, CONTENT)
        state = GAME.play(state, seat, move, CONTENT, chance(rng)).state
    assert state.over


def test_without_limits_a_game_ends_by_itself():
    rng = Random(3)
    state = begin(rng, ("", "", ""))
    for *_, step in play_on(state, rng):
        state = step.state
    assert state.over and state.round <= 60


# --- what is hidden ------------------------------------------------------------------------------


def _else_hidden(state, seat, rng):
    """The same position for one seat, with other things in the dark: hands, piles, answers."""
    players = list(state.players)
    unknown = [code for one, p in enumerate(players) if one != seat for code in p.hand]
    unknown += state.deck
    rng.shuffle(unknown)
    for one, player in enumerate(players):
        if one != seat:
            size = len(player.hand)
            players[one] = replace(player, hand=tuple(unknown[:size]))
            unknown = unknown[size:]
    piles = {pile: tuple(rng.sample(left, len(left))) for pile, left in state.piles.items()}
    question = state.question
    if question is not None and state.phase == QUESTION:
        question = replace(
            question,
            right=rng.choice("ABC"),
            given={
                one: letter if one == seat else rng.choice("ABC")
                for one, letter in question.given.items()
            },
            removed={
                one: letter if one == seat else rng.choice("ABC")
                for one, letter in question.removed.items()
            },
        )
    gathered = {
        one: move if one == seat else rng.choice([Move("pass"), Move("card", k="STORM")])
        for one, move in state.gathered.items()
    }
    return replace(
        state,
        players=tuple(players),
        deck=tuple(unknown),
        piles=piles,
        question=question,
        gathered=gathered,
    )


@settings(max_examples=12, deadline=None)
@given(TABLES)
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(table):
    seed, levels, options = table
    rng = Random(seed)
    for *_, step in play_on(begin(rng, levels, **options), rng, steps=120):
        state = step.state
        seat = rng.choice([None, *range(len(levels))])
        other = _else_hidden(state, seat, rng)
        one, two = (
            json.dumps(GAME.encode_view(GAME.view(each, seat, CONTENT)), sort_keys=True)
            for each in (state, other)
        )
        assert one == two
        assert GAME.to_act(state) == GAME.to_act(other)
        assert GAME.deadlines(state) == GAME.deadlines(other)
        assert GAME.decision(state) == GAME.decision(other)


@settings(max_examples=8, deadline=None)
@given(TABLES)
def test_no_event_tells_an_answer_or_a_card_before_its_time(table):
    seed, levels, options = table
    rng = Random(seed)
    for *_, step in play_on(begin(rng, levels, **options), rng, steps=300):
        solved = any(event.kind == "solution" for event in step.events)
        for event in step.events:
            if event.only is None:
                assert "answer" not in event.facts
                assert event.kind != "card_got"
                assert "right" not in event.facts or event.kind in ("solution", "mark")
            else:
                assert event.only == {event.facts["seat"]}
                assert event.kind != "learned" or solved
        if step.state.phase == QUESTION:
            question = step.state.question
            for reader in (None, *range(len(levels))):
                view = GAME.view(step.state, reader, CONTENT)
                told = GAME.encode_view(view)["question"]
                assert told["right"] is told["explanation"] is told["address"] is None
                assert (told["article"] is not None) == (
                    reader is not None and reader == step.state.book
                )
                mine = None if reader is None else question.given.get(reader)
                assert told["answer"] == mine


# --- refusals ------------------------------------------------------------------------------------

PLACES = st.sampled_from(["ha-noi", "hai-phong", "ca-mau", "da-nang", "nowhere"])
VALUES = {
    "by": st.sampled_from(["car", "plane", "boat", "train", "kite"]),
    "path": st.lists(PLACES, max_size=3).map(tuple),
    "attach": st.lists(st.sampled_from([*ALL_CARDS, "X"]), max_size=2).map(tuple),
    "provinces": st.lists(PLACES, max_size=2).map(tuple),
    "kind": st.sampled_from(["confiscate", "convert", "decline", "x"]),
    "k": st.sampled_from([*ALL_CARDS, "X"]),
    "a": st.sampled_from(["A", "B", "C", "D"]),
    "do": st.sampled_from(["end", "void", "last_round", "dance"]),
    "level": st.sampled_from(["", "standard", "wizard"]),
    **dict.fromkeys(("to", "onward", "province"), PLACES),
    **dict.fromkeys(("x", "target", "who", "friend", "seat"), st.integers(-2, 13)),
    **dict.fromkeys(("lock", "accept", "rest"), st.booleans()),
}


@st.composite
def moves(draw):
    kind = draw(st.sampled_from(sorted(FIELDS)))
    names = draw(st.lists(st.sampled_from(FIELDS[kind]), unique=True)) if FIELDS[kind] else []
    return Move(kind, **{name: draw(VALUES[name]) for name in names})


@settings(max_examples=50, deadline=None)
@given(SEEDS, st.integers(0, 60), st.lists(moves(), min_size=8, max_size=8), st.data())
def test_any_move_is_refused_with_a_reason_or_can_be_played(seed, steps, tried, data):
    rng = Random(seed)
    state = begin(rng, ("", "", "standard"), round_limit=9)
    for *_, step in play_on(state, rng, steps):
        state = step.state
    before = json.dumps(GAME.encode(state))
    for move in tried:
        seat = data.draw(st.sampled_from([None, 0, 1, 2]))
        try:
            GAME.check(state, seat, move, CONTENT)
        except IllegalMove as refusal:
            assert refusal.code
        else:
            assert seat is None or seat in GAME.to_act(state) or move.t == "answer"
            after = GAME.play(state, seat, move, CONTENT, chance(rng))
            assert GAME.decode(GAME.encode(after.state)) == after.state
    assert json.dumps(GAME.encode(state)) == before


@settings(max_examples=8, deadline=None)
@given(TABLES)
def test_what_is_offered_is_what_is_allowed(table):
    """`may` leaves nothing out but drives by a longer way, and offers nothing that is refused."""
    seed, levels, options = table
    rng = Random(seed)
    for before, *_ in play_on(begin(rng, levels, **options), rng, steps=150):
        for seat in range(len(levels)):
            view = GAME.view(before, seat, CONTENT)
            listed = GAME.legal_moves(view, seat)
            if seat not in GAME.to_act(before):
                assert listed == []
                continue
            if listed is None:
                assert before.phase == ACTION and before.active == seat
                listed = [anything(view, rng) for _ in range(3)]
            for move in listed:
                GAME.check(before, seat, move, CONTENT)
