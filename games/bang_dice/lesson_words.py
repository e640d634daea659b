"""What the tutorial says at each step: title, task, praise, and why another answer is not right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from .words import Text


class Said(NamedTuple):
    """One step; `%(drink)s` is what the mug holds (see `worded`)."""

    title: Text
    ask: Text
    right: Text
    wrong: Text

    def worded(self, drink: str) -> Said:
        """The same for a reader whose table calls the drink so."""
        return Said(*(str(text).replace("%(drink)s", drink) for text in self))


SAID: Mapping[str, Said] = {
    "roll": Said(
        _("Whose side are you on?"),
        _(
            "You are a Deputy: your task is to keep the Sheriff alive. Only you know that. The "
            "Sheriff wears the star, two places to your left. Moon, on your left, has just shot at "
            "the Sheriff, so that looks like an Outlaw. It is your turn: roll the five dice."
        ),
        _(
            "The arrow was taken at once: it lies with you now, and the pile is one smaller. The "
            "dynamite is locked and stays where it lies."
        ),
        _("Roll the dice first."),
    ),
    "keep": Said(
        _("Keep what helps"),
        _(
            "You may roll twice more. One Gatling alone does nothing, and the arrow is paid "
            "already. Keep the Shot 1 and the %(drink)s, and roll the other two again."
        ),
        _(
            "A Shot 2, good. But now a second dynamite shows: with a third one your throwing would "
            "be over and cost you a life."
        ),
        _("Tick the Shot 1 and the %(drink)s, nothing else; then roll the other two again."),
    ),
    "stop": Said(
        _("Stop in time"),
        _(
            "You could roll once more. But everything you need lies here, and one more dynamite "
            "would hurt you. Stop."
        ),
        _("The dice stay as they lie. Now they are carried out: shots first, then the %(drink)s."),
        _("That would be a gamble: a dynamite now costs a life. Stop here."),
    ),
    "aim": Said(
        _("Who is who?"),
        _(
            "A Shot 1 hits a neighbour, a Shot 2 somebody two places away. Aim the Shot 1 at "
            "Moon, who shot at the Sheriff. The Shot 2 reaches the Sheriff or Rain: do not "
            "shoot at the one you are to protect."
        ),
        _(
            "Both hit at the same moment. Now everybody has seen that you shoot at the Sheriff’s "
            "enemies, and will draw their own conclusions."
        ),
        _("Not quite: the Shot 1 belongs to Moon, the Shot 2 to Rain, never to your Sheriff."),
    ),
    "drink": Said(
        _("Help each other"),
        _(
            "The %(drink)s gives one life back to anybody, you as well. The Sheriff has five of "
            "eleven, and if the Sheriff falls, you lose. Hand it over."
        ),
        _("The Sheriff has one life more. Your turn is over; Moon is next."),
        _("That helps, but the Sheriff needs it more: if the Sheriff falls, you lose as well."),
    ),
    "storm": Said(
        _("The arrows rain down"),
        _(
            "Moon rolls. Four arrows are left in the pile, and whoever takes the last one lets "
            "them rain: everybody loses a life for each arrow they hold. Watch."
        ),
        _(
            "Everybody has lost as many lives as they held arrows, and all arrows are back in the "
            "pile. Mind the pile before you roll again. Now you know a whole turn."
        ),
        _("Roll the dice."),
    ),
}
