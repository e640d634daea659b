"""A table through its pages: who may do what, what is refused, what each reader is shown."""

from __future__ import annotations

import json
import re

import pytest
from django.test import TestCase

from games import screens, tables
from games.models import Table, TableMove

from .conftest import GAME, Person, finish, table_at


def moves_at(address: str) -> int:
    return TableMove.objects.filter(table=table_at(address)).count() - 1


def test_two_people_play_by_forms_alone(an, ben, together):
    address = together()
    assert 'id="move"' in an.get(address).content.decode()
    assert 'id="move"' not in ben.get(address).content.decode()
    assert an.sow(address, "B2", "c").status_code == 302
    page = ben.get(address).content.decode()
    assert "Blue sows square 2 clockwise, wins 6 citizens" in page
    assert 'id="move"' in page and "Your turn" in page
    assert ben.sow(address, "Y5", "a").status_code == 302
    assert "Vàng rải ô 5" in an.get(address).content.decode()
    assert moves_at(address) == 2


def test_the_clock_is_a_number_for_a_script_in_both_languages(an, together):
    address = together()
    for language in ("vi", "en"):
        page = Person(language).get(address).content.decode()
        figures = re.search(r'data-left="(\d+)" data-total="(\d+)"', page)
        assert figures, language
        assert int(figures[1]) <= 1000 * int(figures[2])


def test_each_sits_below_and_the_buttons_name_the_way_seen(an, ben, together):
    address = together()
    blue = an.get(address).content.decode()
    assert 'value="c" data-side="left"' in blue and "data-turned" not in blue
    an.sow(address, "B2", "c")
    yellow = ben.get(address).content.decode()
    assert 'value="c" data-side="left"' in yellow and "data-turned" in yellow
    assert "data-turned" not in Person().get(address).content.decode()  # who watches: Blue below


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"square": "", "way": "a"}, 400, "Choose one of your squares"),
        ({"square": "B9", "way": "a"}, 400, "no move"),
        ({"square": "B1", "way": ""}, 400, "no move"),
        ({"square": "QL", "way": "a"}, 422, "Nobody may lift"),
        ({"square": "Y1", "way": "a"}, 422, "not yours"),
        ({"square": "B1", "way": "a", "decision": "turn 9"}, 409, "moved on"),
        ({"square": "B1", "way": "a", "seat": "1"}, 403, "no seat"),
        ({"square": "B1", "way": "a", "seat": "x" * 50}, 409, "not your turn"),
        ({"square": "B1", "way": "a", "client_id": "no spaces"}, 400, "could not be read"),
    ],
)
def test_a_refused_move_is_said_and_changes_nothing(ben, fields, status, said):
    address = ben.open(way="invite", name="Ben")
    other = Person()
    other.post(f"{address}sit/", name="An")
    ben.post(f"{address}do/", action="start")
    whole = {"decision": "turn 1", "seat": "0", "client_id": "c1"} | fields
    if status == 409 and "seat" in fields:
        whole["seat"] = "0"
        ben.post(f"{address}move/", **(whole | {"square": "B2", "way": "c", "client_id": "c0"}))
        whole["decision"] = "turn 2"
    before = moves_at(address)
    for answer in (ben.post(f"{address}move/", **whole), ben.script(f"{address}move/", **whole)):
        assert answer.status_code == status
        assert said in answer.content.decode()
    assert moves_at(address) == before


def test_a_move_sent_twice_is_made_once(an, together):
    address = together()
    for _ in range(2):
        fields = {"decision": "turn 1", "seat": "0", "client_id": "same"}
        assert an.post(f"{address}move/", square="B2", way="c", **fields).status_code == 302
    assert moves_at(address) == 1


def test_nobody_else_moves_helps_itself_to_hints_or_runs_the_table(an, ben, together):
    address, stranger = together(), Person("en")
    whole = {"decision": "turn 1", "seat": "0", "client_id": "x", "square": "B2", "way": "c"}
    assert stranger.post(f"{address}move/", **whole).status_code == 403
    assert ben.post(f"{address}move/", **whole).status_code == 403
    assert json.loads(stranger.get(f"{address}hints/").content) == {"moves": {}}
    assert json.loads(ben.get(f"{address}hints/").content) == {"moves": {}}
    for action in ("pause", "free", "bot", "skip", "extend"):
        answer = ben.post(f"{address}do/", action=action, version=1, seat=0, level="easy")
        assert answer.status_code == 403, action
    assert stranger.get(f"{address}resign/").status_code == 403
    assert stranger.get(f"{address}seat/").status_code == 403
    assert ben.post(f"{address}stop/").status_code == 403
    assert ben.post(f"{address}do/", action="dance").status_code == 400
    assert Table.objects.get(code=address.split("/")[-2]).is_playing


