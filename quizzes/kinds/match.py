"""Three to six pairs to be found again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Question
from .base import (
    BadResponse,
    ChoiceLike,
    Counts,
    Problem,
    QuestionLike,
    Response,
    Snapshot,
    Spec,
    SpecKind,
    Tallied,
    both,
    column_problems,
    common_snapshot,
    part_problems,
    said,
    shown,
    shuffled,
)

LEAST, MOST = 3, 6
LENGTH = 60
BETWEEN = " – "


class Match(SpecKind):
    """`spec`: ``{"pairs": [{"left": {"vi": …, "en": …}, "right": {…}}, …]}``."""

    slug = "match"
    label = gettext_lazy("pairs to match")
    folder = "match"

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        pairs = self.tidy(question.spec)["pairs"]
        found = column_problems(question, "text", Question)
        for side in ("left", "right"):
            found += part_problems([pair[side] for pair in pairs], side, LENGTH)
        if not LEAST <= len(pairs) <= MOST:
            message = _("Between %(least)s and %(most)s pairs are needed.")
            message %= {"least": LEAST, "most": MOST}
            found.append(Problem("count", f"left_{min(len(pairs) + 1, MOST)}_vi", message))
        return found

    def tidy(self, spec: Spec) -> Spec:
        given = spec.get("pairs")
        given = given if isinstance(given, list | tuple) else []
        pairs = [
            {side: both(pair.get(side)) for side in ("left", "right")}
            for pair in given
            if isinstance(pair, Mapping)
        ]
        return {
            "pairs": [
                pair
                for pair in pairs
                if any(text for side in pair.values() for text in side.values())
            ]
        }

    def snapshot(self, question: Any) -> Snapshot:
        pairs = self.tidy(question.spec)["pairs"]
        # Right position n is the partner of the left at places[n − 1].
        places = shuffled(question.key, len(pairs))
        return {
            **common_snapshot(question),
            "left": [
                {"position": at, "text": shown(pair["left"])} for at, pair in enumerate(pairs, 1)
            ],
            "partners": [
                {"position": position, "text": shown(pairs[at]["right"])}
                for position, at in enumerate(places, start=1)
            ],
            "right": [places.index(at) + 1 for at in range(len(pairs))],
        }

    def read_response(self, question: Snapshot, data: QueryDict) -> Response:
        given = [data.get(f"pair_{each['position']}", "") for each in question["left"]]
        if not any(given):
            raise BadResponse("empty", _("Find every pair first."))
        partners = {str(each["position"]) for each in question["partners"]}
        if not set(given) <= partners | {""}:
            raise BadResponse("unknown_partner", _("This question has no such answer."))
        if set(given) != partners:
            raise BadResponse("same_partner", _("Give each its own partner."))
        return {"pairs": [int(each) for each in given]}

    def share(self, question: Snapshot, response: Response | None) -> float:
        hits = _hits(question, response)
        return len(hits) / len(question["right"]) if hits else 0.0

    def answer(self, question: Snapshot) -> Response:
        return {"pairs": list(question["right"])}

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Counts:
        """How many found each pair, by the position of its left; under "all" every pair."""
        counts: Counter[Any] = Counter({each["position"]: 0 for each in question["left"]})
        counts["all"] = 0
        for response in responses:
            hits = _hits(question, response)
            counts.update(hits)
            counts["all"] += bool(hits) and len(hits) == len(question["right"])
        return counts

    def lines(self, question: Snapshot, counts: Counts) -> list[Tallied]:
        partners = _texts(question)
        found = [
            Tallied(
                left["position"],
                {
                    code: f"{text}{BETWEEN}{partners[right][code]}"
                    for code, text in left["text"].items()
                },
                counts.get(left["position"], 0),
                right=True,
            )
            for left, right in zip(question["left"], question["right"], strict=True)
        ]
        whole = {"vi": "Đúng cả", "en": "All right"}
        return [*found, Tallied("all", whole, counts.get("all", 0), right=True)]

    def texts(self, spec: Spec) -> Iterable[tuple[str, str]]:
        for number, pair in enumerate(self.tidy(spec)["pairs"], start=1):
            for side, texts in pair.items():
                yield from (
                    (f"{side}_{number}_{code}", text) for code, text in shown(texts).items()
                )

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        partners = _texts(question)
        return "; ".join(
            f"{said(left['text'], language)}{BETWEEN}{said(partners[right], language)}"
            for left, right in zip(question["left"], _pairs(question, response), strict=False)
        )

    def remark(self, question: Snapshot, response: Response | None) -> str:
        hits, every = len(_hits(question, response)), len(question["right"])
        if not _pairs(question, response) or hits == every:
            return ""
        return _("%(n)s of %(all)s pairs right") % {"n": hits, "all": every}

    def hint(self, question: Snapshot) -> str:
        return _("Match the pairs, then send")


def _texts(question: Snapshot) -> dict[int, Mapping[str, str]]:
    return {each["position"]: each["text"] for each in question["partners"]}


def _pairs(question: Snapshot, response: Response | None) -> list[int]:
    """The partners of a response, [] for none and for one of other pairs than these."""
    pairs = list((response or {}).get("pairs", []))
    return pairs if sorted(pairs) == sorted(_texts(question)) else []


def _hits(question: Snapshot, response: Response | None) -> list[int]:
    """The lefts, by position, that have their right partner."""
    pairs = _pairs(question, response)
    return [
        at
        for at, (given, right) in enumerate(zip(pairs, question["right"], strict=False), start=1)
        if given == right
    ]
