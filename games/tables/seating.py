"""Seats while the game is on: away and back, another device, another player, giving up, the end."""

from __future__ import annotations

from django.core import signing
from django.db import IntegrityError, transaction

from players.models import Player

from ..errors import (
    HasEnded,
    IsRated,
    NoSuchLevel,
    NotNow,
    NotSeated,
    SeatLinkOld,
    SeatTaken,
    TableFull,
)
from ..models import Seat, Table
from ..position import Position, stand_in
from .opening import cut_place, greet, need_free_name, need_welcome, touch
from .restraint import follow
from .rows import By, close, locked, plan, restart_clock, save, store, tell_level, wake

_SALT = "games.seat"
#: Seconds a link to a seat is good for.
SEAT_LINK_SECONDS = 86_400


def _in_play(table_id: int) -> Position:
    """The game, held, whether its clocks run or stand. Raises HasEnded, NotNow."""
    position = Position(locked(table_id))
    if position.table.is_over:
        raise HasEnded
    if not position.table.is_playing:
        raise NotNow
    return position


def _seat(table: Table, index: int) -> Seat:
    seat = table.seats.filter(index=index).first()
    if seat is None:
        raise NotSeated
    return seat


# --- away and back -------------------------------------------------------------------------------


def step_out(table_id: int, index: int) -> None:
    """The person of a seat goes away for a while: a bot moves for them, at once. Raises IsRated,
    and NotNow for a seat that is no person's and where there are no bots."""
    with transaction.atomic():
        position = _in_play(table_id)
        seat = _seat(position.table, index)
        if position.table.rated:
            raise IsRated
        if not seat.is_person or not stand_in(position.game):
            raise NotNow
        if not seat.away:
            set_away(position, seat)


def set_away(position: Position, seat: Seat) -> Position:
    """Let a bot play on a person's seat from now on."""
    seat.away = True
    seat.save(update_fields=["away", "missed", "cut_off"])
    position = tell_level(position, seat)
    if position.table.is_playing:
        seat.refresh_from_db(fields=["to_act", "act_by"])
        if seat.to_act:
            wake(position, seat)
        touch(position.table)
    return position


def come_back(table_id: int, index: int) -> None:
    """The person is there again and decides what comes next, with the whole time for it."""
    with transaction.atomic():
        position = _in_play(table_id)
        seat = _seat(position.table, index)
        if not seat.away:
            return
        seat.away, seat.cut_off, seat.missed = False, False, 0
        seat.save(update_fields=["away", "cut_off", "missed"])
        position = tell_level(position, seat)
        if position.table.is_over:
            return
        seats = list(position.table.seats.order_by("index"))
        restart_clock(position, next(one for one in seats if one.index == index), seats)
        save(position.table)


# --- who sits there ------------------------------------------------------------------------------


def replace(table_id: int, index: int, level: str = "") -> Seat:
    """A bot for good where a person sat: by the host, or because they left. The seat keeps their
    name, for what the log tells was theirs; their pages are cut off. Raises NoSuchLevel, IsRated,
    NotNow for a seat that is a bot's already."""
    with transaction.atomic():
        position = _in_play(table_id)
        if position.table.rated:
            raise IsRated
        return _replace(position, _seat(position.table, index), level)


def _replace(position: Position, seat: Seat, level: str) -> Seat:
    level = level or stand_in(position.game)
    if level not in position.game.bots:
        raise NoSuchLevel
    if seat.is_bot:
        raise NotNow
    table, left = position.table, seat.player_id
    seat.player, seat.bot = None, level
    seat.beside = seat.away = seat.cut_off = False
    seat.missed = 0
    seat.generation += 1
    seat.save()
    _cut(seat)
    if table.host_id is not None and table.host_id == left:
        others = table.seats.filter(player__isnull=False).select_related("player")
        nxt = others.order_by("joined_at").first()
        table.host = nxt.player if nxt is not None else table.host
    position = tell_level(position, seat)
    touch(position.table)
    if position.table.is_playing:
        seat.refresh_from_db(fields=["to_act", "act_by"])
        if seat.to_act:
            wake(position, seat)
    return seat


def take_over(
    table_id: int, index: int, player: Player, *, name: str = "", language: str = "vi"
) -> Seat:
    """A person in a bot's place, in mid-game. Raises SeatTaken, NameTaken, SentAway, IsRated,
    HasEnded, NotNow."""
    with transaction.atomic():
        position = _in_play(table_id)
        table = position.table
        if table.rated:
            raise IsRated
        seat = _seat(table, index)
        if not seat.is_bot or table.seats.filter(player=player).exists():
            raise SeatTaken
        need_welcome(table, player)
        need_free_name(table, name, index=index)
        seat.player, seat.bot, seat.name, seat.language = player, "", name, language
        seat.since = table.moves + 1
        seat.generation += 1
        seat.save()
        greet(seat)
        position = tell_level(position, seat)
        if position.table.is_playing:
            seats = list(table.seats.order_by("index"))
            restart_clock(position, next(one for one in seats if one.index == index), seats)
            save(table)
    return seat