def test_hints_name_every_move_and_what_it_brings(an, together):
    address = together()
    found = json.loads(an.get(f"{address}hints/").content)["moves"]
    assert len(found) == 10
    assert found["B2c"]["points"] == 6 and found["B2c"]["turn"].startswith("lB2 dB1 dQL")
    assert "ăn 6 dân (6 điểm)" in found["B2c"]["say"]
    assert "Coi chừng" in found["B1c"]["say"]  # the trap of the opening
    page = an.get(f"{address}?hints=1").content.decode()
    assert "Coi chừng" in page
    # One line a square, and what it says in full behind it.
    assert page.count('name="hint"') == 5 and page.count('class="gain"') == 10


def test_a_rated_table_gives_no_hints(an, ben):
    address = an.open(way="invite", name="An")
    Table.objects.update(rated=True)
    ben.post(f"{address}sit/", name="Ben")
    an.post(f"{address}do/", action="start")
    assert "data-hints" not in an.get(address).content.decode()
    assert an.get(f"{address}hints/").status_code == 409


def test_a_ranked_table_is_for_members_and_guards_the_mandarin(an, ben, django_user_model):
    assert an.post(f"{GAME}open/", way="invite", name="An", rated="1").status_code == 400
    an.client.force_login(django_user_model.objects.create_user("an"))
    table = table_at(an.open(way="invite", name="An", rated="1", preset="luat_goc"))
    assert table.rated and table.options["quan_non"] is True
    page = an.get(f"/games/t/{table.code}/").content.decode()
    assert "Xếp hạng" in page and 'value="bot"' not in page and 'value="beside"' not in page
    assert an.post(f"{GAME}open/", way="bot", rated="1").status_code == 403
    assert Table.objects.filter(ended_at=None).count() == 1


def test_a_private_table_is_shown_to_nobody_else(an, together):
    address = together()
    Table.objects.update(spectators=False)
    assert an.get(address).status_code == 200
    for page in ("", "stage/", "present/", "hints/", "replay/"):
        assert Person().get(address + page).status_code == 403


@pytest.mark.parametrize("name", ["", " \u200b ", "x" * 31, "fuck", "!!!"])
def test_a_name_that_will_not_do_is_asked_for_again(an, ben, name):
    address = an.open(way="invite", name="An")
    answer = ben.post(f"{address}sit/", name=name)
    assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()
    assert table_at(address).seats.count() == 1


def test_a_full_or_running_table_takes_nobody_more(an, ben, together):
    address = an.open(way="invite", name="An")
    ben.post(f"{address}sit/", name="Ben")
    late = Person("en")
    assert late.post(f"{address}sit/", name="Late").status_code == 409
    an.post(f"{address}do/", action="start")
    assert late.get(f"{address}sit/").status_code == 409
    assert late.get(address).status_code == 200  # but may watch


def test_a_lobby_fills_with_a_bot_or_somebody_beside(an):
    address = an.open(way="invite", name="An")
    assert an.post(f"{address}do/", action="start").status_code == 409
    assert an.post(f"{address}do/", action="bot", level="god").status_code == 400
    assert an.post(f"{address}do/", action="bot", level="hard").status_code == 302
    assert "Máy · Khó" in an.get(address).content.decode()
    assert an.post(f"{address}do/", action="free", seat="1").status_code == 302
    assert an.post(f"{address}do/", action="beside").status_code == 302
    assert an.post(f"{address}do/", action="start").status_code == 302
    assert an.sow(address, "B2", "c").status_code == 302
    other = an.get(address).content.decode()
    assert 'name="seat" value="1"' in other and "data-turned" not in other
    assert 'value="a" data-side="left"' in other  # the upper row's anticlockwise goes left
    assert an.sow(address, "Y3", "a").status_code == 302


