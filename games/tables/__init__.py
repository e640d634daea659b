"""The table service: the only place that writes tables, seats and moves.

Every call is one transaction and tells the screens on commit. What it takes for granted is who may
call it: `games.access` fetches a table or a seat for the person who may have it.
"""

from .clocks import expire, extend, nudge_bots, pause, resolve, resume, settle, sweep
from .host import ACTIONS, do
from .moves import Receipt, bot_move, play
from .opening import (
    add_bot,
    create,
    leave,
    rematch,
    remove_seat,
    set_language,
    set_options,
    sit,
    sit_beside,
    start,
)
from .seating import (
    come_back,
    end,
    hand_over,
    join,
    replace,
    resign,
    seat_link,
    step_out,
    take_over,
    tell_table,
)
from .tidying import clean_up, forget_names

__all__ = [
    "ACTIONS",
    "Receipt",
    "add_bot",
    "bot_move",
    "clean_up",
    "come_back",
    "create",
    "do",
    "end",
    "expire",
    "extend",
    "forget_names",
    "hand_over",
    "join",
    "leave",
    "nudge_bots",
    "pause",
    "play",
    "rematch",
    "remove_seat",
    "replace",
    "resign",
    "resolve",
    "resume",
    "seat_link",
    "set_language",
    "set_options",
    "settle",
    "sit",
    "sit_beside",
    "start",
    "step_out",
    "sweep",
    "take_over",
    "tell_table",
]
