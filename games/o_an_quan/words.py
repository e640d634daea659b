"""A turn in words, for the log, for screen readers and for lessons. Knows no request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from . import rules
from .board import content, square_name
from .rules import (
    ANTICLOCKWISE,
    Capture,
    Dispatch,
    Drop,
    End,
    Event,
    Home,
    Lift,
    Move,
    Player,
    Settle,
    Stop,
)


def player_name(player: Player) -> str:
    return _("Blue") if player == rules.BLUE else _("Yellow")


def citizens(count: int) -> str:
    return ngettext("%(n)s citizen", "%(n)s citizens", count) % {"n": count}


def stones(count: int) -> str:
    return ngettext("%(n)s stone", "%(n)s stones", count) % {"n": count}


def points(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", count) % {"n": count}


def way_name(direction: int) -> str:
    return _("anticlockwise") if direction == ANTICLOCKWISE else _("clockwise")


def number_of(square: int) -> str:
    """The number of a rice square, as people count it."""
    return rules.SQUARES[square][1]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- a turn ---------------------------------------------------------------------------------------


def worth(events: Iterable[Event], quan_value: int) -> int:
    """Points won in a turn."""
    return sum(
        event.citizens + quan_value * event.mandarin
        for event in events
        if isinstance(event, Capture)
    )


def won(events: Iterable[Event]) -> str:
    """What a turn won, in words; "" for nothing."""
    taken = [event for event in events if isinstance(event, Capture)]
    count, big = sum(event.citizens for event in taken), any(event.mandarin for event in taken)
    if sum(event.mandarin for event in taken) == rules.MANDARINS:
        return _("both mandarins and %(citizens)s") % {"citizens": citizens(count)}
    return content(count, big) if taken else ""


def headline(move: Move, events: Sequence[Event]) -> str:
    """One line of the log: who sowed what, and what it won."""
    taken = won(events)
    facts = {
        "player": player_name(
            rules.BLUE if move.square in rules.RICE[rules.BLUE] else rules.YELLOW
        ),
        "n": number_of(move.square),
        "way": way_name(move.direction),
        "won": taken,
    }
    if taken:
        return _("%(player)s sows square %(n)s %(way)s, wins %(won)s") % facts
    return _("%(player)s sows square %(n)s %(way)s, wins nothing") % facts


def _sowing(player: Player, move: Move, events: Sequence[Event]) -> str:
    runs: list[tuple[Lift, int]] = []
    for event in events:
        if isinstance(event, Lift):
            runs.append((event, event.square))
        elif isinstance(event, Drop):
            runs[-1] = (runs[-1][0], event.square)
    (first, last), *more = runs
    parts = [
        _("%(player)s sows square %(n)s %(way)s, %(stones)s, as far as %(last)s")
        % {
            "player": player_name(player),
            "n": number_of(first.square),
            "way": way_name(move.direction),
            "stones": stones(first.stones),
            "last": square_name(last),
        }
    ]
    parts += [
        _("lifts %(square)s, %(stones)s, as far as %(last)s")
        % {
            "square": square_name(lift.square),
            "stones": stones(lift.stones),
            "last": square_name(to),
        }
        for lift, to in more
    ]
    return "; ".join(parts) + "."


def _captures(move: Move, events: Sequence[Event]) -> list[str]:
    return [
        _capital(
            _("%(gap)s is empty: wins %(square)s, %(content)s.")
            % {
                "gap": square_name((event.square - move.direction) % 12),
                "square": square_name(event.square),
                "content": content(event.citizens, event.mandarin),
            }
        )
        for event in events
        if isinstance(event, Capture)
    ]


_STOPS = {
    "quan_next": gettext_lazy("A mandarin square follows, turn over."),
    "two_empty": gettext_lazy("Two empty squares, turn over."),
    "quan_non": gettext_lazy("The mandarin is too young to be won, turn over."),
}


def stop_sentence(stop: Stop) -> str:
    """Why a turn is over; "" after a win, where nothing more needs saying."""
    return str(_STOPS.get(stop.code, ""))


def _dispatch(event: Dispatch) -> str:
    facts = {
        "player": player_name(event.player),
        "own": citizens(event.own + event.borrowed),
        "borrowed": event.borrowed,
    }
    if event.borrowed:
        return (
            _("%(player)s’s side is bare: %(own)s put back, %(borrowed)s of them borrowed.") % facts
        )
    return _("%(player)s’s side is bare: %(own)s put back.") % facts


_REASONS = {
    "het_quan": gettext_lazy("The mandarins are gone, the citizens scatter, all go home!"),
    "no_stones": gettext_lazy("Nobody has stones enough to fill the bare side: the game is over."),
    "repetition": gettext_lazy("The same board stands for the third time: the game is over."),
    "quiet": gettext_lazy("Forty turns without a win: the game is over."),
    "resign": gettext_lazy("One player has given up."),
    "timeout": gettext_lazy("Time is up."),
    "agreed": gettext_lazy("The game was stopped and counted."),
    "abandoned": gettext_lazy("The game was left."),
}


def reasons(end: End) -> list[str]:
    """Why the game is over, and what belongs to nobody."""
    said = [str(_REASONS.get(end.reason, ""))]
    if end.unclaimed:
        said.append(
            ngettext(
                "%(n)s citizen in the mandarin squares belongs to nobody.",
                "%(n)s citizens in the mandarin squares belong to nobody.",
                end.unclaimed,
            )
            % {"n": end.unclaimed}
        )
    return [sentence for sentence in said if sentence]


def ending(end: End) -> list[str]:
    """Why the game is over, what it came to, and who has won."""
    why, *more = reasons(end)
    blue, yellow = end.points
    counted = _("Blue %(blue)s, Yellow %(yellow)s.") % {"blue": blue, "yellow": yellow}
    return [why, counted, *more, result(end.winner)]


def result(winner: Player | None) -> str:
    return (
        _("A draw.")
        if winner is None
        else _("%(player)s has won.") % {"player": player_name(winner)}
    )


def turn(
    player: Player,
    move: Move,
    events: Sequence[Event],
    *,
    score: tuple[int, int] | None = None,
    following: Player | None = None,
) -> str:
    """A whole turn as one group of sentences, once a turn and never once a stone.

    score       points after the turn, said after a win
    following   who is to move, None at the end
    """
    said = [_sowing(player, move, events), *_captures(move, events)]
    said += [stop_sentence(event) for event in events if isinstance(event, Stop)]
    if score is not None and any(isinstance(event, Capture) for event in events):
        said.append(
            _("%(player)s has %(points)s.")
            % {"player": player_name(player), "points": points(score[player])}
        )
    for event in events:
        if isinstance(event, Dispatch):
            said.append(_dispatch(event))
        elif isinstance(event, End):
            said += ending(event)
    if following is not None:
        said.append(_("%(player)s to move.") % {"player": player_name(following)})
    return " ".join(sentence for sentence in said if sentence)


def foreseen(side: str, events: Sequence[Event], quan_value: int) -> str:
    """What a move would come to, for who considers it. `side` is "left" or "right", as seen."""
    last = next(event.square for event in reversed(events) if isinstance(event, Drop))
    facts = {
        "last": square_name(last),
        "won": won(events),
        "points": points(worth(events, quan_value)),
        "why": "".join(stop_sentence(event) for event in events if isinstance(event, Stop)),
    }
    if facts["won"]:
        said = _("the last stone falls in %(last)s; you win %(won)s (%(points)s).") % facts
    else:
        said = _("the last stone falls in %(last)s. %(why)s") % facts
    start = _("To the left:") if side == "left" else _("To the right:")
    return f"{start} {said}"


# --- for the script -------------------------------------------------------------------------------


def signs(events: Iterable[Event]) -> str:
    """A turn as static/js/oaq-show.js plays it: a letter and a square for each step.

    >>> signs([Lift(2, 1), Drop(1, 0), Stop("two_empty", 11)])
    'lB2 dB1 sY1'
    """
    written = []
    for event in events:
        match event:
            case Lift() | Drop() | Capture() | Stop():
                letter = type(event).__name__[0].lower()
                written.append(letter + rules.SQUARES[event.square])
            case Dispatch() | Home():
                letter = "p" if isinstance(event, Dispatch) else "h"
                written.append(letter + rules.LETTERS[event.player])
            case Settle() | End():
                pass
    return " ".join(written)
