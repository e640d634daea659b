"""A second engine, written from the rules alone and in another way: one long story that is told
from the first turn to the last and stops wherever somebody has to decide. Nothing is shared with
the product; powers are looked up by name. Only here to disagree with it.

`Game(...).story()` is a generator: it yields what is asked, is sent the answer, and returns when
the game is over. Whoever drives it reads the fields in between.
"""

from __future__ import annotations

LIFE = {
    "bart_cassidy": 8,
    "black_jack": 8,
    "calamity_janet": 8,
    "el_gringo": 7,
    "jesse_jones": 9,
    "jourdonnais": 7,
    "kit_carlson": 7,
    "lucky_duke": 8,
    "paul_regret": 9,
    "pedro_ramirez": 8,
    "rose_doolan": 9,
    "sid_ketchum": 8,
    "slab_the_killer": 8,
    "suzy_lafayette": 8,
    "vulture_sam": 9,
    "willy_the_kid": 8,
}
DECK = {
    3: "deputy outlaw renegade",
    4: "sheriff outlaw outlaw renegade",
    5: "sheriff deputy outlaw outlaw renegade",
    6: "sheriff deputy outlaw outlaw outlaw renegade",
    7: "sheriff deputy deputy outlaw outlaw outlaw renegade",
    8: "sheriff deputy deputy outlaw outlaw outlaw renegade renegade",
}
HUNTS = {"deputy": "renegade", "renegade": "outlaw", "outlaw": "deputy"}
SIDES = ["arrow", "dynamite", "one", "two", "beer", "gatling"]


class Over(Exception):
    """The game has ended in the middle of something."""


class Dead(Exception):
    """Whose turn it is has died in the middle of something."""


