"""The table service: the only place that writes tables, seats and moves.

Every call is one transaction and tells the screens on commit. What it takes for granted is who may
call it: `games.access` fetches a table or a seat for the person who may have it.
"""

from .absence import watch_over
from .clocks import expire, extend, nudge_bots, pause, resolve, resume, settle, sweep
from .computers import bot_move, hurry
from .host import ACTIONS, do, hurry_bots
from .judging import judge, judge_again, send
from .moves import Receipt, play
from .opening import (
    Opener,
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
from .reporting import handle, report
from .seating import (
    check_link,
    come_back,
    counts_if_ended,
    end,
    ends_by_leaving,
    hand_over,
    join,
    knows,
    replace,
    resign,
    seat_link,
    step_out,
    take_over,
    tell_table,
)
from .taking_back import take_back
from .talk import say
from .tidying import clean_up, forget_names

__all__ = [
    "ACTIONS",
    "Opener",
    "Receipt",
    "add_bot",
    "bot_move",
    "check_link",
    "clean_up",
    "come_back",
    "counts_if_ended",
    "create",
    "do",
    "end",
    "ends_by_leaving",
    "expire",
    "extend",
    "forget_names",
    "hand_over",
    "handle",
    "hurry",
    "hurry_bots",
    "join",
    "judge",
    "judge_again",
    "knows",
    "leave",
    "nudge_bots",
    "pause",
    "play",
    "rematch",
    "remove_seat",
    "replace",
    "report",
    "resign",
    "resolve",
    "resume",
    "say",
    "seat_link",
    "send",
    "set_language",
    "set_options",
    "settle",
    "sit",
    "sit_beside",
    "start",
    "step_out",
    "sweep",
    "take_back",
    "take_over",
    "tell_table",
    "watch_over",
]
