"""A phone's screen between two questions, drawn once for all whose screens differ by their own
figures only: a class is shown them all at once. The figures are in bench/README.md."""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape

from .models import Participant, Session
from .plays import Words
from .results import Mark
from .scene import Scene, player_context

#: Where a person's own word goes, by its number: nothing that anybody could have written.
_GAP = f"gap{secrets.token_hex(8)}-{{}}-"
_GAPS = re.compile(_GAP.format(r"(\d+)"))
#: The screens that come after every question. The others come once.
MOULDED = {Session.State.REVEAL, Session.State.STANDINGS}


@dataclass(frozen=True)
class Mould:
    """A screen in pieces: between two of them stands the word of this number."""

    pieces: tuple[str, ...]
    words: tuple[int, ...]

    def pour(self, words: list[str]) -> str:
        """The screen of somebody who is told these words."""
        poured = [self.pieces[0]]
        for number, piece in zip(self.words, self.pieces[1:], strict=True):
            poured += escape(words[number]), piece
        return "".join(poured)


class Moulds:
    """Those of one push to the phones of one language."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._made: dict[Hashable, Mould] = {}

    def fragment(self, me: Participant) -> str:
        """What `scene.player_context` and the phone's template come to, without the name, which
        stands on the phone already."""
        scene = self.scene
        line = scene.results.of(me.pk)
        if line is None or scene.session.state not in MOULDED or me.removed_at is not None:
            return draw(player_context(scene, me))
        # Its answer is on the first of the two screens only.
        is_reveal = scene.session.state == Session.State.REVEAL
        mark = line.marks.get(scene.session.index) if is_reveal else None
        words, kin = scene.play.words(line, mark), scene.play.kin(line)
        key = (
            mark and (mark.status, mark.share, repr(mark.response)),
            repr(kin),
            *((name, _shape(word)) for name, word in words.items()),
        )
        mould = self._made.get(key)
        if mould is None:
            mould = self._made[key] = self._mould(me, mark, words)
        return mould.pour([word for each in words.values() for word in _single(each)])

    def _mould(self, me: Participant, mark: Mark | None, words: dict[str, Words]) -> Mould:
        """From the screen of the first who needs it, with gaps for all that is printed, and without
        whatever else it could show of this person."""
        context = (
            player_context(self.scene, me)
            | _gaps(words)
            | {
                "me": None,
                "line": None,
                "mark": mark
                and SimpleNamespace(status=mark.status, share=mark.share, response=mark.response),
            }
        )
        parts = _GAPS.split(draw(context))
        return Mould(tuple(parts[::2]), tuple(map(int, parts[1::2])))


def draw(context: dict[str, Any]) -> str:
    """A phone's fragment."""
    return render_to_string("classrooms/player/_stage.html", context)


def _shape(word: Words) -> Hashable:
    """What the template may ask of it: whether there is something to say, and the labels."""
    return bool(word) if isinstance(word, str) else tuple(label for label, _ in word)


def _single(word: Words) -> Iterator[str]:
    """The words there are, in the order of `_gaps`."""
    if isinstance(word, str):
        if word:
            yield word
    else:
        yield from (each for _, each in word)


def _gaps(words: dict[str, Words]) -> dict[str, Words]:
    """A gap in the place of each word, numbered as `_single` gives them; nothing stays nothing."""
    numbers = itertools.count()

    def gap() -> str:
        return _GAP.format(next(numbers))

    return {
        name: (gap() if word else word)
        if isinstance(word, str)
        else [(label, gap()) for label, _ in word]
        for name, word in words.items()
    }
