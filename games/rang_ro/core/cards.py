"""The function cards the engine knows (section F). Names, texts and counts are data and may be
edited; what a card does is bound to its code here, and `problems` tells where data do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.game import Json

#: When a card may be played.
ANYTIME, OWN_ACTION = "anytime", "own_action"
ATTACH_MOVE, ATTACH_EARN = "attach_move", "attach_earn"
QUESTION, COUNTER = "question", "counter"
W_MOVE, W_REVEAL, W_BENEFIT, W_DICE = "w_move", "w_reveal", "w_benefit", "w_dice"
WINDOWS = (W_MOVE, W_REVEAL, W_BENEFIT, W_DICE)

#: Most copies of one kind in a pile.
MOST = 20


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: when it may be played, whom it is aimed at, whether the one aimed at may
    answer with a shield, and how much it is about (coins, flags or answers, by the kind)."""

    code: str
    timing: str
    target: str
    amount: int = 0
    hostile: bool = False


KINDS: Mapping[str, Kind] = {
    kind.code: kind
    for kind in (
        Kind("FUND", ANYTIME, "bank", 5),
        Kind("SHARE", ANYTIME, "richest", 3, hostile=True),
        Kind("TREASURE_HUNTER", ANYTIME, "bank"),
        Kind("FREE_TRANSFER", OWN_ACTION, "adjacent_province"),
        Kind("TICKET", ATTACH_MOVE, "self", 4),
        Kind("TEMP_HUB", ATTACH_MOVE, "self"),
        Kind("STORM", W_MOVE, "mover", hostile=True),
        Kind("FIFTY", QUESTION, "self", 1),
        Kind("ASK_FRIEND", QUESTION, "other_player"),
        Kind("SECOND_CHANCE", W_REVEAL, "self"),
        Kind("UMBRELLA", W_REVEAL, "self", 2),
        Kind("INSURANCE", W_REVEAL, "self"),
        Kind("TRAIL", W_REVEAL, "route_province", 1),
        Kind("HARVEST", ATTACH_EARN, "self", 2),
        Kind("REROLL", W_DICE, "self"),
        Kind("SHIELD", COUNTER, "opposing_card"),
        Kind("FLAG_KEEPER", W_BENEFIT, "flag_owner"),
    )
}


def problems(data: Mapping[str, Mapping[str, Json]]) -> list[str]:
    """What the engine cannot play of an edited list of cards, in words for its editor.

    What a card does (timing, target, amount, hostile) need not be named; where it is, it must be
    what the engine does.
    """
    found = [f"no card {code} is known" for code in data if code not in KINDS]
    for code, row in data.items():
        kind = KINDS.get(code)
        if kind is None:
            continue
        count = row.get("count")
        if type(count) is not int or not 0 <= count <= MOST:
            found.append(f"{code}: count must be a number from 0 to {MOST}")
        for name in ("timing", "target", "amount", "hostile"):
            if name in row and row[name] != getattr(kind, name):
                found.append(f"{code}: {name} is {getattr(kind, name)!r} and cannot be changed")
    return found
