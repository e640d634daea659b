"""Apostrophes and signs of mark-up in every kind: stored, scored, shown and exported as typed."""

from __future__ import annotations

import csv
import html
import io
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from openpyxl import load_workbook

from classrooms import audiences, results, sessions
from live import names
from live.publish import connection
from quizzes import kinds
from quizzes.models import Choice, Deck, Question, State

#: What people write, and what must never come out of it again as mark-up or as an entity.
TEXTS = ["K'Ho", "M'Nông", 'H’Hen «"»', "<b>Ê-đê</b> & Mạ"]
NAME = 'H’Hen <3 & «"»'
ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z]{2,8});")


def both(text: str) -> dict[str, str]:
    return {"vi": text, "en": text}


SPECS: dict[str, dict[str, Any]] = {
    "single": {},
    "multiple": {},
    "truefalse": {},
    "typed": {"accepted": {"vi": ["K'Ho"], "en": ["K'Ho"]}},
    "map-pin": {"right": ["son-la"]},
    "order": {"items": [both(text) for text in TEXTS]},
    "match": {"pairs": [{"left": both(text), "right": both(f"{text}?")} for text in TEXTS]},
}
#: What a form sends: right and wrong. Those of orders and pairs are read from the snapshot.
SENT = {
    "single": ({"choice": ["1"]}, {"choice": ["4"]}),
    "multiple": ({"choice": ["1", "4"]}, {"choice": ["2"]}),
    "truefalse": ({"choice": ["1"]}, {"choice": ["2"]}),
    "typed": ({"text": "k’ho"}, {"text": "<b>M'Nông</b> & «\"»"}),
    "map-pin": ({"place": "son-la"}, {"place": "ca-mau"}),
}


def forms(question: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    if question["kind"] in SENT:
        return SENT[question["kind"]]
    right = question["right"]
    if question["kind"] == "order":

        def placed(order: list[int]) -> dict[str, Any]:
            return {f"place_{at}": place for place, at in enumerate(order, start=1)}

        return placed(right), placed(right[::-1])

    def paired(partners: list[int]) -> dict[str, Any]:
        return {f"pair_{left}": partner for left, partner in enumerate(partners, start=1)}

    return paired(right), paired(right[1:] + right[:1])


@pytest.fixture
def deck(db) -> Deck:
    """A question of every kind, its texts full of signs."""
    deck = Deck.objects.create(
        slug="signs", title_vi=TEXTS[3], title_en=TEXTS[3], state=State.PUBLISHED
    )
    assert set(SPECS) == {slug for slug, _label in kinds.labels()}
    for at, (kind, spec) in enumerate(SPECS.items(), start=1):
        question = Question.objects.create(
            deck=deck,
            key=f"signs-{at}",
            position=at,
            kind=kind,
            spec=spec,
            text_vi=f"{at}: K'Ho & M'Nông «\"» <i>?",
            text_en=f"{at}: K'Ho & M'Nông «\"» <i>?",
            explanation_vi=f"Vì {at}: 1 < 2 & H’Hen.",
            explanation_en=f"For {at}: 1 < 2 & H’Hen.",
            source_vi="Nguồn «A&B»",
            source_en="Source «A&B»",
        )
        if kinds.kind(kind).has_choices:
            for position, text in enumerate(TEXTS[:2] if kind == "truefalse" else TEXTS, start=1):
                Choice.objects.create(
                    question=question,
                    position=position,
                    text_vi=text,
                    text_en=text,
                    is_right=position == 1 or (kind == "multiple" and position == 4),
                )
            question.recount()
        Question.objects.filter(pk=question.pk).update(state=State.PUBLISHED)
    return deck


class Seen(HTMLParser):
    """All that a person reads or hears of a page: its texts, and the attributes that are words."""

    WORDS = {"title", "alt", "aria-label", "placeholder", "value", "data-say", "label"}

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.silent = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style")
        self.words += [value for name, value in attrs if name in self.WORDS and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).replace("\u2060", "").split())


