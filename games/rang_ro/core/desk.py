"""A position while one move is being made: the small steps all rules are made of, each with the
event that tells it. Rules say what comes after them with `then`; the referee goes on from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.chance import Chance
from games.game import Event, Json

from . import piles
from .cards import KINDS
from .moves import Move
from .state import ACTION, REACT, Player, State, Window, changed
from .world import World


class Desk:
    """The position `s`, what happened so far, and what is due next."""

    __slots__ = ("chance", "due", "events", "s", "world")

    def __init__(self, state: State, world: World, chance: Chance) -> None:
        self.s = state
        self.world = world
        self.chance = chance
        self.events: list[Event] = []
        self.due: str | None = None

    # --- values ----------------------------------------------------------------------------------

    @property
    def main(self) -> Player:
        """The player whose turn it is."""
        return self.s.players[self.s.active]

    def player(self, seat: int) -> Player:
        return self.s.players[seat]

    def set(self, **changes: Any) -> None:
        self.s = changed(self.s, **changes)

    def alter(self, seat: int, **changes: Any) -> None:
        """Change one player."""
        players = list(self.s.players)
        players[seat] = changed(players[seat], **changes)
        self.s = changed(self.s, players=tuple(players))

    def tell(self, what: str, /, only: Iterable[int] | None = None, **facts: Json) -> None:
        """Something happened, for everybody or for some seats only."""
        self.events.append(Event(what, facts, None if only is None else frozenset(only)))

    def then(self, step: str) -> None:
        """What the referee is to do next (`referee.STEPS`)."""
        self.due = step

    def enter(self, phase: str) -> None:
        """Somebody else is to decide something now."""
        self.set(phase=phase, stage=self.s.stage + 1, quiet=frozenset())

    def to_action(self) -> None:
        """The main player is to choose an action, for the first time or anew."""
        self.enter(ACTION)

    # --- money (B) -------------------------------------------------------------------------------

    def coins(self, seat: int, change: int, why: str, other: int | None = None) -> None:
        """Coins come (+) or go (−): from or to the bank, or another player."""
        if not change:
            return
        self.alter(seat, coins=self.player(seat).coins + change)
        if other is not None:
            self.alter(other, coins=self.player(other).coins - change)
        self.tell("coins", seat=seat, change=change, why=why, other=other)

    # --- dice ------------------------------------------------------------------------------------

    def roll(self, seat: int, what: str, stream: str = "dice") -> tuple[int, int]:
        first, second = self.chance.dice(stream, 2, 6)
        self.tell("rolled", seat=seat, dice=[first, second], what=what)
        return first, second

    # --- function cards --------------------------------------------------------------------------

    def draw_card(self, seat: int) -> bool:
        """The top card of the pile for a player; False when there is none (F3)."""
        if not self.s.deck:
            if not self.s.discard:
                return False
            # Sorted first, so that a given order of chance always means the same pile.
            pile = self.chance.shuffle("functions", sorted(self.s.discard))
            self.set(deck=pile, discard=())
            self.tell("pile_shuffled", cards=len(pile))
        top, *rest = self.s.deck
        self.set(deck=tuple(rest))
        self.alter(seat, hand=(*self.player(seat).hand, top))
        self.tell("card_drawn", seat=seat)
        self.tell("card_got", only={seat}, seat=seat, card=top)
        return True

    def drop(self, seat: int, code: str) -> None:
        """A card goes from a hand to the discard."""
        hand = list(self.player(seat).hand)
        hand.remove(code)
        self.alter(seat, hand=tuple(hand))
        self.set(discard=(*self.s.discard, code))

    def play_card(self, seat: int, code: str, **facts: Json) -> None:
        """A card is played and spent."""
        self.drop(seat, code)
        kind = KINDS[code]
        self.tell("card_played", seat=seat, card=code, hostile=kind.hostile, **facts)
        question = self.s.question
        if question is not None:
            self.set(question=replace(question, cards=(*question.cards, (seat, code))))

    def take_back(self, seat: int, code: str) -> None:
        """A card that was spent for nothing returns to the hand it came from, if it still lies on
        the discard and the hand has room."""
        discard = list(self.s.discard)
        if code not in discard or len(self.player(seat).hand) >= self.s.options.hand_limit:
            return
        discard.remove(code)
        self.set(discard=tuple(discard))
        self.alter(seat, hand=(*self.player(seat).hand, code))
        self.tell("card_returned", seat=seat, card=code)

    # --- flags and the book ----------------------------------------------------------------------

    def plant(self, seat: int, province: str, why: str) -> bool:
        """A flag, where the rules allow one (G1, G2)."""
        taken = self.s.options.flag_rule == "exclusive" and any(
            province in one.flags for one in self.s.players
        )
        if province in self.player(seat).flags or taken:
            return False
        self.alter(seat, flags=self.player(seat).flags | {province})
        self.tell("flag", seat=seat, province=province, why=why)
        return True

    def lift(self, seat: int, provinces: Iterable[str], why: str) -> None:
        """Flags go back to the bank."""
        gone = sorted(provinces)
        if gone:
            self.alter(seat, flags=self.player(seat).flags - set(gone))
            self.tell("flags_lost", seat=seat, provinces=gone, why=why)

    def hand_book(self, holder: int | None, why: str) -> None:
        """The Treasure Book changes hands; None is the bank."""
        if holder != self.s.book:
            before = self.s.book
            self.set(book=holder)
            self.tell("book", seat=holder, before=before, why=why)

    # --- windows (W) -----------------------------------------------------------------------------

    def open_window(self, kind: str, seats: Iterable[int], then: str) -> None:
        """Ask those of `seats` who hold a card (W2); without anybody go straight on with `then`,
        which is what follows when the window closes."""
        asked = tuple(seat for seat in seats if self.player(seat).hand)
        if not asked:
            self.then(then)
            return
        # Who passes until the own turn has chosen already.
        passes = {seat: _PASS for seat in asked if seat in self.s.resting}
        self.set(window=Window(kind, asked, asked, then), gathered=passes)
        self.enter(REACT)
        self.tell("window", kind=kind, asked=list(asked))

    # --- question piles (D) ----------------------------------------------------------------------

    def draw_question(self, pile: str, province: str | None) -> piles.Drawn | None:
        """The next card of a pile (D2); None when it has no card at all. It is told where a
        question that was taken away has to serve once more."""
        drawn = piles.draw(self.s, self.world, self.chance, pile, province)
        if drawn is not None:
            self.set(piles={**self.s.piles, pile: drawn.left})
            if drawn.again:
                self.tell("voided_again", pile=pile)
        return drawn


_PASS = Move("pass")
