"""The statistics of whole games, beside those of the second engine."""

from __future__ import annotations

import json
import math
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from games.bang_dice import playout
from games.bang_dice.values import Options

from . import naive
from .games import played


@pytest.fixture(autouse=True)
def toys():
    """These tests are about a game of the site, not about the toys."""


def naive_statistics(seats, games):
    """Each metric of the second engine: value and standard error."""
    rng = Random(7)
    rows = [naive.measures(naive.play(seats, rng)) for _ in range(games)]
    found = {}
    for metric in {name for row in rows for name in row}:
        always = not metric.startswith("survival_")
        values = [row.get(metric, 0) for row in rows if always or metric in row]
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        found[metric.removeprefix("result ")] = mean, math.sqrt(spread / len(values))
    return found


@pytest.mark.parametrize("seats", [3, 7])
def test_playout_agrees_with_a_second_engine(seats):
    figures = playout.playout(400, seats, Random(1), "rb1", Options())
    others = naive_statistics(seats, 400)
    assert set(others) <= {figure.metric for figure in figures}
    for figure in figures:
        value, se = others.get(figure.metric, (0.0, 0.0))
        apart = math.hypot(figure.se, se)
        assert abs(figure.value - value) <= 4 * apart + 1e-9, figure.metric


def test_shares_of_results_add_up_and_half_of_all_deaths_are_storms():
    for seats in (3, 5):
        figures = {
            figure.metric: figure.value
            for figure in playout.playout(300, seats, Random(2), "rb1", Options())
        }
        results = playout.HUNT if seats == 3 else playout.SIDES
        assert sum(figures[name] for name in results) == pytest.approx(1)
        deaths = sum(figures[f"deaths_{cause}"] for cause in playout.CAUSES)
        assert deaths + figures["survivors"] == pytest.approx(seats)
        assert 0.35 < figures["deaths_storm"] / deaths < 0.65
        assert figures["abandoned"] == 0


@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_the_command_plays_every_level(level):
    out = StringIO()
    words = ("--games", "2", "--seats", "5", "--level", level, "--json")
    call_command("playout", "bang_dice", *words, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["game"], told["seats"], told["level"]) == ("bang_dice", 5, level)
    assert {"law", "outlaws", "renegade", "turns", "rounds", "survival_black_jack"} <= {
        stat["metric"] for stat in told["stats"]
    }


def test_rounds_count_how_often_the_turn_passes_who_began():
    from games.bang_dice.shootout import Shootout

    game = Shootout(playout.begin(6, Random(3), Options(shuffle_seats=True)))
    place = {seat: n for n, seat in enumerate(game.order)}
    first = game.turn
    ring = game.order[place[first] :] + game.order[: place[first]]
    assert not playout._passes(game, place, first, ring[1])
    assert playout._passes(game, place, ring[5], first)
    assert playout._passes(game, place, ring[4], ring[1])
    assert not playout._passes(game, place, ring[1], ring[4])


def test_games_by_bots_end_well():
    *_, (state, _, _) = played(6, 11, "hard")
    assert state.result.winners
