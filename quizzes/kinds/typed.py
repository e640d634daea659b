"""The answer is typed: words compared by the rules of `quizzes.matching`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from .. import matching
from ..matching import LONGEST, Rivals, Verdict
from ..models import Question
from ..people import Called, names_of
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
    SpecKind,
    Tallied,
    clean,
    column_problems,
    common_snapshot,
    said,
    text_problem,
)

#: How many spellings an editor may list in one language.
MOST = 12
#: A wrong answer is shown to the room only when this many gave it: no single pupil is exposed, and
#: a word typed for fun does not reach the wall.
SHOWN_FROM = 2
#: Wrong answers shown at most.
SHOWN = 4


class TypedAnswer(SpecKind):
    """`spec`: ``{"accepted": {"vi": […], "en": […]}, "people": true}``; with `people` the other
    names of the linked people are accepted too, and no other people's."""

    slug = "typed"
    label = gettext_lazy("typed answer")
    folder = "typed"

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        spec = self.tidy(question.spec)
        return [
            *column_problems(question, "text", Question),
            *(problem for code, language in LANGUAGES for problem in _listed(spec, code, language)),
            *_people_problems(question, spec),
        ]

    def tidy(self, spec: Spec) -> Spec:
        accepted = spec.get("accepted")
        accepted = accepted if isinstance(accepted, dict) else {}
        return {
            "accepted": {
                code: list(dict.fromkeys(filter(None, map(clean, _many(accepted.get(code))))))
                for code, _language in LANGUAGES
            },
            "people": bool(spec.get("people")),
            **({"ref": clean(spec["ref"])} if spec.get("ref") else {}),
        }

    def snapshot(self, question: Any) -> Snapshot:
        spec = self.tidy(question.spec)
        called = Called([], [], Rivals())
        if spec["people"] and question.group is not None:
            called = names_of(question.group)
        return {
            **common_snapshot(question),
            "right": {
                **spec["accepted"],
                "names": {"vi": called.vi, "en": called.en},
                "apart": {
                    "exact": sorted(called.apart.exact),
                    "bare": sorted(called.apart.bare),
                },
            },
        }

    def read_response(self, question: Snapshot, data: QueryDict) -> Response:
        text = matching.tidy(data.get("text", "")[: 10 * LONGEST])
        if not matching.key(text).letters:
            raise BadResponse("empty", _("Type an answer first."))
        if len(text) > LONGEST:
            message = _("At most %(n)s characters, please.") % {"n": LONGEST}
            raise BadResponse("too_long", message)
        return {"text": text}

    def verdict(self, question: Snapshot, response: Response | None) -> Verdict:
        """How the answer stands. English writes many names without marks; for a reader of
        Vietnamese those lack their marks, for a reader of English they are right."""
        if not response:
            return Verdict.WRONG
        right = question["right"]
        apart = Rivals(frozenset(right["apart"]["exact"]), frozenset(right["apart"]["bare"]))
        found = {
            code: matching.judge(response["text"], [*right[code], *right["names"][code]], apart)
            for code, _language in LANGUAGES
        }
        if get_language() != "en" and found["vi"] != Verdict.WRONG:
            return found["vi"]
        return min(found.values(), key=list(Verdict).index)

    def share(self, question: Snapshot, response: Response | None) -> float:
        return float(self.verdict(question, response) != Verdict.WRONG)

    def answer(self, question: Snapshot) -> Response:
        return {"text": said(_first(question), "vi")}

    def same(self, response: Response) -> Hashable:
        return matching.key(response["text"])

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Counts:
        """Right, right without marks, and each wrong answer as it was first spelt."""
        counts: Counter[Any] = Counter({Verdict.RIGHT.value: 0, Verdict.BARE.value: 0})
        spelt: dict[matching.Key, str] = {}
        for response in filter(None, responses):
            verdict = self.verdict(question, response)
            if verdict == Verdict.WRONG:
                text = spelt.setdefault(matching.key(response["text"]), response["text"])
                counts["wrong", text] += 1
            else:
                counts[verdict.value] += 1
        return counts

    def lines(self, question: Snapshot, counts: Counts) -> list[Tallied]:
        first = _first(question)
        wrong = sorted(
            ((count, at[1]) for at, count in counts.items() if isinstance(at, tuple)),
            key=lambda each: (-each[0], each[1]),
        )
        shown = [each for each in wrong if each[0] >= SHOWN_FROM][:SHOWN]
        rest = sum(count for count, _text in wrong) - sum(count for count, _text in shown)
        bare = {code: _bare_line(text, code) for code, text in first.items()}
        found = [
            Tallied("right", first, counts.get("right", 0), right=True),
            Tallied("bare", bare, counts.get("bare", 0), right=True),
            *(
                Tallied(("wrong", text), {"vi": text, "en": text}, count, right=False)
                for count, text in shown
            ),
        ]
        if rest:
            others = {"vi": "Câu trả lời khác", "en": "Other answers"}
            found.append(Tallied("rest", others, rest, right=False))
        return found

    def texts(self, spec: Spec) -> Iterable[tuple[str, str]]:
        accepted = self.tidy(spec)["accepted"]
        return [(f"accepted_{code}", text) for code in accepted for text in accepted[code]]

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        if not response:
            return ""
        if "right" in question and response == self.answer(question):
            return said(_first(question), language)
        return str(response["text"])

    def remark(self, question: Snapshot, response: Response | None) -> str:
        if self.verdict(question, response) == Verdict.BARE:
            return _("Right, marks missing")
        return ""

    def hint(self, question: Snapshot) -> str:
        return _("Type your answer, then send")


def _many(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _first(question: Snapshot) -> dict[str, str]:
    """The answer as it is shown: the first accepted spelling of each language."""
    return {code: next(iter(question["right"][code]), "") for code, _language in LANGUAGES}


def _bare_line(text: str, code: str) -> str:
    return f"{text} (thiếu dấu)" if code == "vi" else f"{text} (marks missing)"


def _listed(spec: Spec, code: str, language: object) -> Iterable[Problem]:
    field, texts = f"accepted_{code}", spec["accepted"][code]
    if not texts:
        message = _("The answer in %(language)s is missing.") % {"language": language}
        yield Problem("missing", field, message)
    if len(texts) > MOST:
        message = _("At most %(n)s spellings, one a line.") % {"n": MOST}
        yield Problem("too_many", field, message)
    for text in texts:
        if problem := text_problem(text, LONGEST, field):
            yield problem
        elif not matching.key(text).letters:
            message = _("“%(text)s” holds no letter or digit.") % {"text": text}
            yield Problem("no_letters", field, message)


def _people_problems(question: Any, spec: Spec) -> Iterable[Problem]:
    """An answer that is a people must be linked to it, and must not be another people's name."""
    if not spec["people"]:
        return
    group = getattr(question, "group", None)
    if group is None:
        message = _("Link the people whose names are to be accepted.")
        yield Problem("no_people", "group", message)
        return
    apart = names_of(group).apart
    for code, _language in LANGUAGES:
        for text in spec["accepted"][code]:
            if text not in matching.unambiguous([text], apart):
                message = _("“%(text)s” is also a name of another people.") % {"text": text}
                yield Problem("other_people", f"accepted_{code}", message)
