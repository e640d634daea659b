"""Positions put up by hand, and chance that falls as a test wants."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.chance import Chance
from games.game import IllegalMove
from games.rang_ro.core.moves import Move
from games.rang_ro.game import GAME

from .playing import CONTENT, begin


class Rigged(Chance):
    """Chance that falls as a test wants: dice from a list, the rest in the given order."""

    def __init__(self, *dice: int) -> None:
        super().__init__()
        self._left = list(dice)

    def _dice(self, stream, n, sides):
        return tuple(self._left.pop(0) for _ in range(n))

    def _order(self, stream, size):
        return tuple(range(size))

    def _place(self, stream, size):
        return 0

    def _normal(self, stream, sigma):
        raise NotImplementedError


class Table:
    """A game in which every seat stands somewhere and nobody holds a card. Right answers are A, for
    nothing is shuffled and every card's right choice is dealt first."""

    def __init__(self, seats=3, levels=None, at="ha-noi", **options):
        levels = levels or ("",) * seats
        state = begin(Random(1), levels, **options)
        players = tuple(
            replace(player, hand=(), pos=at, rolled=7, people="1") for player in state.players
        )
        hands = [code for player in state.players for code in player.hand]
        ring = tuple(range(seats))
        self.s = replace(
            state,
            players=players,
            deck=(*state.deck, *hands),
            ring=ring,
            active=0,
            first=0,
            phase="ACTION",
            begun=True,
        )
        self.events = []

    def have(self, seat, **changes):
        players = list(self.s.players)
        players[seat] = replace(players[seat], **changes)
        self.s = replace(self.s, players=tuple(players))
        return self

    def hold(self, seat, *codes):
        return self.have(seat, hand=codes)

    def do(self, seat, kind, /, *dice, **fields):
        move = Move(kind, **fields)
        GAME.check(self.s, seat, move, CONTENT)
        step = GAME.play(self.s, seat, move, CONTENT, Rigged(*dice))
        self.s = step.state
        self.events = list(step.events)
        return self

    def answer(self, **by_seat):
        """Locked answers, by names like `s0="A"`; "-" is none."""
        for name, letter in by_seat.items():
            given = None if letter == "-" else letter
            self.do(int(name[1:]), "answer", a=given, lock=True)
        return self

    def let_pass(self):
        """Everybody who is asked in a window passes."""
        for seat in sorted(GAME.to_act(self.s)) if self.s.phase == "REACT" else ():
            self.do(seat, "pass")
        return self

    def read(self):
        """Everybody has read the explanation."""
        for seat in sorted(self.s.reading):
            self.do(seat, "next")
        return self

    def refused(self, seat, kind, /, **fields):
        with pytest.raises(IllegalMove) as refusal:
            GAME.check(self.s, seat, Move(kind, **fields), CONTENT)
        return refusal.value.code

    def kinds(self):
        return [event.kind for event in self.events]

    def coins(self):
        return [player.coins for player in self.s.players]

    def default(self, seat):
        return GAME.default_move(GAME.view(self.s, seat, CONTENT), seat, Rigged())
