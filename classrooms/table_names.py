"""Names at game tables follow the same rule as nicknames in a lesson."""

from __future__ import annotations

from games import names
from games.faces import Refused

from .errors import LessonError
from .nicknames import canonical


def _rule(raw: str) -> str:
    try:
        return canonical(raw)
    except LessonError as error:
        raise Refused(str(error.message)) from error


def connect() -> None:
    names.use(_rule)
