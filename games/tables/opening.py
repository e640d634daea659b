"""Before the first move: a table is made, people come and go, somebody starts it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from players.models import Player

from .. import registry
from ..chance import TableChance
from ..errors import (
    BadOptions,
    HasEnded,
    HasSecrets,
    HasStarted,
    IsRated,
    NoSuchLevel,
    NoSuchTable,
    NotEnded,
    NotSeated,
    TableFull,
    TooFew,
)
from ..game import AnyGame, InvalidOptions
from ..models import Content, Seat, Table, TableMove
from ..position import Position, content_of
from .moves import sentence
from .rows import By, changed, locked, save, settle_who_is_to_act, wake

#: Consonants and digits that no one mistakes for another, and that spell no word.
CODE_LETTERS = "BCDFGHJKMNPQRTVWXZ346789"
CODE_LENGTH = 6


def create(
    host: Player | None,
    game: str,
    *,
    preset: str = "",
    options: Mapping[str, Any] | None = None,
    size: int | None = None,
    spectators: bool = True,
    rated: bool = False,
) -> Table:
    """A new table in the lobby, nobody seated yet. Options stand over those of the preset; without
    a preset they stand over the game's first one. Raises NoSuchTable for an unknown game, and
    BadOptions."""
    try:
        rules = registry.game(game)
    except registry.UnknownGame as error:
        raise NoSuchTable from error
    table = Table(game=game, host=host, spectators=spectators, rated=rated, touched_at=_now())
    _set_up(table, rules, preset, options or {}, size)
    table.seed = secrets.token_hex(16)
    return _with_code(table)


def _now() -> Any:
    return timezone.now()


def _set_up(
    table: Table, rules: AnyGame, preset: str, options: Mapping[str, Any], size: int | None
) -> None:
    if preset and preset not in rules.presets:
        raise BadOptions(name="preset")
    name = preset or next(iter(rules.presets), "")
    try:
        read = rules.read_options({**rules.presets.get(name, {}), **options})
    except InvalidOptions as refusal:
        raise BadOptions(
            sentence(table, refusal), name=str(refusal.facts.get("name", ""))
        ) from refusal
    most = rules.seats[-1]
    if size is not None and size not in rules.seats:
        raise BadOptions(name="size")
    if table.rated and (size or most) != 2:
        raise BadOptions(name="rated")
    table.options = rules.write_options(read)
    table.preset = "" if options and table.options != _whole(rules, name) else name
    table.size = size or most
    table.content = _kept(registry.snapshot(table.game, table.options))


def _whole(rules: AnyGame, preset: str) -> dict[str, Any]:
    return rules.write_options(rules.read_options(rules.presets.get(preset, {})))


def _kept(data: Any) -> Content | None:
    """The row that holds this content, the same one for the same content."""
    if not data:
        return None
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    row, _made = Content.objects.get_or_create(digest=digest, defaults={"data": data})
    return row


def _with_code(table: Table) -> Table:
    """Store a new table under a code nobody has."""
    while True:
        table.code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        try:
            with transaction.atomic():
                table.save(force_insert=True)
        except IntegrityError:
            if not Table.objects.filter(code=table.code).exists():
                raise
        else:
            return table


def set_options(
    table_id: int,
    *,
    preset: str = "",
    options: Mapping[str, Any] | None = None,
    size: int | None = None,
) -> Table:
    """Set a waiting table up anew. Raises HasStarted, BadOptions (also when more sit there than
    the new size has seats for)."""
    with transaction.atomic():
        table = _waiting(table_id)
        _set_up(table, registry.game(table.game), preset, options or {}, size or table.size)
        if table.seats.count() > table.size:
            raise BadOptions(name="size")
        table.save(update_fields=["options", "preset", "size", "content"])
        touch(table)
    return table


def _waiting(table_id: int) -> Table:
    """The table, held. Raises HasStarted or HasEnded when it waits no more."""
    table = locked(table_id)
    if table.is_over:
        raise HasEnded
    if not table.is_waiting:
        raise HasStarted
    return table


def touch(table: Table) -> None:
    """Something that screens show changed, but not the game."""
    table.version += 1
    table.touched_at = _now()
    table.save(update_fields=["version", "touched_at", "host"])
    changed(table)


# --- coming and going ----------------------------------------------------------------------------


def sit(table_id: int, player: Player, *, name: str = "", language: str = "vi") -> Seat:
    """The lowest free seat, or the one this player has already. Raises TableFull, HasStarted."""
    with transaction.atomic():
        table = locked(table_id)
        mine = table.seats.filter(player=player, beside=False).first()
        if mine is not None:
            return mine
        return _take(_waiting(table_id), player=player, name=name, language=language)


def sit_beside(table_id: int, player: Player, *, name: str = "") -> Seat:
    """A second person on the device of somebody who sits here. Raises NotSeated, TableFull, and
    HasSecrets where one screen would show what the other must not see."""
    with transaction.atomic():
        table = _waiting(table_id)
        mine = table.seats.filter(player=player, beside=False).first()
        if mine is None:
            raise NotSeated
        if registry.game(table.game).hidden:
            raise HasSecrets
        if table.rated:
            raise IsRated
        return _take(table, player=player, name=name, language=mine.language, beside=True)


def add_bot(table_id: int, level: str) -> Seat:
    """A bot on the lowest free seat. Raises NoSuchLevel, TableFull, HasStarted, IsRated."""
    with transaction.atomic():
        table = _waiting(table_id)
        if level not in registry.game(table.game).bots:
            raise NoSuchLevel
        if table.rated:
            raise IsRated
        return _take(table, bot=level)


def _take(table: Table, **who: Any) -> Seat:
    taken = set(table.seats.values_list("index", flat=True))
    free = next((index for index in range(table.size) if index not in taken), None)
    if free is None:
        raise TableFull
    seat = Seat.objects.create(table=table, index=free, **who)
    touch(table)
    return seat


def leave(table_id: int, player: Player) -> None:
    """Get up from a waiting table; the host's part goes to whoever sits there longest. Raises
    HasStarted, HasEnded, NotSeated. In mid-game one resigns or is replaced."""
    with transaction.atomic():
        table = _waiting(table_id)
        if not table.seats.filter(player=player).delete()[0]:
            raise NotSeated
        if table.host_id == player.pk:
            others = table.seats.filter(player__isnull=False).order_by("joined_at")
            nxt = others.select_related("player").first()
            table.host = nxt.player if nxt is not None else table.host
        touch(table)


def remove_seat(table_id: int, index: int) -> None:
    """The host frees a seat of a waiting table. Raises HasStarted, NotSeated."""
    with transaction.atomic():
        table = _waiting(table_id)
        seat = table.seats.filter(index=index).first()
        if seat is None:
            raise NotSeated
        seat.delete()
        touch(table)


def set_language(seat: Seat, language: str) -> None:
    """Bring this seat its fragments in the language its page is read in."""
    if seat.language != language:
        seat.language = language
        Seat.objects.filter(pk=seat.pk).update(language=language)


# --- the start -----------------------------------------------------------------------------------


def start(table_id: int) -> Table:
    """Begin with whoever sits there; the seats close up. Raises TooFew, HasStarted, HasEnded."""
    with transaction.atomic():
        return _start(_waiting(table_id))


def _start(table: Table) -> Table:
    game = registry.game(table.game)
    seats = list(table.seats.order_by("index"))
    if len(seats) not in game.seats:
        raise TooFew
    for index, seat in enumerate(seats):
        if seat.index != index:
            seat.index = index
            seat.save(update_fields=["index"])
    options = game.read_options(table.options)
    levels = [seat.bot for seat in seats]
    content = content_of(table)
    step = game.start(options, levels, content, TableChance(table.seed, 0))
    now = _now()
    table.state = game.encode(step.state)
    TableMove.objects.create(
        table=table,
        number=0,
        by=By.TABLE,
        record={"state": table.state},
        events=[event.encode() for event in step.events],
        at=now,
    )
    table.status = Table.Status.PLAYING
    table.started_at = table.touched_at = now
    table.decision = game.decision(step.state)
    position = Position(table)
    position.state = step.state
    settle_who_is_to_act(position, seats, answered="")
    save(table)
    for seat in seats:
        if seat.to_act:
            wake(position, seat)
    return table


# --- again ---------------------------------------------------------------------------------------


def rematch(table_id: int, player: Player) -> Table:
    """Play again with the seats turned by one, so that somebody else begins. The first who asks
    makes the table and is ready; it starts when every person is. Raises NotEnded, NotSeated."""
    with transaction.atomic():
        old = locked(table_id)
        if not old.is_over:
            raise NotEnded
        if not old.seats.filter(player=player).exists():
            raise NotSeated
        new = Table.objects.filter(rematch_of=old).first() or _turned(old)
        if not new.is_waiting:
            return new
        new.seats.filter(player=player).update(ready=True)
        if new.seats.filter(player__isnull=False, ready=False).exists():
            touch(new)
        elif new.seats.count() in registry.game(new.game).seats:
            _start(new)
        changed(old)
    return new


def _turned(old: Table) -> Table:
    """The table of a rematch: who sat on seat 1 sits on seat 0, who sat on 0 on the last."""
    new = Table(
        game=old.game,
        preset=old.preset,
        options=old.options,
        size=old.size,
        host=old.host,
        spectators=old.spectators,
        rated=old.rated,
        content=old.content,
        seed=secrets.token_hex(16),
        rematch_of=old,
    )
    _with_code(new)
    seats = list(old.seats.order_by("index"))
    for seat in seats:
        if not seat.is_person and not seat.is_bot:
            continue
        Seat.objects.create(
            table=new,
            index=(seat.index - 1) % len(seats),
            player=seat.player,
            bot=seat.bot,
            name=seat.name,
            beside=seat.beside,
            language=seat.language,
        )
    return new