def join(table_id: int, player: Player, *, name: str = "", language: str = "vi") -> Seat:
    """One more seat in mid-game, where the game allows it. Raises TableFull where it does not,
    NameTaken, SentAway."""
    with transaction.atomic():
        position = _in_play(table_id)
        table, game = position.table, position.game
        mine = table.seats.filter(player=player, beside=False).first()
        if mine is not None:
            return mine
        index = table.seats.count()
        move = game.table_move(position.state, "join", index, "")
        if move is None or index + 1 not in game.seats:
            raise TableFull
        need_welcome(table, player)
        need_free_name(table, name)
        seat = Seat.objects.create(
            table=table,
            index=index,
            player=player,
            name=name,
            language=language,
            generation=table.version,
        )
        greet(seat)
        table.size = max(table.size, index + 1)
        table.save(update_fields=["size"])
        store(plan(position, None, move), By.TABLE)
    return seat


# --- another device ------------------------------------------------------------------------------


def seat_link(seat: Seat) -> str:
    """A token by which another device takes this seat over: good once, for a day. Whoever has it
    has the seat."""
    return signing.dumps([seat.table_id, seat.index, seat.generation], salt=_SALT)


def _read_link(token: str) -> tuple[int, int, int]:
    """Table, index and generation of a link. Raises SeatLinkOld."""
    try:
        table_id, index, generation = signing.loads(token, salt=_SALT, max_age=SEAT_LINK_SECONDS)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise SeatLinkOld from error
    return table_id, index, generation


def check_link(token: str, player: Player | None) -> None:
    """Whether a link still leads to a seat; takes nothing. Raises SeatLinkOld, HasEnded."""
    table_id, index, generation = _read_link(token)
    seat = Seat.objects.select_related("table").filter(table=table_id, index=index).first()
    if seat is None:
        raise SeatLinkOld
    if player is not None and seat.player_id == player.pk:
        return
    if not seat.is_person or seat.generation != generation:
        raise SeatLinkOld
    if seat.table.is_over:
        raise HasEnded


def hand_over(token: str, player: Player) -> Seat:
    """Give a seat to the device that brings its link; the old one is cut off. The same device
    again gets its own seat. Raises SeatLinkOld, SeatTaken when it sits here already, HasEnded, and
    IsRated when it is not a device of the same member."""
    table_id, index, generation = _read_link(token)
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        seat = table.seats.filter(index=index).first() if table is not None else None
        if table is None or seat is None:
            raise SeatLinkOld
        if seat.player_id == player.pk:
            return seat
        if not seat.is_person or seat.generation != generation:
            raise SeatLinkOld
        if table.is_over:
            raise HasEnded
        left = seat.player
        if table.rated and left is not None and player.user_id != left.user_id:
            raise IsRated
        try:
            with transaction.atomic():
                # Whoever sits beside comes along, and so does the part of the host.
                moved = table.seats.filter(player=left)
                for one in moved:
                    one.generation += 1
                    one.player = player
                    one.save(update_fields=["player", "generation"])
                    _cut(one)
        except IntegrityError:
            raise SeatTaken from None
        if left is not None and table.host_id == left.pk:
            table.host = player
        follow(table, left, player)
        touch(table)
        seat.refresh_from_db()
    return seat


def _cut(seat: Seat) -> None:
    cut_place(seat.table_id, seat.index, seat.generation)


# --- giving up, and the end ----------------------------------------------------------------------


def resign(table_id: int, index: int) -> None:
    """A person gives up. Where the game knows that, it goes on or ends by its rules; else a bot
    takes the seat for good. Raises NotSeated, HasEnded, IsRated, NotNow."""
    with transaction.atomic():
        position = _in_play(table_id)
        seat = _seat(position.table, index)
        if not seat.is_person:
            raise NotNow
        move = position.game.table_move(position.state, "resign", index, "")
        if move is None and position.table.rated:
            raise IsRated
        if move is None:
            _replace(position, seat, "")
        else:
            position.table.given_up_by = index
            store(plan(position, None, move), By.TABLE)


def tell_table(table_id: int, what: str) -> None:
    """A move of the table itself by its host, such as `last_round` or `void`. Raises NotNow where
    the game knows none such just now."""
    with transaction.atomic():
        position = _in_play(table_id)
        move = position.game.table_move(position.state, what, None, "")
        if move is None:
            raise NotNow
        store(plan(position, None, move), By.TABLE)


def knows(table: Table, what: str) -> bool:
    """Whether a game in play knows a move of the table itself just now, such as `last_round`."""
    position = Position(table)
    return position.game.table_move(position.state, what, None, "") is not None


def ends_by_leaving(table: Table, index: int) -> bool:
    """Whether a seat of a game in play can give up, which ends the game; else a bot takes it."""
    position = Position(table)
    return position.game.table_move(position.state, "resign", index, "") is not None


def counts_if_ended(table: Table) -> bool:
    """Whether a game in play that is stopped now is counted as it stands. Among several not before
    a person has moved, for then nobody has won anything; alone nothing is a score as well, and a
    first try stays the first."""
    begun = table.log.filter(by=By.PERSON).exists() or table.seats.count() == 1
    return begun and knows(table, "end")


def end(table_id: int) -> None:
    """Stop now: counted where there is something to count, else without a result. Raises IsRated:
    who is losing must not be able to undo it."""
    with transaction.atomic():
        table = locked(table_id)
        if table.is_over:
            raise HasEnded
        if table.is_playing:
            if table.rated:
                raise IsRated
            position = Position(table)
            move = position.game.table_move(position.state, "end", None, "")
            # Who ends the first game of a pair ends the pair.
            table.leg = 2 if table.leg == 2 else 0
            if move is not None and counts_if_ended(table):
                position, _row = store(plan(position, None, move), By.TABLE)
            if position.table.is_over:
                return
        close(table, Table.Status.STOPPED)
        save(table)
