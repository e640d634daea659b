"""Sentences of Rạng Rỡ Việt Nam for what the rules give as codes. All are lazy: they speak the
language that is active when they are shown. Names and texts of function cards are in the content.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

TITLE = _("Rạng Rỡ Việt Nam")

#: By the code of a refusal; the table shows them.
REFUSALS: Mapping[str, Text] = {
    "malformed": _("That cannot be read as a move."),
    "unknown_move": _("There is no such move here."),
    "game_over": _("The game is over."),
    "wrong_phase": _("That cannot be done just now."),
    "not_your_turn": _("It is not for you to decide this."),
    # travelling
    "bad_vehicle": _("Choose car, plane, boat or train."),
    "vehicle_blocked": _("This way of travelling is stopped until your next turn."),
    "no_route": _("Choose where to go: another province than the one you are in."),
    "not_adjacent": _("These two provinces do not touch."),
    "path_repeats": _("A drive enters no province twice."),
    "no_such_province": _("There is no such province on the map."),
    "no_airport_here": _("There is no airport in your province."),
    "no_airport_there": _("There is no airport where you want to land."),
    "no_seaport_here": _("There is no seaport in your province."),
    "no_seaport_there": _("There is no seaport where you want to go ashore."),
    "no_station_here": _("There is no railway station in your province."),
    "no_station_there": _("There is no railway station where you want to get off."),
    "region_not_linked": _("No train goes from your region to that one."),
    "wrong_region": _("Your roll does not allow a start in that region."),
    # money and players
    "cannot_afford": _(
        "That takes %(price)s coins and you have %(coins)s; one must be left after paying."
    ),
    "target_poor": _("A player with fewer than %(least)s coins cannot be challenged."),
    "bad_target": _("Choose another player for whom this makes sense."),
    "bad_bet": _("Bet on a number from 2 to 12."),
    "bad_answer": _("Choose one of the answers that are left."),
    # cards
    "bad_attach": _("This card does not go with this action."),
    "bad_timing": _("This card or right cannot be used at this moment."),
    "no_card": _("You do not hold this card."),
    "hand_full": _("Your hand is full. Use a card first."),
    "no_cards": _("No function cards are left."),
    "not_wrong": _("Your answer was right, so the card would do nothing."),
    "already_used": _("You have used this already."),
    # the Treasure Book
    "book_taken": _("Somebody holds the Treasure Book. Offer to buy it, or claim it."),
    "book_not_held": _("Nobody holds the Treasure Book. Take it from the bank."),
    "already_refused": _("Your offer was refused this turn."),
    "already_yours": _("You have that already."),
    # the special benefit
    "bad_kind": _("Take flags away, or turn one into your own."),
    "bad_count": _("Choose as many flags as the rule says: %(wanted)s."),
    "no_such_flag": _("That player has no flag there."),
    # options
    "way_3_needs_limit": _("A game against the clock needs a last round or a time limit."),
}

#: Name and use of the ready-made rules.
PRESETS: Mapping[str, tuple[Text, Text]] = {
    "chuan": (_("Standard"), _("Club and family: quests of four places, a round to warm up.")),
    "tiet_hoc": (
        _("Lesson of 45 minutes"),
        _("25 minutes of play in class. Nobody is put out; short quests for big groups."),
    ),
    "nguyen_ban": (_("As printed"), _("Twenty coins for all, fines from the first round.")),
    "sao_vang": (_("Gold Star"), _("Five badges from challenges, two places of the quest.")),
    "dua_gio": (_("Race against time"), _("Eight rounds; whoever has come furthest wins.")),
}
LEVELS: Mapping[str, Text] = {
    "easy": _("easy"),
    "standard": _("standard"),
    "strong": _("strong"),
}

#: Label and explanation of each option, then the label of each value that is no number.
OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "way": (_("How to win"), _("What has to be achieved first.")),
    "base_way": (_("Counted against the clock"), _("Whose goals count when time is up.")),
    "round_limit": (_("Last round"), _("0: play until somebody wins.")),
    "time_limit_min": (_("Minutes to play"), _("The round that is on is played to its end.")),
    "quest_size": (_("Places of a quest"), _("0: five for two or three players, else three.")),
    "home_scope": (_("At home"), _("Where the journey may end.")),
    "finish_round": (_("Play the round to its end"), _("When somebody has reached the goal.")),
    "seat_bonus": (_("Coins for later places"), _("Makes up for starting later.")),
    "grace_rounds": (_("Rounds to warm up"), _("Wrong answers cost nothing in them.")),
    "wrong_penalty": (_("Fine"), _("Coins a bystander pays for a wrong answer.")),
    "bankruptcy": (_("Without coins"), _("What becomes of a player who has none left.")),
    "flag_rule": (_("Flags in one province"), _("Whether several players may plant one.")),
    "badge_cap": (_("Most badges"), _("0: as many as the way to win asks for.")),
    "challenge_min": (_("Coins for a challenge"), _("What both players must have.")),
    "start_coins": (_("Coins at the start"), ""),
    "hand_limit": (_("Cards in hand"), _("So many function cards at most.")),
    "answer_seconds": (_("Seconds to answer"), ""),
    "book_seconds": (_("More with the Treasure Book"), _("Seconds to read the article.")),
    "action_seconds": (_("Seconds for an action"), ""),
    "react_seconds": (_("Seconds to react with a card"), ""),
    "choice_seconds": (_("Seconds for other choices"), ""),
    "explain_seconds": (_("Seconds to read why"), _("0: play goes on at once.")),
    "untimed": (_("Without clocks"), _("The teacher moves on by hand.")),
}
VALUES: Mapping[str, Mapping[Any, Text]] = {
    "way": {
        1: _("the quest, a badge, and home"),
        2: _("two places and five badges"),
        3: _("against the clock"),
    },
    "base_way": {1: _("the quest, a badge, and home"), 2: _("two places and five badges")},
    "home_scope": {"province": _("a home province"), "region": _("a region of home")},
    "finish_round": {False: _("no"), True: _("yes")},
    "bankruptcy": {"out": _("out of the game"), "relief": _("5 coins, a turn missed")},
    "flag_rule": {"shared": _("any number"), "exclusive": _("one only")},
    "untimed": {False: _("no"), True: _("yes")},
}
#: Whose question it was, seen from who answered it, in the learning log.
ROLES: Mapping[str, Text] = {
    "main": _("own journey"),
    "bystander": _("another’s journey"),
    "challenge": _("challenge"),
    "practice": _("for practice"),
}
#: How a game was won, by `Outcome.reason`.
ENDINGS: Mapping[str, Text] = {
    "way1": _("The quest is done, with a badge, and at home."),
    "way2": _("Two places and five badges."),
    "time": _("Time is up; whoever has come furthest wins."),
    "last_standing": _("Everybody else is out of coins."),
    "ended": _("The game was ended and counted."),
}
