"""What a people's page tells of the questions about it."""

from __future__ import annotations

from typing import Any

from heritage.models import EthnicGroup

from .models import Question, State

#: Stems shown on a page.
SHOWN = 4


def stems_about(*, group: EthnicGroup, **_: Any) -> list[str]:
    """The first published questions of the site's own decks on a people. One query."""
    questions = (
        Question.objects.published()
        .filter(group=group, deck__state=State.PUBLISHED, deck__owner=None)
        .order_by("deck__slug", "position")[:SHOWN]
    )
    return [question.text for question in questions]
