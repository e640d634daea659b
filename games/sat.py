"""What a browser is told that had a seat at a table and has it no more. The session remembers the
seat; what has become of it the seat itself says."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.services import player_id_of

from .scenes import Scene

#: In the session: the seats this browser had at its last tables, newest last, by their codes.
_SAT = "sat"
#: So many tables are remembered.
_MOST = 8


def only_watch(request: HttpRequest, scene: Scene) -> str:
    """Why this browser has no seat here any more, "" for one that has one or never had."""
    code, remembered = scene.table.code, dict(request.session.get(_SAT, {}))
    if scene.mine:
        own = scene.mine[0].pk
        if remembered.pop(code, None) != own:
            kept = list(remembered.items())[1 - _MOST :]
            request.session[_SAT] = {**dict(kept), code: own}
        return ""
    if code not in remembered:
        return ""
    if scene.table.restraints.filter(player=player_id_of(request), kind="away").exists():
        return _("You were sent away from this table. You are watching.")
    seat = next((one for one in scene.seats if one.pk == remembered[code]), None)
    if seat is None:
        return _("You have no seat at this table any more. You are watching.")
    if seat.is_bot:
        return _("You have left this game: the computer plays on in your place. You are watching.")
    return _("You only watch now: your seat is on another device.")
