"""How Rafter Five is shown: its words for a table, and what its templates get."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ..faces import CommonFace, Refused
from ..game import Event, IllegalMove, InvalidMove, Json
from . import asking, board, collapse, daily, ending, forces, isometric, story, texts, words
from .game import GAME, View
from .pieces import BASE, STANDARD, Piece, colour_of, rafter
from .rules import MOST_PENALTIES, State
from .story import Told
from .words import SIGNS, Words

if TYPE_CHECKING:
    from ..models import Table, TableMove
    from ..scenes import Scene

SLUG = "rafter_five"
#: Moves of the log that stand beside the raft, and that a push brings.
SHORT_LOG = 6
#: Pieces of a fall that are explained.
MOST_WHY = 4
#: Ready-made rules that are for one alone.
ALONE = frozenset({"daily"})


def names_of(scene: Scene) -> dict[int, str]:
    """What each seat is called. A bot goes by its sign: several of one level must be told apart."""
    own = {seat.index for seat in scene.mine}
    return {
        seat.index: seat.name
        or (_("You") if seat.index in own and not seat.is_bot else str(SIGNS[seat.index]))
        for seat in scene.seats
    }


def told(rows: Iterable[TableMove]) -> list[Told]:
    """The moves of a table; nothing that is told of them is anybody's secret."""
    return [
        Told(row.number, row.seat, tuple(Event.decode(data) for data in row.events)) for row in rows
    ]


# --- the seats ------------------------------------------------------------------------------------


