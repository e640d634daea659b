"""Computer players of three levels. They see what a seat sees, and judge a few places of many.

Each draws places at random, keeps those where the piece may lie, has a handful judged after a shift
by its own error of hand and eye, and takes the best of those that seem to stand. Never more than
`JUDGEMENTS` a decision. *Careful* ones look for the largest margin; a *bold* one is content with a
safe one and likes rafts whose weak places carry chests that cost the next player points.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.chance import Chance
from games.game import Bot, IllegalMove

from . import reading, search, stability
from .moves import Draw, Lay, Lift, Load, Man, Played, Rafters, Stuck, on_grid, whole_turn
from .pieces import BASE, PLANKS, RAFTERS, THICK, Piece, Pose, colour_of, plank, rafter
from .placing import check_on_plank, check_plank
from .rules import State, next_seat, piece_of, places
from .rulings import bodies_of, let_go
from .shapes import box, centroid, common, depth, hull

#: Judgements that one decision may take.
JUDGEMENTS = 12
#: Places drawn at most, and places kept to look at more closely.
DRAWS, KEPT = 400, 40
#: What lies this much lower (mm) than the highest point below a plank hardly holds it up.
LOWER = 4.0
#: A margin above this (mm) is as good as any.
SAFE = 12.0
#: What a bold bot finds safe, and which margins of others it calls weak.
BOLD_SAFE, WEAK = 4.0, 5.0

Clock = Callable[[], bool]


@dataclass(frozen=True)
class Level:
    """How a bot plays: its error in mm (and in degrees), how many judgements it takes, and whether
    it is bold."""

    error: float
    judgements: int
    bold: bool = False


#: The weakest first.
LEVELS: Mapping[str, Level] = {
    "deckhand": Level(3.0, 3),
    "mate": Level(1.5, 7),
    "skipper": Level(0.5, JUDGEMENTS),
}
#: The bold one is for measuring; at tables the skipper is careful.
BOLD = Level(0.5, JUDGEMENTS, bold=True)


def rng_of(chance: Chance) -> Random:
    """A generator from a table's chance."""
    # A game, no secret.
    return Random(chance.pick("bot", range(2**32)))  # noqa: S311


def choose(state: State, level: Level, rng: Random, enough: Clock = lambda: False) -> Played:
    """A legal move of the seat whose turn it is, from what everybody sees; the pile may be hidden.
    Once `enough` says so no more judgements begin. Raises ValueError when the game is over."""
    match state.phase:
        case "setup":
            return Rafters()
        case "lift":
            return _lift(state, level, rng, enough)
        case "draw":
            return _draw(state, level, rng)
        case "lay":
            return _lay(state, level, rng, enough)
        case "man":
            return _man(state, level, rng, enough)
        case "load":
            return _load(state, level, rng, enough)
    raise ValueError("the game is over")


def random_move(state: State, rng: Random) -> Played:
    """A legal move without any sense, for random games."""
    blind = Level(0.0, 0)
    match state.phase:
        case "lift":
            standing = [piece.design for piece in state.raft if piece.kind == "r"]
            return Lift(rng.choice(sorted(state.overboard or standing)))
        case "draw":
            return Draw(rng.choice([*([None] if state.pile else []), *state.afloat]))
        case "lay":
            pose = next(_plank_poses(state, rng), None)
            return _lay(state, blind, rng, lambda: True) if pose is None else Lay(pose)
        case "load":
            colour = rng.choice(_colours(state))
            return Load(colour, next(_poses_on(state, "load", rng)))
        case "man":
            pose = next(_poses_on(state, "man", rng), None)
            return _elsewhere(state) if pose is None else Man(pose)
    return choose(state, blind, rng)


# --- decisions -----------------------------------------------------------------------------------


