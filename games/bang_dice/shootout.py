"""A game in progress: the position as lists, and what happens to it. Mutable, and so quick; the
rest of the package sees frozen states only (`rules.py`).

Everything that a rule does to the table is here, in the order of docs/rules/bang_dice.md: dice and
arrows, then `resolve` (section 5), a group of hits (section 11), who is out and who has won
(sections 12 and 13). Moves are taken as they come: `judge.py` has looked at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from .characters import CHARACTERS, SHOTS
from .events import (
    Blast,
    End,
    Event,
    Fired,
    Healed,
    Kept,
    Lost,
    Off,
    Out,
    Returned,
    Salvo,
    Saved,
    Storm,
    Taken,
    Thrown,
    Turn,
)
from .values import (
    ARROWS,
    BLAST,
    DICE,
    MOST_TURNS,
    Beers,
    Cause,
    Choice,
    Chosen,
    Die,
    Face,
    Gatling,
    Group,
    Heal,
    Hit,
    Phase,
    React,
    Reason,
    Result,
    Role,
    Seat,
    Shots,
    State,
)

#: So many dice, and what they show.
Throw = Callable[[int], tuple[Face, ...]]

#: What is still to be done when a part of a turn is done (section 5).
AFTER: Mapping[str, tuple[Phase, ...]] = {
    "dynamite": ("shots", "beers", "gatling"),
    "shots": ("beers", "gatling"),
    "beers": ("gatling",),
    "gatling": (),
}
#: Who hunts whom with three players (section 13).
PREY: Mapping[Role, Role] = {"deputy": "renegade", "renegade": "outlaw", "outlaw": "deputy"}

ALL_DICE = tuple(range(DICE))


@cache
def steps(living: int, distances: tuple[int, ...]) -> tuple[int, ...]:
    """How many places to the left somebody at these distances sits, counted both ways round so many
    living seats, the nearest on the left first."""
    both = {way * distance % living for distance in distances for way in (1, -1)}
    return tuple(sorted(both - {0}))


class Shootout:
    """See above. `events` holds what has happened since it was made or emptied."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.order = state.order
        self.roles = state.roles
        self.powers = [CHARACTERS[name] for name in state.characters]
        sheriff = state.roles.index("sheriff") if "sheriff" in state.roles else None
        self.limit = [one.life + 2 * (seat == sheriff) for seat, one in enumerate(self.powers)]
        self.life = list(state.life)
        self.arrows = list(state.arrows)
        self.alive = list(state.alive)
        #: Living seats, clockwise.
        self.living = [seat for seat in state.order if state.alive[seat]]
        self.pile = state.pile
        self.turn = state.turn
        self.phase = state.phase
        self.dice = list(state.dice or ())
        self.rolls_used = state.rolls_used
        self.spent = state.spent
        self.turns = state.turns
        self.step = state.step
        self.hunt = state.hunt
        self.cause: Cause | None = state.group and state.group.cause
        self.queue = list(state.group.queue) if state.group else []
        self.vengeful = state.group is not None and state.group.vengeful
        self.choices: list[Choice] = []
        self.result = state.result
        self.events: list[Event] = []

    def frozen(self) -> State:
        """The position as it is now."""
        group = self.cause and Group(self.cause, tuple(self.queue), self.vengeful)
        return State(
            self.state.options,
            self.order,
            self.roles,
            self.state.characters,
            tuple(self.life),
            tuple(self.arrows),
            tuple(self.alive),
            self.pile,
            self.turn,
            self.phase,
            tuple(self.dice) or None,
            self.rolls_used,
            self.spent,
            self.turns,
            self.step,
            self.hunt,
            group or None,
            (*self.state.choices, *self.choices),
            self.result,
        )

    # --- what may be done -------------------------------------------------------------------------

    @property
    def asked(self) -> Seat | None:
        """Whose decision it is."""
        if self.phase == "over":
            return None
        return self.queue[0].seat if self.queue else self.turn

    @property
    def rolls(self) -> int:
        """How often the active player may throw in all."""
        return self.powers[self.turn].rolls

    def locked(self) -> tuple[Die, ...]:
        return self.powers[self.turn].locked(self.dice)

    def clockwise(self, after: Seat) -> list[Seat]:
        """The living seats from the left neighbour of one on, that one last if it lives."""
        start = self.order.index(after) + 1
        ring = self.order[start:] + self.order[:start]
        return [seat for seat in ring if self.alive[seat]]

    def targets(self, face: Face) -> tuple[Seat, ...]:
        """Whom a shot die with this face may hit, the nearest on the left first (section 4)."""
        living = self.living
        reach = 1 if face == "one" or len(living) <= 3 else 2
        found = steps(len(living), self.powers[self.turn].distances(reach))
        at = living.index(self.turn)
        return tuple([living[(at + step) % len(living)] for step in found])

    def shot_dice(self) -> list[Die]:
        return [die for die, face in enumerate(self.dice) if face in SHOTS]

    def beers(self) -> list[Die]:
        """Beer dice that are not used up."""
        return [die for die, face in enumerate(self.dice) if face == "beer" and die != self.spent]

    def gatlings(self) -> int:
        return self.dice.count("gatling")

    def fires(self) -> bool:
        return self.gatlings() >= self.powers[self.turn].gatling

    def discards(self) -> int:
        """How many arrows Kit Carlson may remove, by his dice."""
        return self.powers[self.turn].discards(self.gatlings())

    def holders(self) -> list[int]:
        """Arrows by seat when Kit Carlson removes some: his own are back if the Gatling fires."""
        held = list(self.arrows)
        if self.fires():
            held[self.turn] = 0
        return held

    def most(self) -> int:
        """How many arrows may be taken (Bart), put back (Pedro) or removed (Kit) now."""
        if self.phase == "gatling":
            return min(self.discards(), sum(self.holders()))
        if not self.queue:
            return 0
        seat, points = self.queue[0]
        if self.phase == "bart":
            return self.powers[seat].may_replace(points, self.pile)
        return self.powers[seat].may_return(points, self.arrows[seat])

    # --- the turn (section 5) ---------------------------------------------------------------------

    def heal_first(self, move: Heal, *, free: bool) -> None:
        if free:
            options = (*self.living, None)
            self.remember("start", (move.target,), (options,))
        if move.target is None:
            self.events.append(Saved(self.turn))
        else:
            self.heal(move.target, 1, "sid", self.turn)
        self.phase = "roll"

    def roll(self, dice: Iterable[Die], throw: Throw) -> None:
        """Throw these dice; arrows are taken before anything else is decided."""
        dice = tuple(dice)
        faces = throw(len(dice))
        if not self.dice:
            self.dice = list(faces)
        else:
            for die, face in zip(dice, faces, strict=True):
                self.dice[die] = face
        self.rolls_used += 1
        left = self.rolls - self.rolls_used
        self.events.append(Thrown(self.turn, dice, faces, tuple(self.dice), self.rolls_used, left))
        self.take(self.turn, faces.count("arrow"), "roll")
        if self.result is not None:
            return
        if not self.alive[self.turn]:
            self.pass_on()
        elif (dynamites := self.dice.count("dynamite")) >= BLAST:
            self.events.append(Blast(self.turn, dynamites))
            self.land("dynamite", {self.turn: 1})
        elif left <= 0:
            self.resolve("dynamite")
        else:
            self.phase = "roll"

    def stop(self) -> None:
        self.events.append(Kept(self.turn))
        self.resolve("dynamite")

    def resolve(self, done: str) -> None:
        """Go on with the final dice when this part of the turn is done: shots, beers, Gatling, the
        end. Whoever is out loses what is left, and a game that is over stays as it is."""
        if self.result is not None:
            return
        if self.alive[self.turn]:
            for part in AFTER[done]:
                if self._is_due(part):
                    self.phase = part
                    return
            bonus = self.powers[self.turn].heals_at_end(self.dice)
            if bonus:
                self.heal(self.turn, bonus, "suzy", self.turn)
        self.pass_on()

    def _is_due(self, part: Phase) -> bool:
        if part == "shots":
            return "one" in self.dice or "two" in self.dice
        if part == "beers":
            return bool(self.beers())
        return "gatling" in self.dice and (self.fires() or self.discards() > 0)

    def shoot(self, move: Shots, *, free: bool) -> None:
        options = {die: self.targets(self.dice[die]) for die, _ in move.targets}
        if free:
            open_dice = [(die, seat) for die, seat in move.targets if len(options[die]) > 1]
            taken = tuple(seat for _, seat in open_dice)
            self.remember("shots", taken, tuple(options[die] for die, _ in open_dice))
        hits: dict[Seat, int] = {}
        shots = []
        for die, seat in move.targets:
            points = 2 if move.slab is not None and die == move.slab.shot else 1
            hits[seat] = hits.get(seat, 0) + points
            shots.append((die, self.dice[die], seat, points))
        if move.slab is not None:
            self.spent = move.slab.beer
        self.events.append(
            Fired(self.turn, tuple(shots), None if move.slab is None else move.slab.beer)
        )
        self.land("shots", hits)

    def drink(self, move: Beers, *, free: bool) -> None:
        """Own beers all bring what the life before the first of them says."""
        if free:
            options = (tuple(self.living),) * len(move.targets)
            self.remember("beers", move.targets, options)
        own = self.powers[self.turn].drinks(self.life[self.turn])
        for die, seat in zip(self.beers(), move.targets, strict=True):
            self.heal(seat, own if seat == self.turn else 1, "beer", self.turn, die)
        self.resolve("beers")

    def gatling(self, move: Gatling, *, free: bool) -> None:
        fires, shooter = self.fires(), self.turn
        if fires:
            self.give_back(shooter, self.arrows[shooter], "gatling", shooter)
        if free and move.kit:
            options = tuple(seat for seat in self.living if self.arrows[seat])
            self.remember("gatling", move.kit, (options,) * len(move.kit))
        for seat in move.kit:
            self.give_back(seat, 1, "kit", shooter)
        if not fires:
            self.resolve("gatling")
            return
        hits = {s: self.powers[s].gatling_loss() for s in self.living if s != shooter}
        hit = tuple(seat for seat, points in hits.items() if points)
        safe = tuple(seat for seat, points in hits.items() if not points)
        self.events.append(Salvo(shooter, self.gatlings(), hit, safe))
        self.land("gatling", dict.fromkeys(hit, 1))

    def pass_on(self) -> None:
        """The next living player's turn begins."""
        if self.turns >= MOST_TURNS:
            self.end("abandoned", ())
            return
        self.turn = self.clockwise(self.turn)[0]
        self.turns += 1
        self.dice = []
        self.rolls_used = 0
        self.spent = None
        self.phase = "start" if self.powers[self.turn].gives else "roll"
        self.events.append(Turn(self.turn, self.turns))

    def remember(
        self,
        what: Chosen,
        taken: tuple[Seat | None, ...],
        options: tuple[tuple[Seat | None, ...], ...],
    ) -> None:
        """Keep a free choice for whoever wants to read the player."""
        if taken:
            self.choices.append(Choice(self.turn, what, taken, options, tuple(self.life)))

    # --- arrows, life -----------------------------------------------------------------------------

    def take(self, seat: Seat, n: int, why: str) -> None:
        """Arrows one by one; the last of the pile is a storm, after which who lives goes on."""
        while n and self.alive[seat] and self.result is None:
            got = min(n, self.pile)
            n -= got
            self.pile -= got
            self.arrows[seat] += got
            self.events.append(Taken(seat, got, self.arrows[seat], self.pile, why))
            if not self.pile:
                self.storm(seat)

    def storm(self, taker: Seat) -> None:
        """Everybody loses at once what they hold, then all arrows are back (section 6)."""
        losses = []
        for seat in self.clockwise(taker):
            lost = min(self.life[seat], self.powers[seat].storm_loss(self.arrows[seat]))
            self.life[seat] -= lost
            self.arrows[seat] = 0
            losses.append((seat, lost, self.life[seat]))
        self.pile = ARROWS
        self.events.append(Storm(taker, tuple(losses)))
        self.eliminate("storm", None)

    def give_back(self, seat: Seat, n: int, why: str, by: Seat) -> None:
        if n:
            self.arrows[seat] -= n
            self.pile += n
            self.events.append(Returned(seat, n, self.arrows[seat], self.pile, why, by))

    def heal(self, seat: Seat, n: int, why: str, by: Seat, die: Die | None = None) -> None:
        """Never above the limit."""
        won = min(n, self.limit[seat] - self.life[seat])
        self.life[seat] += won
        self.events.append(Healed(seat, won, self.life[seat], why, by, die))

    # --- hits that land together (section 11) -----------------------------------------------------

    def land(self, cause: Cause, hits: Mapping[Seat, int]) -> None:
        """Hits by seat; gone through clockwise from the shooter's left."""
        self.cause, self.vengeful = cause, False
        self.queue = [Hit(seat, hits[seat]) for seat in self.clockwise(self.turn) if seat in hits]
        self.go_through()

    def go_through(self) -> None:
        """Step 1, until somebody has to be asked or all are done."""
        while self.queue:
            seat, points = self.queue[0]
            if self.cause != "dynamite" and self.powers[seat].may_replace(points, self.pile):
                self.phase = "bart"
                return
            if self.hurt(seat, points):
                self.phase = "pedro"
                return
        self.close()

    def hurt(self, seat: Seat, points: int) -> bool:
        """The first of the queue loses life. Whether Pedro may put arrows back for that; if not,
        this one is done with."""
        assert self.cause is not None  # noqa: S101  a group is open
        lost = min(points, self.life[seat])
        if lost:
            self.life[seat] -= lost
            self.events.append(Lost(seat, lost, self.life[seat], self.cause, self.turn))
            if self.cause != "dynamite" and self.powers[seat].avenges(lost):
                self.vengeful = True
        if self.powers[seat].may_return(lost, self.arrows[seat]):
            self.queue[0] = Hit(seat, lost)
            return True
        del self.queue[0]
        return False

    def react(self, move: React) -> None:
        seat, points = self.queue[0]
        if move.power == "bart":
            self.take(seat, move.arrows, "bart")
            self.hurt(seat, points - move.arrows)
        else:
            self.give_back(seat, move.arrows, "pedro", seat)
            del self.queue[0]
        self.go_through()

    def close(self) -> None:
        """Steps 2 to 5: who is out, who has won, what that heals, and what El Gringo is owed."""
        assert self.cause is not None  # noqa: S101  a group is open
        cause, vengeful = self.cause, self.vengeful
        self.cause, self.vengeful = None, False
        self.eliminate(cause, None if cause == "dynamite" else self.turn)
        if vengeful:
            self.take(self.turn, 1, "gringo")
        self.resolve(cause)

    # --- who is out, who has won (sections 12 and 13) ---------------------------------------------

    def eliminate(self, cause: Cause, by: Seat | None) -> None:
        """Everybody without life together; then whether that ends the game, and Vulture Sam."""
        dead = [seat for seat in self.living if not self.life[seat]]
        if not dead:
            return
        for seat in dead:
            self.alive[seat] = False
            self.events.append(Out(seat, self.roles[seat], cause, by))
            self.give_back(seat, self.arrows[seat], "out", seat)
        self.living = [seat for seat in self.living if self.alive[seat]]
        if len(self.roles) == 3:
            self._judge_hunt(dead, by)
        else:
            self._judge_sides()
        if self.result is None:
            for seat in self.living:
                won = self.powers[seat].heals_at_death(len(dead))
                if won:
                    self.heal(seat, won, "sam", seat)

    def _judge_sides(self) -> None:
        """The Sheriff's death is read first."""
        left = [self.roles[seat] for seat in self.living]
        if "sheriff" not in left:
            if left == ["renegade"]:
                self.end("renegade", self.living)
            else:
                self.end("outlaws", self._seats_of("outlaw"))
        elif "outlaw" not in left and "renegade" not in left:
            self.end("law", self._seats_of("sheriff", "deputy"))

    def _judge_hunt(self, dead: list[Seat], by: Seat | None) -> None:
        """Three players. A prey is won by its hunter's own hand; anything else ends the hunt."""
        if self.hunt and by is not None:
            prey = PREY[self.roles[by]]
            if any(self.roles[seat] == prey for seat in dead):
                self.end("hunter", (by,))
                return
        if self.hunt:
            self.hunt = False
            if len(self.living) > 1:
                self.events.append(Off())
        if not self.living:
            self.end("nobody_left", self._seats_of("outlaw"))
        elif len(self.living) == 1:
            self.end("last_standing", self.living)

    def _seats_of(self, *roles: Role) -> list[Seat]:
        return [seat for seat, role in enumerate(self.roles) if role in roles]

    def end(self, reason: Reason, winners: Iterable[Seat]) -> None:
        self.result = Result(reason, tuple(winners))
        self.phase = "over"
        self.cause, self.vengeful, self.queue = None, False, []
        self.events.append(End(reason, self.result.winners, self.roles))
