"""Who sits where: before the start, in mid-game, on another device, and again in a rematch."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from games import access, errors, selectors, tables
from games.models import Content, Table
from players.models import Player

from .conftest import again, move, play_to_the_end, seat_of


def test_people_take_the_lowest_free_seat_and_keep_it(people):
    table = tables.create(people[0], "bids", size=3)
    seats = [tables.sit(table.pk, player).index for player in people[:3]]
    assert seats == [0, 1, 2]
    assert tables.sit(table.pk, people[1]).index == 1
    with pytest.raises(errors.TableFull):
        tables.sit(table.pk, people[3])
    tables.leave(table.pk, people[1])
    assert tables.sit(table.pk, people[3]).index == 1


def test_a_code_is_short_and_leads_to_its_table_however_it_is_typed(people):
    table = tables.create(people[0], "race")
    assert len(table.code) == 6
    assert access.table_of_code(f" {table.code[:3].lower()}-{table.code[3:]} ") == table
    with pytest.raises(errors.NoSuchTable):
        access.table_of_code("AAAAAA")


def test_the_start_closes_gaps_and_needs_enough(people):
    table = tables.create(people[0], "bids", size=4)
    for player in people:
        tables.sit(table.pk, player)
    for player in people[:3]:
        tables.leave(table.pk, player)
    with pytest.raises(errors.TooFew):
        tables.start(table.pk)
    tables.add_bot(table.pk, "lowest")
    tables.remove_seat(table.pk, 0)
    tables.add_bot(table.pk, "lowest")
    tables.start(table.pk)
    assert [(seat.index, seat.bot) for seat in table.seats.all()] == [(0, "lowest"), (1, "")]
    with pytest.raises(errors.HasStarted):
        tables.start(table.pk)
    for call in (tables.sit, tables.leave):
        with pytest.raises(errors.HasStarted):
            call(table.pk, people[0])


def test_the_hosts_part_goes_to_whoever_stays(people):
    table = tables.create(people[0], "race")
    for player in people[:2]:
        tables.sit(table.pk, player)
    tables.leave(table.pk, people[0])
    assert again(table).host == people[1]
    with pytest.raises(errors.NotSeated):
        tables.leave(table.pk, people[0])


def test_options_presets_and_sizes_are_the_games(people):
    table = tables.create(people[0], "race", preset="quiet", options={"sides": 8})
    assert table.options == {"seconds": 0, "sides": 8, "closing": 0}
    assert (table.preset, table.size) == ("", 3)
    assert tables.create(people[0], "race").preset == "plain"
    assert tables.set_options(table.pk, preset="quiet", size=2).preset == "quiet"
    for setup in (
        {"preset": "fast"},
        {"options": {"sides": 1}},
        {"options": {"wings": 1}},
        {"size": 9},
        {"rated": True, "size": 3},
    ):
        with pytest.raises(errors.BadOptions):
            tables.create(people[0], "race", **setup)
    with pytest.raises(errors.NoSuchTable):
        tables.create(people[0], "chess")


def test_tables_share_the_content_they_were_made_with(people):
    made = [tables.create(people[0], "bids") for _ in range(2)]
    assert Content.objects.count() == 1
    assert made[0].content_id == made[1].content_id


def test_two_people_on_one_device_where_nothing_is_secret(people):
    table = tables.create(people[0], "race", size=2)
    with pytest.raises(errors.NotSeated):
        tables.sit_beside(table.pk, people[0])
    tables.sit(table.pk, people[0])
    tables.sit_beside(table.pk, people[0])
    tables.start(table.pk)
    move(table, 0, {"what": "stay"})
    move(table, 1, {"what": "stay"})
    secret = tables.create(people[0], "bids")
    tables.sit(secret.pk, people[0])
    with pytest.raises(errors.HasSecrets):
        tables.sit_beside(secret.pk, people[0])


def test_stepping_out_a_bot_plays_and_the_seat_is_there_to_come_back_to(begun, committed, queue):
    table = begun("race")
    committed(tables.step_out, table.pk, 0)
    assert queue.run("bot_move") == 1
    assert again(table).moves == 1
    move(table, 1, {"what": "stay"})
    tables.come_back(table.pk, 0)
    assert not seat_of(table, 0).away
    assert seat_of(table, 0).act_by is not None
    assert tables.bot_move(table.pk, 0, again(table).decision) is False


def test_a_replaced_person_has_no_seat_and_a_newcomer_may_take_it(begun, people):
    table = begun("bids", 3)
    before = seat_of(table, 1)
    tables.replace(table.pk, 1)
    seat = seat_of(table, 1)
    assert (seat.player, seat.bot, seat.generation) == (None, "lowest", before.generation + 1)
    assert again(table).state["levels"] == ["", "lowest", ""]
    with pytest.raises(errors.SeatTaken):
        tables.take_over(table.pk, 1, people[0])
    with pytest.raises(errors.SeatTaken):
        tables.take_over(table.pk, 0, people[3])
    tables.take_over(table.pk, 1, people[3])
    assert again(table).state["levels"] == ["", "", ""]
    move(table, 1, again(table).state["hands"][1][0])
    with pytest.raises(errors.NoSuchLevel):
        tables.replace(table.pk, 1, "champion")


def test_a_latecomer_gets_a_seat_where_the_game_has_one_for_them(begun, people):
    table = begun("race", 2)
    assert tables.join(table.pk, people[0]).index == 0
    assert tables.join(table.pk, people[2]).index == 2
    assert again(table).state["at"] == [0, 0, 0]
    move(table, 0, {"what": "stay"})
    for late in (table, begun("bids", 2)):
        with pytest.raises(errors.TableFull):
            tables.join(late.pk, people[3])


def test_resigning_ends_a_game_of_two_and_leaves_others_with_a_bot(begun):
    two = begun("race", 2)
    tables.resign(two.pk, 0)
    assert again(two).result.places == (2, 1)
    three = begun("race", 3)
    tables.resign(three.pk, 0)
    assert again(three).is_playing
    assert seat_of(three, 0).is_bot
    with pytest.raises(errors.NotNow):
        tables.resign(three.pk, 0)


def test_a_link_takes_the_seat_to_another_device_once(begun, people):
    table = begun("bids", 2)
    link = tables.seat_link(seat_of(table, 0))
    before = seat_of(table, 0).generation
    moved = tables.hand_over(link, people[3])
    assert (moved.player, moved.generation) == (people[3], before + 1)
    assert again(table).host == people[3]
    assert tables.hand_over(link, people[3]) == moved
    for token, player in ((link, people[2]), (link[:-2], people[2]), ("", people[2])):
        with pytest.raises(errors.SeatLinkOld):
            tables.hand_over(token, player)
    with pytest.raises(errors.SeatTaken):
        tables.hand_over(tables.seat_link(seat_of(table, 0)), people[1])
    assert seat_of(table, 0).player == people[3]
    link = tables.seat_link(seat_of(table, 0))
    play_to_the_end(table)
    with pytest.raises(errors.HasEnded):
        tables.hand_over(link, people[2])


def test_a_rematch_turns_the_seats_and_starts_when_all_want_it(begun, people):
    table = begun("race", 3)
    with pytest.raises(errors.NotEnded):
        tables.rematch(table.pk, people[0])
    play_to_the_end(table)
    with pytest.raises(errors.NotSeated):
        tables.rematch(table.pk, people[3])
    new = tables.rematch(table.pk, people[1])
    assert [seat.player for seat in new.seats.all()] == [people[1], people[2], people[0]]
    assert tables.rematch(table.pk, people[1]) == new
    tables.rematch(table.pk, people[0])
    assert again(new).is_waiting
    assert tables.rematch(table.pk, people[2]).is_playing
    assert again(new).seed != table.seed
    assert Table.objects.filter(rematch_of=table).count() == 1


def test_a_bot_is_always_ready_for_a_rematch(people):
    table = tables.create(people[0], "race", size=2)
    tables.sit(table.pk, people[0])
    tables.add_bot(table.pk, "slow")
    with pytest.raises(errors.NoSuchLevel):
        tables.add_bot(table.pk, "champion")
    tables.start(table.pk)
    tables.resign(table.pk, 0)
    new = tables.rematch(table.pk, people[0])
    assert new.is_playing
    assert [seat.bot for seat in new.seats.all()] == ["slow", ""]


def test_everybody_gets_only_what_is_theirs(begun, people):
    from players.services import COOKIE, cookie_value

    def request(player: Player):
        asked = RequestFactory().get("/")
        asked.COOKIES[COOKIE] = cookie_value(player)
        asked.user = type("Nobody", (), {"is_authenticated": False, "pk": None})()
        return asked

    table = begun("bids", 2, spectators=False)
    code = table.code
    assert access.get_seat_for_player(request(people[1]), code).index == 1
    for player, index in ((people[3], None), (people[1], 0)):
        with pytest.raises(errors.NotSeated):
            access.get_seat_for_player(request(player), code, index)
    assert access.get_table_for_host(request(people[0]), code) == table
    with pytest.raises(access.Http404):
        access.get_table_for_host(request(people[1]), code)
    assert access.get_table_for_watcher(request(people[0]), code) == table
    with pytest.raises(errors.NotSeated):
        access.get_table_for_watcher(request(people[3]), code)


def test_ones_own_tables_and_those_that_wait_for_one(begun, people):
    mine = begun("race")
    move(mine, 0, {"what": "stay"})
    assert list(selectors.tables_of(people[1])) == [mine]
    assert list(selectors.waiting_for(people[1])) == [mine]
    assert list(selectors.waiting_for(people[0])) == []
    assert list(selectors.tables_of(people[3])) == []
