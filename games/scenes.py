"""One table at one moment as one reader sees it: what a page shows and what is pushed are made
here, from the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage.public_address import site_address
from live import presence

from . import registry
from .audiences import room
from .faces import Face, face
from .game import AnyGame, Outcome
from .models import Seat, Table, TableMove
from .position import Position

#: The level offered first for a bot.
USUAL_LEVEL = "medium"


def epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


class Scene:
    """A table for one audience. `mine` are the reader's own seats, none for a spectator: two when
    two people share the device. A `brief` one is for a push: of the log only the newest lines, the
    page has the rest."""

    def __init__(
        self,
        table: Table,
        mine: Iterable[Seat] = (),
        *,
        is_host: bool = False,
        brief: bool = False,
    ) -> None:
        self.table = table
        self.mine = sorted(mine, key=lambda seat: seat.index)
        self.is_host = is_host
        self.brief = brief
        self.face: Face = face(table.game)
        self.game: AnyGame = registry.game(table.game)

    @cached_property
    def seats(self) -> list[Seat]:
        return sorted(self.table.seats.all(), key=lambda seat: seat.index)

    @cached_property
    def rows(self) -> list[TableMove]:
        """Every move, the start first."""
        return sorted(self.table.log.all(), key=lambda row: row.number)

    @cached_property
    def position(self) -> Position:
        return Position(self.table)

    @property
    def seat(self) -> int | None:
        """Whose view this is; two on one device see the same in a game without secrets."""
        return self.mine[0].index if self.mine else None

    @cached_property
    def view(self) -> Any:
        """What the reader's seat may see."""
        return self.position.view(self.seat)

    @cached_property
    def acting(self) -> Seat | None:
        """The reader's seat that is to move, None when it is not the reader's turn."""
        if not self.table.is_playing or self.table.paused_at is not None:
            return None
        own = {seat.index for seat in self.mine}
        return next((seat for seat in self.seats if seat.to_act and seat.index in own), None)

    @cached_property
    def there(self) -> set[str] | None:
        """Seats whose device is connected; None when nobody can know."""
        return presence.present(room(self.table.pk))

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.decode(self.table.outcome) if self.table.outcome else None

    # --- words -----------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        if seat.is_bot:
            return _("Computer · %(level)s") % {"level": self.face.level_name(seat.bot)}
        if not seat.name and len(self.mine) == 1 and seat in self.mine:
            return _("You")
        return seat.name or self.face.colour(seat.index)

    def is_silent(self, seat: Seat) -> bool:
        """A person whose device has not been heard of lately; the reader's own never is."""
        if not seat.is_person or self.there is None or seat in self.mine:
            return False
        first = min(one.index for one in self.seats if one.player_id == seat.player_id)
        return str(first) not in self.there

    def lines(self, stocks: Mapping[int, Any] = {}) -> list[dict[str, Any]]:
        """Every seat as it stands beside the board; free ones too while the table waits."""
        taken = {seat.index: seat for seat in self.seats}
        own = {seat.index for seat in self.mine}
        found = []
        for index in range(max(self.table.size, len(self.seats))):
            seat = taken.get(index)
            found.append(
                {
                    "index": index,
                    "sign": self.face.sign(index),
                    "colour": self.face.colour(index),
                    "named": bool(seat and seat.name),
                    "free": seat is None or not (seat.is_bot or seat.is_person),
                    "name": self.name(seat) if seat else "",
                    "me": index in own,
                    "bot": bool(seat and seat.is_bot),
                    "away": bool(seat and self.is_silent(seat)),
                    "turn": bool(seat and seat.to_act),
                    "note": self._note(seat) if seat else "",
                    "stock": stocks.get(index, ""),
                }
            )
        return found

    def _note(self, seat: Seat) -> str:
        if seat.away:
            return _("the computer plays meanwhile")
        if seat.to_act and self.table.is_playing:
            return _("thinking") if seat.is_bot else _("to move")
        if self.table.is_waiting and seat.player_id and seat.player_id == self.table.host_id:
            return _("host")
        if self.table.is_waiting and self.table.rematch_of_id and seat.ready:
            return pgettext("player", "ready")
        return ""

    @property
    def stood_in(self) -> Seat | None:
        """The reader's seat that the computer plays meanwhile, for they were away."""
        own = {seat.index for seat in self.mine}
        return next((one for one in self.seats if one.away and one.index in own), None)

    @property
    def waiting_words(self) -> str:
        """Whose move it is, for who has to wait."""
        names = [self.name(seat) for seat in self.seats if seat.to_act]
        if not names:
            return _("One moment …")
        return _("%(name)s to move") % {"name": ", ".join(names)}

    @property
    def result_words(self) -> str:
        outcome = self.outcome
        if outcome is None:
            return ""
        if outcome.is_draw:
            return _("A draw")
        won = [seat for seat in self.seats if seat.index in outcome.winners]
        own = {seat.index for seat in self.mine}
        if len(own) == 1:
            return _("You have won!") if own & outcome.winners else _("You have lost this time")
        return _("%(name)s has won") % {"name": ", ".join(self.name(seat) for seat in won)}

    @cached_property
    def clock(self) -> dict[str, Any]:
        """The countdown as a page needs it: the reader's own, else that of who is to move."""
        table = self.table
        running = [seat for seat in self.seats if seat.act_by is not None]
        own = [seat for seat in running if seat in self.mine]
        by = min((seat.act_by for seat in own or running if seat.act_by), default=table.clock_by)
        if by is None or not table.is_playing:
            return {}
        now = table.paused_at or timezone.now()
        left = max(0, epoch_ms(by) - epoch_ms(now))
        seconds = self.game.deadlines(self.position.state).values()
        return {
            "closes": epoch_ms(by),
            "now": epoch_ms(timezone.now()),
            "paused": table.paused_at is not None,
            "left_ms": left,
            "left": -(-left // 1000),
            "total": max(seconds, default=left / 1000),
        }

    # --- the whole -------------------------------------------------------------------------------

    def context(self) -> dict[str, Any]:
        """What templates/games/table/ shows."""
        table = self.table
        shown: dict[str, Any] = {
            "scene": self,
            "table": table,
            "face": self.face,
            "game_name": self.face.name(),
            "phase": str(table.status),
            "mine": self.mine,
            "is_host": self.is_host,
            "acting": self.acting,
            "stood_in": self.stood_in,
            "clock": self.clock,
            "may": self.may,
            "rules_line": self.face.options_line(table.options),
            "result_words": self.result_words,
            "waiting_words": self.waiting_words,
        }
        if table.is_waiting:
            shown["lines"] = self.lines()
            shown["levels"] = [
                {"key": key, "name": self.face.level_name(key), "usual": key == USUAL_LEVEL}
                for key in self.game.bots
            ]
        elif table.state is not None and table.status != Table.Status.STOPPED:
            shown |= self.face.stage(self)
        if self.acting is not None:
            shown["move_url"] = reverse("games:move", args=[table.code])
            shown["client_id"] = f"{table.moves + 1}-{self.acting.index}"
            if self.may["hints"]:
                shown["hints_url"] = reverse("games:hints", args=[table.code])
                shown["hints_page"] = f"{reverse('games:table', args=[table.code])}?hints=1"
        if table.status == Table.Status.FINISHED:
            shown |= self._ended()
        return shown

    @property
    def may(self) -> dict[str, bool]:
        """What the reader may do, by name."""
        table = self.table
        taken = len([seat for seat in self.seats if seat.is_bot or seat.is_person])
        return {
            "sit": table.is_waiting and not self.mine and taken < table.size,
            "beside": len(self.mine) == 1 and not self.game.hidden and not table.rated,
            "bot": self.is_host and not table.rated,
            "stop": self.is_host and not table.is_over and not (table.rated and table.is_playing),
            "start": taken in self.game.seats,
            "hints": not table.rated and hasattr(self.face, "hints"),
            "rematch": table.is_over and bool(self.mine) and not self._rematch_started,
        }

    def links(self, request: HttpRequest) -> dict[str, str]:
        """Addresses of what there is after the game, and the one to share."""
        code = [self.table.code]
        replay = reverse("games:replay", args=code)
        return {
            "table_url": reverse("games:table", args=code),
            "replay_url": replay,
            "record_url": reverse("games:record_of", args=code),
            "analysis_url": reverse("games:analysis", args=code),
            "share_url": site_address(request) + replay,
        }

    @cached_property
    def _rematch(self) -> Table | None:
        return Table.objects.filter(rematch_of=self.table).first() if self.table.is_over else None

    @property
    def _rematch_started(self) -> bool:
        found = self._rematch
        return found is not None and not found.is_waiting

    def _ended(self) -> dict[str, Any]:
        outcome, table = self.outcome, self.table
        shown: dict[str, Any] = {"record_url": "", "analysis_url": ""}
        if outcome is not None and outcome.points is not None and len(self.seats) == 2:
            shown["tally"] = [
                {
                    "sign": self.face.sign(seat.index),
                    "name": self.name(seat),
                    "points": f"{outcome.points[seat.index]:g}",
                }
                for seat in self.seats
            ]
        if "record_of" in self.face.pages:
            shown["record_url"] = reverse("games:record_of", args=[table.code])
        if "analysis" in self.face.pages:
            shown["analysis_url"] = reverse("games:analysis", args=[table.code])
        rematch = self._rematch
        if rematch is not None and (rematch.is_playing or rematch.is_over or not self.mine):
            shown["rematch_url"] = reverse("games:table", args=[rematch.code])
        return shown
