"""R19: processes are killed in mid-question while answers are being sent. Every acknowledged answer
is stored once, the lesson goes on, nobody joins again. `pytest -s` shows the seconds."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.whole_site import Site

from .room import Room, since

pytestmark = pytest.mark.e2e
STUDENTS = 12


async def kill_in_mid_question(room: Room, kill: Callable[[], None], what: str) -> None:
    """Play a question, kill after a third of the answers; everybody comes to the standings."""
    await room.ask()
    answers = asyncio.create_task(room.all_answer(within=1.5))
    await room.after(STUDENTS // 3)
    start = time.perf_counter()
    kill()
    await answers
    took = [f"answers {since(start)}"]
    await room.all_see("reveal")  # closed because all have answered
    took.append(f"reveal {since(start)}")
    await room.teacher.go_to("standings")
    await room.all_see("standings")
    print(f"\nkilled {what}: {', '.join(took)}, standings {since(start)}")


async def test_req_r19_a_killed_web_process_costs_no_answer(site: Site):
    processes = site.web_processes()
    assert len(processes) >= 2
    async with Room(site, STUDENTS) as room:
        await kill_in_mid_question(
            room, lambda: os.kill(processes[0], signal.SIGKILL), "one web process"
        )
        await kill_in_mid_question(room, lambda: site.kill("web"), "the web server")
        await room.check()


async def test_req_r19_a_killed_worker_costs_no_answer_and_no_deadline(site: Site):
    async with Room(site, STUDENTS) as room:
        await kill_in_mid_question(room, lambda: site.kill("worker", "worker-live"), "the workers")
        await room.ask()
        await room.all_answer(phones=room.phones[1:])
        start = time.perf_counter()
        site.kill("worker", "worker-live")
        soon = datetime.now(UTC).replace(tzinfo=None) + timedelta(seconds=1)
        site.sql(
            f"UPDATE classrooms_round SET closes_at = '{soon}'"
            f" WHERE session_id = {room.session} AND closed_at IS NULL"
        )
        await room.all_see("reveal")  # one is silent: the deadline closes it
        print(f"\nkilled the workers: deadline kept, reveal {since(start)} (it was after 1.0 s)")
        await room.check()


@pytest.mark.once  # a Redis of somebody else's is not ours to kill
async def test_req_r19_a_killed_valkey_costs_no_answer(site: Site):
    if not site.brings_valkey:
        pytest.skip("this run's Redis is not ours to kill")
    async with Room(site, STUDENTS) as room:
        await kill_in_mid_question(room, lambda: site.kill("valkey"), "Valkey")
        await room.ask()
        await room.all_answer(within=0.2)
        await room.all_see("reveal")
        await room.check()
