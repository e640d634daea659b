"""A seat is shown its own view and nothing else, whatever the others hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import errors, screens, selectors, tables
from games.models import Table, TableMove

from .conftest import again, move, play_to_the_end, seat_of


def shown(table: Table, seat: int | None) -> bytes:
    """All that a seat is sent: the fragment, the view as a program gets it, the log."""
    table = selectors.with_seats(table.pk)
    mine = selectors.seen(table, seat)
    lines = [(line.number, line.seat, line.events) for line in mine.lines]
    view = json.dumps(mine.game.encode_view(mine.view))
    return (screens.fragment(table, seat, "en") + view + repr(lines)).encode()


def heard(monkeypatch) -> dict[str, str]:
    """The newest fragment of each channel."""
    sent: dict[str, str] = {}
    monkeypatch.setattr(
        screens, "publish", lambda channel, html, **_kwargs: sent.update({channel: html})
    )
    return sent


@pytest.mark.parametrize("viewer", [0, None])
def test_what_others_hold_changes_no_byte_of_what_a_seat_is_sent(begun, viewer):
    table = begun("bids", 3)
    seen = []
    for others in ([[4, 5, 6], [7, 8, 9]], [[7, 8, 9], [4, 5, 6]], [[4, 6, 8], [5, 7, 9]]):
        state = {**again(table).state, "hands": [[1, 2, 3], *others], "laid": [None] * 3}
        dealt = [["dealt", {"cards": hand}, [n]] for n, hand in enumerate(state["hands"])]
        TableMove.objects.filter(table=table, number__gt=0).delete()
        TableMove.objects.filter(table=table).update(record={"state": state}, events=dealt)
        Table.objects.filter(pk=table.pk).update(state=state, moves=0)
        move(table, 1, others[0][0])
        Table.objects.filter(pk=table.pk).update(version=50)
        seen.append(shown(table, viewer))
    assert seen[0] == seen[1] == seen[2]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cards=st.permutations(range(1, 10)), other=st.permutations(range(6)))
def test_views_are_equal_for_any_two_hidden_hands(cards, other):
    from .toys.bids.game import GAME, Options, State

    content = {"prizes": [1, 2, 3]}
    hidden = cards[3:]
    mixed = [hidden[place] for place in other]

    def position(rest):
        hands = (tuple(cards[:3]), tuple(rest[:3]), tuple(rest[3:]))
        return State(Options(), hands, (None,) * 3, (0,) * 3, levels=("",) * 3)

    for seat in (0, None):
        views = [GAME.view(position(rest), seat, content) for rest in (hidden, mixed)]
        assert len({json.dumps(GAME.encode_view(view)) for view in views}) == 1


def test_each_seat_has_a_channel_of_its_own_and_bots_none(begun, committed, monkeypatch):
    table = begun("bids", 3)
    tables.replace(table.pk, 2)
    sent: dict[str, str] = {}
    monkeypatch.setattr(
        screens, "publish", lambda channel, html, **_k: sent.update({channel: html})
    )
    committed(move, table, 0, again(table).state["hands"][0][0])
    pk = table.pk
    assert set(sent) == {
        f"table:{pk}:seat:0",
        f"table:{pk}:seat:1",
        f"table:{pk}:watch:vi",
        f"table:{pk}:watch:en",
    }
    assert sent[f"table:{pk}:watch:vi"] == ""  # nobody watches: only the version
    version = f'data-version="{again(table).version}"'
    assert version in sent[f"table:{pk}:seat:0"]


def test_who_watches_gets_the_public_view_in_their_language(begun, committed, monkeypatch):
    from live import presence

    table = begun("bids", 2)
    presence.note(screens.watch_room(table.pk), "somebody")
    sent: dict[str, str] = {}
    monkeypatch.setattr(
        screens, "publish", lambda channel, html, **_k: sent.update({channel: html})
    )
    committed(move, table, 0, again(table).state["hands"][0][0])
    assert "Player 1" in sent[f"table:{table.pk}:watch:en"]
    assert "Người chơi 1" in sent[f"table:{table.pk}:watch:vi"]


def test_a_push_that_was_lost_is_made_again(begun, committed):
    from live.publish import connection

    table = committed(begun, "race")
    assert screens.heal() == 0
    connection().flushdb()
    assert screens.heal() == 1
    assert screens.heal() == 0
    assert again(table).is_playing


def test_a_screen_that_cannot_be_drawn_does_not_unsay_the_move(begun, committed, monkeypatch):
    def broken(*_args, **_kwargs):
        raise RuntimeError("no such template")

    table = begun("race")
    monkeypatch.setattr(screens, "fragment", broken)
    assert not committed(move, table, 0, {"what": "stay"}).repeated
    assert again(table).moves == 1


def test_the_log_of_a_seat_and_its_replay_hold_what_it_could_know(begun):
    table = begun("bids", 2)
    with pytest.raises(errors.NotEnded):
        list(selectors.replay(again(table), 0))
    play_to_the_end(table)
    mine = [
        e.facts["card"]
        for line in selectors.log(again(table), 0)
        for e in line.events
        if e.kind == "own"
    ]
    plies = list(selectors.replay(again(table), 0))
    first, last = plies[0].view, plies[-1].view
    assert sorted(mine) == sorted(first.hand)
    assert (first.seat, last.hand, len(plies)) == (0, (), again(table).moves + 1)
    public = [e.kind for ply in selectors.replay(again(table), None) for e in ply.line.events]
    assert "shown" in public
    assert not {"own", "dealt"} & set(public)


def test_the_admin_keeps_the_secrets_of_a_running_game(begun, admin_client):
    table = begun("bids", 2)
    hands = again(table).state["hands"]
    move(table, 0, hands[0][0])
    address = f"/admin/games/table/{table.pk}/change/"
    page = admin_client.get(address).content.decode()
    assert table.code in page
    assert table.seed not in page
    assert "…" in page
    play_to_the_end(table)
    assert "sold_out" in admin_client.get(address).content.decode()
    assert admin_client.get("/admin/games/table/").status_code == 200
    assert admin_client.post(address, {"code": "BBBBBB"}).status_code == 403
    assert seat_of(table, 0).to_act is False
