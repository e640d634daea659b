"""What one seat, or a spectator, may see of a position (D7), and the same as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.game import Json, write_options

from . import gathering, moves, victory
from .moves import LETTERS, Move
from .options import Options
from .state import QUESTION, REACT, Question, State
from .world import World


@dataclass(frozen=True)
class Seat:
    """What everybody sees of a player. `slots` says by slot whether it is done; `completed` of
    `wanted` conditions of the agreed way are met. `pos` is None before the pawn stands on the map
    and once the player is out."""

    people: str
    coins: int
    pos: str | None
    flags: tuple[str, ...]
    badges: int
    cards: int
    out: bool
    benefit: str
    right: int
    asked: int
    misses_turn: bool
    slots: tuple[bool, ...]
    at_home: bool
    completed: int
    wanted: int
    level: str


@dataclass(frozen=True)
class Asked:
    """The question on the table. `choices` by letter; `article` only for whoever holds the Treasure
    Book. `answer` and `removed` are the reader's own; `copies` says whose answer counts for whom.
    `marks` once it is closed; `right`, `explanation`, `address` and `source` once it is settled."""

    number: int
    pile: str
    province: str | None
    answering: tuple[int, ...]
    locked: tuple[int, ...]
    stem: Json
    choices: Mapping[str, Json]
    picture: Json
    audio: Json
    level: Json
    may_answer: bool
    answer: str | None
    removed: str | None
    copies: Mapping[int, int]
    article: Json = None
    marks: Mapping[int, bool] | None = None
    right: str | None = None
    explanation: Json = None
    address: Json = None
    source: Json = None


@dataclass(frozen=True)
class View:
    """Everything the reader may see. `hand` is the reader's own, `chosen` the own choice in the
    window that is open. `world` is the table's content, read once; it is public but for the
    questions, which no bot may read, and stays out of the JSON."""

    seat: int | None
    world: World
    options: Options
    size: int
    players: tuple[Seat, ...]
    ring: tuple[int, ...]
    phase: str
    to_act: tuple[int, ...]
    active: int
    first: int
    round: int
    begun: bool
    last_round: bool
    met: bool
    book: int | None
    deck: int
    discard: tuple[str, ...]
    hand: tuple[str, ...]
    rolled: tuple[int, ...]
    blocked: tuple[str, ...]
    refused: bool
    trip: Mapping[str, Json] | None
    bet: Mapping[str, Json] | None
    duel: Mapping[str, Json] | None
    window: Mapping[str, Json] | None
    counter: Mapping[str, Json] | None
    claim: Mapping[str, Json] | None
    question: Asked | None
    explained: Asked | None
    reading: tuple[int, ...]
    resting: bool
    chosen: Move | None
    result: Mapping[str, Json] | None
    places: tuple[int, ...] | None

    @property
    def mine(self) -> Seat:
        """The reader's own seat; a spectator has none."""
        if self.seat is None:
            raise LookupError("a spectator has no seat")
        return self.players[self.seat]


def see(state: State, world: World, seat: int | None) -> View:
    """The view of a seat, or with None of a spectator."""
    player = None if seat is None else state.players[seat]
    return View(
        seat=seat,
        world=world,
        options=state.options,
        size=state.size,
        players=tuple(_seat(state, world, one) for one in range(len(state.players))),
        ring=state.ring,
        phase="EXPLAIN" if state.reading else state.phase,
        to_act=tuple(sorted(gathering.to_act(state))),
        active=state.active,
        first=state.first,
        round=state.round,
        begun=state.begun,
        last_round=state.last_round or state.met,
        met=state.met,
        book=state.book,
        deck=len(state.deck),
        discard=tuple(sorted(state.discard)),
        hand=player.hand if player else (),
        rolled=tuple(one.rolled for one in state.players),
        blocked=tuple(sorted(state.blocked)),
        refused=state.refused,
        trip=_trip(state),
        bet=_bet(state),
        duel=_duel(state),
        window=_window(state),
        counter=_counter(state),
        claim=_claim(state),
        question=_asked(state, world, seat, state.question, solved=False),
        explained=_asked(state, world, seat, state.explained, solved=True),
        reading=tuple(sorted(state.reading)),
        resting=seat in state.resting,
        chosen=None if seat is None else state.gathered.get(seat),
        result=_result(state),
        places=state.result.places if state.result else None,
    )


