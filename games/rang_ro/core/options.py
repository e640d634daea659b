"""What may be agreed before a game, and the ready-made agreements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.game import option

#: After this round every game is counted (T6).
LAST_ROUND = 60
#: Badges that each way of winning asks for, and so the most a player can hold (C6, V2, V3).
BADGES = {1: 1, 2: 5}
#: Slots that must be done under way 2.
WAY_2_SLOTS = 2


@dataclass(frozen=True, slots=True)
class Options:
    """Section O of the rules. Seconds and minutes are those of the clock on the wall; 0 for a
    limit means none, for `quest_size` by the number of players, for `badge_cap` what the way asks.
    """

    way: int = option(1, 1, 2, 3)
    base_way: int = option(1, 1, 2)
    round_limit: int = option(0, low=0, high=LAST_ROUND)
    time_limit_min: int = option(0, low=0, high=90)
    quest_size: int = option(4, 0, 3, 4, 5)
    home_scope: str = option("province", "province", "region")
    finish_round: bool = option(False)
    seat_bonus: int = option(0, 0, 1)
    grace_rounds: int = option(0, low=0, high=3)
    wrong_penalty: int = option(2, 1, 2)
    bankruptcy: str = option("out", "out", "relief")
    flag_rule: str = option("shared", "shared", "exclusive")
    badge_cap: int = option(0, low=0, high=5)
    challenge_min: int = option(6, low=5, high=10)
    start_coins: int = option(20, low=10, high=40)
    hand_limit: int = option(3, low=1, high=5)
    answer_seconds: int = option(10, low=5, high=60)
    book_seconds: int = option(20, low=0, high=60)
    action_seconds: int = option(30, low=10, high=180)
    react_seconds: int = option(5, low=3, high=30)
    choice_seconds: int = option(15, low=5, high=60)
    explain_seconds: int = option(8, low=0, high=60)
    untimed: bool = option(False)

    @property
    def conditions(self) -> int:
        """The way whose conditions are counted: under way 3 those of `base_way` (V4)."""
        return self.base_way if self.way == 3 else self.way

    @property
    def most_badges(self) -> int:
        return self.badge_cap or BADGES[self.conditions]

    @property
    def needs_limit(self) -> bool:
        """Way 3 plays against a clock and has none."""
        return self.way == 3 and not self.round_limit and not self.time_limit_min


def slots_wanted(options: Options, seats: int) -> int:
    """How many slots a quest has; by the number of players, few players get long quests."""
    return options.quest_size or (5 if seats <= 3 else 3)


_EVENED = {"seat_bonus": 1, "grace_rounds": 1}
#: By name; the first is what a table takes by itself.
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "chuan": _EVENED,
    "tiet_hoc": {**_EVENED, "quest_size": 0, "bankruptcy": "relief", "time_limit_min": 25},
    "nguyen_ban": {},
    "sao_vang": {**_EVENED, "way": 2},
    "dua_gio": {**_EVENED, "way": 3, "quest_size": 5, "round_limit": 8},
}
