"""How Rạng Rỡ Việt Nam is shown: its words for a table, and what its templates get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ..faces import CommonFace
from ..game import Json
from ..position import may_join, seats_to_take
from . import asking, board, decks, ending, learning, names, parts, seats, sheet, story, texts
from .board import Scenery
from .core.view import View
from .seats import Sitter
from .words import SIGNS, Words, coins

if TYPE_CHECKING:
    from ..models import Seat as TableSeat
    from ..scenes import Scene

SLUG = "rang_ro_viet_nam"
#: Lines of the log that stand beside the map, and that a push brings.
SHORT_LOG = 4
#: Moves that hold them, answers and passes counted.
LATELY = 60


def sitters_of(scene: Scene) -> dict[int, Sitter]:
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


def words_of(scene: Scene, sitters: Mapping[int, Sitter]) -> Words:
    """Names for what is told at a table; those of the cards as they were when it began."""
    named = {seat: one.name for seat, one in sitters.items()}
    return Words(named, scene.position.content["cards"])


def _note(seat: TableSeat) -> str:
    if seat.is_bot:
        return _("the computer plays on for who left") if seat.name else ""
    return _("the computer plays meanwhile") if seat.away else ""


def scenery(view: View, words: Words, may: Mapping[str, Any]) -> Scenery:
    """What stands on the map."""
    alive = {seat: one for seat, one in enumerate(view.players) if not one.out}
    under_way = view.phase in ("QUESTION", "REACT", "COUNTER")
    trip = (view.trip or {}) if under_way else {}
    homes: tuple[str, ...] = ()
    if view.seat is not None:
        people = view.world.peoples.get(view.mine.people)
        homes = people.homes if people else ()
    asked = view.question if under_way else None
    path = tuple(trip.get("path", ())) or ((asked.province,) if asked and asked.province else ())
    return Scenery(
        flags={seat: one.flags for seat, one in alive.items()},
        pawns={seat: one.pos for seat, one in alive.items() if one.pos},
        who={seat: words.name(seat) for seat in range(len(view.players))},
        me=view.seat,
        start=str(trip.get("start", "")),
        path=path,
        targets=asking.targets(may),
        homes=homes,
        hubs=view.world.board.hubs,
    )


def focus(view: View, scene: Scenery) -> list[str]:
    """The provinces that the near map is about: where a trip goes, where somebody may start, where
    the reader, or for who watches the main player, stands."""
    if view.phase == "SETUP" and scene.targets:
        return list(scene.targets)
    if view.phase in ("QUESTION", "REACT", "COUNTER") and scene.path:
        return [one for one in (scene.start, scene.to) if one]
    at = view.seat if view.seat is not None and view.seat in scene.pawns else view.active
    return [scene.pawns[at]] if at in scene.pawns else []


class RangRoFace(CommonFace):
    """See games/faces.py."""

    slug = SLUG
    signs = SIGNS
    css = ("css/pages/rang-ro.css",)
    scripts = ("js/rang-ro.js", "js/quiz.js")
    template = "games/rang_ro/_table.html"
    replay_script = "js/rang-ro-replay.js"
    in_class = "tiet_hoc"
    hides_names = True
    #: With three others a game lasts a quarter of an hour.
    usual_bots = 3

    def tagline(self) -> str:
        return _(
            "Travel through 63 provinces, answer together, plant your flags and come home. For two "
            "to six."
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
                "text": _("journeys, questions, cards, and how to win"),
            },
            {
                "page": "characters",
                "icon": "people",
                "name": _("Peoples and quests"),
                "text": _("54 character cards with their homes"),
            },
            {
                "page": "print",
                "icon": "print",
                "name": _("Print the game"),
                "text": _("board, cards and coins as PDF, to cut out"),
            },
        ]

    def definitions(self) -> SafeString:
        return super().definitions() + parts.definitions()

    def presets(self) -> list[dict[str, str]]:
        return [
            {"key": key, "name": str(name), "text": str(text)}
            for key, (name, text) in texts.PRESETS.items()
        ]

    def options_line(self, options: Mapping[str, Json]) -> str:
        """What was agreed, in one line."""
        said = [str(texts.VALUES["way"].get(options.get("way", 1), ""))]
        if options.get("quest_size"):
            said.append(_("%(n)s places") % {"n": options["quest_size"]})
        if options.get("time_limit_min"):
            said.append(_("%(n)s minutes") % {"n": options["time_limit_min"]})
        if options.get("round_limit"):
            said.append(_("%(n)s rounds") % {"n": options["round_limit"]})
        if options.get("bankruptcy") == "relief":
            said.append(_("nobody is put out"))
        return "; ".join(filter(None, said))

    def move(self, given: Mapping[str, str]) -> Json:
        return asking.move(given)

    def material(self, given: QueryDict, user: Any) -> dict[str, Any]:
        found = {part: given.getlist(part) for part in (decks.JOURNEYS, decks.DUELS)}
        chosen = {part: slugs for part, slugs in found.items() if slugs}
        return {**chosen, decks.BY: user.pk} if chosen else {}

    def material_told(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        inputs = [
            (part, slug) for part in (decks.JOURNEYS, decks.DUELS) for slug in chosen.get(part, ())
        ]
        return {"inputs": inputs, **decks.told(chosen)}

    def leaving(self) -> str:
        """What happens to a seat whose player leaves for good."""
        return _("A computer player takes your seat with your coins, flags and cards.")

    def progress(self, scene: Scene) -> str:
        """How far a game is, in a word or two."""
        view: View = scene.view
        if view.phase == "SETUP" and not view.begun:
            return _("choosing where to start")
        if view.last_round:
            return _("last round")
        return _("round %(n)s") % {"n": view.round}

    def small(self, scene: Scene) -> SafeString:
        """The map as it stands, small."""
        words = words_of(scene, sitters_of(scene))
        return board.small(scenery(scene.view, words, {}))

    # --- the table ---

    def stage(self, scene: Scene) -> dict[str, Any]:
        view: View = scene.view
        sitters = sitters_of(scene)
        words = words_of(scene, sitters)
        # A push brings the newest lines only.
        moves = story.told(scene.rows[-LATELY:] if scene.brief else scene.rows, scene.seat)
        may = asking.read(view) if scene.acting is not None else {}
        return {
            **stage(view, sitters, words, may, moves, brief=scene.brief, known=self._known(scene)),
            "acting": scene.acting if asking.kind(view, may) else None,
            "by_the_way": scene.acting if not asking.kind(view, may) else None,
            "may_join": not scene.mine and self._takes_in(scene),
            **self._again(scene, view, words, sitters),
            **self._learnt(scene, view),
        }

    def _known(self, scene: Scene) -> dict[int, tuple[int, int]]:
        """What the people at a table that is over knew, by seat; nothing of it before."""
        if not scene.table.is_over:
            return {}
        people = learning.students(scene.seats)
        asked = learning.log(scene.rows, scene.position.content, people)
        return learning.counts(asked, people)

    def _takes_in(self, scene: Scene) -> bool:
        """Whether somebody may still come in: to a seat of their own, or to a computer player's."""
        return may_join(scene.position) or bool(seats_to_take(scene.position))

    def _again(
        self, scene: Scene, view: View, words: Words, sitters: Mapping[int, Sitter]
    ) -> dict[str, Any]:
        """The question before, for a teacher who comes back to it."""
        if not scene.is_host or view.explained is None or sheet.on_table(view) is not None:
            return {}
        return {"again": sheet.describe(view.explained, view, words, sitters)}

    def _learnt(self, scene: Scene, view: View) -> dict[str, Any]:
        """What the reader knew, and for who may see everybody's the way to it; nothing of it before
        the end, and of classmates never."""
        if view.phase != "OVER":
            return {}
        shown: dict[str, Any] = {}
        if scene.is_host or scene.mine:
            shown["learning_url"] = reverse("games:learning", args=[scene.table.code])
        if scene.seat is not None:
            asked = learning.log(scene.rows, scene.position.content, scene.mine[:1])
            shown["study"] = learning.study(asked, scene.seat)
        return shown


