"""The values of the dice shoot-out: options, position, view, moves. Frozen, plain, no rules.

Section numbers are of docs/rules/bang_dice.md. A seat is the number of a chair at the table. Who
sits left of whom is `State.order`, which runs clockwise: the left neighbour is the next one.
Dice lie in places 0 to 4 and stay there however often they are thrown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.game import option

Seat = int
#: Place of a die, 0 to 4.
Die = int

Face = Literal["arrow", "dynamite", "one", "two", "beer", "gatling"]
#: A die that falls on 1 shows an arrow, and so on.
FACES: tuple[Face, ...] = ("arrow", "dynamite", "one", "two", "beer", "gatling")
DICE = 5
ARROWS = 9
#: So many dynamites end the rolling and cost a life (section 7).
BLAST = 3
#: A game that has not ended after so many turns is closed without a winner (section 12).
MOST_TURNS = 500

Role = Literal["sheriff", "deputy", "outlaw", "renegade"]
#: Roles by number of players (section 2).
ROLES: Mapping[int, tuple[Role, ...]] = {
    3: ("deputy", "outlaw", "renegade"),
    4: ("sheriff", "outlaw", "outlaw", "renegade"),
    5: ("sheriff", "deputy", "outlaw", "outlaw", "renegade"),
    6: ("sheriff", "deputy", "outlaw", "outlaw", "outlaw", "renegade"),
    7: ("sheriff", "deputy", "deputy", "outlaw", "outlaw", "outlaw", "renegade"),
    8: ("sheriff", "deputy", "deputy", "outlaw", "outlaw", "outlaw", "renegade", "renegade"),
}

#: What is being decided: Sid Ketchum's gift, a throw, targets, drinks, Kit Carlson's arrows, and
#: the two reactions of somebody who is hit; "over" when nothing is.
Phase = Literal["start", "roll", "shots", "beers", "gatling", "bart", "pedro", "over"]
#: The phases in which somebody does something to others.
Chosen = Literal["start", "shots", "beers", "gatling"]
#: What a loss of life comes from.
Cause = Literal["shots", "gatling", "dynamite", "storm"]
#: Why a game ended (sections 12 and 13): a side has won, or with three players the hunter, the last
#: one alive, or the Outlaw because nobody is; "abandoned" has no winner.
Reason = Literal[
    "law", "outlaws", "renegade", "hunter", "last_standing", "nobody_left", "abandoned"
]
#: How much longer than usual people may think; 0 is no clock at all.
PACES: Mapping[str, float] = {"usual": 1.0, "slow": 2.0, "off": 0.0}


@dataclass(frozen=True, slots=True)
class Options:
    """What may be agreed before a game (section 15). `family` changes words only."""

    family: bool = option(False)
    shuffle_seats: bool = option(False)
    pace: str = option("usual", *PACES)


PRESETS: Mapping[str, Options] = {
    "usual": Options(),
    "family": Options(family=True),
    "unhurried": Options(family=True, pace="slow"),
}


# --- moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heal:
    """Sid Ketchum gives a life to somebody, with None to nobody."""

    target: Seat | None


@dataclass(frozen=True, slots=True)
class Roll:
    """The first throw of a turn, all five dice."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """Some dice are picked up and thrown again."""

    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The dice stay as they lie."""


class Slab(NamedTuple):
    """Slab the Killer spends one beer die on one shot die, which then hits twice."""

    beer: Die
    shot: Die


@dataclass(frozen=True, slots=True)
class Shots:
    """A target for each die that shows a shot: pairs of die and seat."""

    targets: tuple[tuple[Die, Seat], ...]
    slab: Slab | None = None


