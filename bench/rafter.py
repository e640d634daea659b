"""`python run.py bench rafter`: how fast Rafter Five is judged, what its pages do themselves,
whether games play again alike, and how strong its computer players are.

    python run.py bench rafter speed
    python run.py bench rafter replays --games 100
    python run.py bench rafter duel skipper deckhand --games 40

No site and no database is needed. `speed` gives times by the clock and processor time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import django

from games.chance import TableChance
from games.game import IllegalMove, Step
from games.rafter_five import bots, collapse, playout, rules, shapes, stability, vectors
from games.rafter_five.game import GAME
from games.rafter_five.moves import Lay, Lift, Load, Man, Move, on_grid, whole_turn
from games.rafter_five.pieces import Pose, colour_of
from games.rafter_five.rules import Options, State

from .figures import percentile

VECTORS = Path(__file__).parent.parent / "tests/games/rafter_five/vectors.json"
ROUNDS = 20


def full_raft(seats: int = 6) -> State:
    """The largest vector as a game in which seat 0 is about to lift a rafter."""
    vector = json.loads(VECTORS.read_text())["full_raft"]
    _, verdict = vectors.stack(vector)
    raft = tuple(vectors.piece(one).at_rest(verdict.planes[one["id"]]) for one in vector["stack"])
    state = rules.start(Options(), seats, (), 0)
    players = tuple(replace(player, store=()) for player in state.players)
    return replace(state, raft=raft, players=players, phase="lift", stood=42)


def without(state: State, *names: str) -> State:
    return replace(state, raft=tuple(one for one in state.raft if one.id not in names))


def placing(seats: int = 6) -> tuple[State, Move]:
    """The last chest is put down: 42 planks, five rafters, 41 chests, and now this one."""
    state = full_raft(seats)
    last = next(one for one in state.raft if one.id == "c42")
    colour = colour_of(42)
    players = [*state.players]
    owner = next(n for n, player in enumerate(players) if colour in player.colours)
    players[owner] = replace(players[owner], store=(42,))
    state = replace(without(state, "c42"), players=tuple(players), turn=owner)
    return replace(state, phase="load", drawn=42), Load(colour, last.pose)


def collapsing() -> tuple[State, Move]:
    """The plank of this turn is held far outside, and the heaviest rafter put on its end."""
    state = without(full_raft(), "p42", "c42", "r5")
    rng = Random(1)
    worst: tuple[int, State, Move] = (0, state, Lift(1))
    for _ in range(60):
        x, y, turn = rng.uniform(-120, 120), rng.uniform(-120, 120), rng.uniform(0, 360)
        pose = Pose(on_grid(x), on_grid(y), whole_turn(turn))
        held = replace(state, phase="man", drawn=42, hand=5, held=pose)
        move = Man(pose)
        try:
            rules.check_place(replace(state, drawn=42), Lay(pose), pose)
            rules.check(held, 0, move)
        except IllegalMove:
            continue
        done = GAME.play(held, 0, move, {}, TableChance("bench", 1))
        fallen = sum(len(e.facts["waves"]) * 100 for e in done.events if e.kind == "fall")
        fallen += len(held.raft) + 2 - len(done.state.raft)
        if fallen > worst[0]:
            worst = (fallen, held, move)
    return worst[1], worst[2]


def timed(what: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> tuple[float, float]:
    """Median ms by the clock and of processor time."""
    clock, cpu = [], []
    for _ in range(ROUNDS):
        before()
        began, used = time.perf_counter(), time.process_time()
        what()
        clock.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.process_time() - used))
    return percentile(clock, 50), percentile(cpu, 50)


def forget() -> None:
    """As in a process that has not seen these pieces yet."""
    shapes.common.cache_clear()
    shapes.box.cache_clear()


def decide(state: State, move: Move) -> Step[State]:
    """What a table does with a move: read the state, check, play, write state and events."""
    state = GAME.decode(GAME.encode(state))
    GAME.check(state, state.turn, move, {})
    done = GAME.play(state, state.turn, move, {}, TableChance("bench", 1))
    told = [event.encode() for event in done.events]
    json.dumps([GAME.encode(done.state), done.record, told])
    return done


def told(ms: tuple[float, float]) -> str:
    return f"{ms[0]:.0f} ms ({ms[1]:.0f} ms CPU)"


def speed() -> Iterator[tuple[str, str]]:
    """Name and value of each figure."""
    state = full_raft()
    bodies = vectors.asked(json.loads(VECTORS.read_text())["full_raft"])

    yield "judgement of full_raft", told(timed(lambda: stability.judge(bodies)))
    yield "  geometry never seen", told(timed(lambda: stability.judge(bodies), forget))
    lift = Lift(1)
    yield "rafter lifted, through the contract", told(timed(lambda: decide(state, lift), forget))
    load, chest = placing()
    yield "42nd chest put down", told(timed(lambda: decide(load, chest), forget))
    man, rafter = collapsing()
    yield "collapse, key frames included", told(timed(lambda: decide(man, rafter), forget))
    done = decide(man, rafter)
    (fall,) = (event.facts for event in done.events if event.kind == "fall")
    pieces = sum(map(len, fall["waves"]))
    yield "  its pieces · waves · ms shown", f"{pieces} · {len(fall['waves'])} · {fall['ms']}"
    yield "  its tracks", f"{len(json.dumps(fall['tracks'])) / 1000:.1f} kB"
    paths = json.dumps(collapse.paths(fall["tracks"]))
    yield "  the same as a push has them", f"{len(paths) / 1000:.1f} kB"
    yield "state of 89 pieces", f"{len(json.dumps(GAME.encode(state))) / 1000:.1f} kB"
    yield from in_pages()


def in_pages() -> Iterator[tuple[str, str]]:
    """What a page does itself at a raft of 41 planks, the last one in the hand: whatever judges is
    a worker's."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from games.rafter_five import asking

    def nobody(move: Any) -> list[str]:
        return []

    def fresh() -> None:
        forget()
        asking.first_plank_place.cache_clear()
        asking.first_place_on.cache_clear()

    def offered(state: State) -> str:
        return told(timed(lambda: asking.asked(state, {}, nobody), fresh))

    plain = replace(without(full_raft(), "p42", "c42", "r5"), drawn=42, hand=5)
    for name, options in (("", Options()), (", marks", Options(nails=True, joints=True))):
        lay = replace(plain, options=options, phase="lay")
        yield f"page: plank offered{name}", offered(lay)
        held = asking.first_place(lay, "lay")
        yield f"page: rafter offered{name}", offered(replace(lay, phase="man", held=held))
    place = {"type": "lay", "x": "10", "y": "20", "rot": "5"}
    lay = replace(plain, phase="lay")
    yield "page: a place tried", told(timed(lambda: asking.tried(lay, place, nobody), forget))


