"""A question as a student would see it, also when it is not stored yet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ..kinds import kind
from ..models import Question
from ..services import ChoiceDraft


def preview_context(question: Question, drafts: list[ChoiceDraft]) -> dict[str, Any]:
    """Snapshots for the templates: while it is open, and after the answer."""
    whole = kind(question.kind).snapshot(_Previewed(question, drafts))
    return {
        "question": kind(question.kind).public(whole),
        "whole": whole,
        "response": None,
        "languages": ("vi", "en"),
    }


class _Previewed:
    """A question whose choices are drafts."""

    def __init__(self, question: Question, drafts: list[ChoiceDraft]) -> None:
        self._question = question
        rows = [
            SimpleNamespace(
                pk=at,
                position=at,
                text_vi=draft.text_vi,
                text_en=draft.text_en,
                is_right=draft.is_right,
            )
            for at, draft in enumerate(drafts, start=1)
        ]
        self.choices = SimpleNamespace(all=lambda: rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._question, name)