def _lift(state: State, level: Level, rng: Random, enough: Clock) -> Played:
    """The rafter whose going the raft seems to bear best."""
    if state.overboard:
        return Lift(rng.choice(sorted(state.overboard)))
    numbers = [piece.design for piece in state.raft if piece.kind == "r"]
    rng.shuffle(numbers)
    best, value = numbers[0], -1e9
    for number in numbers[: level.judgements]:
        if enough():
            break
        found = _judged(state, Lift(number), None, level, rng)
        if found > value:
            best, value = number, found
    return Lift(best)


def _draw(state: State, level: Level, rng: Random) -> Played:
    """A wide plank that lies face up, if any; a deckhand takes what comes."""
    wide = [number for number in state.afloat if _width(number) >= 24]
    if state.pile and (not wide or level.judgements < 5):
        return Draw()
    return Draw(max(wide or state.afloat, key=lambda number: (_width(number), rng.random())))


def _width(number: int) -> float:
    _, y1, _, y2 = box(PLANKS[number].outline)
    return y2 - y1


def _lay(state: State, level: Level, rng: Random, enough: Clock) -> Played:
    """A place for plank and rafter together: both are let go at once."""
    assert state.drawn is not None and state.hand is not None  # noqa: S101  the phase says so
    kept: list[tuple[float, Pose, Pose]] = []
    for pose in _plank_poses(state, rng):
        lying = plank(state.drawn, pose)
        at = _place_on(state, lying, rng)
        if at is not None:
            kept.append((_firmness(state, lying, at), pose, at))
        if len(kept) == KEPT or (level.judgements == 0 and kept):
            break
    kept.sort(key=lambda one: -one[0])
    if not kept:
        return _elsewhere(state)
    best, value = kept[0][1], -1e9
    for _, pose, at in kept[: level.judgements]:
        if enough():
            break
        held = _held(state, _shaken(pose, level, rng))
        found = _judged(held, Man(at), at, level, rng)
        if found > value:
            best, value = pose, found
        if found >= SAFE and not level.bold:
            break
    return Lay(best)


def _elsewhere(state: State) -> Played:
    """When chance has found no place: the first one of the grid, if there is any."""
    assert state.drawn is not None and state.hand is not None  # noqa: S101  the phase says so
    if state.phase == "man" and state.tremor:
        return Stuck()
    way = search.way_out(places(state.raft), state.drawn, state.hand, state.options.marks)
    return Stuck() if way is None else Lay(way[0])


def _man(state: State, level: Level, rng: Random, enough: Clock) -> Played:
    pose = _best(state, "man", level, rng, enough)
    return _elsewhere(state) if pose is None else Man(pose)


def _held(state: State, pose: Pose) -> State:
    """The state once the plank is held there."""
    return replace(state, held=pose, phase="man")


def _load(state: State, level: Level, rng: Random, enough: Clock) -> Played:
    pose = _best(state, "load", level, rng, enough)
    assert pose is not None  # noqa: S101  without room the turn is over
    return Load(rng.choice(_colours(state)), pose)


def _colours(state: State) -> list[int]:
    """The colours of which the active player has a chest left."""
    return sorted({colour_of(number) for number in state.players[state.turn].store})


def _best(state: State, phase: str, level: Level, rng: Random, enough: Clock) -> Pose | None:
    """The best place for what is put on the plank of this turn, None if there is none."""
    lying = state.held_plank or state.new_plank
    assert lying is not None  # noqa: S101  the phase says so
    poses = [pose for pose, _ in zip(_poses_on(state, phase, rng), range(KEPT), strict=False)]
    if not poses:
        return None
    middle = _middle_below(state, lying)
    poses.sort(key=lambda pose: (pose.x - middle[0]) ** 2 + (pose.y - middle[1]) ** 2)
    best, value = poses[0], -1e9
    for pose in poses[: level.judgements]:
        if enough():
            break
        move = Man(pose) if phase == "man" else Load(_colours(state)[0], pose)
        found = _judged(state, move, _shaken(pose, level, rng), level, rng)
        if found > value:
            best, value = pose, found
        if found >= SAFE and not level.bold:
            break
    return best


