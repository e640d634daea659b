"""R7: who reloads sees what was pushed to those who did not, in every phase."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from django.utils import timezone

from classrooms import audiences, screens
from classrooms.models import Session
from live import names
from live.publish import connection

VOID = {"input", "img", "br", "link", "meta", "hr", "source", "circle", "path", "use", "image"}
#: What has no counterpart in a push: tokens, and what only a whole page can hold.
LEFT_OUT = re.compile(r"csrfmiddlewaretoken|join-qr")


class Elements(HTMLParser):
    """The elements with an id that are children of none such, as lists of what is in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._open: list[str] = []
        self._into: str | None = None
        self._depth = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._into is None and given.get("id") in PARTS:
            self._into, self._depth = str(given["id"]), len(self._open)
            self.found[self._into] = []
        if tag not in VOID:
            self._open.append(tag)
        if self._into and not LEFT_OUT.search(f"{attrs}"):
            self.found[self._into].append(f"<{tag} {sorted(given.items(), key=str)}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self._open.pop() == tag
        if len(self._open) == self._depth:
            self._into = None

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._into:
            self.found[self._into].append(f"<{tag} {sorted(attrs, key=str)}/>")

    def handle_data(self, data: str) -> None:
        if self._into and data.strip():
            self.found[self._into].append(" ".join(data.split()))


PARTS = {"main", "where", "pts", "me", "note", "stage"}


def parts(html: str) -> dict[str, list[str]]:
    return Elements(html).found


def newest(channel: str) -> tuple[str, str]:
    ((_, row),) = connection().xrevrange(names.stream(channel), count=1)
    return row["event"], row["data"]


def pushed_to(session: Session, pk: int) -> str:
    """What one phone was brought last."""
    event, data = newest(audiences.players_channel(session.pk, "vi"))
    if event == "@each":
        _, own, others = json.loads(data)
        return own.get(str(pk), others)
    return data


@pytest.fixture
def still(monkeypatch):
    """Time stands, so that two timers say the same."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)


def test_req_r7_a_reloaded_screen_is_the_pushed_one_in_every_phase(
    host, session, phone, do, still, django_capture_on_commit_callbacks
):
    phones = {name: phone(name) for name in ("Ánh", "Bình")}
    people = {p.nickname: p.pk for p in session.participants.all()}
    seen = []

    def same() -> None:
        # Again from the rows, as after a lost push: also where nothing is pushed in the usual way.
        screens.state_changed(session.pk)
        for name, each in phones.items():
            html = each.page()
            page, push = parts(html), parts(pushed_to(session, people[name]))
            assert "main" in push
            for part, held in push.items():
                assert held == page[part], f"{part} of {name}"
            seen.append(re.search(r'data-phase="(\w+)"', html)[1])
        if Session.objects.get(pk=session.pk).is_open:
            _, push = newest(audiences.host_channel(session.pk, "vi"))
            stage = host.get(f"/classrooms/sessions/{session.pk}/stage/").content.decode()
            assert without_address(parts(push)["stage"]) == without_address(parts(stage)["stage"])

    def go(action: str = "next") -> None:
        with django_capture_on_commit_callbacks(execute=True):
            do(action)

    same()
    go()
    same()
    phones["Ánh"].answer(1)
    same()
    for action in ("pause", "extend", "reveal", "next", "end", "close"):
        go(action)
        same()
    assert set(seen) == {"lobby", "question", "sent", "reveal", "standings", "podium", "closed"}


#: A push is one for all addresses: the page keeps its own address and the picture of it.
ADDRESS = re.compile(r"'qr'|qr-bg|^<path|^testserver$")


def without_address(stage: list[str]) -> list[str]:
    return [line for line in stage if not ADDRESS.search(line)]
