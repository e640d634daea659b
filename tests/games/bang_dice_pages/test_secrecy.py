"""No byte that is sent to a seat depends on a role it may not know."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import screens, selectors
from games.bang_dice.game import GAME
from games.bang_dice.values import Group, Hit
from games.models import Table, TableMove

from .conftest import Person, position, put, table_at

PHASES = {
    "roll": {"rolls_used": 1, "dice": ("one", "beer", "gatling", "arrow", "dynamite")},
    "shots": {"rolls_used": 3, "dice": ("one", "two", "beer", "beer", "dynamite")},
    "beers": {"rolls_used": 3, "dice": ("beer", "two", "beer", "arrow", "dynamite")},
    "bart": {
        "rolls_used": 3,
        "dice": ("one", "one", "beer", "dynamite", "gatling"),
        "group": Group("shots", (Hit(1, 2),)),
        "characters": (
            "jesse_jones",
            "bart_cassidy",
            "suzy_lafayette",
            "paul_regret",
            "lucky_duke",
            "willy_the_kid",
            "black_jack",
        ),
    },
}


def shuffled(roles: tuple[str, ...], known: set[int], seed: int) -> tuple[str, ...]:
    """The roles with those that a seat cannot know dealt anew."""
    hidden = [seat for seat in range(len(roles)) if seat not in known]
    dealt = [roles[seat] for seat in hidden]
    random.Random(seed).shuffle(dealt)
    found = list(roles)
    for seat, role in zip(hidden, dealt, strict=True):
        found[seat] = role
    return tuple(found)


def without_tokens(page: str) -> str:
    """A page without what is new at every request for anybody: signed slips and form tokens."""
    page = re.sub(r'data-slip="[^"]*"', "", page)
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page)
    return re.sub(r'data-(?:csrf|now)="[^"]*"', "", page)


def keeping(pushed: list[tuple[str, str]]):
    """A publisher that keeps what it is given."""
    return lambda channel, html, **_kwargs: pushed.append((channel, html))


def sent(address: str, reader: Person, seat: int | None) -> list[str]:
    """All that goes to one reader: the page, the fragment pushed in both languages, the stage that
    a script fetches, the view as programs get it, the log, who is there."""
    table = selectors.with_seats(table_at(address).pk)
    seen = selectors.seen(table, seat)
    return [
        without_tokens(reader.page(address)),
        without_tokens(reader.page(f"{address}stage/")),
        screens.fragment(table, seat, "vi"),
        screens.fragment(table, seat, "en"),
        json.dumps(GAME.encode_view(seen.view)),
        repr([(line.number, line.seat, line.by, line.events) for line in seen.lines]),
        repr(seen.clocks),
        reader.page(f"{address}present/"),
    ]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_byte_is_the_same_for_any_two_deals_of_the_hidden_roles(an, ben, sat, phase, viewer):
    address = sat(7)
    reader = {0: an, 1: ben, None: Person()}[viewer]
    fallen = {"alive": (True,) * 4 + (False, True, True), "life": (5, 3, 2, 8, 0, 4, 8)}
    truth = position(7).roles
    known = {0, 4} | ({viewer} if viewer is not None else set())
    found = []
    for seed in range(4):
        roles = shuffled(truth, known, seed)
        state = position(7, roles=roles, phase=phase, **fallen, **PHASES[phase])
        put(table_at(address), state)
        Table.objects.update(version=50)
        found.append(sent(address, reader, viewer))
    assert len({tuple(one) for one in found}) == 1
    assert len({shuffled(truth, known, seed) for seed in range(4)}) > 1  # they did differ


def test_a_whole_turn_tells_nobody_a_hidden_role(
    an, ben, sat, django_capture_on_commit_callbacks, monkeypatch
):
    """The same dice and moves with other hidden roles: pushes, answers and log are the same."""
    address = sat(7)
    for person in (an, ben):
        person.page(address)  # both devices are connected from now on
    told = []
    for seed in range(3):
        roles = shuffled(position(7).roles, {0, 1}, seed)
        pushed: list[tuple[str, str]] = []
        monkeypatch.setattr(screens, "publish", keeping(pushed))
        put(table_at(address), position(7, roles=roles, phase="roll"))
        Table.objects.update(version=50, seed="the same dice")
        with django_capture_on_commit_callbacks(execute=True):
            answers = [
                an.answer(address, do="roll", client_id="a"),
                an.answer(address, do="stop", client_id="b"),
            ]
        table = table_at(address)
        mine = [without_tokens(html) for channel, html in pushed if channel.endswith((":0", ":1"))]
        said = [(a.status_code, without_tokens(a.content.decode())) for a in answers]
        log = [str(line.events) for line in selectors.log(table, 0)]
        told.append((mine, said, log, sent(address, ben, 1)))
        TableMove.objects.filter(number__gt=0).delete()
    assert told[0] == told[1] == told[2]
    assert told[0][0]


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(seats=st.integers(4, 8), moves=st.integers(0, 60), seed=st.integers(0, 999))
def test_views_along_a_game_are_the_same_for_any_other_hidden_roles(seats, moves, seed):
    """Positions that a game comes to, each seen by everybody with the unknown roles dealt anew."""
    from dataclasses import replace

    from games.chance import TableChance

    rng = random.Random(seed)
    state = GAME.start(GAME.read_options({}), [""] * seats, {}, TableChance(str(seed), 0)).state
    for n in range(moves):
        if state.over:
            break
        seat = state.asked
        choices = list(GAME.legal_moves(GAME.view(state, seat, {}), seat) or ())
        move = rng.choice(choices) if choices else GAME.default_move(None, seat, None)
        state = GAME.play(state, seat, move, {}, TableChance(str(seed), n + 1)).state
    if state.over:
        return
    for viewer in (*range(seats), None):
        seen = GAME.view(state, viewer, {})
        known = {player.seat for player in seen.players if player.role is not None}
        other = replace(state, roles=shuffled(state.roles, known, seed))
        assert GAME.encode_view(GAME.view(other, viewer, {})) == GAME.encode_view(seen)
        assert GAME.decision(other) == GAME.decision(state)
        assert GAME.deadlines(other) == GAME.deadlines(state)
        assert GAME.to_act(other) == GAME.to_act(state)


def test_ones_own_role_lies_face_down_in_the_log(ben, sat):
    address = sat()
    page = ben.page(address)
    assert "Ben is Deputy" not in page
    assert page.count("Deputy") >= 1  # on the card that is turned up by a tap
