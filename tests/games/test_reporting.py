"""Complaints about people at a table: who reads them, and what is done about them."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from games import access, errors, screens, selectors, tables
from games.models import Report, Restraint, Said, Seat, Table
from players.models import User

from .conftest import see_other

PATH = "/games/bang_dice/"


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


@pytest.fixture(autouse=True)
def _no_limit(monkeypatch):
    """Nobody waits; the limit has its own test."""
    monkeypatch.setattr("players.limits.allow", lambda *_: True)


def person(language: str = "en") -> Client:
    client = Client()
    client.cookies["lang"] = language
    return client


@pytest.fixture
def table(db):
    """Host An on seat 0, Ben on 1, Chi on 2, and a bot: the people, and the address."""
    people = an, ben, chi = person(), person(), person("vi")
    address = an.post(f"{PATH}open/", {"way": "invite", "name": "An"})["Location"]
    for one, name in ((ben, "Rude Ben"), (chi, "Chi")):
        assert one.post(f"{address}sit/", {"name": name}).status_code == 302
    tables.add_bot(of(address).pk, "easy")
    return people, address


@pytest.fixture
def playing(table):
    (an, *_), address = table
    assert do(an, address, action="start").status_code == 302
    return table


def of(address: str) -> Table:
    return access.table_of_code(address.rstrip("/").split("/")[-1])


def do(client: Client, address: str, **fields):
    return see_other(client, client.post(f"{address}do/", fields))


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def report(client: Client, address: str, whom="1", reason="name", status=302):
    answer = client.post(f"{address}report/", {"whom": whom, "reason": reason})
    assert answer.status_code == status, answer.content.decode()
    return answer


def settle(client: Client, address: str, deed: str, **more: str):
    number = re.search(r'name="report" value="(\d+)"', text(client, f"{address}reports/")).group(1)
    return client.post(f"{address}reports/", {"report": number, "deed": deed, **more})


def test_the_host_hears_of_it_and_whoever_is_meant_does_not(playing):
    (an, ben, chi), address = playing
    assert f"{address}report/" in text(chi, address)
    report(chi, address)
    assert "Cảm ơn" in text(chi, address)
    assert "1 report to look at" in text(an, address)
    assert "1 report to look at" in screens.fragment(selectors.with_seats(of(address).pk), 0, "en")
    for other in (ben, chi):
        page = text(other, address)
        assert "to look at" not in page and "reports/" not in page
        assert other.get(f"{address}reports/").status_code == 403
    page = text(an, f"{address}reports/")
    assert "Rude Ben" in page and "A name that nobody should have to read" in page
    assert "Chi" not in page  # nobody is told by whom


def test_who_reports_the_host_does_not_tell_the_host(playing):
    (an, ben, _), address = playing
    report(ben, address, whom="0", reason="play")
    page = text(ben, address)
    assert "Those who look after this site will see" in page and "The host of the" not in page
    assert "to look at" not in text(an, address)
    assert "Nothing waits" in text(an, f"{address}reports/")
    assert Report.objects.get().about == Seat.objects.get(table=of(address), index=0).player


@pytest.mark.parametrize(
    ("whom", "reason", "status"),
    [
        ("", "name", 400),
        ("1", "", 400),
        ("1", "nonsense", 400),
        ("x", "name", 400),
        ("9", "name", 404),
        ("3", "name", 404),  # a computer
        ("2", "name", 409),  # Chi herself
        ("watching", "talk", 409),  # nobody watching has said anything
    ],
)
def test_what_is_no_report_is_refused_in_words(playing, whom, reason, status):
    (_, _, chi), address = playing
    report(chi, address, whom, reason, status)
    assert not Report.objects.exists()


def test_the_same_is_reported_once_and_not_too_often(playing, monkeypatch):
    (_, ben, chi), address = playing
    report(chi, address)
    report(chi, address, reason="talk", status=409)
    report(ben, address, whom="2")
    monkeypatch.setattr("players.limits.allow", lambda *_: False)
    report(chi, address, whom="0", status=429)
    assert Report.objects.count() == 2


def test_a_name_is_taken_away(playing):
    (an, ben, chi), address = playing
    report(chi, address)
    report(an, address)
    assert settle(an, address, "rename").status_code == 302
    for one in (an, ben, chi):
        assert "Rude Ben" not in text(one, address)
    assert set(Report.objects.values_list("deed", flat=True)) == {"rename"}  # both of them
    assert "to look at" not in text(an, address)


def test_who_is_silenced_says_no_more_and_is_heard_no_more(playing):
    (an, ben, chi), address = playing
    do(ben, address, action="say", phrase="not_me")
    assert "Not me!</q>" in text(an, address)
    report(an, address, reason="talk")
    settle(an, address, "silence")
    assert "Not me!</q>" not in text(an, address)
    assert "Not me!</q>" in text(ben, address)
    Said.objects.update(at="2026-01-01T00:00:00Z")
    refused = do(ben, address, action="say", phrase="help")
    assert refused.status_code == 403 and "say nothing more" in refused.content.decode()
    do(chi, address, action="say", phrase="help")
    assert "Help me!</q>" in text(an, address)
    # Nor from another device, nor at the next game.
    link = re.search(r"/games/seat/[^\"]+", text(ben, f"{address}seat/")).group(0)
    tablet = person()
    assert tablet.post(link).status_code == 302
    refused = do(tablet, address, action="say", phrase="help")
    assert refused.status_code == 403
    tables.end(of(address).pk)
    do(an, address, action="rematch")
    again = Table.objects.get(rematch_of=of(address))
    assert Restraint.objects.filter(table=again, kind="silent").count() == 2


def test_who_is_sent_away_has_no_seat_and_gets_none(playing):
    (an, ben, _), address = playing
    text(ben, address)
    report(an, address, reason="play")
    settle(an, address, "remove", sure="1")
    assert Seat.objects.get(table=of(address), index=1).is_bot
    assert "You were sent away" in text(ben, address)
    assert see_other(ben, ben.post(f"{address}move/", {"seat": "1"})).status_code == 403


def test_from_a_table_that_waits_too(table):
    (an, ben, chi), address = table
    report(chi, address)
    settle(an, address, "remove", sure="1")
    assert "Rude Ben is sent away." in text(an, address)
    assert "Rude Ben" not in text(an, address)
    assert Report.objects.get().deed == "remove"
    refused = ben.post(f"{address}sit/", {"name": "Ben again"})
    assert refused.status_code == 403 and "sent away" in refused.content.decode()
    # They may watch, where others may.
    assert f'href="{address}"' in refused.content.decode()
    Table.objects.update(spectators=False)
    refused = ben.post(f"{address}sit/", {"name": "Ben again"})
    assert f'href="{address}"' not in refused.content.decode()
    assert Seat.objects.filter(table=of(address)).count() == 3


def test_sending_away_asks_first(playing):
    (an, _, chi), address = playing
    report(chi, address)
    asked = settle(an, address, "remove").content.decode()
    assert "Send Rude Ben away" in asked and 'name="sure"' in asked
    assert Seat.objects.get(table=of(address), index=1).is_person
    assert "1 report to look at" in text(an, address)
    settle(an, address, "remove", sure="1")
    assert Seat.objects.get(table=of(address), index=1).is_bot
    assert "Rude Ben is sent away." in text(an, address)


def test_what_the_game_calls_a_seat_is_read_in_the_readers_language(playing, client):
    (an, _, chi), address = playing
    Seat.objects.filter(table=of(address), index=1).update(name="")
    report(chi, address, reason="play")
    assert Report.objects.get().called == "Trăng"
    page = text(an, f"{address}reports/")
    assert "Moon" in page and "Trăng" not in page
    client.force_login(User.objects.create_superuser("admin", password="x"))
    client.cookies["lang"] = "en"
    page = text(client, "/admin/games/report/")
    assert "Moon" in page and "Trăng" not in page


def test_those_who_watch_can_be_reported_by_what_they_say(playing):
    (an, ben, _), address = playing
    watcher = person()
    do(watcher, address, action="say", phrase="oh")
    report(an, address, whom="watching", reason="talk")
    settle(an, address, "silence")
    Said.objects.update(at="2026-01-01T00:00:00Z")
    assert do(watcher, address, action="say", phrase="oh").status_code == 403
    assert do(ben, address, action="say", phrase="help").status_code == 302


def test_a_deed_answers_what_was_seen(playing):
    (an, _, chi), address = playing
    report(chi, address)
    made = Report.objects.get()
    settle(an, address, "nothing")
    again = an.post(f"{address}reports/", {"report": made.pk, "deed": "remove"})
    assert again.status_code == 302
    assert Seat.objects.get(table=of(address), index=1).is_person
    with pytest.raises(errors.NotNow):
        tables.handle(made.pk, "rename")
    report(chi, address)
    with pytest.raises(errors.NotNow):
        tables.handle(Report.objects.latest("pk").pk, "flog")


def test_alone_with_computers_there_is_nobody_to_report(db):
    an = person()
    address = an.post(f"{PATH}open/", {"way": "bot", "bots": "4", "level": "easy"})["Location"]
    assert f"{address}report/" not in text(an, address)
    assert "Nobody else is at this table" in text(an, f"{address}report/")


def test_every_game_with_other_people_offers_it(db):
    an, ben = person(), person()
    address = an.post("/games/o_an_quan/open/", {"way": "invite", "name": "An"})["Location"]
    ben.post(f"{address}sit/", {"name": "Ben"})
    assert f"{address}report/" in text(an, address)
    do(an, address, action="start")
    assert f"{address}report/" in text(an, address)
    report(an, address, whom="1", reason="play")


def test_an_editor_sees_what_was_reported_and_acts(playing, client):
    (_, ben, chi), address = playing
    do(ben, address, action="say", phrase="not_me")
    report(chi, address, whom="1", reason="talk")
    report(ben, address, whom="0")
    editor = User.objects.create_user("editor", password="x", is_staff=True)
    client.force_login(editor)
    listed = "/admin/games/report/"
    assert client.get(listed).status_code == 403
    editor.groups.add(Group.objects.get(name="editors"))
    client.cookies["lang"] = "en"
    page = text(client, listed)
    assert "Rude Ben" in page and "Not me!" in page
    assert "Reports from game tables" in text(client, "/admin/")
    made = Report.objects.get(reason="talk")
    assert "Chi" not in text(client, f"{listed}{made.pk}/change/")
    chosen = {"action": "silence", "_selected_action": [made.pk]}
    assert client.post(listed, chosen).status_code == 302
    assert Restraint.objects.get().kind == "silent"
    made.refresh_from_db()
    assert made.deed == "silence" and made.handled_at is not None
    # Once is enough, and it is said so.
    assert "cannot be done" in client.post(listed, chosen, follow=True).content.decode()


def test_the_page_of_a_report_has_what_can_be_done(playing, client):
    (_, _, chi), address = playing
    report(chi, address)
    client.force_login(User.objects.create_superuser("admin", password="x"))
    client.cookies["lang"] = "en"
    made = Report.objects.get()
    page_of = f"/admin/games/report/{made.pk}/change/"
    page = text(client, page_of)
    assert "Rude Ben: A name that nobody should have to read" in page
    assert "bang_dice ·" not in page and f"Bang! dice · {of(address).code}" in page
    assert f"Bang! dice · {of(address).code}" in text(client, "/admin/")
    assert 'name="_save"' not in page
    found = re.findall(r'name="deed" value="(\w+)"', page)
    assert found == ["rename", "silence", "remove", "nothing"]
    done = client.post(page_of, {"deed": "rename"}, follow=True).content.decode()
    assert "1 report settled." in done and 'name="deed"' not in done
    assert Seat.objects.get(table=of(address), index=1).name == ""
    made.refresh_from_db()
    assert made.deed == "rename"


def test_nobody_is_sent_away_from_the_list_or_the_page_at_one_press(playing, client):
    (_, _, chi), address = playing
    report(chi, address)
    client.force_login(User.objects.create_superuser("admin", password="x"))
    client.cookies["lang"] = "en"
    made = Report.objects.get()
    listed = "/admin/games/report/"
    chosen = {"action": "remove", "_selected_action": [made.pk]}
    for where, sent in ((listed, chosen), (f"{listed}{made.pk}/change/", {"deed": "remove"})):
        asked = client.post(where, sent).content.decode()
        assert "Rude Ben" in asked and "They lose their seat" in asked
        assert Seat.objects.get(table=of(address), index=1).is_person
        made.refresh_from_db()
        assert made.handled_at is None
    done = client.post(listed, {**chosen, "sure": "1"}, follow=True).content.decode()
    assert "1 report settled." in done
    assert not Seat.objects.get(table=of(address), index=1).is_person


def test_who_may_only_look_at_reports_has_no_deeds(playing, client):
    (_, _, chi), address = playing
    report(chi, address)
    reader = User.objects.create_user("reader", password="x", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_report"))
    client.force_login(reader)
    page_of = f"/admin/games/report/{Report.objects.get().pk}/change/"
    assert 'name="deed"' not in text(client, page_of)
    assert client.post(page_of, {"deed": "remove"}).status_code == 403
    assert Seat.objects.get(table=of(address), index=1).is_person


def test_the_admin_changes_and_does_not_rename(client, db):
    client.force_login(User.objects.create_superuser("admin", password="x"))
    client.cookies["lang"] = "vi"
    page = text(client, "/admin/")
    assert "Sửa</a>" in page and "Đổi tên" not in page


def test_a_reported_name_is_forgotten_like_any_other(playing, settings):
    (_, _, chi), address = playing
    report(chi, address)
    tables.end(of(address).pk)
    tables.forget_names()
    assert Report.objects.get().called == "Rude Ben"
    Table.objects.update(ended_at="2020-01-01T00:00:00Z")
    tables.forget_names()
    assert Report.objects.get().called == ""
