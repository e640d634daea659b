"""What a page of a table shows and offers to one reader, and what is pushed: both are made here,
from the same rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from heritage.public_address import site_address

from . import history, selectors
from .faces import talks
from .models import Seat, Table
from .position import stand_in
from .sights import Sight

#: What people said lately that a page shows.
LATEST_SAID = 4


class Scene(Sight):
    """A table for one audience, with what it may do there."""

    def context(self) -> dict[str, Any]:
        """What templates/games/table/ shows."""
        table = self.table
        shown: dict[str, Any] = {
            "scene": self,
            "table": table,
            "face": self.face,
            "game_name": self.face.name(),
            "phase": str(table.status),
            "menu_state": self._menu_state,
            "replaceable": self._replaceable,
            "mine": self.mine,
            "is_host": self.is_host,
            "acting": self.acting,
            "judging": self.judging,
            "error": self.refusal,
            "stood_in": self.stood_in,
            "clock": self.clock,
            "may": self.may,
            "lends_seats": self.is_host and not self.mine and table.is_playing,
            "rules_line": self.face.options_line(table.options),
            "result_words": self.result_words,
            "waiting_words": self.waiting_words,
            "pair": self.pair,
            "reports": self.reports,
            "may_report": bool(self.reportable) or self.watchers_talk,
        }
        if table.is_waiting:
            shown["lines"] = self.lines()
            shown["levels"] = [
                {"key": key, "name": self.face.level_name(key), "usual": key == stand_in(self.game)}
                for key in self.game.bots
            ]
            shown["least"] = self.game.seats[0]
            shown["free"] = sum(line["free"] for line in shown["lines"])
        elif table.state is not None and table.status != Table.Status.STOPPED:
            shown |= self.face.stage(self)
        if self.acting is not None:
            shown["move_url"] = reverse("games:move", args=[table.code])
            tried = f"-{self._sent.at:%H%M%S%f}" if self._sent is not None else ""
            shown["client_id"] = f"{table.moves + 1}-{self.acting.index}{tried}"
            # A form that a push leaves alone: another one when the last move was refused.
            shown["hold"] = f"{table.decision}{tried}"
            if self.may["hints"]:
                shown["hints_url"] = reverse("games:hints", args=[table.code])
                shown["hints_page"] = f"{reverse('games:table', args=[table.code])}?hints=1"
        if table.status == Table.Status.FINISHED:
            shown |= self._ended()
        elif table.is_over and table.state is not None and "replay" in self.face.pages:
            shown["replay_url"] = reverse("games:replay", args=[table.code])
        if (table.is_playing or table.status == Table.Status.FINISHED) and talks(self.face):
            shown |= self._talk()
        return shown

    def _talk(self) -> dict[str, Any]:
        """What was said lately that the reader may hear, and what they may say."""
        face = talks(self.face)
        assert face is not None  # noqa: S101  the caller has looked
        beyond = face.beyond(self, self.seat)
        heard = self.table.said.all() if beyond else self.table.said.filter(beyond=False)
        # What made somebody be silenced is gone, but for themselves.
        silent = self.table.restraints.filter(kind="silent").values("player")
        own = [seat.player_id for seat in self.mine]
        heard = heard.exclude(Q(player__in=silent) & ~Q(player__in=own))
        said = []
        for each in heard.order_by("-pk")[:LATEST_SAID]:
            seat = next((one for one in self.seats if one.index == each.seat), None)
            said.append(
                {
                    "id": each.pk,
                    "seat": each.seat,
                    "sign": 0 if seat is None else self.face.sign(seat.index),
                    "name": _("Somebody watching") if seat is None else self.name(seat),
                    "beyond": each.beyond,
                    "text": face.phrase(self, each.phrase, each.about),
                }
            )
        return {"said": said, "phrases": face.phrases(self), "beyond": beyond}

    @property
    def _menu_state(self) -> str:
        """What the menu at the top depends on: a push leaves it as it is while this is the same."""
        table = self.table
        said = [str(table.status)]
        said += ["paused"] if table.paused_at is not None else []
        said += ["mine"] if self.mine else []
        said += ["host"] if self.is_host else []
        said += ["clock"] if self.may["extend"] else []
        said += ["report"] if self.reportable or self.watchers_talk else []
        said += [f"r{self.reports}"] if self.reports else []
        said += ["nameless"] if table.nameless else []
        said += [str(seat["index"]) for seat in self._replaceable]
        return "-".join(said)

    @cached_property
    def reports(self) -> int:
        """How many reports wait for the reader, who hosts the table."""
        return selectors.reports_for_host(self.table).count() if self.is_host else 0

    @cached_property
    def reportable(self) -> list[Seat]:
        """Seats of other people, also of who has left."""
        own = {seat.player_id for seat in self.mine}
        return [
            seat
            for seat in self.seats
            if seat.has_had_person and not (seat.is_person and seat.player_id in own)
        ]

    @cached_property
    def watchers_talk(self) -> bool:
        """Whether somebody without a seat has said anything."""
        return talks(self.face) is not None and self.table.said.filter(seat=None).exists()

    @cached_property
    def _replaceable(self) -> list[dict[str, Any]]:
        """Other people's seats that the host may give to the computer."""
        table = self.table
        if not (self.is_host and table.is_playing and self.game.bots) or table.rated:
            return []
        own = {seat.index for seat in self.mine}
        return [
            {"index": seat.index, "name": self.name(seat)}
            for seat in self.seats
            if seat.is_person and seat.index not in own
        ]

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
            "hurry": self.is_host and not table.rated and self._only_bots_to_wait_for,
            "extend": any(seat.act_by is not None for seat in self.seats),
            "undo": bool(self.mine)
            and not self.judging
            and history.may_take_back(table, self.seats, self.rows),
            "hints": not table.rated and hasattr(self.face, "hints"),
            "give_up": self._may_give_up,
            "rematch": table.is_over and bool(self.mine) and not self._rematch_started,
        }

    @property
    def _may_give_up(self) -> bool:
        """Whether the game ends when the reader leaves; else a bot takes the seat."""
        if not (self.table.is_playing and self.mine):
            return False
        state = self.position.state
        return self.game.table_move(state, "resign", self.mine[0].index, "") is not None

    @property
    def _only_bots_to_wait_for(self) -> bool:
        """The reader is the only person of this game and waits for the computer."""
        if not self.table.is_playing or self.table.paused_at is not None:
            return False
        if self.acting or self.judging:
            return False
        return sum(seat.is_person for seat in self.seats) == len(self.mine) == 1

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

    @property
    def _given_up(self) -> str:
        """Who gave the game up or let the clock run out, "" for a game played to its end."""
        seat = next((one for one in self.seats if one.index == self.table.given_up_by), None)
        if seat is None or self.outcome is None:
            return ""
        me = len(self.mine) == 1 and seat in self.mine
        if self.outcome.reason == "timeout":
            return (
                _("Your time is up.")
                if me
                else _("%(name)s’s time is up.") % {"name": self.name(seat)}
            )
        return (
            _("You have given up.")
            if me
            else _("%(name)s has given up.") % {"name": self.name(seat)}
        )

    def _ended(self) -> dict[str, Any]:
        outcome, table = self.outcome, self.table
        shown: dict[str, Any] = {"record_url": "", "analysis_url": ""}
        shown["given_up"] = self._given_up
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
        if rematch is not None and rematch.is_waiting and self.mine:
            own = {seat.player_id for seat in self.mine}
            asking = [seat for seat in rematch.seats.order_by("index") if seat.ready]
            shown["asking"] = ", ".join(
                Scene(rematch).name(seat) for seat in asking if seat.player_id not in own
            )
            shown["asked"] = any(seat.player_id in own for seat in asking)
        if rematch is not None and (rematch.is_playing or rematch.is_over or not self.mine):
            shown["rematch_url"] = reverse("games:table", args=[rematch.code])
        return shown
