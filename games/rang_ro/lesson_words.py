"""What the steps of a first turn say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from .texts import Text


@dataclass(frozen=True)
class Said:
    """A step in words: its title, what is asked, and what follows a right or another move."""

    title: Text
    ask: Text
    right: Text
    wrong: Text


SAID: Mapping[str, Said] = {
    "travel": Said(
        _("Set out"),
        _(
            "You play for the Ê-đê and stand in Gia Lai. Your home Dak Lak is next door: tap it on "
            "the map or choose it in the list, and go there by car. Each province costs 2 coins."
        ),
        _("The fare is paid. Now a question about Dak Lak is asked, and everybody answers it."),
        _("That can be done too. This time, drive home to Dak Lak."),
    ),
    "answer": Said(
        _("Answer"),
        _(
            "Everybody at the table answers at the same time. A tap chooses, and until you lock it "
            "you may change it. Nobody sees what the others chose."
        ),
        _(
            "Right: your pawn arrives and plants a flag. The others who were not right would pay a "
            "fine, but not in a warm-up round."
        ),
        _("Not that one. Think of the capital of Dak Lak; in a game the fare would be lost."),
    ),
    "benefit": Said(
        _("At home"),
        _(
            "You have come home with a right answer. Once a game you may now take two flags of one "
            "player away, or turn one flag into your own."
        ),
        _("Done. A flag in a place of your quest is worth most."),
        _("You could keep the right for later. Here, try it."),
    ),
    "earn": Said(
        _("Earn"),
        _(
            "Travelling costs coins, so earn some: bet on a number and roll two dice. A higher "
            "roll brings as many coins as you bet, an equal one twice as many, a lower one two. "
            "Seven is the best bet."
        ),
        _("The coins are yours. In the long run a bet of 7 brings six coins a turn."),
        _("Choose Earn this time."),
    ),
    "challenge": Said(
        _("Challenge"),
        _(
            "For a Gold Star badge you need a challenge. Choose somebody who has six coins or "
            "more. Both put down five coins and roll; the higher sum says who answers one question."
        ),
        _(
            "Whoever wins the roll says who answers. Right takes ten coins, a badge and a card. "
            "Complete your quest, win a badge, be at home: that is the whole game."
        ),
        _("Choose Challenge this time."),
    ),
}