def stage(
    view: View,
    sitters: Mapping[int, Sitter],
    words: Words,
    may: Mapping[str, Any],
    moves: list[story.Told],
    *,
    brief: bool = False,
    known: Mapping[int, tuple[int, int]] | None = None,
) -> dict[str, Any]:
    """All that templates/games/rang_ro/_table.html shows of one moment, for a page or, `brief`, for
    a push; at the end `known` are the answers of people, right and all, by seat."""
    scene = scenery(view, words, may)
    seen = board.frame(focus(view, scene), view.world.board.near)
    everybody = seats.lines(view, sitters, words)
    own = next((line for line in everybody if line["seat"] == view.seat), None)
    kind = asking.kind(view, may)
    log = story.entries(moves, words)
    newest = moves[-1].number if moves else 0
    context: dict[str, Any] = {
        "view": view,
        "may_do": may,
        "kind": kind,
        "brief": brief,
        "whole_map": board.whole(scene, seen, brief=brief),
        "near_map": board.near(scene, seen, asking.prices(may), brief=brief),
        "near_name": _near_name(view, scene),
        "lines": everybody,
        "others": [line for line in everybody if line is not own],
        "own": own,
        "hand": asking.cards(view, may, words) if view.seat is not None else [],
        "question": sheet.shown(view, words, sitters),
        "waits": asking.waiting(view, words),
        "dice": [
            {"name": words.name(roll["seat"]), "sign": roll["seat"] + 1, "dice": roll["dice"]}
            for roll in story.last_dice(moves)
        ],
        "log": log[-SHORT_LOG:] if brief else log,
        "log_is_whole": not brief,
        "turns": view.round,
        "last_line": newest,
        "log_short": log[::-1][:SHORT_LOG],
        "rules_now": parts.rules_now(view, brief=brief),
        "book_holder": words.name(view.book) if view.book is not None else "",
        "main_name": words.name(view.active),
        "round": view.round,
        "language": names.language(),
    }
    if kind == "action":
        context |= _action(view, may, words)
    elif kind == "place":
        context["starts"] = [
            {"slug": slug, "name": names.province(slug)} for slug in may.get("place", ())
        ]
    elif kind == "benefit":
        context["flags"] = asking.flags(may, words)
    elif kind == "choose_answerer":
        context["answerers"] = [
            {"seat": seat, "sign": seat + 1, "name": words.name(seat), "me": seat == view.seat}
            for seat in may["choose_answerer"]
        ]
    if view.phase == "OVER":
        context |= ending.shown(view, everybody, known)
    return context


