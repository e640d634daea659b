"""How Ô ăn quan is shown: its words for a table, and what the board's template gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..faces import CommonFace, Refused
from ..game import Json
from . import board, hints, rules, texts, words
from .game import GAME, Word
from .rules import Player, State
from .story import Turn, tell

if TYPE_CHECKING:
    from ..models import TableMove
    from ..scenes import Scene

SLUG = "o_an_quan"
#: Lines of the log that stand beside the board.
SHORT_LOG = 3
#: Blue's sign is the moon, Yellow's the sun.
SIGNS = (2, 1)
_LEVELS = {
    "beginner": gettext_lazy("Beginner"),
    "easy": gettext_lazy("Easy"),
    "medium": gettext_lazy("Medium"),
    "hard": gettext_lazy("Hard"),
    "master": gettext_lazy("Master"),
}
_PRESETS = {
    "luat_goc": (
        gettext_lazy("Classic rules"),
        gettext_lazy(
            "A mandarin counts 5 and may be won at any time. Quick games; whoever begins has the "
            "better chances."
        ),
    ),
    "quan_non": (
        gettext_lazy("Guarded mandarin"),
        gettext_lazy(
            "A mandarin with fewer than five citizens beside it cannot be won. Longer games in "
            "which skill counts for more; ranked games use these rules."
        ),
    ),
    "pho_bien": (
        gettext_lazy("Popular rules"),
        gettext_lazy(
            "Guarded as above, a mandarin counts 10, an empty mandarin square is a gap like any "
            "other, and the game goes on until both mandarin squares are empty."
        ),
    ),
}


def squares(state: State) -> board.Squares:
    return board.Squares(state.board.citizens, state.board.mandarins)


def before(state: State) -> str:
    """What lies on the board, as the script reads it."""
    return str(state.board).rsplit(" ", 1)[0]


def picture(
    state: State,
    last: Turn | None = None,
    *,
    turned: bool = False,
    own: Player | None = None,
    title: str = "",
) -> SafeString:
    """The board of a position, with the turn that led to it; `own` may choose."""
    sown_from, sown = None, ""
    if last is not None and not isinstance(last.move, Word):
        sown_from = last.move.square
        sown = "a" if last.move.direction == rules.ANTICLOCKWISE else "c"
    side = rules.RICE[own] if own is not None else ()
    marks = board.Marks(
        playable=[square for square in side if state.side == own and state.board.citizens[square]],
        own=side,
        sown_from=sown_from,
        sown=sown,
        won=last.won if last else (),
    )
    return board.svg(squares(state), marks, turned=turned, title=title)


def frame(state: State, last: Turn | None, **options: Any) -> dict[str, Any]:
    """The board with what the script needs to show the turn that led to it."""
    return {
        "svg": picture(state, last, **options),
        "ply": state.ply + (last is not None and last.player is None),
        "before": before(last.before) if last else "",
        "turn": words.signs(last.events) if last else "",
    }


def ways(player: Player, turned: bool) -> dict[str, str]:
    """Which letter sows to the reader's left and which to the right."""
    right = board.points_right(rules.RICE[player][0], "a", turned)
    return {"left": "c" if right else "a", "right": "a" if right else "c"}


def stock(state: State, player: Player) -> SafeString:
    """What a player has won, beside the board."""
    held = state.stocks[player]
    extra = []
    if held.mandarins:
        extra.append(_("+ %(n)s quan") % {"n": held.mandarins})
    owes = SafeString("")
    if held.debt:
        owes = format_html('<small class="owes">{}</small>', _("owes %(n)s") % {"n": held.debt})
    spoken = _("won: %(citizens)s") % {"citizens": words.citizens(held.citizens)}
    if held.mandarins:
        spoken += ", " + _("mandarins: %(n)s") % {"n": held.mandarins}
    return format_html(
        '<span class="stock" role="group" aria-label="{}">{}<span>{}{}{}</span></span>',
        spoken,
        board.pile(held.citizens, held.mandarins),
        held.citizens,
        format_html("<small>{}</small>", " ".join(extra)) if extra else "",
        owes,
    )


