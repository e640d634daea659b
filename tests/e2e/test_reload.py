"""R1, R2: phones are reloaded in every question and in every phase."""

from __future__ import annotations

import asyncio
import random

import pytest

from bench.people import Phone
from tests.whole_site import Site

from .room import Room

pytestmark = pytest.mark.e2e


async def test_req_r1_forty_phones_reload_once_in_every_question_and_lose_nothing(site: Site):
    async with Room(site, 41, questions=3) as room:
        steady = room.phones[-1]  # it never reloads, and sees the same

        async def reload(phone: Phone) -> None:
            await asyncio.sleep(1.5 * random.random())
            await phone.reload()

        for _ in range(3):
            await room.ask()
            await asyncio.gather(
                room.all_answer(within=1.5), *(reload(phone) for phone in room.phones[:-1])
            )
            await room.all_see("reveal")
            assert {p.nickname: p.points for p in room.phones} == await points_by_the_report(room)
        report = await room.check()
        assert len(report["students"]) == 41
        assert {mark["status"] for s in report["students"] for mark in s["marks"]} <= {
            "right", "partly", "wrong"
        }  # fmt: skip
        assert steady.points is not None


async def points_by_the_report(room: Room) -> dict[str, int]:
    report = await room.teacher.report()
    return {student["nickname"]: student["points"] for student in report["students"]}


async def test_req_r2_five_reloads_in_a_row_at_every_phase(site: Site):
    async with Room(site, 2, questions=2) as room:
        restless, steady = room.phones

        async def five_times(phase: str) -> None:
            for _ in range(5):
                await restless.reload()
                assert restless.phase == phase
                assert f'data-version="{steady.version // 10}"' in restless.html

        await five_times("lobby")
        for _ in range(2):
            await room.ask()
            await five_times("question")
            await room.answer(restless)
            await five_times("sent")
            await room.answer(steady)
            await room.all_see("reveal")
            await five_times("reveal")
            await room.teacher.go_to("standings")
            await room.all_see("standings")
            await five_times("standings")
        await room.check()
        await five_times("podium")
        await room.teacher.press("close")
        await room.all_see("closed")
        await five_times("closed")
