"""Games between players who do anything they may, sometimes something clever, for tests that hold
for every game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.chance import TableChance
from games.rang_ro import bots, standard
from games.rang_ro.core import offers
from games.rang_ro.core.moves import Move
from games.rang_ro.core.world import CHALLENGE, REGIONS
from games.rang_ro.game import GAME

ACTIONS = ("trip", "trip", "trip", "drive", "earn", "challenge", "buy", "book", "card", "benefit")


def _card(pile, number, province=None):
    return {
        "id": f"{pile}.{number}",
        "province": province,
        "stem": {"vi": f"câu {number}", "en": f"question {number}"},
        "choices": ["one", "two", "three", "four"][: 3 + number % 2],
        "right": number % 3,
        "explanation": {"vi": f"vì {pile} {number}", "en": f"because {pile} {number}"},
        "heritage_url": f"/read/{pile}/{number}",
        "level": 1,
        "source": f"book {number}",
    }


QUESTIONS = {pile: [_card(pile, number) for number in range(4)] for pile in (*REGIONS, CHALLENGE)}
QUESTIONS[REGIONS[0]].append(_card(REGIONS[0], 9, "ha-giang"))
#: A content whose texts all differ, so that a leak shows. One pile is empty.
CONTENT = standard.content({**QUESTIONS, "southeast": []})


def chance(rng: Random) -> TableChance:
    return TableChance(str(rng.getrandbits(64)), 0)


def begin(rng: Random, levels=("", "", ""), **options):
    """A game about to begin. Everybody has two cards in hand already: cards are rare else."""
    state = GAME.start(GAME.read_options(options), levels, CONTENT, chance(rng)).state
    deck = state.deck
    players = tuple(
        replace(player, hand=deck[2 * seat : 2 * seat + 2])
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, deck=deck[2 * len(players) :])


def anything(view, rng: Random) -> Move:
    """Some legal move of whoever reads the view; every other time what a bot would do."""
    if view.phase != "QUESTION" and rng.random() < 0.5:
        return bots.choose(view, rng)
    listed = offers.listed(view)
    if listed is not None:
        return rng.choice(listed)
    may = offers.offers(view)
    kinds = list(ACTIONS)
    rng.shuffle(kinds)
    for kind in kinds:
        move = _action(view, may, kind, rng)
        if move is not None:
            return move
    raise AssertionError("nothing to do")


def _action(view, may, kind, rng):
    if kind == "trip" and may["trips"]:
        ways = may["trips"][rng.choice(sorted(may["trips"]))]
        way = rng.choice(ways)
        if way["by"] == "car":
            return Move("move", by="car", path=tuple(way["path"]), attach=tuple(way["attach"]))
        to, *onward = way["path"]
        onward = onward[0] if onward else None
        return Move("move", by=way["by"], to=to, onward=onward, attach=tuple(way["attach"]))
    if kind == "earn":
        attach = tuple(may["earn"]["attach"])
        return Move("earn", x=rng.randint(2, 12), attach=attach)
    if kind == "challenge" and may["challenge"]:
        return Move("challenge", target=rng.choice(may["challenge"]))
    if kind == "buy" and may["buy_card"]:
        return Move("buy_card")
    if kind == "book":
        able = [name for name in ("book", "book_buy", "book_claim") if may.get(name)]
        return Move(rng.choice(able)) if able else None
    if kind == "card" and may["cards"]:
        plays = [one for code, wants in may["cards"].items() for one in offers.plays(code, wants)]
        return rng.choice(plays) if plays else None
    if kind == "benefit" and may.get("benefit"):
        return rng.choice([one for each in may["benefit"] for one in offers.claims(each)])
    return None


def play_on(state, rng: Random, steps: int = 10_000):
    """Positions from this one on, each with the step that led to it: (before, seat, move, step)."""
    for _ in range(steps):
        if state.over:
            return
        seat = rng.choice(sorted(GAME.to_act(state)))
        move = anything(GAME.view(state, seat, CONTENT), rng)
        GAME.check(state, seat, move, CONTENT)
        step = GAME.play(state, seat, move, CONTENT, chance(rng))
        yield state, seat, move, step
        state = step.state