class Game:
    def __init__(self, roles, characters, roll):
        """`roll(n)` gives n faces."""
        self.people = [
            {"role": role, "who": who, "cap": LIFE[who] + (2 if role == "sheriff" else 0)}
            for role, who in zip(roles, characters, strict=True)
        ]
        for one in self.people:
            one.update(life=one["cap"], arrows=0, here=True)
        self.roll = roll
        self.three = len(roles) == 3
        self.hunting = self.three
        self.at = self.first = list(roles).index("deputy" if self.three else "sheriff")
        self.turns = self.rounds = 1
        self.storms = self.gatlings = 0
        self.multiple = False
        self.deaths = []
        self.end = None
        self.dice = None

    # What anybody might want to know.

    def pile(self):
        return 9 - sum(one["arrows"] for one in self.people)

    def ring(self, seat):
        """Everybody here but one, clockwise from the left of that one."""
        n = len(self.people)
        return [s for s in ((seat + k) % n for k in range(1, n)) if self.people[s]["here"]]

    def everybody(self):
        return [seat for seat, one in enumerate(self.people) if one["here"]]

    def is_a(self, who, seat=None):
        return self.people[self.at if seat is None else seat]["who"] == who

    def in_reach(self, face):
        others = self.ring(self.at)
        far = {"one": 1, "two": 2}[face]
        if len(others) + 1 <= 3:
            far = 1
        reach = {far}
        if self.is_a("calamity_janet"):
            reach = {1, 2}
        if self.is_a("rose_doolan"):
            reach = {far, far + 1}
        # The shooter sits at both ends, so that walking on comes round to the same people.
        walk = [*others, None] * 3
        back = [*others[::-1], None] * 3
        found = {way[k - 1] for k in reach for way in (walk, back)} - {None}
        return [seat for seat in others if seat in found]

    # The story.

    def story(self):
        try:
            while True:
                try:
                    yield from self.a_turn()
                except Dead:
                    pass
                self.next_player()
        except Over:
            return

    def next_player(self):
        n = len(self.people)
        while True:
            self.at = (self.at + 1) % n
            if self.at == self.first:
                self.rounds += 1
            if self.people[self.at]["here"]:
                break
        self.turns += 1
        self.dice = None

    def a_turn(self):
        me = self.people[self.at]
        if self.is_a("sid_ketchum"):
            target = yield ("start", self.everybody())
            if target is not None:
                self.gain(target, 1)
        yield ("first roll",)
        allowed, thrown = (4 if self.is_a("lucky_duke") else 3), 1
        self.dice = self.roll(5)
        self.pay(self.dice.count("arrow"))
        while self.dice.count("dynamite") < 3 and thrown < allowed:
            stuck = set()
            if not self.is_a("black_jack"):
                stuck = {n for n in range(5) if self.dice[n] == "dynamite"}
            again = yield ("roll", [n for n in range(5) if n not in stuck])
            if not again:
                break
            fresh = self.roll(len(again))
            thrown += 1
            for n, face in zip(again, fresh, strict=True):
                self.dice[n] = face
            self.pay(fresh.count("arrow"))
        if self.dice.count("dynamite") >= 3:
            yield from self.burn()
        beers = [n for n in range(5) if self.dice[n] == "beer"]
        yield from self.volley(beers)
        yield from self.round_of_drinks(beers)
        yield from self.machine_gun()
        if self.is_a("suzy_lafayette") and "one" not in self.dice and "two" not in self.dice:
            self.gain(self.at, 2)
        assert me["here"]

    def pay(self, owed):
        for _ in range(owed):
            self.pick_up()

    def pick_up(self):
        """One arrow for whose turn it is."""
        self.people[self.at]["arrows"] += 1
        if self.pile() == 0:
            self.storms += 1
            for one in self.people:
                hurt = min(1, one["arrows"]) if one["who"] == "jourdonnais" else one["arrows"]
                one["life"] = max(0, one["life"] - hurt)
                one["arrows"] = 0
            self.bury("storm", None)
            self.need_me()

    def need_me(self):
        if not self.people[self.at]["here"]:
            raise Dead

    def gain(self, seat, n):
        one = self.people[seat]
        one["life"] = min(one["cap"], one["life"] + n)

    def burn(self):
        me = self.people[self.at]
        me["life"] -= 1
        if self.is_a("pedro_ramirez") and me["arrows"]:
            me["arrows"] -= yield ("pedro", self.at, 1)
        self.bury("dynamite", None)
        self.need_me()

    def volley(self, beers):
        shots = [n for n in range(5) if self.dice[n] in ("one", "two")]
        if not shots:
            return
        reach = {n: self.in_reach(self.dice[n]) for n in shots}
        may_double = self.is_a("slab_the_killer") and bool(beers)
        targets, slab = yield ("shots", reach, beers if may_double else [])
        points = dict.fromkeys(self.everybody(), 0)
        for seat in targets.values():
            points[seat] += 1
        if slab:
            beers.remove(slab[0])
            points[targets[slab[1]]] += 1
        yield from self.strike("shots", points)

    def strike(self, cause, points):
        gringo = False
        for seat in self.ring(self.at):
            one, hits = self.people[seat], points[seat]
            if hits and one["who"] == "bart_cassidy" and self.pile() > 1:
                instead = yield ("bart", seat, hits)
                one["arrows"] += instead
                hits -= instead
            lost = min(hits, one["life"])
            one["life"] -= lost
            if lost and one["who"] == "el_gringo":
                gringo = True
            if lost and one["who"] == "pedro_ramirez" and one["arrows"]:
                one["arrows"] -= yield ("pedro", seat, lost)
        self.bury(cause, self.at)
        if gringo:
            self.pick_up()

    def round_of_drinks(self, beers):
        if not beers:
            return
        drinkers = yield ("beers", len(beers), self.everybody())
        strong = self.is_a("jesse_jones") and self.people[self.at]["life"] <= 4
        for seat in drinkers:
            self.gain(seat, 2 if strong and seat == self.at else 1)

    def machine_gun(self):
        me = self.people[self.at]
        faces = self.dice.count("gatling")
        fires = faces >= (2 if self.is_a("willy_the_kid") else 3)
        if fires:
            self.gatlings += 1
            me["arrows"] = 0
        if self.is_a("kit_carlson") and faces and self.pile() < 9:
            for seat in (yield ("gatling", faces)):
                assert self.people[seat]["arrows"]
                self.people[seat]["arrows"] -= 1
        if fires:
            points = {
                seat: int(seat != self.at and not self.is_a("paul_regret", seat))
                for seat in self.everybody()
            }
            yield from self.strike("gatling", points)

    # Deaths and the end.

    def bury(self, cause, killer):
        dead = [seat for seat in self.everybody() if self.people[seat]["life"] == 0]
        for seat in dead:
            self.people[seat].update(here=False, arrows=0)
            self.deaths.append(cause)
        if len(dead) > 1:
            self.multiple = True
        if dead:
            self.look_for_winners([self.people[seat]["role"] for seat in dead], killer)
        for one in self.people:
            if one["here"] and one["who"] == "vulture_sam":
                one["life"] = min(one["cap"], one["life"] + 2 * len(dead))

    def win(self, how, roles=(), seats=None):
        if seats is None:
            seats = [s for s, one in enumerate(self.people) if one["role"] in roles]
        self.end = (how, sorted(seats))
        raise Over

    def look_for_winners(self, fallen, killer):
        left = self.everybody()
        standing = [self.people[seat]["role"] for seat in left]
        if self.three:
            prey = HUNTS[self.people[self.at]["role"]] if killer is not None else None
            if self.hunting and prey in fallen:
                self.win("hunter", seats=[killer])
            self.hunting = False
            if not left:
                self.win("nobody_left", ["outlaw"])
            if len(left) == 1:
                self.win("last_standing", seats=left)
            return
        if "sheriff" not in standing:
            if standing == ["renegade"]:
                self.win("renegade", seats=left)
            self.win("outlaws", ["outlaw"])
        if set(standing) <= {"sheriff", "deputy"}:
            self.win("law", ["sheriff", "deputy"])


