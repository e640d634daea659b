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
        Sample(
            kind="order",
            spec={
                "items": [
                    {"vi": "Tày", "en": "Tay"},
                    {"vi": "Mường", "en": "Muong"},
                    {"vi": "Nùng", "en": "Nung"},
                    {"vi": "Dao", "en": "Dao"},
                ]
            },
            right={},
            wrong={},
            unreadable=[
                ({}, "empty"),
                ({"place_1": "1"}, "same_place"),
                ({"place_1": "1", "place_2": "1", "place_3": "2", "place_4": "3"}, "same_place"),
                ({"place_1": "5", "place_2": "1", "place_3": "2", "place_4": "3"}, "unknown_place"),
                ({"place_1": "x", "place_2": "1", "place_3": "2", "place_4": "3"}, "unknown_place"),
            ],
            told="Tày → Mường → Nùng → Dao",
            remarks=("", "0/4 mục đúng chỗ"),
            group="tay",
            form={
                "item_1_vi": "Tày",
                "item_1_en": "Tay",
                "item_2_vi": "Mường",
                "item_2_en": "Muong",
                "item_3_vi": "Nùng",
                "item_3_en": "Nung",
                "item_4_vi": "Dao",
                "item_4_en": "Dao",
            },
            cells={
                "answers_vi": "Tày | Mường | Nùng | Dao",
                "answers_en": "Tay | Muong | Nung | Dao",
            },
        ),
        Sample(
            kind="match",
            spec={
                "pairs": [
                    {
                        "left": {"vi": "Katê", "en": "Kate"},
                        "right": {"vi": "Chăm", "en": "Cham"},
                    },
                    {
                        "left": {"vi": "Gầu tào", "en": "Gau tao"},
                        "right": {"vi": "Mông", "en": "Hmong"},
                    },
                    {
                        "left": {"vi": "Lồng tồng", "en": "Long tong"},
                        "right": {"vi": "Tày", "en": "Tay"},
                    },
                ]
            },
            right={},
            wrong={},
            unreadable=[
                ({}, "empty"),
                ({"pair_1": "1"}, "same_partner"),
                ({"pair_1": "1", "pair_2": "1", "pair_3": "2"}, "same_partner"),
                ({"pair_1": "1", "pair_2": "2", "pair_3": "4"}, "unknown_partner"),
            ],
            told="Katê – Chăm; Gầu tào – Mông; Lồng tồng – Tày",
            remarks=("", "0/3 cặp đúng"),
            group="cham",
            form={
                "left_1_vi": "Katê",
                "left_1_en": "Kate",
                "right_1_vi": "Chăm",
                "right_1_en": "Cham",
                "left_2_vi": "Gầu tào",
                "left_2_en": "Gau tao",
                "right_2_vi": "Mông",
                "right_2_en": "Hmong",
                "left_3_vi": "Lồng tồng",
                "left_3_en": "Long tong",
                "right_3_vi": "Tày",
                "right_3_en": "Tay",
            },
            cells={
                "answers_vi": "Katê = Chăm | Gầu tào = Mông | Lồng tồng = Tày",
                "answers_en": "Kate = Cham | Gau tao = Hmong | Long tong = Tay",
            },
        ),
    )
}


def sent(whole: dict[str, Any], fields: str = "right") -> dict[str, Any]:
    """What a form sends that is wholly right or wholly wrong, from a whole snapshot: the things of
    an order and of pairs are shuffled, by the key of the question."""
    sample = SAMPLES[whole["kind"]]
    if whole["kind"] not in ("order", "match"):
        return dict(getattr(sample, fields))
    right = list(whole["right"])
    if whole["kind"] == "order":
        order = right if fields == "right" else right[::-1]
        return {f"place_{at}": str(place) for place, at in enumerate(order, start=1)}
    partners = right if fields == "right" else right[1:] + right[:1]
    return {f"pair_{left}": str(partner) for left, partner in enumerate(partners, start=1)}


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
