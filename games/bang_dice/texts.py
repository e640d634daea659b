"""Names and sentences of the dice shoot-out for what the pure parts give as codes.

All are lazy: they speak the language that is active when they are shown. Family wording renames a
face and nothing else (`face_name`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise

TITLE = _("Bang! dice")

#: By the code of a refusal; the table shows them.
REFUSALS: Mapping[str, Text] = {
    "unknown_move": _("That is no move of this game."),
    "game_over": _("The game is over."),
    "not_your_turn": _("Somebody else has to decide now."),
    "dead": _("You are out and cannot act any more, but you may keep watching."),
    "wrong_phase": _("That is not what has to be decided now."),
    "no_rolls_left": _("You have thrown as often as you may this turn."),
    "locked_die": _("A die that shows dynamite stays where it lies."),
    "empty_set": _("Pick up at least one die, or stop."),
    "repeated_die": _("Each die counts once: one is named twice here."),
    "bad_die": _("There is no such die, or it does not show what it would have to."),
    "out_of_range": _("That player is not within reach of this die."),
    "dead_target": _("That player is already out."),
    "unassigned_dice": _("Every one of these dice needs somebody it goes to."),
    "bad_slab": _("Only Slab the Killer can do that, with a die that shows a mug and a shot die."),
    "already_doubled": _("A shot has been doubled this turn already."),
    "no_arrow_there": _("That player holds no arrow that could go back."),
    "too_many": _("That is more than you may choose here."),
    "last_arrow": _("The last arrow of the pile cannot be taken like this."),
}

#: Names of the faces.
FACES: Mapping[str, Text] = {
    "arrow": _("Arrow"),
    "dynamite": _("Dynamite"),
    "one": _("Shot 1"),
    "two": _("Shot 2"),
    "beer": _("Beer"),
    "gatling": _("Gatling"),
}
#: What replaces them with family wording.
FAMILY_FACES: Mapping[str, Text] = {"beer": pgettext_lazy("die", "Drink")}


def face_name(face: str, family: bool) -> Text:
    """The name of a face at a table with or without family wording."""
    return FAMILY_FACES.get(face, FACES[face]) if family else FACES[face]


class Named(NamedTuple):
    """A name and what it means."""

    name: Text
    text: Text


#: Name and aim of each role with four and more players.
ROLES: Mapping[str, Named] = {
    "sheriff": Named(
        _("Sheriff"),
        _("Everybody knows you. Stay alive until all Outlaws and Renegades are out."),
    ),
    "deputy": Named(
        _("Deputy"),
        _("You are on the Sheriff's side: together you win once every Outlaw and Renegade is out."),
    ),
    "outlaw": Named(
        _("Outlaw"),
        _("As soon as the Sheriff is out, you and all other Outlaws have won."),
    ),
    "renegade": Named(
        _("Renegade"),
        _("You are on nobody's side and must be the only one left, with the Sheriff out last."),
    ),
}
#: Aim of each role with three players.
HUNTS: Mapping[str, Text] = {
    "deputy": _("Put the Renegade out with your own shot or Gatling."),
    "outlaw": _("Put the Deputy out with your own shot or Gatling."),
    "renegade": _("Put the Outlaw out with your own shot or Gatling."),
}
LAST_ALIVE: Text = _("The hunt is off: whoever is left last wins.")

#: Name and power of each character.
CHARACTERS: Mapping[str, Named] = {
    "bart_cassidy": Named(
        _("Bart Cassidy"),
        _(
            "When shots or the Gatling hit you, you may take an arrow in place of each life point, "
            "but not the last arrow of the pile."
        ),
    ),
    "black_jack": Named(
        _("Black Jack"),
        _("You may throw dynamite again, unless three or more lie there."),
    ),
    "calamity_janet": Named(
        _("Calamity Janet"),
        _("A Shot 1 is a Shot 2 for you whenever you like, and the other way round."),
    ),
    "el_gringo": Named(
        _("El Gringo"),
        _("Whoever costs you life with shots or with the Gatling has to take an arrow for it."),
    ),
    "jesse_jones": Named(
        _("Jesse Jones"),
        _("With four life points or less, what you drink from your own dice counts double."),
    ),
    "jourdonnais": Named(
        _("Jourdonnais"),
        _("However many arrows you hold, a storm takes no more than one life point from you."),
    ),
    "kit_carlson": Named(
        _("Kit Carlson"),
        _("Each Gatling you throw may send one arrow back to the pile, anybody's."),
    ),
    "lucky_duke": Named(
        _("Lucky Duke"),
        _("You may throw four times in a turn, the others three times."),
    ),
    "paul_regret": Named(
        _("Paul Regret"),
        _("When others fire the Gatling, it misses you."),
    ),
    "pedro_ramirez": Named(
        _("Pedro Ramirez"),
        _("When you lose life, you may lay down as many of your arrows as you lost points."),
    ),
    "rose_doolan": Named(
        _("Rose Doolan"),
        _("You may aim each shot one place farther than its die says."),
    ),
    "sid_ketchum": Named(
        _("Sid Ketchum"),
        _("At the start of your turn you may give one life point to anybody, yourself too."),
    ),
    "slab_the_killer": Named(
        _("Slab the Killer"),
        _("Once a turn you may use up a beer die so that one of your shots hits twice."),
    ),
    "suzy_lafayette": Named(
        _("Suzy Lafayette"),
        _("If your turn ends with no shot on the dice, you win two life points."),
    ),
    "vulture_sam": Named(
        _("Vulture Sam"),
        _("For every other player who goes out you win two life points."),
    ),
    "willy_the_kid": Named(
        _("Willy the Kid"),
        _("Your Gatling fires from two faces on, once a turn."),
    ),
}

LEVELS: Mapping[str, Text] = {
    "easy": pgettext_lazy("level", "easy"),
    "normal": pgettext_lazy("level", "normal"),
    "hard": pgettext_lazy("level", "hard"),
}
PRESETS: Mapping[str, Named] = {
    "usual": Named(_("As printed"), _("The usual words and the usual time to think.")),
    "family": Named(
        _("Family"), _("The same rules; the beer is called a drink. For lessons with children.")
    ),
    "unhurried": Named(
        _("Unhurried"), _("Family wording, and twice the time to think. For a first game.")
    ),
}
#: Label and explanation of each option, then the label of each value.
OPTIONS: Mapping[str, Named] = {
    "family": Named(_("Family wording"), _("Changes words only, no rule.")),
    "shuffle_seats": Named(
        _("Shuffle the seats"), _("Who sits beside whom is drawn before the cards are dealt.")
    ),
    "pace": Named(_("Time to think"), _("15 to 30 seconds a decision are usual, 10 to react.")),
}
VALUES: Mapping[str, Mapping[Any, Text]] = {
    "family": {False: _("off"), True: _("on")},
    "shuffle_seats": {False: _("as people sat down"), True: _("by lot")},
    "pace": {"usual": _("usual"), "slow": _("twice as long"), "off": _("no limit")},
}

#: How a game ended, by `Outcome.reason`.
ENDS: Mapping[str, Text] = {
    "law": _("No Outlaw and no Renegade is left: the Sheriff's side wins."),
    "outlaws": _("The Sheriff is out: the Outlaws win."),
    "renegade": _("The Sheriff is out and only a Renegade is left: the Renegade wins alone."),
    "hunter": _("The hunt has succeeded: the hunter wins."),
    "last_standing": _("Only one is left, and wins."),
    "nobody_left": _("Nobody is left: the Outlaw wins."),
    "abandoned": _("After 500 turns without an end the game is closed; nobody wins."),
}
#: Where a loss of life comes from.
CAUSES: Mapping[str, Text] = {
    "shots": pgettext_lazy("cause", "shots"),
    "gatling": pgettext_lazy("cause", "the Gatling"),
    "dynamite": pgettext_lazy("cause", "dynamite"),
    "storm": pgettext_lazy("cause", "an arrow storm"),
}