def pens(state: State, lines: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> list[Any]:
    """Each seat with its penalty board and its chests."""
    found = []
    for line, player in zip(lines, state.players, strict=False):
        seat = line["index"]
        penalties = [board.gem(colour_of(n)) for n in player.penalties[:MOST_PENALTIES]]
        left = [
            (colour, sum(colour_of(n) == colour for n in player.store)) for colour in player.colours
        ]
        found.append(
            {
                **line,
                "name": names.get(seat, line["name"]),
                "penalties": penalties,
                "free_spaces": range(MOST_PENALTIES - len(penalties)),
                "points": len(player.penalties),
                "points_said": _("%(n)s of %(most)s penalty points")
                % {"n": len(player.penalties), "most": MOST_PENALTIES},
                "stores": [
                    {"gem": board.gem(colour), "left": n, "name": words.chest(colour)}
                    for colour, n in left
                ],
                "stores_said": ", ".join(f"{n} {words.CHESTS[colour]}" for colour, n in left),
                "turn": seat == state.turn and not state.over,
            }
        )
    return found


# --- the raft -------------------------------------------------------------------------------------


def held(state: State) -> Piece | None:
    """The plank that is held in its place, at its height."""
    piece = state.held_plank
    if piece is None:
        return None
    (z,) = asking.height(state.raft, piece)
    return piece.at_rest(piece.plane._replace(z=z))


def row(piece: Piece) -> list[Any]:
    """A piece for the script, whether it is told of a raft or of what has moved."""
    return [piece.id, piece.design, *piece.pose, *collapse.coarse(piece.plane)]


def standard() -> list[Piece]:
    """The ready layout of the five rafters."""
    return [rafter(n, pose) for n, pose in enumerate(STANDARD, 1)]


def views(
    state: State,
    ask: Mapping[str, Any] | None,
    moves: Sequence[Told],
    *,
    changed: Collection[str] | None = None,
    yaw: float = 0.0,
) -> dict[str, Any]:
    """Both pictures of a raft that `moves` have led to, and what the script needs to draw and move
    them. With the ids of what has `changed` it is for a page that knows all other pieces, and draws
    them itself."""
    lying = held(state)
    placing = ask is not None and ask.get("kind") == "place"
    in_hand = [one["piece"] for one in ask["pieces"]] if placing and ask else []
    frame = board.frame(board.raft_outlines(state.raft, lying, *in_hand))
    above = SafeString("")
    forced = forces.shown(moves, state.raft)
    if placing and ask:
        above = SafeString(
            "".join(
                board.held(one["piece"], css="on" if one["on"] else "off")
                for one in reversed(ask["pieces"])
            )
        )
    elif lying is not None:
        above = board.held(lying, css="still", handle=False)
    # Before the rafters are put up the ready layout is shown, to be taken or changed.
    raft = state.raft if state.phase != "setup" else tuple(standard())
    shown = [*raft, *([lying] if lying is not None else [])]
    return {
        "frame": frame,
        **forced,
        "top": board.inside(
            raft if changed is None else (),
            state.options.marks,
            above=forced.get("readings", SafeString("")) + above,
        ),
        "top_label": board.described(state.raft),
        "iso": isometric.draw(shown, yaw) if changed is None else "",
        "pieces_json": json.dumps(
            [row(piece) for piece in raft if changed is None or piece.id in changed],
            separators=(",", ":"),
        ),
        "held_json": json.dumps(
            [row(piece) for piece in in_hand] or ([row(lying)] if lying else []),
            separators=(",", ":"),
        ),
    }


def listed(raft: Iterable[Piece]) -> list[dict[str, Any]]:
    """Every piece in words and numbers, for who cannot see the pictures."""
    found = []
    for piece in reversed(tuple(raft)):
        z, a, b = collapse.coarse(
            piece.plane
        )  # as the page's script has them, which lists them too
        found.append(
            {
                "name": capfirst(words.piece(piece.id, piece.design)),
                "x": words.millimetres(piece.x),
                "y": words.millimetres(piece.y),
                "rot": words.millimetres(piece.rot),
                "z": words.millimetres(z),
                "tilt": words.millimetres(100 * math.hypot(a, b)),
            }
        )
    return found


def sea(state: State) -> dict[str, Any]:
    """What lies in the sea."""
    return {
        "pile": len(state.pile),
        "afloat": [{"n": n, "picture": board.picture("p", n, 120)} for n in state.afloat],
        "overboard": [
            {"n": n, "name": words.rafter(n), "picture": board.picture("r", n, 28)}
            for n in state.overboard
        ],
        "leaning": list(state.leaning),
    }


# --- the rules at this moment ---------------------------------------------------------------------


def rules_now(state: State, *, acting: bool) -> list[str]:
    """What matters now, for who does not know it by heart."""
    said: list[str] = []
    match state.phase:
        case "setup":
            said.append(
                _("The first player puts up the rafters; the ready layout leaves a free lane.")
            )
        case "lift":
            said.append(
                _(
                    "Touched is lifted: a rafter cannot be put back. Choose one that the raft can "
                    "do without, for the raft is judged as soon as it is gone."
                )
            )
        case "draw":
            said.append(
                _("The next plank of the pile is a surprise; planks that fell lie face up.")
            )
        case "lay":
            said.append(
                _(
                    "A plank lies over another one by 4 mm² or more, and never over or under a "
                    "rafter or chest. Your hand holds it until the rafter stands on it."
                )
            )
        case "man":
            said.append(
                _(
                    "The rafter is the counterweight: at least 30 per cent of it stands on the new "
                    "plank. Then you let go of both."
                )
            )
        case "load":
            said.append(_("Last a chest of your own on the same plank. Then your turn is over."))
        case _:
            said.append(_("The game is over."))
    if state.solo and not state.over:
        said.append(_("Alone the game ends when anything falls. Every chest that stands counts."))
    elif not state.over:
        said.append(
            _(
                "Chests of others that fall in your turn go to your penalty board; five end the "
                "game. Your own come back to you."
            )
        )
    if state.options.nails:
        said.append(_("Nails must stay free: nothing within 2 mm of them."))
    if state.options.joints:
        said.append(_("Joints must stay free: nothing across the dark strips."))
    if state.tremor:
        said.append(_("The hand trembles: pieces come to lie a little beside your place."))
    return said


# --- the face -------------------------------------------------------------------------------------


class RafterFiveFace(CommonFace):
    """See games/faces.py."""

    slug = SLUG
    signs = SIGNS
    css = ("css/pages/rafter-five.css",)
    scripts = ("js/rafter.js",)
    template = "games/rafter_five/_table.html"
    replay_script = "js/rafter-replay.js"
    #: Computer players offered first: three at a table have two colours each.
    usual_bots = 2

    def tagline(self) -> str:
        return _(
            "Build a raft over the sea, plank by plank, and let others bring it down. For one to "
            "six."
        )

    def shelf(self) -> list[dict[str, Any]]:
        """What there is to read before a game."""
        return [
            {
                "page": "lesson",
                "icon": "sprout",
                "name": _("Why did it fall?"),
                "text": _("centre of mass, lever, counterweight: three boards to try"),
            },
            {
                "page": "rules",
                "icon": "book",
                "name": _("Rules"),
                "text": _("a turn, what falls, and how it ends"),
            },
        ]

    def emblem(self) -> SafeString:
        return isometric.draw(EMBLEM, 30, css="emblem", name="emblem")

    def presets(self) -> list[dict[str, str]]:
        return [
            {"key": key, "name": str(name), "text": str(text)}
            for key, (name, text) in texts.PRESETS.items()
            if key not in ALONE
        ]

    def alone(self) -> list[dict[str, str]]:
        """Ready-made rules offered to one who plays alone."""
        return [
            {"key": key, "name": str(texts.PRESETS[key][0]), "text": text}
            for key, text in (
                ("daily", _("the same sea for everybody today")),
                ("steady", _("a sea of your own: how many chests of 42?")),
                ("learning", _("with forces to look at, and no clock")),
            )
        ]

    @property
    def below_alone(self) -> SafeString:
        """The list of the day, under the ways to play alone."""
        return SafeString(render_to_string("games/rafter_five/_daily.html", daily.board()))

    def options_line(self, options: Mapping[str, Json]) -> str:
        """The name of ready-made rules, else what differs from the first of them."""
        for key, preset in GAME.presets.items():
            if dict(options) == dict(preset):
                return str(texts.PRESETS[key][0])
        plain = GAME.presets["steady"]
        return "; ".join(
            f"{texts.OPTIONS[name][0]}: {texts.VALUES[name][value]}"
            for name, value in options.items()
            if value != plain[name]
        )

    def move(self, given: Mapping[str, str]) -> Json:
        return asking.move(given)

    def judging(self) -> str:
        """What is said while a worker plays the move."""
        return _("Your hand lets go: the raft is being judged …")

    def leaving(self) -> str:
        """What happens to a seat whose player leaves for good."""
        return _("A computer player takes your seat, and the others play on.")

    def held_back(self, table: Table) -> str:
        """Why others may not see a table yet, "" when they may: it tells the order of the planks of
        a raft that is still being played."""
        if not daily.goes_on((table.state or {}).get("day", "")):
            return ""
        return _("Others still play today’s raft: this one can be watched from tomorrow on.")

    def look(self, scene: Scene) -> dict[str, Any]:
        """What a place that was not taken yet would be, for a script."""
        try:
            found = asking.tried(scene.view.state, scene.given, scene.foresee)
        except (Refused, IllegalMove) as refused:
            code = getattr(refused, "code", None)
            said = asking.refusal(code, {}) if code else str(refused)
            return {"ok": False, "text": said}
        except InvalidMove as refused:
            return {"ok": False, "text": asking.refusal(refused.code, {})}
        return {key: value for key, value in found.items() if key != "piece"}

    # --- the table ---

    def stage(self, scene: Scene) -> dict[str, Any]:
        view: View = scene.view
        state = view.state
        names = names_of(scene)
        said = Words(names)
        moves = told(scene.rows)
        newest = moves[-1] if moves else None
        acting = scene.acting is not None
        own = {seat.index for seat in scene.mine}
        # What was typed belongs to the decision it was typed for.
        given = scene.given if scene.given.get("decision") == scene.table.decision else {}
        ask = asking.asked(state, given, scene.foresee) if acting else None
        shown = moves[-SHORT_LOG:] if scene.brief else moves
        log = [story.entry(each, said) for each in shown]
        short = [each for each in log[::-1] if each["short"]][:SHORT_LOG]
        change = story.change(scene.rows[-1]) if scene.brief else None
        context: dict[str, Any] = {
            "state": state,
            "ask": ask,
            "pens": pens(state, scene.lines(), names),
            "sea": sea(state),
            "listed": listed(state.raft) if change is None else [],
            "list_names": json.dumps(words.pieces(), ensure_ascii=False, separators=(",", ":")),
            **views(state, ask, moves, changed=None if change is None else change.pieces),
            "gone": None if change is None else json.dumps(sorted(change.gone)),
            "newest": newest.number if newest else 0,
            "show": json.dumps(story.moving(newest, state.raft), separators=(",", ":")),
            "caption": short[0] if short else None,
            "fell": bool(newest and newest.facts("fall")),
            "waits": waits(state, names),
            "waits_sign": 0 if state.over else self.sign(state.turn),
            "log": log,
            "log_is_whole": not scene.brief,
            "turns": state.turns,
            "last_line": newest.number if newest else 0,
            "log_short": short,
            "rules_now": rules_now(state, acting=acting),
            "is_first_turn": state.turns < len(state.players),
            "standing_chests": state.chests_on_raft(),
            "steps": steps(state),
            "record_later": daily.goes_on(state.day),
            **why_it_fell(scene, moves),
        }
        if state.over:
            context |= ending.shown(state, names, own)
        return context


def why_it_fell(scene: Scene, moves: Sequence[Told]) -> dict[str, Any]:
    """The newest fall explained: the first wave with its load points, and a sentence a piece."""
    fallen = story.last_fall(moves)
    facts = fallen.facts("fall") if fallen is not None else None
    if facts is None or not facts["why"]:
        return {}
    # The farthest out first: of many that go together they say why, and the others follow.
    readings = sorted(facts["why"], key=lambda each: each["margin"])[:MOST_WHY]
    others = len(facts["why"]) - len(readings)
    points = [tuple(each["support"]) or (each["centre"],) for each in readings]
    loads = [(each["load_point"], each["centre"]) for each in readings]
    frame = board.frame([*points, *loads])
    return {
        "why": [*forces.why(readings), *([_and_more(others)] if others else [])],
        "why_picture": format_html(
            '<svg class="raft-top why-top" viewBox="{}" role="img" aria-label="{}"><path'
            ' class="tbase" d="{}"/>{}</svg>',
            frame.view_box,
            _("Where the load acted, and what held it up"),
            board.path(BASE),
            SafeString("".join(forces.mark(each, css="on") for each in readings)),
        ),
    }


def _and_more(pieces: int) -> str:
    return ngettext(
        "%(n)s more piece went with them.", "%(n)s more pieces went with them.", pieces
    ) % {"n": pieces}


def steps(state: State) -> list[dict[str, Any]]:
    """The steps of a turn, which are done and which one is now."""
    names = {
        "lift": pgettext("step of a turn", "Rafter"),
        "draw": pgettext("step of a turn", "Plank"),
        "lay": pgettext("step of a turn", "Place"),
        "man": pgettext("step of a turn", "Let go"),
        "load": pgettext("step of a turn", "Chest"),
    }
    if state.phase not in names:
        return []
    order = list(names)
    at = order.index(state.phase)
    return [{"name": name, "done": n < at, "now": n == at} for n, name in enumerate(names.values())]


def waits(state: State, names: Mapping[int, str]) -> str:
    """Whose turn it is and what they are at, for the others."""
    if state.over:
        return ""
    doing = {
        "setup": _("%(name)s puts up the rafters"),
        "lift": _("%(name)s chooses a rafter"),
        "draw": _("%(name)s takes a plank"),
        "lay": _("%(name)s lays the plank"),
        "man": _("%(name)s puts the rafter on it"),
        "load": _("%(name)s puts down a chest"),
    }[state.phase]
    return doing % {"name": names.get(state.turn, str(SIGNS[state.turn]))}


#: A small raft for the list of games.
EMBLEM = (
    Piece("r4", 4, -36, 18, 0),
    Piece("p10", 10, 8, -14, 12, 0),
    Piece("p33", 33, -16, 12, 72, 2),
    Piece("p20", 20, 24, 16, 140, 2, 0.0, 0.0),
    Piece("p25", 25, -8, -12, 25, 4),
    Piece("r1", 1, 44, -8, 0, 2),
    Piece("r3", 3, 36, 34, 40, 4),
    Piece("c1", 0, -26, 36, 72, 4),
    Piece("c15", 2, 8, 2, 25, 6),
    Piece("c36", 5, -24, -20, 25, 6),
)

FACE = RafterFiveFace()
