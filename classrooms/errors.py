"""What can be refused in a lesson: a stable code and a sentence the person can act on."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from players.refusals import Refused


class LessonError(Refused):
    """Base of all refusals here."""

    code = "lesson"


class NoSuchRoom(LessonError):
    code, status = "no_such_room", 404
    message = _("No open room has this code. Check the six digits on the board.")


class ClassNotOpen(LessonError):
    code, status = "class_not_open", 404
    message = _("Your class has no open room yet. Wait for your teacher.")


class ClassBusy(LessonError):
    code, status = "class_busy", 409
    message = _("This class has an open room already. Go on with it, or end it first.")


class NoSeatLeft(LessonError):
    code, status = "no_seat_left", 409
    message = _("All tables are full. Ask your teacher, or watch one of them.")


class RoomClosed(LessonError):
    code, status = "room_closed", 410
    message = _("This session has ended.")


class RoomLocked(LessonError):
    code, status = "room_locked", 403
    message = _("The room is locked. Ask your teacher to open it, then try again.")


class Removed(LessonError):
    code, status = "removed", 403
    message = _("Your teacher has asked you to leave this room.")


class Blocked(Removed):
    code = "blocked"
    message = _("Your teacher does not let this phone into this session any more.")


class BadNickname(LessonError):
    code, status = "bad_nickname", 400


class DeniedNickname(BadNickname):
    code = "denied_nickname"
    message = _("Choose another name, one that everybody in class likes to read.")


class NicknameTaken(LessonError):
    """Somebody here has that name; `suggestion` is free."""

    code, status = "nickname_taken", 409

    def __init__(self, suggestion: str) -> None:
        self.suggestion = suggestion
        super().__init__(
            _("Somebody in this room already has that name. How about the one in the box?")
        )


class TooLate(LessonError):
    code, status = "too_late", 409
    message = _("Time is up for this question.")


class BadAnswer(LessonError):
    code, status = "bad_answer", 400
    message = _("That answer could not be read. Choose again.")


class EmptyDeck(LessonError):
    code, status = "empty_deck", 409
    message = _("This deck has no published question yet.")


class BadMode(LessonError):
    code, status = "bad_mode", 400
    message = _("Choose from the list how the class plays; no room was opened.")


class NoSuchTeam(LessonError):
    code, status = "no_such_team", 400
    message = _("This session has no such team.")


class NotNow(LessonError):
    """A host action that the present state does not know."""

    code, status = "not_now", 409
    message = _("The lesson has moved on; this is where it stands now.")


class LedElsewhere(NotNow):
    code = "led_elsewhere"
    message = _("This session is led from another device. Take over here first.")


class NameInUse(NotNow):
    """A device asks for a place whose own device is connected."""

    code = "name_in_use"
    message = _("Somebody with this name is playing just now. Choose another name.")
