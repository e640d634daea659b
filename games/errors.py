"""What can be refused at a table: a stable code and a sentence the person can act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.refusals import Refused


class TableError(Refused):
    """Base of all refusals here."""

    code = "table"


class NoSuchTable(TableError):
    code, status = "no_such_table", 404
    message = _("There is no such table. Check the code.")


class BadOptions(TableError):
    """A table cannot be set up like this; `name` is the option, "" when it is no single one."""

    code, status = "bad_options", 400
    message = _("These settings do not go together. Look at them once more.")

    def __init__(self, message: str | Promise | None = None, name: str = "") -> None:
        self.name = name
        super().__init__(message)


class TableFull(TableError):
    code = "table_full"
    message = _("All seats at this table are taken.")


class NotSeated(TableError):
    code, status = "not_seated", 403
    message = _("You have no seat at this table.")


class SeatEmpty(TableError):
    code, status = "seat_empty", 404
    message = _("Nobody sits on that seat.")


class OwnSeat(TableError):
    code = "own_seat"
    message = _("This is your own seat. To get up, choose “Leave the table” in the menu.")


class SeatTaken(TableError):
    code = "seat_taken"
    message = _("Somebody sits there already.")


class NameTaken(TableError):
    """Somebody at the table has this name or is shown with it; `suggestion` is free."""

    code = "name_taken"
    message = _("That name is in use at this table already. How about “%(name)s”?")

    def __init__(self, suggestion: str) -> None:
        self.suggestion = suggestion
        super().__init__(str(self.message) % {"name": suggestion})


class SeatLinkOld(TableError):
    code, status = "seat_link_old", 410
    message = _("This link to a seat was used already, or is too old. Make a new one.")


class TooFew(TableError):
    code = "too_few"
    message = _("There are not enough people at the table yet. Wait, or add a computer player.")


class NoSuchLevel(TableError):
    code, status = "no_such_level", 400
    message = _("There is no computer player of this kind here.")


class NotStarted(TableError):
    code = "not_started"
    message = _("The game has not begun yet.")


class HasStarted(TableError):
    code = "has_started"
    message = _("The game has begun already.")


class HasEnded(TableError):
    code, status = "has_ended", 410
    message = _("This game is over.")


class HeldBack(TableError):
    """Open to others later; its sentence says when."""

    code, status = "held_back", 403
    message = _("This table is not open to others yet.")


class NotEnded(TableError):
    code = "not_ended"
    message = _("The game is not over yet.")


class IsPaused(TableError):
    code = "paused"
    message = _("The game is paused. It goes on when the host says so.")


class NotNow(TableError):
    """Something that the present state does not know."""

    code = "not_now"
    message = _("The game has moved on; this is where it stands now.")


class Unknown(TableError):
    """Something that no page here asks for."""

    code, status = "unknown", 400
    message = _("The table does not know what that means. Load the page again and try once more.")


class IsRated(TableError):
    code, status = "rated", 403
    message = _("This game counts for the rating: it is played to its end, or given up.")


class NotAlone(TableError):
    code, status = "not_alone", 403
    message = _("Moves can only be taken back when you play against the computer alone.")


class HasSecrets(TableError):
    code, status = "has_secrets", 403
    message = _("This game has secrets: everybody needs a device of their own.")


class TooMuchTalk(TableError):
    """Phrases follow each other too fast."""

    code = "too_much_talk"
    message = _("One at a time: wait a moment before you say something more.")


class IsSilent(TableError):
    code, status = "silent", 403
    message = _("You may say nothing more at this table: it was too much for somebody.")


class SentAway(TableError):
    code, status = "sent_away", 403
    message = _("You were sent away from this table and can take no seat here.")


class NoReason(TableError):
    code, status = "no_reason", 400
    message = _("Choose whom you mean, and why.")


class ReportedAlready(TableError):
    code = "reported_already"
    message = _("You have reported this already. It is waiting to be looked at.")


class TooManyReports(TableError):
    code, status = "too_many_reports", 429
    message = _("You have reported a lot just now. Wait a few minutes.")


# --- moves ---------------------------------------------------------------------------------------


class StaleDecision(TableError):
    """The move answers something that has been decided meanwhile."""

    code = "stale_decision"
    message = _("The game has moved on; your move came too late. This is where it stands now.")


class AlreadyMoved(TableError):
    """A second, different move of one seat on one decision."""

    code = "already_moved"
    message = _("You have made your move already. Wait for the others.")


class NotYourTurn(TableError):
    code = "not_your_turn"
    message = _("It is not your turn.")


class BadMove(TableError):
    """Cannot be read as a move at all."""

    code, status = "bad_move", 400
    message = _("That move could not be read. Try again.")


class MoveRefused(TableError):
    """The game's rules say no: `code` and `facts` are the game's own."""

    status = 422
    message = _("The rules do not allow this move.")

    def __init__(
        self, code: str, facts: Mapping[str, Any], message: str | Promise | None = None
    ) -> None:
        self.code = code
        self.facts = facts
        super().__init__(message)