def rb1(game, asked, rng):
    """The random bot's answer to what the story asks."""

    def coin():
        return rng.random() < 0.5

    what = asked[0]
    if what == "start":
        return rng.choice([None, *asked[1]])
    if what == "roll":
        return [n for n in asked[1] if coin()]
    if what == "shots":
        reach, beers = asked[1:]
        targets = {n: rng.choice(seats) for n, seats in reach.items()}
        slab = (rng.choice(beers), rng.choice(list(reach))) if beers and coin() else None
        return targets, slab
    if what == "beers":
        return [rng.choice(asked[2]) for _ in range(asked[1])]
    if what == "gatling":
        held = [one["arrows"] for one in game.people]
        taken = []
        for _ in range(asked[1]):
            holders = [seat for seat, n in enumerate(held) if n]
            if coin() and holders:
                taken.append(rng.choice(holders))
                held[taken[-1]] -= 1
        return taken
    if what == "bart":
        pile, taken = game.pile(), 0
        for _ in range(asked[2]):
            if pile - taken > 1:
                taken += coin()
        return taken
    if what == "pedro":
        held, back = game.people[asked[1]]["arrows"], 0
        for _ in range(asked[2]):
            if held - back > 0:
                back += coin()
        return back
    return None


def deal(seats, rng, roll):
    roles = DECK[seats].split()
    rng.shuffle(roles)
    return Game(roles, rng.sample(sorted(LIFE), seats), roll)


def play(seats, rng):
    """A whole game of random bots."""
    game = deal(seats, rng, lambda n: rng.choices(SIDES, k=n))
    story = game.story()
    asked = next(story, None)
    while asked is not None:
        try:
            asked = story.send(rb1(game, asked, rng))
        except StopIteration:
            asked = None
    return game


def measures(game):
    """What one game adds to each statistic: {metric: (value, weight)}."""
    how, seats = game.end
    if how in ("hunter", "last_standing"):
        how = f"{how}_{game.people[seats[0]]['role']}"
    row = {
        f"result {how}": 1,
        "turns": game.turns,
        "rounds": game.rounds,
        "storms": game.storms,
        "gatlings": game.gatlings,
        "survivors": len(game.everybody()),
        "multiple_eliminations": game.multiple,
    }
    for cause in ("shots", "gatling", "storm", "dynamite"):
        row[f"deaths_{cause}"] = game.deaths.count(cause)
    for one in game.people:
        row[f"survival_{one['who']}"] = one["here"]
    return row