@dataclass(frozen=True, slots=True)
class Beers:
    """Who drinks: one seat for each beer that is left, in the order of the dice."""

    targets: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Gatling:
    """The Gatling dice are carried out; Kit Carlson names from whom he takes arrows first."""

    kit: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class React:
    """Bart Cassidy takes so many arrows instead of losing life (`power` "bart"), or Pedro Ramirez
    puts so many of his back ("pedro")."""

    power: Literal["bart", "pedro"]
    arrows: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock ran out: what section 16 plays then, known to everybody beforehand."""


Move = Heal | Roll | Reroll | Stop | Shots | Beers | Gatling | React | TimeUp


# --- position -------------------------------------------------------------------------------------


class Hit(NamedTuple):
    """So many points land on a seat at once. While Pedro Ramirez is asked they are what he lost."""

    seat: Seat
    points: int


class Group(NamedTuple):
    """Hits that land together and are gone through clockwise (section 11); the first of `queue` is
    the one whose reaction is waited for. `vengeful`: El Gringo has lost a point in it."""

    cause: Cause
    queue: tuple[Hit, ...]
    vengeful: bool = False


class Choice(NamedTuple):
    """Something a player did to others of their own free will, with what they could have done
    instead: what bots read roles from. Public.

    `taken` are the targets, `options` what each could have been (None: nobody), without those
    that were forced. `life` is everybody's at that moment.
    """

    seat: Seat
    what: Chosen
    taken: tuple[Seat | None, ...]
    options: tuple[tuple[Seat | None, ...], ...]
    life: tuple[int, ...]


class Result(NamedTuple):
    """How it ended, and who has won, the dead of a winning side included."""

    reason: Reason
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position: all there is to know, hidden roles too. Tuples run by seat unless said otherwise.

    `step` counts decisions, `turns` the turns begun. `hunt` is true while the three-player hunt is
    on. `spent` is the beer die that Slab the Killer used up. `group` is there while a reaction is
    waited for.
    """

    options: Options
    order: tuple[Seat, ...]
    roles: tuple[Role, ...]
    characters: tuple[str, ...]
    life: tuple[int, ...]
    arrows: tuple[int, ...]
    alive: tuple[bool, ...]
    pile: int
    turn: Seat
    phase: Phase
    dice: tuple[Face, ...] | None = None
    rolls_used: int = 0
    spent: Die | None = None
    turns: int = 1
    step: int = 0
    hunt: bool = False
    group: Group | None = None
    choices: tuple[Choice, ...] = ()
    result: Result | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def asked(self) -> Seat | None:
        """Whose decision it is: the active seat's, or that of who is hit and may react."""
        if self.over:
            return None
        return self.turn if self.group is None else self.group.queue[0].seat


# --- what a seat sees -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player:
    """One seat as somebody sees it; `role` is None while it is hidden from the viewer."""

    seat: Seat
    character: str
    role: Role | None
    life: int
    limit: int
    arrows: int
    alive: bool


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat (None: a spectator) may see; the roles it may not are not in here.

    `players` run by seat, `order` clockwise. `turn` is the active seat, `asked` whose decision it
    is (None when the game is over). `hidden` says how many of each role the viewer cannot place.

    What may be decided now, the same for every viewer, empty where it is not the question:
    `locked` dice that stay; `targets` by die that shows a shot; `beers` dice that are not used up,
    to be given away or, while shots are assigned, for Slab the Killer to spend (`may_double`);
    `living` seats, who may be healed or given a drink; `most` arrows that Bart may take, Pedro put
    back or Kit remove; `fires`: whether the Gatling dice on the table are enough.
    """

    seat: Seat | None
    players: tuple[Player, ...]
    order: tuple[Seat, ...]
    options: Options
    hidden: Mapping[Role, int]
    pile: int
    turn: Seat
    turns: int
    phase: Phase
    asked: Seat | None
    dice: tuple[Face, ...] | None
    rolls_used: int
    rolls: int
    hunt: bool
    locked: tuple[Die, ...]
    targets: tuple[tuple[Die, tuple[Seat, ...]], ...]
    beers: tuple[Die, ...]
    living: tuple[Seat, ...]
    most: int
    may_double: bool
    fires: bool
    group: Group | None
    choices: tuple[Choice, ...]
    result: Result | None
