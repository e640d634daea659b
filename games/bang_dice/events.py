"""What happens at the table, one thing at a time, as it is told to everybody. All facts are public.

The kind of an event is the name in `KINDS`; its facts are the fields, as JSON. `life`, `arrows` and
`pile` are what is left afterwards. A die is its place, 0 to 4.
"""

from __future__ import annotations

from typing import NamedTuple

from games import game

from .values import Cause, Die, Face, Reason, Role, Seat


class Dealt(NamedTuple):
    """The start: seats clockwise, characters and life by seat, who begins."""

    order: tuple[Seat, ...]
    characters: tuple[str, ...]
    life: tuple[int, ...]
    first: Seat


class Card(NamedTuple):
    """A role: the owner's own, or one that lies face up (`hidden` false)."""

    seat: Seat
    role: Role
    hidden: bool


class Turn(NamedTuple):
    """A turn begins; `number` counts them from 1."""

    seat: Seat
    number: int


class Late(NamedTuple):
    """The clock ran out: what follows was played for the seat."""

    seat: Seat


class Thrown(NamedTuple):
    """`dice` were thrown and fell on `faces`, in that order; `all` is what the five show now.
    `roll` counts the throws of the turn, of which `left` more are allowed."""

    seat: Seat
    dice: tuple[Die, ...]
    faces: tuple[Face, ...]
    all: tuple[Face, ...]
    roll: int
    left: int


class Kept(NamedTuple):
    """No more throwing although it was allowed."""

    seat: Seat


class Taken(NamedTuple):
    """`n` arrows from the pile: for dice ("roll"), instead of hits ("bart"), for hurting El Gringo
    ("gringo")."""

    seat: Seat
    n: int
    arrows: int
    pile: int
    why: str


class Returned(NamedTuple):
    """`n` arrows back to the pile: the shooter's own ("gatling"), Pedro's ("pedro"), removed by Kit
    ("kit", `by` is Kit), of somebody who is out ("out")."""

    seat: Seat
    n: int
    arrows: int
    pile: int
    why: str
    by: Seat


class Storm(NamedTuple):
    """The last arrow was taken by `seat`. `losses` are seat, life lost and life left of each
    living player, clockwise from the taker; then all arrows are back and the pile is full."""

    seat: Seat
    losses: tuple[tuple[Seat, int, int], ...]


class Blast(NamedTuple):
    """Three or more dynamites: the throwing is over and costs a life (`Lost` follows)."""

    seat: Seat
    dynamites: int


class Fired(NamedTuple):
    """All shots of a turn: die, face, target and points of each. `beer` is the die that Slab the
    Killer spent, None usually."""

    seat: Seat
    shots: tuple[tuple[Die, Face, Seat, int], ...]
    beer: Die | None


class Salvo(NamedTuple):
    """The Gatling fires at `hit`; `safe` are living players it cannot hurt."""

    seat: Seat
    faces: int
    hit: tuple[Seat, ...]
    safe: tuple[Seat, ...]


class Lost(NamedTuple):
    """Life lost, by whose doing: the shooter, or for dynamite the seat itself."""

    seat: Seat
    n: int
    life: int
    why: Cause
    by: Seat


class Healed(NamedTuple):
    """Life won; `n` is 0 where a gift was wasted. `why`: "beer", "sid", "suzy", "sam". `by` gave
    it; `die` is the beer's."""

    seat: Seat
    n: int
    life: int
    why: str
    by: Seat
    die: Die | None = None


class Saved(NamedTuple):
    """Sid Ketchum gives nothing this time."""

    seat: Seat


class Out(NamedTuple):
    """Somebody is eliminated and shows the role. `by` is the shooter, None for storm and
    dynamite."""

    seat: Seat
    role: Role
    why: Cause
    by: Seat | None


class Off(NamedTuple):
    """Three players: the hunt is off, from now on the last one alive wins."""


class End(NamedTuple):
    """It is over; all roles are shown, by seat."""

    reason: Reason
    winners: tuple[Seat, ...]
    roles: tuple[Role, ...]


Event = (
    Dealt
    | Card
    | Turn
    | Late
    | Thrown
    | Kept
    | Taken
    | Returned
    | Storm
    | Blast
    | Fired
    | Salvo
    | Lost
    | Healed
    | Saved
    | Out
    | Off
    | End
)

KINDS: dict[type, str] = {
    Dealt: "dealt",
    Card: "role",
    Turn: "turn",
    Late: "late",
    Thrown: "throw",
    Kept: "stop",
    Taken: "take",
    Returned: "return",
    Storm: "storm",
    Blast: "dynamite",
    Fired: "shots",
    Salvo: "gatling",
    Lost: "lose",
    Healed: "heal",
    Saved: "no_heal",
    Out: "out",
    Off: "hunt_over",
    End: "end",
}


def told(event: Event) -> game.Event:
    """An event as the table stores it; a role that is hidden is told to its owner only."""
    if isinstance(event, Card):
        only = frozenset({event.seat}) if event.hidden else None
        return game.Event("role", {"seat": event.seat, "role": event.role}, only)
    return game.Event(KINDS[type(event)], event._asdict())
