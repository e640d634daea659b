"""How the dice shoot-out is shown: its words for a table, and what its templates get."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..faces import CommonFace
from ..game import Event, Json
from . import asking, board, ending, ring, story, texts, words
from .ring import Sitter
from .story import Told
from .values import DICE, FACES, Seat, View
from .words import SIGNS, Words

if TYPE_CHECKING:
    from ..models import Seat as TableSeat
    from ..models import TableMove
    from ..scenes import Scene

SLUG = "bang_dice"
#: Moves of the log that stand beside the ring, and that a push brings.
SHORT_LOG = 6
#: What may be said at the table with one tap, by code; `%(name)s` is a seat.
PHRASES = {
    "protect": gettext_lazy("I protect the Sheriff!"),
    "not_me": gettext_lazy("Not me!"),
    "help": gettext_lazy("Help me!"),
    "sorry": gettext_lazy("Sorry, the dice wanted it so."),
    "thanks": gettext_lazy("Thank you!"),
    "well": gettext_lazy("Well rolled!"),
    "watch": gettext_lazy("Watch %(name)s!"),
}
#: The same among those who are out or only watch.
ASIDES = {
    "guess": gettext_lazy("I think I know who it is."),
    "close": gettext_lazy("That was close!"),
    "oh": gettext_lazy("Oh no!"),
    "good": gettext_lazy("Well played!"),
    "suspect": gettext_lazy("I suspect %(name)s."),
}


def words_of(view: View, sitters: Mapping[Seat, Sitter]) -> Words:
    return Words({seat: sitter.name for seat, sitter in sitters.items()}, view.options.family)


def sitters_of(scene: Scene) -> dict[Seat, Sitter]:
    """Who plays each seat. A bot goes by its sign: several of one level must be told apart."""
    own = {seat.index for seat in scene.mine}
    return {
        seat.index: Sitter(
            name=scene.called(seat),
            bot=seat.is_bot,
            me=seat.index in own,
            away=scene.is_silent(seat),
            note=_note(seat),
        )
        for seat in scene.seats
    }


def _note(seat: TableSeat) -> str:
    if seat.is_bot:
        return _("the computer plays on for who left") if seat.name else ""
    return _("the computer plays meanwhile") if seat.away else ""


def told(rows: Iterable[TableMove], seat: Seat | None) -> list[Told]:
    """The moves of a table as a seat, or with None a spectator, may know them."""
    return [
        Told(
            row.number,
            row.seat,
            tuple(
                event
                for event in (Event.decode(data) for data in row.events)
                if event.seen_by(seat)
            ),
        )
        for row in rows
    ]


# --- the dice -------------------------------------------------------------------------------------


def dice(view: View, said: Words, moves: Sequence[Told], *, may_roll: bool) -> dict[str, Any]:
    """The five dice as they lie. Before a turn's first throw the last ones lie there, faded; who is
    about to throw sees them blank."""
    old = view.dice is None
    shown = view.dice if view.dice is not None else story.final_dice(moves)
    if may_roll and old:
        shown = None
    choosing = may_roll and not old
    kept = story.set_aside(moves) if choosing and view.rolls_used > 1 else frozenset()
    drawn = []
    for place in range(DICE):
        face = shown[place] if shown else None
        locked = choosing and place in view.locked
        name = said.face(face) if face else ""
        number = {"n": place + 1, "face": name}
        drawn.append(
            {
                "n": place,
                "number": place + 1,
                "face": board.shape(face, family=said.family),
                "symbol": board.die(board.shape(face, family=said.family)),
                "name": name,
                "locked": locked,
                "toggle": choosing and not locked,
                "kept": place in kept,
                "label": (
                    _("Die %(n)s: %(face)s, locked") % number
                    if locked
                    else _("Keep die %(n)s: %(face)s") % number
                    if choosing
                    else _("Die %(n)s: %(face)s") % number
                    if face
                    else _("Die %(n)s: not rolled yet") % number
                ),
            }
        )
    return {"dice": drawn, "old": old and shown is not None, "kept": kept, "none": shown is None}


def legend(said: Words) -> list[dict[str, Any]]:
    """The six faces with what each does, for the help beside the dice."""
    return [
        {
            "symbol": board.die(board.shape(face, family=said.family)),
            "name": said.face(face),
            "text": words.MEANINGS[face],
        }
        for face in FACES
    ]


# --- the rules at this moment ---------------------------------------------------------------------


def rules_now(view: View, said: Words, *, acting: bool) -> list[str]:
    """What matters now, for who does not know it by heart."""
    found: list[str] = []
    match view.phase:
        case "roll" if view.rolls_used:
            found.append(
                _(
                    "Dynamite stays where it lies; three of them end the throwing and cost a life. "
                    "Arrows are taken at once, also when the die is thrown again."
                )
            )
        case "roll":
            found.append(
                _(
                    "Up to three throws: after each one you choose which dice to keep. Dice kept "
                    "before may be thrown again."
                )
            )
        case "shots":
            found.append(
                _(
                    "A Shot 1 hits a neighbour, a Shot 2 somebody two places away, on either side. "
                    "Who is out is not counted. All shots land together."
                )
            )
        case "beers":
            found.append(_("Each one gives a life to anybody, but never above the limit."))
        case "over":
            found.append(_("The game is over: all roles lie open."))
        case _:
            pass
    if view.hunt:
        found.append(
            _("The hunt is on: Deputy after Renegade, Renegade after Outlaw, Outlaw after Deputy.")
        )
    elif len(view.players) == 3 and view.phase != "over":
        found.append(str(texts.LAST_ALIVE))
    if hidden := ring.unknown(view):
        found.append(hidden)
    if view.phase != "over":
        found.append(
            _("%(n)s arrows lie in the pile; when the last one is taken, the arrows rain down.")
            % {"n": view.pile}
        )
    return found


# --- the face -------------------------------------------------------------------------------------


class BangDiceFace(CommonFace):
    """See games/faces.py."""

    slug = SLUG
    signs = SIGNS
    css = ("css/pages/bang-dice.css",)
    scripts = ("js/bang.js",)
    template = "games/bang_dice/_table.html"
    replay_script = "js/bang-replay.js"

    def tagline(self) -> str:
        return _(
            "Hidden roles, five dice: find out who is on your side before the arrows rain. For "
            "three to eight."
        )

    def shelf(self) -> list[dict[str, Any]]:
        """What there is to read before a game."""
        return [
            {
                "page": "lesson",
                "icon": "sprout",
                "name": _("Play a first turn"),
                "text": _("five minutes, step by step"),
            },
            {
                "page": "rules",
                "icon": "book",
                "name": _("Rules"),
                "text": _("roles, dice, and how it ends"),
            },
            {
                "page": "characters",
                "icon": "people",
                "name": _("Sixteen characters"),
                "text": _("and what each of them can"),
            },
        ]

    #: Where a class plays, nobody drinks beer.
    in_class = "family"

    def presets(self) -> list[dict[str, str]]:
        return [
            {"key": key, "name": str(preset.name), "text": str(preset.text)}
            for key, preset in texts.PRESETS.items()
        ]

    def options_line(self, options: Mapping[str, Json]) -> str:
        """What was agreed, in one line."""
        family = bool(options.get("family"))
        drink = {"drink": str(texts.face_name("beer", family)).lower()}
        said = [
            _("Words on the dice: family (“%(drink)s”)") % drink
            if family
            else _("Words on the dice: usual (“%(drink)s”)") % drink
        ]
        if options.get("pace") == "slow":
            said.append(_("twice as long to think"))
        elif options.get("pace") == "off":
            said.append(_("no clock"))
        if options.get("shuffle_seats"):
            said.append(_("seats are shuffled"))
        return "; ".join(said)

    def move(self, given: Mapping[str, str]) -> Json:
        return asking.move(given)

    def leaving(self) -> str:
        """What happens to a seat whose player leaves for good."""
        return _("A computer player takes your seat, and your role stays hidden.")

    # --- what people say ---

    def phrases(self, scene: Scene) -> list[dict[str, Any]]:
        """What the reader may say with one tap; `about` where it is about a seat."""
        offered = ASIDES if self.beyond(scene, scene.seat) else PHRASES
        return [
            {"code": code, "text": str(text) % {"name": "…"}, "about": "%(name)s" in str(text)}
            for code, text in offered.items()
        ]

    def phrase(self, scene: Scene, code: str, about: int | None) -> str:
        """What was said, "" for what this game does not know."""
        text = PHRASES.get(code) or ASIDES.get(code)
        if text is None:
            return ""
        sitters = sitters_of(scene)
        return str(text) % {"name": sitters[about].name if about in sitters else "…"}

    def beyond(self, scene: Scene, seat: int | None) -> bool:
        """Whether a seat has nothing left to hide: who watches, who is out, and everybody once it
        is over."""
        view: View = scene.view
        return seat is None or not view.players[seat].alive or view.phase == "over"

    # --- the table ---

    def stage(self, scene: Scene) -> dict[str, Any]:
        view: View = scene.view
        sitters = sitters_of(scene)
        said = words_of(view, sitters)
        moves = told(scene.rows, scene.seat)
        acting = scene.acting is not None
        cards = ring.cards(view, sitters, said)
        own = next((card for card in cards if card.spot == 0), None)
        shown = moves[-SHORT_LOG:] if scene.brief else moves
        log = [story.entry(each, said) for each in shown]
        newest = moves[-1] if moves else None
        context: dict[str, Any] = {
            "view": view,
            "cards": [card for card in cards if card.spot],
            "others": len(cards) - (own is not None),
            "own": own,
            "own_goal": goal(view),
            "tray": dice(view, said, moves, may_roll=acting and view.phase == "roll"),
            # A push leaves out what the page has and never changes.
            "legend": [] if scene.brief else legend(said),
            "drink": said.face("beer"),
            "composition": ring.composition(view),
            "unknown": ring.unknown(view),
            "arrow_sign": board.sign("arrow"),
            "life_sign": board.sign("life"),
            "hidden_sign": board.sign("hidden"),
            "pile": view.pile,
            "pile_said": words.arrows(view.pile),
            "pile_arrows": range(view.pile),
            "waits": "" if view.phase == "over" else asking.waiting(view, said),
            "log": log,
            "log_is_whole": not scene.brief,
            "turns": view.turns,
            "last_line": newest.number if newest else 0,
            "log_short": [each for each in log[::-1] if each["short"]][:SHORT_LOG],
            "rules_now": rules_now(view, said, acting=acting),
            "newest": newest.number if newest else 0,
            "show": json.dumps(story.pictures(newest), separators=(",", ":")),
            "turn_card": next((card for card in cards if card.turn), None),
        }
        if acting:
            context["ask"] = asking.asked(view, cards, said, context["tray"]["kept"])
        if view.result is not None:
            context |= ending.shown(view, cards, moves, said)
            context["own_won"] = view.seat in view.result.winners
        return context


def goal(view: View) -> str:
    """What the reader's own role wants."""
    if view.seat is None:
        return ""
    role = view.players[view.seat].role
    if role is None:
        return ""
    if len(view.players) == 3:
        return str(texts.HUNTS[role] if view.hunt else texts.LAST_ALIVE)
    return str(texts.ROLES[role].text)


FACE = BangDiceFace()