def _near_name(view: View, scene: Scenery) -> dict[str, str]:
    """The region that the near map is in, by name and pattern."""
    at = scene.to or (scene.pawns.get(view.seat) if view.seat is not None else "") or ""
    at = at or scene.pawns.get(view.active, "")
    region = view.world.region.get(at, "")
    return {"name": names.region(region), "area": names.area(region)} if region else {}


def _action(view: View, may: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """What the main player may choose from, with prices and the reason where it is not for sale."""
    holder = view.book
    book: dict[str, Any] = {"mine": holder == view.seat, "holder": words.name(holder)}
    for name in ("book", "book_buy", "book_claim"):
        if may.get(name):
            book[name] = coins(may[name])
    return {
        "ways": asking.trips(view, may, words),
        "from_name": names.province(view.mine.pos or ""),
        "bets": asking.bets(),
        "harvest": bool(may.get("earn", {}).get("attach")),
        "ticket": "TICKET" in view.hand,
        "rivals": [
            {
                "seat": seat,
                "sign": seat + 1,
                "name": words.name(seat),
                "coins": coins(view.players[seat].coins),
            }
            for seat in may.get("challenge", ())
        ],
        "least": view.options.challenge_min,
        "buy": coins(may["buy_card"]) if may.get("buy_card") else "",
        "full": len(view.hand) >= view.options.hand_limit,
        "book_for": book,
        "flags": asking.flags(may, words),
    }


FACE = RangRoFace()
