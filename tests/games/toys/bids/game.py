"""A secret auction for two to four: everybody lays one of their own cards face down, the highest
takes the prize. Several seats at once, hands are secret, prizes come from the content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.chance import Chance
from games.game import Bot, Event, Game, IllegalMove, InvalidMove, Outcome, Step, option

CARDS = 3


@dataclass(frozen=True)
class Options:
    seconds: int = option(20, 0, 20)
    # Whether a seat may lay another card until all have laid one.
    change: bool = option(False)


@dataclass(frozen=True)
class State:
    options: Options
    hands: tuple[tuple[int, ...], ...]
    laid: tuple[int | None, ...]
    points: tuple[int, ...]
    round: int = 0
    stopped: bool = False
    # Levels of the bots by seat, as the table told.
    levels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    card: int = 0
    what: str = ""
    seat: int = -1
    level: str = ""


@dataclass(frozen=True)
class View:
    seat: int | None
    hand: tuple[int, ...]
    laid: tuple[bool, ...]
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    prize: int
    mine: int | None = None
    levels: tuple[str, ...] = field(default=())


def _lowest(game: Any, view: View, seat: int, budget: float, rng: Random) -> Move:
    return Move(rng.choice(view.hand))


class Bids(Game[Options, State, Move, View]):
    slug = "bids"
    seats = range(2, 5)
    hidden = True
    options = Options
    presets = {"plain": {}, "quiet": {"seconds": 0}, "loose": {"seconds": 0, "change": True}}
    bots = {"lowest": Bot(_lowest, pause=(0, 0))}

    def start(
        self, options: Options, levels: Sequence[str], content: Any, chance: Chance
    ) -> Step[State]:
        seats = len(levels)
        pile = chance.shuffle("deck", range(1, seats * CARDS + 1))
        hands = tuple(tuple(sorted(pile[n * CARDS : (n + 1) * CARDS])) for n in range(seats))
        dealt = tuple(
            Event("dealt", {"cards": list(hand)}, frozenset({seat}))
            for seat, hand in enumerate(hands)
        )
        state = State(options, hands, (None,) * seats, (0,) * seats, levels=tuple(levels))
        return Step(state, dealt)

    def decision(self, state: State) -> str:
        return f"round-{state.round}"

    def to_act(self, state: State) -> frozenset[int]:
        if self.outcome(state) is not None:
            return frozenset()
        waiting = (seat for seat, card in enumerate(state.laid) if card is None)
        return frozenset(range(len(state.laid)) if state.options.change else waiting)

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        seconds = state.options.seconds
        return dict.fromkeys(self.to_act(state), seconds) if seconds else {}

    def legal_moves(self, view: View, seat: int) -> list[Move]:
        return [Move(card) for card in view.hand]

    def check(self, state: State, seat: int | None, move: Move, content: Any) -> None:
        if self.outcome(state) is not None:
            raise IllegalMove("over")
        if (seat is None) != bool(move.what):
            raise IllegalMove("not_yours")
        if seat is not None and move.card not in self._hand(state, seat):
            raise IllegalMove("no_such_card", card=move.card)

    def _hand(self, state: State, seat: int) -> tuple[int, ...]:
        laid = state.laid[seat]
        return state.hands[seat] + (() if laid is None else (laid,))

    def play(
        self, state: State, seat: int | None, move: Move, content: Any, chance: Chance
    ) -> Step[State]:
        return self._step(state, seat, move, content)

    def _step(self, state: State, seat: int | None, move: Move, content: Any) -> Step[State]:
        if seat is None:
            if move.what == "level":
                levels = list(state.levels)
                levels[move.seat] = move.level
                return Step(replace(state, levels=tuple(levels)))
            return Step(replace(state, stopped=True), (Event("stopped"),))
        hands, laid = list(state.hands), list(state.laid)
        whole = self._hand(state, seat)
        hands[seat] = tuple(sorted(card for card in whole if card != move.card))
        laid[seat] = move.card
        events = [
            Event("laid", {"seat": seat}),
            Event("own", {"card": move.card}, frozenset({seat})),
        ]
        state = replace(state, hands=tuple(hands), laid=tuple(laid))
        if None not in laid:
            best = max(card for card in laid if card is not None)
            winner = laid.index(best)
            points = list(state.points)
            points[winner] += content["prizes"][state.round]
            events.append(Event("shown", {"cards": laid, "winner": winner}))
            state = replace(
                state,
                laid=(None,) * len(laid),
                points=tuple(points),
                round=state.round + 1,
            )
        return Step(state, tuple(events))

    def replay(
        self, state: State, seat: int | None, move: Move, record: Any, content: Any
    ) -> Step[State]:
        return self._step(state, seat, move, content)

    def default_move(self, view: View, seat: int | None, chance: Chance) -> Move:
        return Move(view.hand[0])

    def table_move(self, state: State, what: str, seat: int | None, level: str) -> Move | None:
        if what == "level":
            return Move(what="level", seat=-1 if seat is None else seat, level=level)
        return Move(what="end") if what == "end" else None

    def view(self, state: State, seat: int | None, content: Any) -> View:
        hand = () if seat is None else self._hand(state, seat)
        return View(
            seat=seat,
            hand=tuple(sorted(hand)),
            laid=tuple(card is not None for card in state.laid),
            sizes=tuple(map(len, state.hands)),
            points=state.points,
            prize=content["prizes"][min(state.round, CARDS - 1)],
            mine=None if seat is None else state.laid[seat],
            levels=state.levels,
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.round < CARDS and not state.stopped:
            return None
        places = tuple(1 + sum(other > mine for other in state.points) for mine in state.points)
        reason = "stopped" if state.stopped else "sold_out"
        return Outcome(reason, places, tuple(map(float, state.points)))

    def encode(self, state: State) -> Any:
        return {
            "v": 1,
            "options": self.write_options(state.options),
            "hands": [list(hand) for hand in state.hands],
            "laid": list(state.laid),
            "points": list(state.points),
            "round": state.round,
            "stopped": state.stopped,
            "levels": list(state.levels),
        }

    def decode(self, data: Any) -> State:
        return State(
            self.read_options(data["options"]),
            tuple(map(tuple, data["hands"])),
            tuple(data["laid"]),
            tuple(data["points"]),
            data["round"],
            data["stopped"],
            tuple(data["levels"]),
        )

    def encode_move(self, move: Move) -> Any:
        return [move.card, move.what, move.seat, move.level] if move.what else move.card

    def decode_move(self, data: Any) -> Move:
        if isinstance(data, list):
            card, what, seat, level = data
            return Move(card, what, seat, level)
        if not isinstance(data, int) or isinstance(data, bool):
            raise InvalidMove("malformed")
        return Move(data)

    def encode_view(self, view: View) -> Any:
        return [view.seat, view.hand, view.laid, view.sizes, view.points, view.prize, view.mine]


GAME = Bids()