# --- how good a move seems -----------------------------------------------------------------------


def _judged(state: State, move: Played, pose: Pose | None, level: Level, rng: Random) -> float:
    """What a bot thinks of a move: mm of margin at the weakest place, far below 0 for a fall."""
    released = let_go(state, move, pose)
    if released is None:
        return SAFE
    raft, fresh = released
    if isinstance(move, Lift):
        raft = tuple(_jolted(piece, level, rng) for piece in raft)
    bodies = bodies_of(raft, fresh)
    verdict = stability.judge(bodies)
    if verdict.waves:
        return -100.0 - len(verdict.fallen)
    readings = reading.of_standing(bodies, verdict.first)
    margins = {name: one.margin for name, one in readings.items()}
    for name in fresh:
        if stability.steepness(verdict.planes[name]) > 0.3:
            margins[name] = min(margins[name], 1.0)
    own = min((margins[name] for name in fresh), default=SAFE)
    weakest = min(margins.values(), default=SAFE)
    if not level.bold:
        return min(SAFE, own + 0.25 * min(weakest, SAFE)) + min(0.0, _over_base(raft, fresh))
    return min(own, BOLD_SAFE) + 0.5 * _tempting(state, raft, margins)


def _over_base(raft: Sequence[Piece], fresh: frozenset[str]) -> float:
    """How far the weight that is put down is inside the base card's rim, mm; below 0 outside."""
    new = [piece for piece in raft if piece.id in fresh]
    weight = sum(piece.look.mass for piece in new)
    if not new:
        return 0.0
    x = sum(piece.look.mass * piece.x for piece in new) / weight
    y = sum(piece.look.mass * piece.y for piece in new) / weight
    return depth(BASE, (x, y))


def _jolted(piece: Piece, level: Level, rng: Random) -> Piece:
    """A piece of the raft where a bot believes it to be."""
    share = 0.2 * level.error
    return piece._replace(x=piece.x + rng.gauss(0, share), y=piece.y + rng.gauss(0, share))


def _tempting(state: State, raft: Sequence[Piece], margins: Mapping[str, float]) -> int:
    """How many chests that would cost the next player points stand on weak planks."""
    seat = next_seat(state)
    colours = state.players[seat].colours if seat is not None else ()
    weak = [piece for piece in raft if piece.kind == "p" and margins.get(piece.id, SAFE) < WEAK]
    return sum(
        piece.kind == "c"
        and piece.design not in colours
        and any(depth(plank.outline, (piece.x, piece.y)) > 0 for plank in weak)
        for piece in raft
    )


def _firmness(state: State, lying: Piece, at: Pose) -> float:
    """A first guess at how well plank and rafter lie, without a judgement: how far their common
    centre of mass is inside the hull of the higher points below the plank, mm."""
    assert state.hand is not None  # noqa: S101  the phase says so
    tops: list[tuple[float, tuple[float, float]]] = []
    outline = lying.outline
    tops += ((0.0, point) for point in common(outline, BASE))
    for piece in state.raft:
        if piece.kind == "p":
            for x, y in common(outline, piece.outline):
                height = piece.z + piece.a * (x - piece.x) + piece.b * (y - piece.y) + THICK
                tops.append((height, (x, y)))
    highest = max(height for height, _ in tops)
    firm = hull(point for height, point in tops if height > highest - LOWER)
    weight, extra = lying.look.mass, RAFTERS[state.hand].mass
    part = extra / (weight + extra)
    middle = (lying.x + part * (at.x - lying.x), lying.y + part * (at.y - lying.y))
    # A plank that would stand without the rafter does not mind when that is lifted; and what is
    # over the base card does not pull the raft down.
    alone = min(SAFE, depth(firm, (lying.x, lying.y)))
    return min(SAFE, depth(firm, middle)) + 0.5 * alone + min(SAFE, depth(BASE, middle))