def choices(state: State, player: Player, *, turned: bool) -> list[dict[str, Any]]:
    """The player's squares from the reader's left, for the list of buttons."""
    own = sorted(rules.RICE[player], key=lambda square: board.place(square, turned))
    if board.place(own[0], turned) > board.RIGHT:
        own.reverse()  # the upper row runs the other way
    return [
        {
            "name": rules.SQUARES[square],
            "number": words.number_of(square),
            "count": state.board.citizens[square],
        }
        for square in own
    ]


def side(state: State, player: Player) -> dict[str, Any]:
    """A player's line beside a board that stands at no table."""
    name = words.player_name(player)
    return {
        "index": player,
        "sign": SIGNS[player],
        "name": name,
        "colour": name,
        "turn": state.side == player,
        "stock": stock(state, player),
    }


# --- the log --------------------------------------------------------------------------------------


def entry(turn: Turn) -> dict[str, Any]:
    """One turn as the log shows it: short, in full, as written down."""
    if isinstance(turn.move, Word):
        said = " ".join(words.ending(turn.end)) if turn.end else ""
        return {"short": said, "full": said, "notation": "", "sign": 0}
    player = turn.player or rules.BLUE
    full = words.turn(
        player,
        turn.move,
        turn.events,
        score=rules.score(turn.after),
        following=turn.after.side,
    )
    short = words.headline(turn.move, turn.events)
    return {"short": short, "full": full, "notation": str(turn.move), "sign": SIGNS[player]}


def turns_of(rows: Sequence[TableMove]) -> list[Turn]:
    """The turns of a table from its rows, the start first."""
    start, *played = rows
    assert start.record is not None  # noqa: S101  the first row holds the start
    state = GAME.decode(start.record["state"])
    return tell(state, [GAME.decode_move(row.move) for row in played])


def rules_now(state: State, acting: Player | None) -> list[str]:
    """What matters at this moment, for who does not know it by heart."""
    options = state.options
    said = []
    if state.over:
        said.append(_("The game is over: everybody has taken home what lay on their own side."))
    elif acting is not None:
        said.append(
            _(
                "Choose one of your squares that holds stones, and a way round. A stone goes into "
                "each square you pass."
            )
        )
        said.append(
            _(
                "After the last stone look at the next square: stones are lifted and sown on; a "
                "gap wins what lies behind it; a mandarin square ends the turn."
            )
        )
    else:
        said.append(_("The other player sows now. Your squares are out of reach until then."))
    if options.quan_non:
        young = [
            square
            for square in sorted(state.board.mandarins)
            if state.board.citizens[square] < rules.YOUNG_BELOW
        ]
        if young and not state.over:
            said.append(
                _("Not to be won yet, for fewer than five citizens are with it: %(squares)s.")
                % {"squares": ", ".join(board.square_name(square) for square in young)}
            )
    if options.empty_quan == "bridge":
        said.append(_("An empty mandarin square counts as a gap like any other."))
    if not state.over:
        blue, yellow = rules.count(state)
        said.append(
            _("If the game ended now: Blue %(blue)s, Yellow %(yellow)s.")
            % {"blue": blue, "yellow": yellow}
        )
    return said


# --- hints ----------------------------------------------------------------------------------------


def previews(state: State, turned: bool) -> list[dict[str, Any]]:
    """What every move would do, and the best that the other player could win then."""
    found = []
    value = state.options.quan_value
    for each in hints.outlook(state):
        move = each.preview.move
        events = rules.play(state, move)[1]
        letter = "a" if move.direction == rules.ANTICLOCKWISE else "c"
        side = "right" if board.points_right(move.square, letter, turned) else "left"
        said = [words.foreseen(side, events, value)]
        if each.reply is not None and each.reply.points:
            best = words.points(each.reply.points)
            said.append(_("Then the other player can win %(points)s.") % {"points": best})
        if warning := hints.warning(state, move):
            said.append(str(texts.WARNINGS[warning]))
        found.append(
            {
                "move": str(move),
                "square": board.square_name(move.square),
                "side": side,
                "turn": words.signs(events),
                "points": each.preview.points,
                "gain": words.points(each.preview.points),
                "careful": bool(warning),
                "say": " ".join(said),
            }
        )
    return found