# --- games again ---------------------------------------------------------------------------------


def games(count: int) -> Iterator[tuple[State, list[Any], State]]:
    """Random games of 1 to 6 with options by lot: first state, moves as stored, last state."""
    for number in range(count):
        rng = Random(number)
        options = Options(
            tremor=rng.choice(["steady", "light", "brisk"]),
            nails=rng.random() < 0.5,
            joints=rng.random() < 0.5,
            leaning=rng.random() < 0.5,
        )
        seats, seed = number % 6 + 1, f"bench/{number}"
        first = state = GAME.start(options, [""] * seats, {}, TableChance(seed, 0)).state
        log: list[Any] = []
        while not state.over:
            move = bots.random_move(state, rng)
            GAME.check(state, state.turn, move, {})
            done = GAME.play(state, state.turn, move, {}, TableChance(seed, state.moves + 1))
            log.append([GAME.encode_move(move), done.record, state.turn])
            state = done.state
            if not rules.all_in_place(state):
                raise SystemExit(f"game {number}: a piece is lost")
        yield first, log, state


def again() -> None:
    """The other process: plays what it reads, judging nothing, and prints what it comes to."""

    def never(*_: Any, **__: Any) -> None:
        raise SystemExit("judged again")

    for name in ("judge", "settle"):
        setattr(stability, name, never)
    for line in sys.stdin:
        first, log = json.loads(line)
        state = GAME.decode(first)
        for data, record, seat in log:
            state = GAME.replay(state, seat, GAME.decode_move(data), record, {}).state
        print(digest(state), flush=True)


