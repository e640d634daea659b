"""The three kinds answered by picking: one right, several right, true or false."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from heritage.text import nfc

from ..models import MAX_CHOICES, MIN_CHOICES, Choice, Question
from ..scoring import share_of_several
from .base import (
    LANGUAGES,
    BadResponse,
    ChoiceLike,
    Counts,
    Problem,
    QuestionLike,
    Response,
    Snapshot,
    Spec,
    Tallied,
    column_problems,
    common_snapshot,
    pair,
    said,
    without_secrets,
)

LETTERS = "ABCD"


def letter(position: int) -> str:
    """ "A" for position 1."""
    return LETTERS[position - 1]


class _Choices:
    """What the three kinds share."""

    slug = ""
    label: Any = ""
    several = False
    has_choices = True
    folder = "choice"
    min_choices, max_choices = MIN_CHOICES, MAX_CHOICES

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        return [
            *column_problems(question, "text", Question),
            *self._count_problems(choices),
            *self._right_problems(choices),
            *(
                problem
                for position, choice in enumerate(choices, start=1)
                for problem in column_problems(choice, "text", Choice, position)
            ),
            *_twin_problems(choices),
        ]

    def tidy(self, spec: Spec) -> Spec:
        return {}

    def _count_problems(self, choices: Sequence[ChoiceLike]) -> list[Problem]:
        if len(choices) < self.min_choices:
            message = ngettext(
                "At least %(n)s choice is needed.",
                "At least %(n)s choices are needed.",
                self.min_choices,
            ) % {"n": self.min_choices}
            return [Problem("too_few_choices", "choices", message)]
        if len(choices) > self.max_choices:
            message = ngettext(
                "At most %(n)s choice is allowed.",
                "At most %(n)s choices are allowed.",
                self.max_choices,
            ) % {"n": self.max_choices}
            return [Problem("too_many_choices", "choices", message)]
        return []

    def _right_problems(self, choices: Sequence[ChoiceLike]) -> list[Problem]:
        right = [letter(at) for at, each in enumerate(choices[:4], start=1) if each.is_right]
        if choices and not right:
            return [Problem("none_right", "choices", _("No choice is marked right yet."))]
        if len(right) > 1 and not self.several:
            message = _("%(letters)s are marked right; this kind of question has only one.") % {
                "letters": ", ".join(right)
            }
            return [Problem("too_many_right", "choices", message)]
        return []

    def snapshot(self, question: Any) -> Snapshot:
        choices = sorted(question.choices.all(), key=lambda each: (each.position, each.pk))
        return {
            **common_snapshot(question),
            "several": self.several,
            "choices": [
                {"position": position, "letter": letter(position), "text": pair(choice, "text")}
                for position, choice in enumerate(choices, start=1)
            ],
            "right": [at for at, choice in enumerate(choices, start=1) if choice.is_right],
        }

    def public(self, question: Snapshot) -> Snapshot:
        return without_secrets(question)

    def read_response(self, question: Snapshot, data: QueryDict) -> Response:
        given = data.getlist("choice")
        if not given:
            raise BadResponse("empty", _("Pick an answer first."))
        offered = {str(choice["position"]) for choice in question["choices"]}
        if not set(given) <= offered:
            raise BadResponse("unknown_choice", _("This question has no such answer."))
        picked = sorted({int(position) for position in given})
        if len(picked) > 1 and not self.several:
            raise BadResponse("too_many", _("Pick one answer only."))
        return {"choices": picked}

    def share(self, question: Snapshot, response: Response | None) -> float:
        picked, right = _picked(response), set(question["right"])
        if not right:
            return 0.0
        if not self.several:
            return float(picked == right)
        return share_of_several(
            right_picked=len(picked & right),
            wrong_picked=len(picked - right),
            right_total=len(right),
        )

    def answer(self, question: Snapshot) -> Response:
        return {"choices": list(question["right"])}

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Counts:
        counts: dict[Hashable, int] = {choice["position"]: 0 for choice in question["choices"]}
        for response in responses:
            for position in _picked(response) & counts.keys():
                counts[position] += 1
        return counts

    def lines(self, question: Snapshot, counts: Counts) -> list[Tallied]:
        return [
            Tallied(
                key=choice["position"],
                text=choice["text"],
                count=counts.get(choice["position"], 0),
                right=choice["position"] in question["right"],
                letter=choice["letter"],
            )
            for choice in question["choices"]
        ]

    def mistakes(
        self, question: Snapshot, responses: Sequence[Response | None]
    ) -> list[tuple[Response, int]]:
        lines = self.lines(question, self.tally(question, responses))
        wrong = [line for line in lines if line.count and not line.right]
        wrong.sort(key=lambda line: -line.count)
        return [({"choices": [line.key]}, line.count) for line in wrong]

    def texts(self, spec: Spec) -> Iterable[tuple[str, str]]:
        return []

    def remark(self, question: Snapshot, response: Response | None) -> str:
        return ""

    def assets(self, language: str) -> list[str]:
        return []

    def hint(self, question: Snapshot) -> str:
        if question["several"]:
            return _("Pick all that are right, then send")
        return _("One tap sends your answer")

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        picked = _picked(response)
        return "; ".join(
            f"{choice['letter']}. {said(choice['text'], language)}"
            for choice in question["choices"]
            if choice["position"] in picked
        )


class SingleChoice(_Choices):
    """Two to four choices, exactly one of them right."""

    slug = "single"
    label = gettext_lazy("one right answer")


class MultipleChoice(_Choices):
    """Two to four choices, one or more of them right."""

    slug = "multiple"
    label = gettext_lazy("several right answers")
    several = True

    def _right_problems(self, choices: Sequence[ChoiceLike]) -> list[Problem]:
        if len(choices) > 1 and all(choice.is_right for choice in choices):
            message = _("Every choice is marked right; leave at least one wrong.")
            return [Problem("all_right", "choices", message)]
        return super()._right_problems(choices)


class TrueFalse(_Choices):
    """A statement, with one choice for true and one for false."""

    slug = "truefalse"
    label = gettext_lazy("true or false")
    max_choices = 2


def _picked(response: Response | None) -> set[int]:
    return set(response["choices"]) if response else set()


def _twin_problems(choices: Sequence[ChoiceLike]) -> list[Problem]:
    """Two choices that read the same: nobody could tell which is right."""
    found = []
    for code, _language in LANGUAGES:
        field, seen = f"text_{code}", dict[str, int]()
        for position, choice in enumerate(choices[:MAX_CHOICES], start=1):
            text = " ".join(nfc(getattr(choice, field) or "").casefold().split())
            if not text:
                continue
            if text in seen:
                message = _("Choice %(one)s reads the same as %(other)s. Change or delete it.") % {
                    "one": letter(position),
                    "other": letter(seen[text]),
                }
                found.append(Problem("same_text", field, message, position))
            else:
                seen[text] = position
    return found