# --- the face -------------------------------------------------------------------------------------


class OAnQuanFace(CommonFace):
    """See games/faces.py."""

    slug = SLUG
    css = ("css/pages/o-an-quan.css",)
    scripts = ("js/oaq.js",)
    template = "games/o_an_quan/_table.html"
    replay_script = "js/oaq-replay.js"
    ranked = "quan_non"
    #: Who begins has the better chances: two games with the starter exchanged are offered.
    pairs = True

    def tagline(self) -> str:
        return _("Sow stones, win what lies behind a gap, mind the mandarins. For two.")

    def shelf(self) -> list[dict[str, Any]]:
        return [
            {
                "page": "lesson",
                "icon": "sprout",
                "name": _("Learn it in six boards"),
                "text": _("five minutes, no clock"),
            },
            {
                "page": "rules",
                "icon": "book",
                "name": _("Rules"),
                "text": _("and whether it is fair"),
            },
            {
                "page": "record",
                "icon": "upload",
                "name": _("A game written down"),
                "text": _("watch it turn by turn"),
            },
        ]

    def emblem(self) -> SafeString:
        return picture(rules.start())

    def sign(self, seat: int) -> int:
        return SIGNS[seat % 2]

    def colour(self, seat: int) -> str:
        return words.player_name(seat)

    def level_name(self, level: str) -> str:
        return str(_LEVELS.get(level, level))

    def presets(self) -> list[dict[str, str]]:
        return [
            {"key": key, "name": str(name), "text": str(why)}
            for key, (name, why) in _PRESETS.items()
        ]

    def options_line(self, options: Mapping[str, Json]) -> str:
        """The name of ready-made rules, else what differs from the classic ones."""
        wanted = {name: value for name, value in options.items() if name != "start"}
        for key, preset in GAME.presets.items():
            if wanted == {name: value for name, value in preset.items() if name != "start"}:
                return str(_PRESETS[key][0])
        classic = GAME.presets["luat_goc"]
        return "; ".join(
            f"{texts.OPTIONS[name][0]}: {texts.VALUES[name][value]}"
            for name, value in wanted.items()
            if value != classic[name]
        )

    def move(self, given: Mapping[str, str]) -> Json:
        square, way = given.get("square", ""), given.get("way", "")
        if not square:
            raise Refused(_("Choose one of your squares first, then the way."))
        return square + way

    def stage(self, scene: Scene) -> dict[str, Any]:
        turns = turns_of(scene.rows)
        last = turns[-1] if turns else None
        state = last.after if last else scene.view.state
        turned = [seat.index for seat in scene.mine] == [rules.YELLOW]
        acting = scene.acting.index if scene.acting else None
        lines = scene.lines({player: stock(state, player) for player in range(2)})
        told = turns[-SHORT_LOG:] if scene.brief else turns
        first = len(turns) - len(told) + 1
        log = [{**entry(turn), "n": n} for n, turn in enumerate(told, first)]
        context = {
            "board": frame(state, last, turned=turned, own=acting),
            "near": lines[rules.YELLOW if turned else rules.BLUE],
            "far": lines[rules.BLUE if turned else rules.YELLOW],
            "log": log,
            "log_is_whole": len(told) == len(turns),
            "turns": len(turns),
            "log_short": log[::-1][:SHORT_LOG],
            "rules_now": rules_now(state, acting),
        }
        if acting is not None:
            context["squares"] = choices(state, acting, turned=turned)
            context["ways"] = ways(acting, turned)
        if last is not None and last.end is not None:
            context["reason_words"] = words.reasons(last.end)
        return context

    def hints(self, scene: Scene) -> list[dict[str, Any]]:
        """What each move of the seat that is to act would do."""
        turned = [seat.index for seat in scene.mine] == [rules.YELLOW]
        return previews(scene.view.state, turned)


FACE = OAnQuanFace()
