"""What the lesson “Why did it fall?” says, board by board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from .texts import Text


class Said(NamedTuple):
    """Title and task of a board; what to say when it stands but more is possible, when it falls,
    and when the task is done; a question to go on with in class."""

    title: Text
    task: Text
    more: Text
    falls: Text
    done: Text
    ask: Text


SAID: Mapping[str, Said] = {
    "edge": Said(
        _("Centre of mass"),
        _("Push the plank out over the sea as far as it will go without falling."),
        _("It stands. Its centre of mass is still over the card: there is some way left."),
        _("It falls: its centre of mass has passed the edge, and nothing holds it up there."),
        _("As far as it goes: the centre of mass is just over the edge. That is half the plank."),
        _("The plank is 90 mm long. Where would the edge be for one of 118 mm?"),
    ),
    "counterweight": Said(
        _("Lever and counterweight"),
        _("The middle of this plank is over the sea. Where does the Anvil hold it?"),
        _("It stands."),
        _(
            "It falls: the common centre of mass of plank and Anvil is outside the edge. Go "
            "further in with the heavy one."
        ),
        _("It stands: the Anvil weighs more than the plank, and its side of the lever is enough."),
        _(
            "2.69 g of plank pull 11 mm outside the edge. How many mm inside must the 10 g of the "
            "Anvil be at least?"
        ),
    ),
    "steps": Said(
        _("Planks in steps"),
        _("Slide the upper plank out over the lower one as far as both will hold."),
        _("They stand. The upper plank’s middle is still over the lower one."),
        _(
            "They fall: either the upper plank’s middle is outside the lower one, or the middle of "
            "both is outside the card."
        ),
        _("As far as they hold. Each plank rests its load inside what is below it."),
        _("Where must the lower plank lie so that the upper one reaches out farthest?"),
    ),
}
