"""One table at one moment as one reader sees it: whose turn it is, who is who, what the clocks say.
What its page offers besides is in `games.scenes`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from live import presence

from . import history, names, registry
from .audiences import room
from .faces import Face, face
from .foreseeing import Unknown, foreseen
from .game import AnyGame, Event, IllegalMove, Json, Outcome
from .models import BREAK, Seat, SentMove, Table, TableMove
from .pairs import pair_of
from .position import Position
from .refusing import refused


def epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


class Sight:
    """A table for one audience. `mine` are the reader's own seats, none for a spectator: two when
    two people share the device. A `brief` one is for a push: of the log only the newest lines, the
    page has the rest.
    `given` is the form that was sent, so that nothing typed is lost."""

    def __init__(
        self,
        table: Table,
        mine: Iterable[Seat] = (),
        *,
        is_host: bool = False,
        brief: bool = False,
        given: Mapping[str, str] | None = None,
    ) -> None:
        self.table = table
        self.mine = sorted(mine, key=lambda seat: seat.index)
        self.is_host = is_host
        self.brief = brief
        self.given: Mapping[str, str] = given or {}
        # For who has to know who is who, whatever the screens show.
        self.tells_names = False
        # A page without a script looks again when it is known.
        self.waits_for_word = False
        self.face: Face = face(table.game)
        self.game: AnyGame = registry.game(table.game)

    @cached_property
    def seats(self) -> list[Seat]:
        return sorted(self.table.seats.all(), key=lambda seat: seat.index)

    @cached_property
    def rows(self) -> list[TableMove]:
        """Every move that stands, the start first."""
        return history.of_table(self.table)

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
        if not self.table.is_playing or self.table.paused_at is not None or self.judging:
            return None
        own = {seat.index for seat in self.mine}
        return next((seat for seat in self.seats if seat.to_act and seat.index in own), None)

    @cached_property
    def _sent(self) -> SentMove | None:
        """What the reader has sent for the decision that is open."""
        own = {seat.index for seat in self.mine}
        seats = [seat.index for seat in self.seats if seat.to_act and seat.index in own]
        if not seats or not self.table.is_playing:
            return None
        return self.table.sent.filter(seat__in=seats, decision=self.table.decision).first()

    @property
    def judging(self) -> bool:
        """Whether the reader's move is being judged."""
        return self._sent is not None and self._sent.is_open

    def foresee(self, move: Json) -> Json | Unknown:
        """What a move of the reader's would lead to; what is not known yet is asked for, and the
        page `waits_for_word`."""
        if self.acting is None:
            return Unknown.EVER
        found = foreseen(self.table, self.acting.index, move)
        self.waits_for_word |= found is Unknown.YET
        return found

    @property
    def refusal(self) -> str:
        """Why the reader's last move could not be played, "" when nothing is wrong."""
        refusal: Any = self._sent and self._sent.refusal
        if refusal is None:
            return ""
        found = IllegalMove(refusal["code"], **refusal["facts"])
        return str(refused(self.table, found).message)

    @cached_property
    def there(self) -> set[str] | None:
        """Seats whose device is connected; None when nobody can know."""
        return presence.present(room(self.table.pk))

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.decode(self.table.outcome) if self.table.outcome else None

    # --- words -----------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        if seat.is_bot and seat.name:
            return _("%(name)s (the computer plays on)") % {"name": self.called(seat)}
        if seat.is_bot:
            return names.computer(self.face, seat.bot)
        if not seat.name and len(self.mine) == 1 and seat in self.mine:
            return _("You")
        return self.called(seat)

    def called(self, seat: Seat) -> str:
        """The name of who sits, or sat, there; else what the game calls the seat, told apart from
        every name. Where the teacher has hidden the names each reads only the own one."""
        hidden = self.table.nameless and not self.tells_names and seat not in self.mine
        return ("" if hidden else seat.name) or names.apart(
            self.face.colour(seat.index), self._names
        )

    @cached_property
    def _names(self) -> set[str]:
        return {names.key(seat.name) for seat in self.seats if seat.name}

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
                    "late": bool(seat and self._is_late(seat)),
                    "turn": bool(seat and seat.to_act),
                    "note": self._note(seat) if seat else "",
                    "stock": stocks.get(index, ""),
                }
            )
        return found

    def _is_late(self, seat: Seat) -> bool:
        """A person of the game before who has not come to the rematch."""
        table = self.table
        again = table.is_waiting and table.rematch_of_id is not None
        return again and seat.is_person and not seat.ready

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
        own = {seat.index for seat in self.mine if self.table.is_playing}
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

    @property
    def stopped_words(self) -> str:
        """What became of a game that was closed without a result, "" for any other."""
        if self.table.status != Table.Status.STOPPED:
            return ""
        if any(row.by == TableMove.By.PERSON for row in self.rows):
            return _("The game was not played to its end: nobody has won.")
        return _("The game ended before it began: nobody has won.")

    @cached_property
    def pair(self) -> dict[str, Any]:
        """The two games this one belongs to, by the seats of this table: whether it is the first,
        a line for each that is over, their sum, and who has won; {} for a single game."""
        found = pair_of(self.table)
        if found is None:
            return {}
        points, total = found.points, found.total
        score = found.score
        if self.table.leg == 2:
            points, total = [(b, a) for a, b in points], (total[1], total[0])
            score = None if score is None else 1 - score
        names = [_("First game"), _("Second game")]
        return {
            "first": self.table.leg == 1,
            "games": [
                {"name": name, "points": [f"{one:g}" for one in both]}
                for name, both in zip(names, points, strict=False)
            ],
            "total": [f"{one:g}" for one in total],
            "is_over": found.is_over,
            "words": "" if score is None else self._pair_words(score),
        }

    def _pair_words(self, score: float) -> str:
        if score == 0.5:
            return _("Both games together: a draw")
        winner = self.seats[0 if score == 1 else 1]
        if len(self.mine) == 1:
            mine = winner.index == self.mine[0].index
            return (
                _("Both games together: you have won!")
                if mine
                else _("Both games together: you have lost this time")
            )
        return _("Both games together: %(name)s has won") % {"name": self.name(winner)}

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
        opens = self._shown_by
        left = max(0, epoch_ms(by) - epoch_ms(max(now, opens)))
        seconds = self.game.deadlines(self.position.state).values()
        return {
            "closes": epoch_ms(by),
            "opens": epoch_ms(opens) if opens > now else 0,
            "now": epoch_ms(timezone.now()),
            "paused": table.paused_at is not None,
            "left_ms": left,
            "left": -(-left // 1000),
            "total": math.ceil(max(left / 1000, *seconds)),
        }

    @property
    def _shown_by(self) -> datetime:
        """When the pages have shown the last move: until then the clocks stand."""
        last = self.rows[-1]
        events = [Event.decode(event) for event in last.events]
        pause = BREAK if last.number == 0 and self.table.leg == 2 else timedelta()
        return last.at + pause + timedelta(seconds=self.game.showing(events))
