"""Three to six things to be put in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Question
from ..scoring import share_of_order
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
ARROW = " → "


class Order(SpecKind):
    """`spec`: ``{"items": [{"vi": …, "en": …}, …]}`` in the right order."""

    slug = "order"
    label = gettext_lazy("things to order")
    folder = "order"

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        items = self.tidy(question.spec)["items"]
        found = [
            *column_problems(question, "text", Question),
            *part_problems(items, "item", LENGTH),
        ]
        if not LEAST <= len(items) <= MOST:
            message = _("Between %(least)s and %(most)s things are needed.")
            message %= {"least": LEAST, "most": MOST}
            found.append(Problem("count", f"item_{min(len(items) + 1, MOST)}_vi", message))
        return found

    def tidy(self, spec: Spec) -> Spec:
        items = spec.get("items")
        items = [both(item) for item in items] if isinstance(items, list | tuple) else []
        return {"items": [item for item in items if item["vi"] or item["en"]]}

    def snapshot(self, question: Any) -> Snapshot:
        items = self.tidy(question.spec)["items"]
        # Position n of what is shown is the item at places[n − 1] of the right order.
        places = shuffled(question.key, len(items))
        return {
            **common_snapshot(question),
            "items": [
                {"position": position, "text": shown(items[at])}
                for position, at in enumerate(places, start=1)
            ],
            "right": [places.index(at) + 1 for at in range(len(items))],
        }

    def read_response(self, question: Snapshot, data: QueryDict) -> Response:
        positions = [item["position"] for item in question["items"]]
        given = {at: data.get(f"place_{at}", "") for at in positions}
        if not any(given.values()):
            raise BadResponse("empty", _("Give every thing its place first."))
        places = {str(at) for at in positions}
        if not set(given.values()) <= places | {""}:
            raise BadResponse("unknown_place", _("There is no such place in this order."))
        if set(given.values()) != places:
            raise BadResponse("same_place", _("Give every thing a place of its own."))
        return {"order": sorted(positions, key=lambda at: int(given[at]))}

    def share(self, question: Snapshot, response: Response | None) -> float:
        order = _order(question, response)
        return share_of_order(order, question["right"]) if len(order) > 1 else 0.0

    def answer(self, question: Snapshot) -> Response:
        return {"order": list(question["right"])}

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Counts:
        """How many put each thing in its right place, by position; under "all" the whole order."""
        counts: Counter[Any] = Counter({item["position"]: 0 for item in question["items"]})
        counts["all"] = 0
        for order in filter(None, (_order(question, response) for response in responses)):
            right = [
                one for one, other in zip(order, question["right"], strict=True) if one == other
            ]
            counts.update(right)
            counts["all"] += len(right) == len(order)
        return counts

    def lines(self, question: Snapshot, counts: Counts) -> list[Tallied]:
        texts = _texts(question)
        found = [
            Tallied(
                position,
                {code: f"{number}. {text}" for code, text in texts[position].items()},
                counts.get(position, 0),
                right=True,
            )
            for number, position in enumerate(question["right"], start=1)
        ]
        whole = {"vi": "Đúng cả thứ tự", "en": "The whole order right"}
        return [*found, Tallied("all", whole, counts.get("all", 0), right=True)]

    def texts(self, spec: Spec) -> Iterable[tuple[str, str]]:
        for number, item in enumerate(self.tidy(spec)["items"], start=1):
            yield from ((f"item_{number}_{code}", text) for code, text in shown(item).items())

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        texts = _texts(question)
        return ARROW.join(said(texts[at], language) for at in _order(question, response))

    def remark(self, question: Snapshot, response: Response | None) -> str:
        order = _order(question, response)
        if not order or order == question["right"]:
            return ""
        right = sum(one == other for one, other in zip(order, question["right"], strict=True))
        return _("%(n)s of %(all)s in their right place") % {"n": right, "all": len(order)}

    def hint(self, question: Snapshot) -> str:
        return _("Put them in order, then send")


def _texts(question: Snapshot) -> dict[int, Mapping[str, str]]:
    return {item["position"]: item["text"] for item in question["items"]}


def _order(question: Snapshot, response: Response | None) -> list[int]:
    """The order of a response, [] for none and for one of other things than these."""
    order = list((response or {}).get("order", []))
    return order if sorted(order) == sorted(_texts(question)) else []
