"""What the lessons of all games have in common: steps in a row, and which of them are done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True)
class Step:
    """One page of a course: it is done when all that is asked on it is."""

    title: Any
    asked: frozenset[str]


class Course:
    """The lessons of one game. What a browser has done is kept in its session under `store`."""

    def __init__(self, slug: str, store: str, steps: Iterable[tuple[Any, Iterable[str]]]) -> None:
        self.slug, self._store = slug, store
        self.steps: Sequence[Step] = [Step(title, frozenset(asked)) for title, asked in steps]

    def done(self, request: HttpRequest) -> set[str]:
        """What of all that is asked this browser has done."""
        return set(request.session.get(self._store, []))

    def note(self, request: HttpRequest, asked: str) -> None:
        """Something asked has been done."""
        done = self.done(request)
        if asked not in done:
            request.session[self._store] = sorted(done | {asked})

    def address(self, number: int) -> str:
        """Of a step, '' of one that there is not."""
        if not 1 <= number <= len(self.steps):
            return ""
        return reverse("games:lesson", args=[self.slug, number])

    def around(self, request: HttpRequest, number: int) -> dict[str, Any]:
        """For a step's page: where it is, what follows, and the bar of all steps."""
        done = self.done(request)
        return {
            "number": number,
            "here": self.address(number),
            "following": self.address(number + 1),
            "bar": [
                {"number": n, "title": step.title, "done": step.asked <= done}
                for n, step in enumerate(self.steps, 1)
            ],
        }
