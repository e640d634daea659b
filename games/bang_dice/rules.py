"""The rules of the dice shoot-out as functions of values: start, check, play, view, outcome.

The rules in words, with the reason for every ruling, are docs/rules/bang_dice.md; section numbers
are of that page. What happens at the table is `shootout.py`, what is refused `judge.py`, what a
character can `characters.py`. Nothing here knows a clock, and dice are handed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.chance import Chance
from games.game import Outcome

from .characters import CHARACTERS
from .events import Card, Dealt, Event, Late, Turn
from .judge import judge
from .shootout import ALL_DICE, Shootout, Throw
from .values import (
    ARROWS,
    FACES,
    ROLES,
    Beers,
    Gatling,
    Heal,
    Move,
    Options,
    Player,
    React,
    Reroll,
    Role,
    Roll,
    Seat,
    Shots,
    State,
    Stop,
    TimeUp,
    View,
)


def start(options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
    """The cards are dealt and the Sheriff (with three players the Deputy) begins (section 2)."""
    chairs = tuple(range(seats))
    order = chance.shuffle("seats", chairs) if options.shuffle_seats else chairs
    roles = chance.shuffle("roles", ROLES[seats])
    characters = chance.shuffle("characters", tuple(CHARACTERS))[:seats]
    state = deal(options, order, roles, characters)
    events: list[Event] = [Dealt(order, characters, state.life, state.turn)]
    for seat, role in enumerate(roles):
        events.append(Card(seat, role, hidden=seats > 3 and role != "sheriff"))
    events.append(Turn(state.turn, state.turns))
    return state, events


def deal(
    options: Options,
    order: tuple[Seat, ...],
    roles: tuple[Role, ...],
    characters: tuple[str, ...],
) -> State:
    """The first position with these cards, by seat."""
    seats = len(roles)
    first = roles.index("deputy" if seats == 3 else "sheriff")
    state = State(
        options,
        order,
        roles,
        characters,
        life=(0,) * seats,
        arrows=(0,) * seats,
        alive=(True,) * seats,
        pile=ARROWS,
        turn=first,
        phase="start" if CHARACTERS[characters[first]].gives else "roll",
        hunt=seats == 3,
    )
    return replace(state, life=tuple(Shootout(state).limit))


def check(state: State, seat: Seat | None, move: Move) -> None:
    """Raises IllegalMove with a code of section 14."""
    judge(Shootout(state), seat, move)


def play(state: State, move: Move, throw: Throw) -> tuple[State, list[Event]]:
    """One move that was checked; `throw` gives dice."""
    game = Shootout(state)
    carry_out(game, move, throw)
    return game.frozen(), game.events


def play_through(state: State, move: Move, throw: Throw) -> tuple[State, list[Event]]:
    """One move, and after it every step that leaves nothing to choose."""
    game = Shootout(state)
    if isinstance(move, TimeUp):
        game.events.append(Late(game.asked or 0))
    carry_out(game, move, throw)
    while (only := forced(game)) is not None:
        carry_out(game, only, throw)
    return game.frozen(), game.events


def carry_out(game: Shootout, move: Move, throw: Throw) -> None:
    """Play a move on a game in progress."""
    free = not isinstance(move, TimeUp)
    if isinstance(move, TimeUp):
        move = default(game)
    game.step += 1
    match move:
        case Roll():
            game.roll(ALL_DICE, throw)
        case Reroll(dice):
            game.roll(dice, throw)
        case Stop():
            game.stop()
        case Shots():
            game.shoot(move, free=free)
        case Beers():
            game.drink(move, free=free)
        case Gatling():
            game.gatling(move, free=free)
        case React():
            game.react(move)
        case Heal():
            game.heal_first(move, free=free)


def forced(game: Shootout) -> Move | None:
    """The one move there is where nothing can be chosen. A throw is for the player to make, also
    the first one."""
    if game.phase == "gatling" and not game.most():
        return Gatling()
    if game.phase == "shots":
        if game.powers[game.turn].doubles and game.beers():
            return None
        targets = [(die, game.targets(game.dice[die])) for die in game.shot_dice()]
        if all(len(seats) == 1 for _, seats in targets):
            return Shots(tuple((die, seats[0]) for die, seats in targets))
    return None


def thrower(chance: Chance) -> Throw:
    """Dice that fall by chance."""
    return lambda n: tuple(FACES[spots - 1] for spots in chance.dice("dice", n, len(FACES)))


# --- when the clock runs out (section 16) ---------------------------------------------------------


def default(game: Shootout) -> Move:
    """What is played for somebody whose time is up. It follows from what everybody sees, so it
    tells nothing about a role."""
    me = game.turn
    match game.phase:
        case "start":
            return Heal(me if game.life[me] < game.limit[me] else None)
        case "roll":
            return Stop() if game.rolls_used else Roll()
        case "shots":
            dice = game.shot_dice()
            return Shots(tuple((die, _strongest(game, die)) for die in dice))
        case "beers":
            return Beers(_thirsty(game))
        case "gatling":
            own = game.holders()[me]
            return Gatling((me,) * min(own, game.discards()))
        case "bart":
            return React("bart", game.most())
        case _:
            return React("pedro", game.most())


def _strongest(game: Shootout, die: int) -> Seat:
    """The target with most life, of several the first one clockwise."""
    return max(game.targets(game.dice[die]), key=lambda seat: game.life[seat])


def _thirsty(game: Shootout) -> tuple[Seat, ...]:
    """Oneself up to the limit, then whoever misses most life; of several the first clockwise."""
    me, life = game.turn, list(game.life)
    own = game.powers[me].drinks(life[me])
    drinkers = []
    for _ in game.beers():
        who = me
        if life[me] >= game.limit[me]:
            others = [seat for seat in game.clockwise(me) if seat != me]
            who = max(others, key=lambda seat: game.limit[seat] - life[seat])
        life[who] = min(game.limit[who], life[who] + (own if who == me else 1))
        drinkers.append(who)
    return tuple(drinkers)


# --- what is seen, how it ended -------------------------------------------------------------------


def visible_roles(state: State, seat: Seat | None) -> tuple[Role | None, ...]:
    """Roles by seat as one seat, or with None a spectator, may know them (section 3)."""
    open_to_all = state.over or len(state.roles) == 3
    return tuple(
        role
        if open_to_all or role == "sheriff" or owner == seat or not state.alive[owner]
        else None
        for owner, role in enumerate(state.roles)
    )


def view(state: State, seat: Seat | None) -> View:
    """All that a seat may see; what may be decided is the same for every viewer."""
    game = Shootout(state)
    roles = visible_roles(state, seat)
    hidden = Counter(ROLES[len(roles)]) - Counter(role for role in roles if role is not None)
    players = tuple(
        Player(
            owner,
            state.characters[owner],
            roles[owner],
            state.life[owner],
            game.limit[owner],
            state.arrows[owner],
            state.alive[owner],
        )
        for owner in range(len(roles))
    )
    phase = state.phase
    shooting, rolling = phase == "shots", phase == "roll" and bool(game.dice)
    choosing_who = phase in ("start", "beers")
    return View(
        seat=seat,
        players=players,
        order=state.order,
        options=state.options,
        hidden={role: hidden[role] for role in dict.fromkeys(ROLES[len(roles)]) if hidden[role]},
        pile=state.pile,
        turn=state.turn,
        turns=state.turns,
        phase=phase,
        asked=state.asked,
        dice=state.dice,
        rolls_used=state.rolls_used,
        rolls=game.rolls,
        hunt=state.hunt,
        locked=game.locked() if rolling else (),
        targets=tuple((die, game.targets(game.dice[die])) for die in game.shot_dice())
        if shooting
        else (),
        beers=tuple(game.beers()) if phase in ("shots", "beers") else (),
        living=tuple(game.living) if choosing_who else (),
        most=game.most(),
        may_double=shooting and game.powers[game.turn].doubles and bool(game.beers()),
        fires=game.fires(),
        group=state.group,
        choices=state.choices,
        result=state.result,
    )


def outcome(state: State) -> Outcome | None:
    """Winners share place 1, all others place 2; without winners everybody shares place 1."""
    if state.result is None:
        return None
    winners = state.result.winners
    places = tuple(1 if seat in winners or not winners else 2 for seat in range(len(state.roles)))
    return Outcome(state.result.reason, places)


def legal_moves(seen: View, seat: Seat) -> Sequence[Move] | None:
    """The moves of a seat where they can be listed: not the many ways to share out shots, drinks
    and arrows, whose parts the view names."""
    if seat != seen.asked:
        return []
    match seen.phase:
        case "start":
            return [*map(Heal, seen.living), Heal(None)]
        case "roll" if seen.dice is None:
            return [Roll()]
        case "roll":
            return [Stop(), *map(Reroll, _sets(seen))]
        case "bart":
            return [React("bart", n) for n in range(seen.most + 1)]
        case "pedro":
            return [React("pedro", n) for n in range(seen.most + 1)]
    return None


def _sets(seen: View) -> list[tuple[int, ...]]:
    """Every set of dice that may be picked up."""
    sets: list[tuple[int, ...]] = [()]
    for die in ALL_DICE:
        if die not in seen.locked:
            sets += [(*some, die) for some in sets]
    return sets[1:] if seen.rolls_used < seen.rolls else []