def _seat(state: State, world: World, seat: int) -> Seat:
    player = state.players[seat]
    slots, home = victory.done(state, world, seat), victory.at_home(state, world, seat)
    completed, wanted = victory.counted(state, seat, slots, home)
    return Seat(
        people=player.people,
        coins=player.coins,
        pos=None if player.out else player.pos,
        flags=tuple(sorted(player.flags)),
        badges=player.badges,
        cards=len(player.hand),
        out=player.out,
        benefit=player.benefit,
        right=player.right,
        asked=player.asked,
        misses_turn=bool(player.skip),
        slots=slots,
        at_home=home and not player.out,
        completed=completed,
        wanted=wanted,
        level=player.level,
    )


def _trip(state: State) -> Mapping[str, Json] | None:
    trip = state.trip
    if trip is None:
        return None
    return {
        "seat": state.active,
        "by": trip.by,
        "start": trip.start,
        "path": list(trip.route.path),
        "fare": trip.paid,
        "attach": list(trip.attach),
    }


def _bet(state: State) -> Mapping[str, Json] | None:
    bet = state.bet
    return (
        None
        if bet is None
        else {
            "seat": state.active,
            "x": bet.x,
            "dice": list(bet.dice),
            "harvest": bet.harvest,
        }
    )


def _duel(state: State) -> Mapping[str, Json] | None:
    duel = state.duel
    return (
        None
        if duel is None
        else {
            "challenger": duel.challenger,
            "target": duel.target,
            "dice": [list(one) for one in duel.dice],
            "ties": duel.ties,
            "chooser": duel.chooser,
            "answerer": duel.answerer,
        }
    )


def _window(state: State) -> Mapping[str, Json] | None:
    window = state.window
    return (
        None
        if window is None
        else {
            "kind": window.kind,
            "asked": list(window.asked),
            "chosen": sorted(set(window.asked) - set(window.queue) | set(state.gathered)),
        }
    )


def _counter(state: State) -> Mapping[str, Json] | None:
    counter = state.counter
    return (
        None
        if counter is None
        else {"card": counter.card, "by": counter.by, "target": counter.target}
    )


def _claim(state: State) -> Mapping[str, Json] | None:
    claim = state.claim
    return (
        None
        if claim is None
        else {
            "seat": state.active,
            "kind": claim.kind,
            "target": claim.target,
            "provinces": list(claim.provinces),
        }
    )


def _result(state: State) -> Mapping[str, Json] | None:
    result = state.result
    return None if result is None else {"winner": result.winner, "how": result.how}


def _asked(
    state: State, world: World, seat: int | None, question: Question | None, *, solved: bool
) -> Asked | None:
    if question is None or not question.order:
        return None
    card: Mapping[str, Any] = world.piles[question.pile][question.card]
    own = None if seat is None else question.given.get(seat)
    if seat is not None and question.closed:
        own = question.final.get(seat)
    reads = seat is not None and state.book == seat and state.phase in (QUESTION, REACT)
    shown = Asked(
        number=question.number,
        pile=question.pile,
        province=question.province,
        answering=question.answering,
        locked=tuple(sorted(question.locked)),
        stem=card.get("stem"),
        choices={
            letter: card["choices"][place]
            for letter, place in zip(LETTERS, question.order, strict=True)
        },
        picture=card.get("picture"),
        audio=card.get("audio"),
        level=card.get("level"),
        may_answer=not question.closed and seat in gathering.to_act(state),
        answer=own,
        removed=None if seat is None else question.removed.get(seat),
        copies=question.copies,
        article=card.get("heritage_url") if reads and not question.closed else None,
        marks=(
            {one: question.is_right(one) for one in question.answering} if question.closed else None
        ),
    )
    if not solved:
        return shown
    return Asked(
        **{
            **vars(shown),
            "right": question.right,
            "explanation": card.get("explanation"),
            "address": card.get("heritage_url"),
            "source": card.get("source"),
        }
    )


# --- as JSON -------------------------------------------------------------------------------------


def encode(view: View) -> dict[str, Json]:
    """The view as JSON, for programs; the same for whatever the reader may not see."""
    told = {name: _plain(value) for name, value in vars(view).items() if name != "world"}
    return {**told, "options": write_options(view.options)}


def _plain(value: Any) -> Json:
    if isinstance(value, Move):
        return moves.encode(value)
    if isinstance(value, Seat | Asked):
        return {name: _plain(one) for name, one in vars(value).items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value