def digest(state: State) -> str:
    return hashlib.sha256(json.dumps(GAME.encode(state)).encode()).hexdigest()


def replays(count: int) -> dict[str, Any]:
    """So many games, each played again in another process: how many came to the same state."""
    words = [sys.executable, "-m", "bench.rafter", "again"]
    alike = moves = 0
    reasons: dict[str, int] = {}
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        for first, log, last in games(count):
            print(json.dumps([GAME.encode(first), log]), file=other.stdin, flush=True)
            alike += other.stdout.readline().strip() == digest(last)
            moves += len(log)
            reasons[last.reason] = reasons.get(last.reason, 0) + 1
        other.stdin.close()
    return {"games": count, "moves": moves, "alike": alike, "ended": reasons}


# --- strength ------------------------------------------------------------------------------------


def duel(strong: str, weak: str, count: int, seed: int, options: Options) -> dict[str, Any]:
    """Games of two in which both levels begin by turns: how often the strong one had fewer penalty
    points, and by how many."""
    rng = Random(seed)
    players = [playout.chooser(strong, rng), playout.chooser(weak, rng)]
    ahead: list[int] = []
    wins = draws = 0
    for game in range(count):
        mine = game % 2

        def choose(state: State, mine: int = mine) -> Move:
            return players[state.turn != mine](state)

        state, _ = playout.play_one(2, f"duel/{seed}/{game}", options, choose)
        places = rules.rank(state)
        wins += places[mine] < places[1 - mine]
        draws += places[mine] == places[1 - mine]
        penalties = [len(player.penalties) for player in state.players]
        ahead.append(penalties[1 - mine] - penalties[mine])
    share = wins / count
    return {
        "strong": strong,
        "weak": weak,
        "games": count,
        "seed": seed,
        "wins": wins,
        "draws": draws,
        "win_share": round(share, 3),
        "se": round(math.sqrt(share * (1 - share) / count), 3),
        "fewer_penalties": round(sum(ahead) / count, 2),
    }


def solo(level: str, count: int, seed: int) -> dict[str, Any]:
    """Games alone: chests that stood."""
    rng = Random(seed)
    choose = playout.chooser(level, rng)
    scores: Sequence[int] = [
        rules.score(playout.play_one(1, f"solo/{seed}/{game}", Options(), choose)[0])
        for game in range(count)
    ]
    mean = sum(scores) / count
    spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, count - 1) / count)
    return {"level": level, "games": count, "chests": round(mean, 2), "se": round(spread, 2)}


def main(words: Sequence[str] | None = None) -> int:
    """0 when all games play again alike, or there was nothing to compare."""
    parser = argparse.ArgumentParser(prog="run.py bench rafter", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("speed")
    commands.add_parser("again")
    commands.add_parser("replays").add_argument("--games", type=int, default=100)
    fight = commands.add_parser("duel")
    fight.add_argument("strong", choices=playout.LEVELS)
    fight.add_argument("weak", choices=playout.LEVELS)
    alone = commands.add_parser("solo")
    alone.add_argument("level", choices=playout.LEVELS)
    for each in (fight, alone):
        each.add_argument("--games", type=int, default=40)
        each.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    if options.command == "speed":
        for name, value in speed():
            print(f"{name:<40}{value}", flush=True)
    elif options.command == "again":
        again()
    elif options.command == "replays":
        found = replays(options.games)
        print(json.dumps(found))
        return int(found["alike"] != found["games"])
    elif options.command == "duel":
        fought = duel(options.strong, options.weak, options.games, options.seed, Options())
        print(json.dumps(fought))
    else:
        print(json.dumps(solo(options.level, options.games, options.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
