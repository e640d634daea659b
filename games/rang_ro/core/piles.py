"""Piles of question cards: which card comes next, and how its answers are dealt (D2–D4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.chance import Chance

from .moves import LETTERS
from .state import State
from .world import World


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card: its pile, its place in the content, the places of the choices dealt as A, B, C, the
    letter of the right one, and the cards left in the pile. `again`: the teacher had taken it away,
    and nothing else was to be had."""

    pile: str
    card: int
    order: tuple[int, ...]
    right: str
    left: tuple[int, ...] = ()
    again: bool = False


def key(cards: Sequence[Mapping[str, Any]], pile: str, card: int) -> str:
    """What a question is known by, whichever pile it lies in."""
    return str(cards[card].get("id") or f"{pile}/{card}")


def shuffled(world: World, chance: Chance) -> dict[str, tuple[int, ...]]:
    """Every pile in a new order."""
    return {
        pile: chance.shuffle(f"pile {pile}", range(len(cards)))
        for pile, cards in sorted(world.piles.items())
    }


def draw(
    state: State, world: World, chance: Chance, pile: str, province: str | None
) -> Drawn | None:
    """The first undrawn card about the province, else the first about none, else the first; one
    whose right answer is the province itself only where nothing else is left, for everybody sees
    where the pawn goes. A pile that is used up is shuffled anew. A question that was taken away
    comes back only where no other is left. None for a pile without a card."""
    cards = world.piles.get(pile, ())
    if not cards:
        return None

    def sound(some: Sequence[int]) -> tuple[int, ...]:
        return tuple(one for one in some if key(cards, pile, one) not in state.voided)

    every = range(len(cards))
    left = sound(state.piles.get(pile, ()))
    if not left:
        shuffled = chance.shuffle(f"pile {pile}", every)
        left = sound(shuffled) or tuple(shuffled)
    card = _next(cards, left, province)
    order, right = _dealt(cards[card], pile, chance)
    rest = tuple(one for one in left if one != card)
    return Drawn(pile, card, order, right, rest, key(cards, pile, card) in state.voided)


def _next(cards: Sequence[Mapping[str, Any]], left: Sequence[int], province: str | None) -> int:
    secret = [card for card in left if not _tells(cards[card], province)] or left
    for wanted in (province, None):
        for card in secret:
            if (cards[card].get("province") or None) == wanted:
                return card
    return secret[0]


def _tells(card: Mapping[str, Any], province: str | None) -> bool:
    """Whether the card asks for the very province that the map shows. Content of before this rule
    does not say what an answer is, and is drawn as it was."""
    return province is not None and card.get("answer") == province


def _dealt(card: Mapping[str, Any], pile: str, chance: Chance) -> tuple[tuple[int, ...], str]:
    """The right choice and two of the wrong ones, in any order."""
    right: int = card["right"]
    wrong = [place for place in range(len(card["choices"])) if place != right]
    if len(wrong) > 2:
        wrong = list(chance.shuffle(f"pile {pile}", wrong)[:2])
    order = chance.shuffle(f"pile {pile}", (right, *wrong))
    return order, LETTERS[order.index(right)]
