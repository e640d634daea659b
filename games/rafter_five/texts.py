"""Sentences of Rafter Five for what the pure parts give as codes: refusals, options, ends, levels.

All are lazy: they speak the language that is active when they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise

TITLE = _("Rafter Five")

#: By the code of a refusal; the table shows them.
REFUSALS: Mapping[str, Text] = {
    "malformed": _("That is no move. Places and angles are numbers, such as 12.5."),
    "off_grid": _("Places and angles have one decimal at most, such as 12.5."),
    "over": _("The game is over."),
    "not_your_turn": _("It is not your turn."),
    "wrong_phase": _("This is not the step for that. Look at what your turn asks of you now."),
    "rafter_in_sea_first": _("A rafter lies in the sea. Rescue that one first."),
    "no_such_piece": _("There is no such piece to take."),
    "out_of_area": _("That is too far from the raft."),
    "off_base": _("At the beginning every rafter stands wholly on the base card."),
    "no_overlap": _(
        "The plank must lie over another plank by at least 4 mm², the first one over the base card."
    ),
    "on_piece": _("A rafter or a treasure chest is in the way. Nothing may cover it."),
    "not_on_plank": _("At least 30 per cent of it must be over the plank that was laid this turn."),
    "on_nail": _("That covers a nail. Stay at least 2 mm away from it."),
    "on_joint": _("That covers a joint. Keep off the dark strip."),
    "no_chest_of_colour": _("You have no chest of that colour left."),
    "not_stuck": _("There is still a place for this plank and its rafter. Look once more."),
    "lay_is_final": _("With a trembling hand a plank that lies stays where it lies."),
    "no_forecast": _("Only tables for learners tell beforehand what would fall."),
    "not_judged": _(
        "The raft could not be judged (%(status)s). Try another place, and tell whoever runs the "
        "site."
    ),
    "table_only": _("Only the table itself can do that."),
}
#: Label and explanation of each option, then the label of each value.
OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "tremor": (
        _("Hand"),
        _("A hand that trembles puts every piece a little beside the place you chose."),
    ),
    "nails": (_("Nails"), _("Nothing may be put down on a nail or within 2 mm of it.")),
    "joints": (_("Joints"), _("Nothing may be put down across a joint.")),
    "leaning": (
        _("Leaning planks"),
        _("Two in five planks that fall from over the base card stay leaning on the raft, lost."),
    ),
    "learner": (
        _("For learners"),
        _("Everybody may look at forces and margins, and ask beforehand what would fall."),
    ),
    "daily": (_("Raft of the day"), _("Alone: the same planks in the same order for everybody.")),
    "first": (_("Who begins"), _("That player also puts up the five rafters.")),
    "seconds": (_("Time for a decision"), _("Whoever lets it pass has the turn played for them.")),
}
VALUES: Mapping[str, Mapping[Any, Text]] = {
    "tremor": {
        "steady": pgettext_lazy("hand", "steady"),
        "light": pgettext_lazy("hand", "trembles a little"),
        "brisk": pgettext_lazy("hand", "trembles a lot"),
    },
    "nails": {False: _("do not matter"), True: _("must stay free")},
    "joints": {False: _("do not matter"), True: _("must stay free")},
    "leaning": {False: _("no: all that falls is in the sea"), True: _("yes")},
    "learner": {False: _("no"), True: _("yes")},
    "daily": {False: _("no"), True: _("yes")},
    "first": {
        0: _("drawn by lot"),
        1: _("seat 1"),
        2: _("seat 2"),
        3: _("seat 3"),
        4: _("seat 4"),
        5: _("seat 5"),
        6: _("seat 6"),
    },
    "seconds": {
        0: _("as long as you like"),
        60: _("1 minute"),
        90: _("1½ minutes"),
        120: _("2 minutes"),
        180: _("3 minutes"),
        300: _("5 minutes"),
    },
}
#: Name and explanation of each preset.
PRESETS: Mapping[str, tuple[Text, Text]] = {
    "steady": (_("Steady hand"), _("Pieces lie where you put them. For first games.")),
    "usual": (_("As on a table"), _("Hands tremble a little, as they do.")),
    "wild": (_("Wild"), _("Hands tremble a lot, and there is a minute for a decision.")),
    "nails": (_("Nails"), _("Nails must stay free.")),
    "joints": (_("Joints"), _("Joints must stay free.")),
    "marks": (_("Nails and joints"), _("Both must stay free.")),
    "learning": (_("Why does it fall?"), _("With forces and margins to look at, and no clock.")),
    "daily": (_("Raft of the day"), _("Alone, the same sea for everybody today.")),
}
#: Names of the computer players, by level.
LEVELS: Mapping[str, Text] = {
    "deckhand": _("deckhand"),
    "mate": _("mate"),
    "skipper": _("skipper"),
}
#: Why a game ended, by `Outcome.reason`.
REASONS: Mapping[str, Text] = {
    "five": _("Somebody has five penalty points."),
    "no_planks": _("No plank is left in the sea."),
    "all_placed": _("All chests are placed."),
    "idle": _("Nothing has been gained for many rounds, so the game was counted."),
    "fell": _("Something has fallen, and alone that is the end."),
    "resign": _("A player gave up."),
    "stopped": _("The game was stopped and counted."),
}
#: What a turn asks of a player, by `State.phase`.
PHASES: Mapping[str, Text] = {
    "setup": _("Put the five rafters on the base card."),
    "lift": _("Lift a rafter."),
    "draw": _("Take a plank from the sea."),
    "lay": _("Lay the plank."),
    "man": _("Put the rafter on the plank, and let go."),
    "load": _("Put a chest on the plank."),
    "over": _("The game is over."),
}
#: Names of the rafters, by number.
RAFTERS: Mapping[int, Text] = {
    1: pgettext_lazy("rafter", "Drum"),
    2: pgettext_lazy("rafter", "Crate"),
    3: pgettext_lazy("rafter", "Bench"),
    4: pgettext_lazy("rafter", "Anvil"),
    5: pgettext_lazy("rafter", "Beam"),
}