def test_a_seat_moves_to_another_device_by_its_link(an, together):
    address = together()
    page = an.get(f"{address}seat/").content.decode()
    link = page.split('readonly value="')[1].split('"')[0]
    link = "/" + link.split("/", 3)[3]
    phone = Person()
    assert phone.get(link).status_code == 200  # a preview of the link takes nothing
    assert 'id="move"' in an.get(address).content.decode()
    assert phone.post(link).url == address
    assert 'id="move"' in phone.get(address).content.decode()
    assert 'id="move"' not in an.get(address).content.decode()
    # The old device says why, the used link at once that it leads nowhere.
    assert "ghế của bạn đang ở máy khác" in an.get(address).content.decode()
    assert "máy khác" not in Person().get(address).content.decode()
    assert Person("en").get(link).status_code == 410
    assert Person("en").post(link).status_code == 410
    assert phone.get("/games/seat/nonsense/").status_code == 410
    assert phone.post("/games/seat/nonsense/").status_code == 410


def test_giving_up_is_asked_and_ends_the_game(an, ben, together):
    address = together()
    assert "Xin thua ván này?" in an.get(f"{address}resign/").content.decode()
    assert table_at(address).is_playing
    an.post(f"{address}resign/")
    page = an.get(address).content.decode()
    # First why, then what it came to; what lay on the board is no result.
    assert "<h2>Bạn đã xin thua.</h2>" in page and 'class="tally"' not in page
    assert page.index("Bạn đã xin thua") < page.index("<b>Lần này bạn thua rồi")
    assert "<h2>An has given up.</h2>" in ben.get(address).content.decode()
    assert "You have won!" in ben.get(address).content.decode()
    assert an.post(f"{address}resign/").status_code == 302  # once more: said, not broken
    assert "Ben đã thắng" in Person().get(address).content.decode()


def test_playing_again_turns_the_seats(an, ben, together):
    address = together()
    finish(address, "B1c Y3c")
    new = an.post(f"{address}do/", action="rematch").url
    ben_goes = ben.script(f"{address}do/", action="rematch")
    assert ben_goes.status_code == 204 and ben_goes["HX-Redirect"] == new
    assert table_at(new).is_playing
    assert 'id="move"' in ben.get(new).content.decode()  # who was Yellow begins
    assert new in an.get(address).content.decode()


def test_who_wants_to_play_again_is_seen_by_the_other_and_waited_for(
    an, ben, together, monkeypatch
):
    address = together()
    finish(address, "B1c Y3c")
    sent = {}
    monkeypatch.setattr(
        screens, "publish", lambda channel, html, **more: sent.update({channel: (html, more)})
    )
    table = table_at(address)
    assert "would like to play again" not in ben.get(address).content.decode()
    with TestCase.captureOnCommitCallbacks(execute=True):
        new = an.post(f"{address}do/", action="rematch").url
    html, more = sent[screens.seat_channel(table.pk, 1)]
    assert "An would like to play again." in html and "Join in" in html
    assert more["version"] > table.version  # else the page takes it for what it shows already
    assert "An would like to play again." in ben.get(address).content.decode()
    own = an.get(address).content.decode()
    assert "muốn chơi lại" not in own and "Sang ván mới" in own
    lobby = an.get(new).content.decode()
    assert "data-away> · chưa vào" in lobby and "data-away> · mất kết nối" not in lobby
    an.post(f"{new}do/", action="leave")
    assert "would like to play again" not in ben.get(address).content.decode()


@pytest.mark.parametrize(("seat", "status"), [("0", 409), ("1", 404), ("99", 404), ("x", 404)])
def test_a_host_frees_the_seats_of_others_alone(an, seat, status):
    address = an.open(way="invite", name="An")
    assert an.post(f"{address}do/", action="free", seat=seat).status_code == status
    assert table_at(address).seats.count() == 1


def test_a_table_that_is_closed_in_mid_game_is_counted_as_promised(an, ben, together):
    untouched = together()
    assert "không ai thắng" in an.get(f"{untouched}stop/").content.decode()
    an.post(f"{untouched}stop/")
    assert table_at(untouched).result is None
    assert "Ván dừng khi chưa ai đi: không ai thắng." in an.get(untouched).content.decode()
    address = together()
    an.sow(address, "B2", "c")
    assert "tính" in an.get(f"{address}stop/").content.decode()
    an.post(f"{address}stop/")
    assert table_at(address).result is not None
    assert ben.get(f"{address}replay/").status_code == 200
    # One that nobody came back to has no result, and its pages open all the same.
    idle = together()
    an.sow(idle, "B2", "c")
    Table.objects.filter(pk=table_at(idle).pk).update(touched_at="2026-01-01T00:00:00Z")
    tables.clean_up()
    assert f'href="{idle}replay/"' in ben.get(idle).content.decode()
    for page in ("replay/", "record/", "analysis/"):
        assert ben.get(idle + page).status_code == 200, page


