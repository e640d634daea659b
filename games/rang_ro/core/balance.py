"""What a quest costs on average, and the quests of the 54 peoples (N3–N6).

D is the expected cost, in coins, of the cheapest plan from the start to standing at home with every
slot done, if every question is answered rightly. A trip costs its cheapest fare and `TURN`, what
the turn would have brought by earning; starts are weighed as the set-up dice fall (S5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import inf
from operator import add

from .world import REGIONS, START_REGIONS, Slots, World

#: Coins that a turn of earning brings, about (E2).
TURN = 6
#: Share of the target within which a derived quest lies (N5), and beyond which an editor is warned.
BAND, WARNING = 0.05, 0.10


class Ways:
    """All provinces of a world by number, and the cheapest cost of getting from one to another in
    any number of trips (coins, `TURN` for each trip included)."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.names = tuple(sorted(world.region))
        self.number = {name: at for at, name in enumerate(self.names)}
        size = range(len(self.names))
        cost = [[inf] * len(self.names) for _ in size]
        for name, row in zip(self.names, cost, strict=True):
            for end, route in world.board.cheapest(name).items():
                row[self.number[end]] = route.fare + TURN
        # Floyd and Warshall; a province's cost to itself stays that of leaving and coming back,
        # which is what a flag at the place where one stands takes.
        for by in size:
            step = cost[by]
            for row in cost:
                first = row[by]
                row[:] = [min(old, first + more) for old, more in zip(row, step, strict=True)]
        self.cost = cost

    @cached_property
    def starts(self) -> list[float]:
        """By province, the chance that a pawn starts there."""
        chance = [0.0] * len(self.names)
        for total in START_REGIONS:
            allowed = self.world.starts(total)
            for name in allowed:
                chance[self.number[name]] += (6 - abs(7 - total)) / 36 / len(allowed)
        return chance

    def home(self, homes: Iterable[str]) -> list[float]:
        """By province, the cost of getting to the nearest home; 0 at home."""
        ends = [self.number[home] for home in homes]
        return [
            0.0 if at in ends else min(row[end] for end in ends) for at, row in enumerate(self.cost)
        ]

    def then(self, slot: Iterable[str], after: Sequence[float]) -> list[float]:
        """By province, the cheapest cost of planting a flag in a slot and going on as in `after`
        (by province, from there)."""
        ends = [self.number[name] for name in slot]
        rest = [after[end] for end in ends]
        return [min(map(add, [row[end] for end in ends], rest)) for row in self.cost]

    def expected(self, costs: Sequence[float]) -> float:
        """A cost by province, averaged over the starts."""
        return sum(map(float.__mul__, self.starts, costs))


Plan = list[list[float]]


def plan(ways: Ways, slots: Slots, end: Sequence[float], wanted: int | None = None) -> Plan:
    """By the set of done slots (a bit each) and province: the cost of the rest of the plan. It is
    complete when `wanted` slots are done (all, if None); then `end` says by province what is left
    to pay."""
    whole = (1 << len(slots)) - 1
    wanted = len(slots) if wanted is None else wanted
    found: Plan = [[] for _ in range(whole + 1)]
    for mask in range(whole, -1, -1):
        if mask.bit_count() >= wanted:
            found[mask] = list(end)
            continue
        costs = []
        for s, slot in enumerate(slots):
            if slot and not mask & (1 << s):
                after = [0.0] * len(ways.names)
                for name in slot:
                    after[ways.number[name]] = found[with_flag(mask, slots, name)][
                        ways.number[name]
                    ]
                costs.append(ways.then(slot, after))
        found[mask] = [min(each) for each in zip(*costs, strict=True)] or [inf] * len(end)
    return found


def with_flag(mask: int, slots: Slots, province: str) -> int:
    """The set of done slots with one more flag."""
    for s, slot in enumerate(slots):
        if province in slot:
            mask |= 1 << s
    return mask


def quest_cost(ways: Ways, homes: Sequence[str], slots: Slots) -> float:
    """D of a quest, in coins (N4)."""
    return ways.expected(plan(ways, slots, ways.home(homes))[0])


def in_band(cost: float, target: float, band: float = WARNING) -> bool:
    """Whether a quest is as dear as the others, within a share of the target (N6)."""
    return abs(cost - target) <= band * target


# --- deriving the quests (N3–N5) -----------------------------------------------------------------


def choice_costs(ways: Ways, homes: Sequence[str], size: int) -> dict[tuple[str, ...], float]:
    """D of every choice of regions that a people's quest of this size may ask for."""
    world = ways.world
    own = frozenset(homes[:1])
    others = [region for region in REGIONS if region != world.region[homes[0]]]
    # By the regions and whether the first home is left to do: the cost of the rest, by province.
    rest: dict[tuple[tuple[str, ...], bool], list[float]] = {((), False): ways.home(homes)}
    for count in range(size):
        for regions in combinations(others, count):
            for home_left in (False, True):
                if not regions and not home_left:
                    continue
                options = [
                    ways.then(
                        world.by_region[region],
                        rest[tuple(one for one in regions if one != region), home_left],
                    )
                    for region in regions
                ]
                if home_left:
                    options.append(ways.then(own, rest[regions, False]))
                rest[regions, home_left] = [min(each) for each in zip(*options, strict=True)]
    return {
        regions: ways.expected(rest[regions, True]) for regions in combinations(others, size - 1)
    }


def target(costs: Iterable[Mapping[tuple[str, ...], float]]) -> float:
    """T: the lower median over the peoples of the lower medians over their choices (N4)."""
    return _lower_median([_lower_median(list(one.values())) for one in costs])


def _lower_median(values: Sequence[float]) -> float:
    return sorted(values)[(len(values) - 1) // 2]


def derive(
    ways: Ways, homes: Mapping[int, Sequence[str]], size: int
) -> tuple[float, dict[int, tuple[tuple[str, ...], float]]]:
    """T, and by the code of a people the regions of its quest and their D (N5)."""
    known: dict[tuple[str, ...], dict[tuple[str, ...], float]] = {}
    costs = {}
    for code in sorted(homes):
        key = tuple(homes[code])
        if key not in known:
            known[key] = choice_costs(ways, key, size)
        costs[code] = known[key]
    aim = target(costs.values())
    used = dict.fromkeys(REGIONS, 0)
    quests = {}
    for code, choices in costs.items():
        order = sorted(choices, key=lambda one: (abs(choices[one] - aim), _places(one)))
        near = [one for one in order if in_band(choices[one], aim, BAND)] or order[:1]
        taken = min(near, key=lambda one: sum(used[region] for region in one))
        for region in taken:
            used[region] += 1
        quests[code] = (taken, choices[taken])
    return aim, quests


def _places(regions: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(REGIONS.index, regions))
