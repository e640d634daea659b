"""Names at game tables follow the same rules as nicknames in a lesson."""

from __future__ import annotations

from games import names
from games.faces import Refused

from . import nicknames
from .errors import LessonError


class _Nicknames:
    """See games.names.Rules."""

    key = staticmethod(nicknames.key)
    suggestion = staticmethod(nicknames.suggestion)

    def canonical(self, raw: str) -> str:
        try:
            return nicknames.canonical(raw)
        except LessonError as error:
            raise Refused(str(error.message)) from error


def connect() -> None:
    names.use(_Nicknames())
