"""What every game gets: vectors, statistics and replays from the command line."""

from __future__ import annotations

import json
import math
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.figures import Ratio
from games.tournament import meeting, standings

from .o_an_quan.naive import Game

VECTORS = Path(__file__).parent / "o_an_quan" / "vectors.json"


@pytest.fixture(autouse=True)
def toys():
    """These tests are about the games of the site, not about the toys."""


def output(*words):
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_check_vectors_counts_what_passed(tmp_path):
    data = json.loads(VECTORS.read_text())
    short = {"options": data["perft"][1]["options"], "perft": data["perft"][1]["perft"][:3]}
    file = tmp_path / "some.json"
    file.write_text(json.dumps({**data, "vectors": data["vectors"][:5], "perft": [short]}))
    total = 2 + 5 + 1 + len(data["games"])
    assert output("check_vectors", "o_an_quan", str(file)) == f"{total} passed, 0 failed\n"


def test_check_vectors_shows_what_failed(tmp_path):
    broken = json.loads(VECTORS.read_text())
    broken = {"vectors": broken["vectors"][:3]}
    broken["vectors"][2]["expect"]["stop"] = "quan_next"
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(broken))
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_vectors", "o_an_quan", str(file), stdout=out)
    assert ended.value.code == 1
    told = out.getvalue()
    assert '"stop": "quan_next"' in told and '"stop": "chain_end"' in told
    assert told.endswith("2 passed, 1 failed\n")


@pytest.mark.parametrize("content", ["", "[]", "no json"])
def test_check_vectors_refuses_what_is_no_file_of_vectors(tmp_path, content):
    file = tmp_path / "f.json"
    file.write_text(content)
    with pytest.raises(CommandError):
        output("check_vectors", "o_an_quan", str(file))


def naive_statistics(games):
    """The same statistics from the second engine, by plain sums."""
    rng = Random(7)
    names = ("turns", "first_wins", "second_wins", "draws", "point_difference")
    counts = ("legal", "sown", "captures")
    kept = {name: [] for name in names + counts}
    for _ in range(games):
        game = Game()
        legal = sown = captures = 0
        while game.to_move:
            moves = game.moves()
            legal += len(moves)
            game.move(rng.choice(moves))
            sown += game.sown
            captures += game.captures > 0
        ahead = game.points()["B"] - game.points()["Y"]
        row = (game.ply, ahead > 0, ahead < 0, ahead == 0, ahead, legal, sown, captures)
        for name, value in zip(names + counts, row, strict=True):
            kept[name].append(value)
    turns = sum(kept["turns"])
    means = {name: sum(kept[name]) / games for name in names}
    return {
        **means,
        "legal_moves_per_turn": sum(kept["legal"]) / turns,
        "sown_per_turn": sum(kept["sown"]) / turns,
        "capture_turns": sum(kept["captures"]) / turns,
    }


def test_playout_agrees_with_a_second_engine():
    told = json.loads(output("playout", "o_an_quan", "--games", "400", "--seed", "1", "--json"))
    assert {name: told[name] for name in ("game", "games", "seats", "seed", "level")} == {
        "game": "o_an_quan",
        "games": 400,
        "seats": 2,
        "seed": 1,
        "level": "random",
    }
    stats = {stat["metric"]: stat for stat in told["stats"]}
    for metric, value in naive_statistics(400).items():
        # Both are samples: the difference has √2 times the standard error of one.
        assert abs(stats[metric]["value"] - value) < 4 * math.sqrt(2) * stats[metric]["se"], metric
    assert set(stats) == set(naive_statistics(1))


def test_playout_takes_levels_and_options():
    words = ("--games", "3", "--level", "easy", "--options", '{"quan_non": true}')
    told = json.loads(output("playout", "o_an_quan", *words, "--json"))
    assert told["options"]["quan_non"] is True
    assert output("playout", "o_an_quan", *words) == output("playout", "o_an_quan", *words)


@pytest.mark.parametrize(
    "words",
    [
        ("--level", "wizard"),
        ("--seats", "3"),
        ("--games", "0"),
        ("--options", '{"quan_value": 6}'),
        ("--options", "[1]"),
    ],
)
def test_playout_refuses_what_it_does_not_know(words):
    with pytest.raises(CommandError):
        output("playout", "o_an_quan", *words)


def test_replay_shows_every_position(tmp_path):
    record = json.loads(VECTORS.read_text())["games"][0]["record"]
    file = tmp_path / "game.oaq"
    file.write_text(record)
    lines = output("replay", str(file)).splitlines()
    assert len(lines) == 12
    assert lines[-2].split()[:2] == ["10.", "Y5c"]
    assert lines[-1] == "17-42 het_quan, winner Y"
    file.write_text(record.replace("B2c", "Y1a"))
    with pytest.raises(CommandError, match=r"not_own .*ply=1 move=Y1a"):
        output("replay", str(file))
    file.write_text("something else")
    with pytest.raises(CommandError, match="no record"):
        output("replay", str(file))


def test_a_ratio_has_the_standard_error_of_a_mean_when_every_unit_is_one():
    ratio = Ratio("m")
    for value in (1, 2, 3, 4):
        ratio.add(value)
    figure = ratio.figure()
    assert figure.value == 2.5
    assert figure.se == pytest.approx(math.sqrt(5 / 3 / 4))
    assert math.isnan(Ratio("none").figure().value)


# --- tournaments ---------------------------------------------------------------------------------


def test_in_a_pair_each_begins_once_and_the_points_of_both_are_added():
    games = iter([(41, 17), (30, 20), (29, 29), (40, 12), (20, 30), (30, 20)])
    begun = []

    def versus(first: str, second: str, rng: Random) -> tuple[int, int]:
        begun.append(first)
        return next(games)

    found = meeting("a", "b", 3, versus, Random(1))
    assert begun == ["a", "b"] * 3
    assert (found.wins, found.draws, found.losses) == (1, 1, 4)
    assert (found.won, found.drawn, found.lost) == (1, 0, 2)  # +14, -28, -20
    assert found.first == 4
    assert found.points_ahead == pytest.approx(-34 / 6)
    assert found.score == pytest.approx(1 / 3)
    assert found.se == pytest.approx(math.sqrt(1 / 3 * 2 / 3 / 3))
    assert standings([found]) == [("b", 2.0, 34.0), ("a", 1.0, -34.0)]


def test_a_tournament_is_the_same_again_and_the_same_among_more():
    words = ("tournament", "o_an_quan", "--pairs", "2", "--json", "--levels")
    two = json.loads(output(*words, "random,beginner"))
    three = json.loads(output(*words, "random,beginner,easy"))
    assert two["options"]["quan_non"] is True  # the rules of ranked games
    assert three["meetings"][0] == two["meetings"][0]
    assert {one["level"] for one in three["standings"]} == {"random", "beginner", "easy"}
    assert sum(one["pairs_won"] for one in three["standings"]) == 3 * 2
    assert "beginner" in output(*words[:4], "--levels", "random,beginner")


@pytest.mark.parametrize(
    "words",
    [
        ["--levels", "random"],
        ["--levels", "easy,easy"],
        ["--levels", "easy,grandmaster"],
        ["--pairs", "0"],
        ["--preset", "chess"],
        ["--options", '{"quan_value": 7}'],
    ],
)
def test_a_tournament_that_cannot_be_is_refused(words):
    with pytest.raises(CommandError):
        output("tournament", "o_an_quan", *words)