def read(page: str) -> str:
    """The words of a page, in which no entity is left to be seen."""
    text = Seen(page).text
    assert not ENTITY.search(text), ENTITY.search(text)
    return text


def test_req_r34_req_r35_req_r36_signs_in_every_kind_from_phone_to_file(
    session, phone, do, host, django_capture_on_commit_callbacks
):
    """One lesson of all kinds. R34: signs round-trip and score. R35: no entity on any screen or in
    any file. R36: nobody learns before the closing what others answered."""
    an, binh = phone(NAME), phone("Bình")
    assert NAME in read(an.page())
    assert NAME in read(host.get(session.get_absolute_url()).content.decode())
    questions = sessions.questions_of(session)
    channels = [
        audiences.players_channel(session.pk, "vi"),
        audiences.host_channel(session.pk, "vi"),
    ]

    def pushed() -> list[str]:
        return [
            row["data"]
            for channel in channels
            for _id, row in connection().xrange(names.stream(channel))
        ]

    for at, question in enumerate(questions):
        text = question["text"]["vi"]
        while session.rounds.count() <= at:
            do("next")
            read(an.page())
            read(host.get(session.get_absolute_url()).content.decode())
        right, wrong = forms(question)
        asked = an.page()
        assert text in read(asked)
        told_before = len(pushed())
        with django_capture_on_commit_callbacks(execute=True):
            for who, fields in ((an, right), (binh, wrong)):
                sent = who.client.post(
                    f"/play/{session.pk}/answer/",
                    {"round": session.rounds.latest("index").pk, "client_id": f"a{at}", **fields},
                    headers={"HX-Request": "true"},
                )
                assert sent.status_code == 200, (question["kind"], sent.content.decode())
                read(sent.content.decode())
        # R36: the wall counts, and neither it nor a phone nor a push says who chose what.
        walls = host.get(session.get_absolute_url()).content.decode()
        news = " ".join(pushed()[told_before:])
        for page in (walls, binh.page(), news):
            assert 'class="dist' not in page and "okmark" not in page, question["kind"]
            assert question["explanation"]["vi"] not in html.unescape(page)
        assert "2/2" in read(walls)
        body = host.get(f"/api/v1/sessions/{session.pk}/report/").json()
        assert len(body["questions"]) == at

        do("reveal")
        wall = host.get(session.get_absolute_url()).content.decode()
        for page in (an.page(), binh.page(), wall):
            assert question["explanation"]["vi"] in read(page), question["kind"]
        answer = kinds.kind(question["kind"]).answer(question)
        assert kinds.kind(question["kind"]).share(question, answer) == 1
    do("next")
    assert NAME in read(an.page())
    assert NAME in read(host.get(session.get_absolute_url()).content.decode())  # the podium

    found = results.compute(session)
    (first, second) = sorted(found.lines, key=lambda line: -line.right)
    assert first.participant.nickname == NAME
    assert first.right == len(questions) and second.right == 0

    report = read(host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode())
    for expected in (NAME, *TEXTS, "<b>M'Nông</b> & «\"»", "K'Ho → M'Nông → H’Hen «\"»"):
        assert expected in report, expected
    raw = host.get(f"/classrooms/sessions/{session.pk}/report.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(raw), delimiter=";"))
    book = load_workbook(
        io.BytesIO(host.get(f"/classrooms/sessions/{session.pk}/report.xlsx").content)
    )
    cells = [
        str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if cell.value
    ]
    for words in ([cell for row in rows for cell in row], cells):
        assert NAME in words and not [word for word in words if ENTITY.search(word)]
        assert any("<b>M'Nông</b> & «\"»" in word for word in words)
    assert questions[0]["text"]["vi"] in cells
    api = host.get(f"/api/v1/sessions/{session.pk}/report/").json()
    assert {each["nickname"] for each in api["students"]} == {NAME, "Bình"}
    assert not ENTITY.search(str(api))
