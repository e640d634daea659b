"""The map as a place to travel: borders, harbours, routes and what they cost (section M)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.game import IllegalMove

from .moves import Move

CAR, PLANE, BOAT, TRAIN = "car", "plane", "boat", "train"
VEHICLES = (CAR, PLANE, BOAT, TRAIN)
#: What a free ride counts as when a storm stops it (F9).
TRANSFER = "transfer"
#: Coins: for each province a car enters, and for a trip from hub to hub.
CAR_FARE = 2
HUB_FARE = {PLANE: 8, BOAT: 6, TRAIN: 4}
#: Coins for going on to a province next to the hub; the plane's voucher is part of the trip (M3).
ONWARD_FARE = {PLANE: 0, BOAT: 2, TRAIN: 2}
#: M5: regions whose stations are linked, besides each with itself.
LINKED = frozenset(
    frozenset(pair)
    for pair in (
        ("northern-midlands-mountains", "red-river-delta"),
        ("red-river-delta", "north-central"),
        ("north-central", "south-central-coast"),
        ("south-central-coast", "southeast"),
    )
)
_LACKS = {PLANE: "no_airport", BOAT: "no_seaport", TRAIN: "no_station"}


@dataclass(frozen=True, slots=True)
class Route:
    """A way to travel: the provinces entered, the last one being where it ends, and the fare
    before any discount (coins)."""

    by: str
    path: tuple[str, ...]
    fare: int

    @property
    def end(self) -> str:
        return self.path[-1]

    def move(self, attach: Sequence[str] = ()) -> Move:
        """The Move that takes this route."""
        if self.by == CAR:
            return Move("move", by=CAR, path=self.path, attach=tuple(attach))
        onward = self.path[1] if len(self.path) > 1 else None
        return Move("move", by=self.by, to=self.path[0], onward=onward, attach=tuple(attach))


class Board:
    """Provinces, what touches what, and which province has an airport, a seaport, a station."""

    def __init__(
        self,
        region: Mapping[str, str],
        borders: Iterable[Sequence[str]],
        hubs: Mapping[str, Iterable[str]],
    ) -> None:
        self.region = region
        near: dict[str, set[str]] = {slug: set() for slug in region}
        for a, b in borders:
            near[a].add(b)
            near[b].add(a)
        self.near: dict[str, tuple[str, ...]] = {at: tuple(sorted(near[at])) for at in near}
        self.hubs = {by: frozenset(hubs.get(by, ())) for by in HUB_FARE}
        self._cheapest: dict[str, dict[str, Route]] = {}

    def linked(self, a: str, b: str) -> bool:
        """Whether trains run between the regions of two provinces."""
        one, other = self.region[a], self.region[b]
        return one == other or frozenset((one, other)) in LINKED

    # --- judging a route -------------------------------------------------------------------------

    def read(self, at: str, move: Move, *, hub: bool = False) -> Route:
        """The route a Move names from `at`; `hub`: the start counts as having everything (F7).
        Raises IllegalMove in the order of T5: route, then hubs."""
        if move.by == CAR:
            return self._read_car(at, move)
        by = move.by or ""
        if move.path or move.to is None:
            raise IllegalMove("no_route")
        self._known(move.to)
        path: tuple[str, ...] = (move.to,)
        if move.onward is not None:
            self._known(move.onward)
            if move.onward not in self.near[move.to]:
                raise IllegalMove("not_adjacent", province=move.onward)
            path = (move.to, move.onward)
        if at in path:
            raise IllegalMove("no_route")
        if not hub and at not in self.hubs[by]:
            raise IllegalMove(f"{_LACKS[by]}_here")
        if move.to not in self.hubs[by]:
            raise IllegalMove(f"{_LACKS[by]}_there")
        if by == TRAIN and not self.linked(at, move.to):
            raise IllegalMove("region_not_linked")
        return Route(by, path, HUB_FARE[by] + ONWARD_FARE[by] * (len(path) - 1))

    def _read_car(self, at: str, move: Move) -> Route:
        if not move.path or move.to is not None or move.onward is not None:
            raise IllegalMove("no_route")
        seen, here = {at}, at
        for province in move.path:
            self._known(province)
            if province in seen:
                raise IllegalMove("path_repeats", province=province)
            if province not in self.near[here]:
                raise IllegalMove("not_adjacent", province=province)
            seen.add(province)
            here = province
        return Route(CAR, move.path, CAR_FARE * len(move.path))

    def _known(self, province: str) -> None:
        if province not in self.region:
            raise IllegalMove("no_such_province", province=province[:40])

    # --- finding routes --------------------------------------------------------------------------

    def drives(self, at: str) -> Iterator[Route]:
        """A shortest drive to every province that can be reached by road, nearest first."""
        found: dict[str, tuple[str, ...]] = {at: ()}
        queue = [at]
        for here in queue:
            for there in self.near[here]:
                if there not in found:
                    found[there] = (*found[here], there)
                    queue.append(there)
                    yield Route(CAR, found[there], CAR_FARE * len(found[there]))

    def rides(self, at: str, by: str, *, hub: bool = False) -> Iterator[Route]:
        """Every route by plane, boat or train, those that stay at the hub first."""
        if not hub and at not in self.hubs[by]:
            return
        ends = [
            to for to in sorted(self.hubs[by]) if to != at and (by != TRAIN or self.linked(at, to))
        ]
        for to in ends:
            yield Route(by, (to,), HUB_FARE[by])
        for to in ends:
            for onward in self.near[to]:
                if onward != at:
                    yield Route(by, (to, onward), HUB_FARE[by] + ONWARD_FARE[by])

    def routes(
        self, at: str, *, hub: bool = False, blocked: frozenset[str] = frozenset()
    ) -> dict[str, list[Route]]:
        """By destination, the cheapest route of each vehicle that goes there, cheapest first."""
        best: dict[tuple[str, str], Route] = {}
        for route in self._all(at, hub, blocked):
            kept = best.get((route.end, route.by))
            if kept is None or route.fare < kept.fare:
                best[route.end, route.by] = route
        found: dict[str, list[Route]] = {}
        for route in sorted(best.values(), key=lambda one: one.fare):
            found.setdefault(route.end, []).append(route)
        return found

    def _all(self, at: str, hub: bool, blocked: frozenset[str]) -> Iterator[Route]:
        if CAR not in blocked:
            yield from self.drives(at)
        for by in HUB_FARE:
            if by not in blocked:
                yield from self.rides(at, by, hub=hub)

    def cheapest(self, at: str) -> dict[str, Route]:
        """By destination, the cheapest route of all; worked out once for each province."""
        if at not in self._cheapest:
            self._cheapest[at] = {end: ways[0] for end, ways in self.routes(at).items()}
        return self._cheapest[at]
