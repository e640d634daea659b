"""One question of each kind without choices, with answers to it, for tests of every floor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from heritage.models import EthnicGroup
from quizzes.models import Deck, Question, State


@dataclass(frozen=True)
class Sample:
    """A question and what a form sends: wholly right, wrong, unreadable."""

    kind: str
    spec: dict[str, Any]
    right: dict[str, Any]
    wrong: dict[str, Any]
    #: Sent data that cannot be read, with the code of the refusal.
    unreadable: list[tuple[dict[str, Any], str]]
    #: What the room reads of the right answer, in Vietnamese.
    told: str
    #: Partly right, with its share.
    partly: list[tuple[dict[str, Any], float]] = field(default_factory=list)
    #: What the phone says beside the verdict on the right, and on the wrong answer.
    remarks: tuple[str, str] = ("", "")
    #: Words that give the answer away.
    secrets: tuple[str, ...] = ()
    group: str | None = "hmong"
    #: The same in the fields of the editor's form, and in the cells of a sheet.
    form: dict[str, Any] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)


SAMPLES = {
    sample.kind: sample
    for sample in (
        Sample(
            kind="typed",
            spec={"accepted": {"vi": ["Mông"], "en": ["Hmong"]}, "people": True},
            right={"text": "H’Mông"},
            wrong={"text": "Mường <b>&"},
            unreadable=[
                ({}, "empty"),
                ({"text": "  …  "}, "empty"),
                ({"text": "\u0000\u200b"}, "empty"),
                ({"text": "a" * 81}, "too_long"),
                ({"text": "a" * 100_000}, "too_long"),
            ],
            told="Mông",
            partly=[],
            secrets=("Mông", "Hmông", "accepted", "apart"),
            form={"accepted_vi": "Mông\r\n", "accepted_en": "Hmong", "people": "on"},
            cells={"answers_vi": "Mông", "answers_en": "Hmong", "names": "x"},
        ),
        Sample(
            kind="map-pin",
            spec={"right": ["son-la", "dien-bien"], "partial": "distance", "within_km": 300},
            right={"place": "dien-bien"},
            wrong={"place": "ca-mau"},
            unreadable=[
                ({}, "empty"),
                ({"place": ""}, "empty"),
                ({"place": "atlantis"}, "unknown_place"),
                ({"place": "mekong-delta"}, "unknown_place"),
                ({"place": "son-la\u0000"}, "unknown_place"),
            ],
            told="Sơn La / Điện Biên",
            # Lai Châu is 68 km from Điện Biên: ½ × (1 − 69 ÷ 300)
            partly=[({"place": "lai-chau"}, 0.386), ({"place": "ha-noi"}, 0.208)],
            remarks=("", "Cách nơi đúng"),
            secrets=("within_km", "partial"),
            group="thai",
            form={
                "place_1": "son-la",
                "place_2": "dien-bien",
                "partial": "distance",
                "within_km": "300",
            },
            cells={"places": "son-la;dien-bien", "partial": "distance", "within_km": "300"},
        ),
    )
}


def make(kind: str, deck: Deck, position: int = 1, **changes: Any) -> Question:
    """The sample as a published question."""
    sample = SAMPLES[kind]
    values = {
        "deck": deck,
        "key": f"{deck.slug}.{kind}.{position}",
        "position": position,
        "kind": kind,
        "spec": sample.spec,
        "seconds": 20,
        "text_vi": f"Câu hỏi kiểu {kind} là gì?",
        "text_en": f"What is a question of kind {kind}?",
        "explanation_vi": f"Lời giải của {kind}.",
        "explanation_en": f"Explanation of {kind}.",
        "source_vi": "Nguồn thử",
        "source_en": "Test source",
        "group": EthnicGroup.objects.get(slug=sample.group) if sample.group else None,
        "state": State.PUBLISHED,
        **changes,
    }
    return Question.objects.create(**values)
