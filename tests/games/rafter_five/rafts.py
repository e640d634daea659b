"""Rafts, states and games for the tests."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from games.chance import TableChance
from games.game import IllegalMove
from games.rafter_five import playout, rules, stability
from games.rafter_five.game import GAME
from games.rafter_five.pieces import Piece, Pose, chest, plank, rafter
from games.rafter_five.placing import Marks, check_on_plank, check_plank
from games.rafter_five.rulings import judge

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())

#: Without Hypothesis's clock, which a busy machine trips.
few = settings(max_examples=30, deadline=None)
fewer = settings(max_examples=12, deadline=None)
seeds = st.integers(0, 2**32)


def at(x, y, rot=0.0):
    return Pose(float(x), float(y), float(rot))


def flat(*pieces):
    """Pieces just put down, as the judge knows them."""
    return [stability.body(piece, fresh=True) for piece in pieces]


def fallen(*pieces, **settings):
    return sorted(stability.judge(flat(*pieces), **settings).fallen)


def stable(*pieces):
    """A raft of these pieces, which must stand, in the planes in which it rests."""
    judged = judge(pieces, frozenset(piece.id for piece in pieces))
    assert not judged.waves
    return tuple(piece.at_rest(judged.planes[piece.id]) for piece in pieces)


def random_raft(rng, planks=4):
    """A raft that stands: planks with a rafter or chest on most of them, put down at random."""
    raft: tuple[Piece, ...] = ()
    designs = rng.sample(range(1, 43), planks)
    for number, design in enumerate(designs, 1):
        for _ in range(30):
            pose = at(round(rng.uniform(-70, 70), 1), round(rng.uniform(-50, 50), 1))
            lying = plank(design, pose._replace(rot=float(rng.randrange(360))))
            put = rafter(number, pose) if number <= 5 else chest(number, pose)
            new = (lying, put) if rng.random() < 0.8 else (lying,)
            try:
                check_plank(raft, lying, Marks())
                if len(new) == 2:
                    check_on_plank(raft, lying, put, Marks())
            except IllegalMove:
                continue
            judged = judge((*raft, *new), frozenset(piece.id for piece in new))
            if not judged.waves:
                raft = tuple(
                    piece.at_rest(judged.planes.get(piece.id, piece.plane))
                    for piece in (*raft, *new)
                )
                break
    return raft


def begin(seats=2, seed="s", content=None, **options):
    """A game that has just begun."""
    settings = GAME.read_options(options)
    return GAME.start(settings, [""] * seats, content or {}, TableChance(seed, 0)).state


def step(state, data, seed="s"):
    """One move of the seat whose turn it is, from JSON, through the contract."""
    move = GAME.decode_move(data)
    GAME.check(state, state.turn, move, {})
    return GAME.play(state, state.turn, move, {}, TableChance(seed, state.moves + 1))


def after(state, *moves):
    for data in moves:
        state = step(state, data).state
    return state


STANDARD = {"type": "rafters", "standard": True}


def to_load(state):
    """A whole first turn but its chest: rafter 2 on the first plank, over the middle."""
    state = after(state, STANDARD, {"type": "lift", "rafter": 2}, {"type": "draw", "plank": "pile"})
    return after(
        state,
        {"type": "lay", "x": 0, "y": 0, "rot": 0},
        {"type": "man", "x": 15, "y": 0, "rot": 0},
    )


def whole_game(seed, seats=2, level="random", **options):
    """The first state of a game, its moves as (move, record, events, seat) in JSON, the last."""
    first = state = begin(seats, f"game {seed}", **options)
    choose = playout.chooser(level, Random(seed))
    log = []
    while not state.over:
        move = choose(state)
        GAME.check(state, state.turn, move, {})
        seat = state.turn
        done = GAME.play(state, seat, move, {}, TableChance(f"game {seed}", state.moves + 1))
        events = [event.encode() for event in done.events]
        log.append(json.loads(json.dumps([GAME.encode_move(move), done.record, events, seat])))
        state = done.state
        assert rules.all_in_place(state)
    return first, log, state
