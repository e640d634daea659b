"""R27, R28, R30, R31: two hundred answers at the same instant, each sent twice; two lessons at
once that never hear each other."""

from __future__ import annotations

import asyncio
import json
import re
import secrets

import pytest

from bench.http import Answer, Event, Jar, Line
from bench.people import CHOICE, POINTS
from tests.whole_site import Site

from .room import PATIENCE, Room

pytestmark = pytest.mark.e2e
CROWD = 200
#: People in a room without two hundred trips through the door: prints their cookies.
FILL = """
import json
from django.utils import timezone
from players.models import Player
from players.services import cookie_value
from classrooms.models import Participant
players = Player.objects.bulk_create(Player() for _ in range({count}))
Participant.objects.bulk_create(
    Participant(session_id={session}, player=player, nickname=name, nickname_key=name)
    for name, player in ((f"em {{at}}", player) for at, player in enumerate(players)))
print(json.dumps([cookie_value(player) for player in players]))
"""


async def test_req_r27_two_hundred_answers_at_once_are_two_hundred_rows(site: Site):
    async with Room(site, 0) as room:
        cookies = json.loads(site.shell(FILL.format(count=CROWD, session=room.session)))
        await room.teacher.go_to("question")
        ((round_,),) = site.sql(
            f"SELECT id FROM classrooms_round WHERE session_id = {room.session}"
        )
        # Every phone taps twice, each tap on a connection of its own: half of them send the very
        # same answer again, as after a lost reply, half of them another one.
        path = f"/play/{room.session}/"
        open_page = await tapper(site, cookies[0]).get(path)
        choices = sorted(set(CHOICE.findall(open_page.body)))
        taps = []
        for at, cookie in enumerate(cookies):
            for tap in (0, 1):
                line = tapper(site, cookie)
                form = {
                    "csrfmiddlewaretoken": line.jar.cookies["csrftoken"],
                    "round": str(round_),
                    "client_id": f"tap-{tap * (at % 2)}",
                    "choice": choices[(at + tap * (at % 2)) % len(choices)],
                }
                taps.append((line, form))
        await asyncio.gather(*(line.open() for line, _ in taps))
        replies: list[Answer] = await asyncio.gather(
            *(line.post(f"{path}answer/", form, HX_Request="true") for line, form in taps)
        )
        assert {reply.status for reply in replies} == {200}
        rows = site.sql(
            "SELECT participant_id, client_id FROM classrooms_answer"
            f" WHERE round_id = {round_} ORDER BY participant_id"
        )
        assert len(rows) == len({participant for participant, _ in rows}) == CROWD
        assert await room.teacher.until(lambda: room.teacher.phase == "reveal", PATIENCE)

        report = await room.teacher.report()
        points = [student["points"] for student in report["students"]]
        assert len(points) == CROWD
        marks = [mark["points"] for s in report["students"] for mark in s["marks"]]
        assert sum(points) == sum(marks) > 0
        await room.teacher.go_to("standings")
        shown = re.findall(r'<span class="v">([\d.]+)</span>', room.teacher.html)
        assert [int(each.replace(".", "")) for each in shown] == sorted(points)[::-1][: len(shown)]
        assert len(shown) == 5
        by_name = {student["nickname"]: student["points"] for student in report["students"]}
        for at, (line, _) in enumerate(taps[:20:2]):
            page = await line.get(path)
            assert int(POINTS.search(page.body)[1].replace(".", "")) == by_name[f"em {at}"]
        for line, _ in taps:
            line.close()


def tapper(site: Site, cookie: str) -> Line:
    """A connection of a phone that is in already."""
    jar = Jar(site.url)
    jar.cookies |= {"player": cookie, "csrftoken": secrets.token_hex(16)}
    return Line(jar)


async def test_req_r28_two_lessons_at_once_never_hear_each_other(site: Site):
    async with (
        Room(site, 3, name="Sen", questions=2) as first,
        Room(site, 5, name="Trúc", questions=2) as second,
    ):
        rooms = (first, second)
        for room in rooms:
            for screen in (room.teacher, *room.phones):
                screen.heard = []
        for _ in range(2):
            await asyncio.gather(*(room.ask() for room in rooms))
            await asyncio.gather(*(room.all_answer(within=1.0) for room in rooms))
            await asyncio.gather(*(room.all_see("reveal") for room in rooms))
        await asyncio.gather(*(room.check() for room in rooms))
        for room, other in (rooms, rooms[::-1]):
            for screen in (room.teacher, *room.phones):
                assert screen.heard
                for event in screen.heard:
                    nothing_of(other, event)
            counts = {e.data for e in room.teacher.heard or [] if e.name == "count"}
            assert counts
            for count in counts:
                answered, present = map(int, count.split("/"))
                assert answered <= present == len(room.phones)


def nothing_of(room: Room, event: Event) -> None:
    """An event names neither people nor the session of another room."""
    assert f"{room.name} " not in event.data
    assert f"/sessions/{room.session}/" not in event.data
    assert f"/play/{room.session}/" not in event.data
    assert f"{room.code[:3]}\xa0{room.code[3:]}" not in event.data