def _middle_below(state: State, lying: Piece) -> tuple[float, float]:
    """The middle of the largest surface on which a plank lies."""
    found: tuple[float, float] = (lying.x, lying.y)
    largest = 0.0
    for outline in [*(p.outline for p in state.raft if p.kind == "p" and p.id != lying.id), BASE]:
        shared = common(outline, lying.outline)
        if shared:
            x1, y1, x2, y2 = box(shared)
            if (x2 - x1) * (y2 - y1) > largest:
                largest, found = (x2 - x1) * (y2 - y1), centroid(shared)
    return found


# --- places at random ----------------------------------------------------------------------------


def _plank_poses(state: State, rng: Random) -> Iterator[Pose]:
    """Legal places for the plank drawn."""
    assert state.drawn is not None  # noqa: S101  the phase says so
    corners = [corner for piece in state.raft for corner in piece.outline]
    x1, y1, x2, y2 = box((*BASE, *corners))
    for _ in range(DRAWS):
        pose = Pose(
            on_grid(rng.uniform(x1, x2)),
            on_grid(rng.uniform(y1, y2)),
            whole_turn(rng.uniform(0, 360)),
        )
        try:
            check_plank(state.raft, plank(state.drawn, pose), state.options.marks)
        except IllegalMove:
            continue
        yield pose


def _poses_on(state: State, phase: str, rng: Random) -> Iterator[Pose]:
    """Legal places for the rafter in the hand, or for a chest, on the plank of this turn."""
    lying = state.held_plank or state.new_plank
    assert lying is not None  # noqa: S101  the phase says so
    move: Man | Load = Man(lying.pose) if phase == "man" else Load(_colours(state)[0], lying.pose)
    piece = piece_of(state, move, lying.pose)
    others = [one for one in state.raft if one.id != lying.id]
    yield from _on(others, lying, piece, state, rng)
    yield from search.places_on(others, lying, piece, state.options.marks)


def _place_on(state: State, lying: Piece, rng: Random) -> Pose | None:
    """A place for the rafter in the hand on a plank that might be laid."""
    assert state.hand is not None  # noqa: S101  the phase says so
    piece = rafter(state.hand, lying.pose)
    found = list(zip(_on(state.raft, lying, piece, state, rng), range(4), strict=False))
    middle = _middle_below(state, lying)
    return min(
        (pose for pose, _ in found),
        key=lambda pose: (pose.x - middle[0]) ** 2 + (pose.y - middle[1]) ** 2,
        default=None,
    )


def _on(
    others: Sequence[Piece], lying: Piece, piece: Piece, state: State, rng: Random
) -> Iterator[Pose]:
    x1, y1, x2, y2 = box(lying.outline)
    for _ in range(DRAWS):
        pose = Pose(
            on_grid(rng.uniform(x1, x2)),
            on_grid(rng.uniform(y1, y2)),
            whole_turn(lying.rot + rng.choice((0, 90))),
        )
        put = piece._replace(x=pose.x, y=pose.y, rot=pose.rot)
        try:
            check_on_plank(others, lying, put, state.options.marks)
        except IllegalMove:
            continue
        yield pose


def _shaken(pose: Pose, level: Level, rng: Random) -> Pose:
    """Where a bot believes that the piece would come to lie."""
    x, y, rot = (rng.gauss(number, level.error) for number in pose)
    return Pose(x, y, rot)


# --- at the table --------------------------------------------------------------------------------

#: Seconds by the clock after which a bot plays what it has found.
LATEST = 2.0


def _bot(level: Level) -> Bot[Any, Any]:
    def pick(game: Any, view: Any, seat: int, budget: float, rng: Random) -> Any:
        end = time.monotonic() + budget
        return choose(view.state, level, rng, lambda: time.monotonic() >= end)

    return Bot(pick, LATEST, pause=(0.8, 1.8))


BOTS = {name: _bot(level) for name, level in LEVELS.items()}