def test_a_closed_table_says_so(an, ben):
    address = an.open(way="invite", name="An")
    an.post(f"{address}stop/")
    page = ben.get(address).content.decode()
    assert "This table was closed" in page
    assert ben.get(f"{address}sit/").status_code == 410


def test_the_host_pauses_and_goes_on(an, ben, together):
    address = together()
    version = table_at(address).version
    assert an.post(f"{address}do/", action="pause", version=version).status_code == 302
    assert "The game is paused." in ben.get(address).content.decode()
    assert 'id="move"' not in an.get(address).content.decode()
    assert an.post(f"{address}do/", action="pause", version=version).status_code == 409
    assert an.post(f"{address}do/", action="pause").status_code == 409
    version = table_at(address).version
    an.post(f"{address}do/", action="resume", version=version)
    assert 'id="move"' in an.get(address).content.decode()


# --- what is pushed ------------------------------------------------------------------------------


def test_each_audience_is_pushed_its_own_page(an, ben, together, monkeypatch):
    """A seat never gets another's form, and gets it in the language it reads."""
    sent: dict[str, str] = {}
    monkeypatch.setattr(
        screens, "publish", lambda channel, html, **more: sent.__setitem__(channel, html)
    )
    address = together()
    for person in (an, ben):
        person.get(address)
    table = table_at(address)
    Person().get(address)
    sent.clear()
    screens.table_changed(table.pk)
    blue, yellow = (sent[screens.seat_channel(table.pk, index)] for index in range(2))
    watching = sent[screens.watch_channel(table.pk, "vi")]
    assert 'id="move"' in blue and "Đến lượt bạn" in blue
    assert 'id="move"' not in yellow and "An to move" in yellow
    assert 'id="move"' not in watching and "Đến lượt An" in watching
    for part in (blue, yellow, watching):
        assert "csrfmiddlewaretoken" not in part
        assert table.seed not in part


def test_a_page_left_open_by_a_host_without_a_seat_keeps_its_buttons(an, ben, monkeypatch):
    sent = {}
    monkeypatch.setattr(
        screens, "publish", lambda channel, html, **more: sent.__setitem__(channel, more)
    )
    from players.models import Player

    host = Player.objects.create()
    table = tables.create(host, "o_an_quan")
    screens.table_changed(table.pk)
    assert sent[screens.host_channel(table.pk)]["event"] == "refresh"


def test_ones_own_tables_are_listed(an, ben, together):
    address = together()
    code = address.split("/")[-2]
    assert code in an.get(GAME).content.decode()
    assert "your turn" not in ben.get("/games/").content.decode()
    finish(address, "B1c Y3c")
    assert "You have won!" in ben.get("/games/").content.decode()


def test_what_was_sent_in_vain_is_shown_at_the_address_of_the_table(an, ben, together):
    """Without a script: going back, and loading again, sends nothing twice."""
    address = together()
    for where, fields in (("do/", {"action": "dance"}), ("move/", {"seat": "0"})):
        answer = an.client.post(f"{address}{where}", fields)
        assert (answer.status_code, answer["Location"]) == (303, address)
        page = an.get(address)
        assert page.status_code == 400 and 'role="alert"' in page.content.decode()
        again = an.get(address)
        assert again.status_code == 200 and 'role="alert"' not in again.content.decode()
        assert an.get(f"{address}{where}").status_code == 302
    # It is shown at the table it was sent to, and to who sent it.
    other = an.open(way="bot", level="easy")
    an.client.post(f"{address}do/", {"action": "dance"})
    assert an.get(other).status_code == 200 and ben.get(address).status_code == 200


@pytest.mark.parametrize(
    ("game", "said"), [("rafter_five", "from 1 player on"), ("bang_dice", "from 3 players on")]
)
def test_a_lobby_says_from_how_many_on_in_good_english(client, db, game, said):
    client.cookies["lang"] = "en"
    address = client.post(f"/games/{game}/open/", {"way": "invite", "name": "An"})["Location"]
    assert f"<small>{said}</small>" in client.get(address).content.decode()
