"""Sentences of Ô ăn quan for what the pure parts give as codes: refusals, options, lessons.

All are lazy: they speak the language that is active when they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

TITLE = _("Ô ăn quan")

#: By the code of a refusal; the table shows them.
REFUSALS: Mapping[str, Text] = {
    "malformed": _("That is no move. A move is a square and a way round, like B2c."),
    "over": _("The game is over."),
    "mandarin_square": _("Nobody may lift a mandarin square. Choose one of your rice squares."),
    "not_own": _("That square is not yours, or it is not your turn."),
    "empty": _("That square is empty. Choose one that holds stones."),
    "table_only": _("Only the table itself can do that."),
}
#: Label and explanation of each option, then the label of each value.
OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "quan_value": (_("Points of a mandarin"), _("A citizen is always worth 1 point.")),
    "quan_non": (
        _("Young mandarin"),
        _(
            "A mandarin with fewer than 5 citizens beside it cannot be won, and reaching it ends "
            "the turn."
        ),
    ),
    "borrow": (
        _("Borrowing"),
        _("Who has too few citizens to fill a bare side borrows from the other player."),
    ),
    "start": (_("Who starts"), _("The first player has the better chances.")),
    "empty_quan": (
        _("Empty mandarin square"),
        _("What it does to a turn or to a chain of captures that comes to it."),
    ),
    "end": (_("The game ends"), _("What must be gone for “hết quan, tàn dân, kéo về”.")),
}
VALUES: Mapping[str, Mapping[Any, Text]] = {
    "quan_value": {5: "5", 10: "10"},
    "quan_non": {False: _("can be won"), True: _("protected")},
    "borrow": {True: _("allowed"), False: _("not allowed: the game ends")},
    "start": {"B": _("Blue"), "Y": _("Yellow")},
    "empty_quan": {"stop": _("ends the turn"), "bridge": _("counts as an empty square")},
    "end": {
        "pieces": _("when both mandarins are won"),
        "squares": _("when both mandarin squares are empty"),
    },
}
#: What a beginner is told before a move, by `hints.Warning`.
WARNINGS: Mapping[str, Text] = {
    "can_end": _("Watch out: after this move the other player can end the game and win."),
    "can_win_mandarin": _("Watch out: after this move the other player can win a mandarin."),
}
#: What is wrong with a record or a position that cannot be read, by `InvalidText.facts["what"]`.
UNREADABLE: Mapping[str, Text] = {
    "form": _("The line is no position."),
    "citizens": _("The citizens do not add up to 50."),
    "mandarins": _("There must be two mandarins in all."),
    "negative": _("A stock is negative in a game that goes on."),
    "bare": _("The player to move has no stones on the board."),
    "quiet": _("There have been too many turns without a capture."),
    "ended": _("Both mandarins are gone, so the game must be over."),
    "unfinished": _("In a finished game no stones lie in rice squares and no debt is open."),
    "rules": _("The rules of this record are not known."),
    "tag": _("A line in square brackets cannot be read."),
    "tag_missing": _("OAQ, Rules, Start and Result must be there."),
    "version": _("This is no record of version 1."),
    "comment": _("A comment in braces is not closed."),
    "result_last": _("The result must come last and be the same as above."),
    "result": _("The moves come to another result than the record says."),
    "winner": _("The moves come to another winner than the record says."),
    "termination": _("The moves come to another end than the record says."),
    "json": _("The file is no game of this kind."),
    "long": _("The text is too long."),
}

#: Title of each lesson, by `Lesson.key`.
LESSONS: Mapping[str, Text] = {
    "sow": _("Sowing"),
    "relay": _("Lifting again"),
    "win": _("Winning"),
    "chain": _("A chain"),
    "mandarin": _("The mandarin, and two ways to lose the turn"),
    "home": _("Filling a bare side, and going home"),
}
#: What a task asks, and what is said once it is done, by `Task.key`.
TASKS: Mapping[str, tuple[Text, Text]] = {
    "sow": (
        _("Choose a square and a way round. Let your last stone fall in Blue 4."),
        _("Right. One stone a square, and you choose the way round anew each turn."),
    ),
    "relay": (
        _("If the next square holds stones, you lift them and sow on. Lift three times."),
        _("Right. You sowed on until a mandarin square followed: it is never lifted."),
    ),
    "win": (
        _("Behind a single empty square you win everything. Win the stones in Blue 1."),
        _("Right. Blue 2 was empty, so the 6 citizens behind it are yours: 6 points."),
    ),
    "chain": (
        _("Empty, full, empty, full: then you win again. Win two squares in one turn."),
        _("Right. A chain goes on as long as single gaps and full squares take turns."),
    ),
    "mandarin": (
        _("A mandarin square can be won too. Win the mandarin with its 7 citizens."),
        _("Right. 5 points for the mandarin and 7 for the citizens: 12 in one turn."),
    ),
    "quan_next": (
        _("Lose your turn on purpose: end so that a mandarin square follows."),
        _("Right. After the last stone a mandarin square followed: nothing won, turn over."),
    ),
    "two_empty": (
        _("Lose your turn the other way: end in front of two empty squares."),
        _("Right. Two empty squares in a row: nothing won, turn over."),
    ),
    "dispatch": (
        _("Yellow's side is bare. Move, but keep your stone on your own side."),
        _("Right. Yellow puts back five: three of its own, and two borrowed from you."),
    ),
    "home": (
        _("Win the last mandarin and end the game. Then look who has more!"),
        _("Right. But Yellow had more on its own side: 29 to 25. Count before you end a game."),
    ),
}
