"""Before the first move: a table is made, people come and go, somebody starts it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from live import presence
from live.publish import cut
from players.models import Player

from .. import audiences, history, names, registry
from ..chance import TableChance
from ..errors import (
    BadOptions,
    HasEnded,
    HasSecrets,
    HasStarted,
    IsRated,
    NameTaken,
    NoSuchLevel,
    NoSuchTable,
    NotEnded,
    NotNow,
    NotSeated,
    OwnSeat,
    SeatEmpty,
    SentAway,
    TableFull,
    TooFew,
)
from ..game import AnyGame, InvalidOptions
from ..models import BREAK, Content, Seat, Table, TableMove
from ..position import Position, content_of
from ..refusing import sentence
from .restraint import Kind, carry_over, is_restrained
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
    paired: bool = False,
    material: Mapping[str, Any] | None = None,
) -> Table:
    """A new table in the lobby, nobody seated yet. Options stand over those of the preset; without
    a preset they stand over the game's first one. When it is paired, a second game with the seats
    exchanged follows it by itself. `material` is what was chosen of what the game is played with,
    such as decks (the game's `content.snapshot`). Raises NoSuchTable for an unknown game, and
    BadOptions."""
    table = Table(game=game, host=host, spectators=spectators, rated=rated, leg=int(paired))
    _set_up(table, _rules(game), preset, options or {}, size, material)
    return _opened(table)


class Opener:
    """Opens several tables that are alike. What they are played with is gathered when it is made:
    that takes long where there are many questions, and must not be done by who already holds the
    database for writing. Raises NoSuchTable, BadOptions."""

    def __init__(self, host: Player | None, game: str, *, preset: str = "") -> None:
        self._like = {"game": game, "host": host}
        table = Table(**self._like)
        _set_up(table, _rules(game), preset, {}, None, None)
        self._like |= {name: getattr(table, name) for name in _SET_UP}

    def open(self) -> Table:
        """One more."""
        return _opened(Table(**self._like))


#: What `_set_up` settles of a table.
_SET_UP = ("options", "preset", "size", "content")


def _rules(game: str) -> AnyGame:
    try:
        return registry.game(game)
    except registry.UnknownGame as error:
        raise NoSuchTable from error


def _opened(table: Table) -> Table:
    table.touched_at = _now()
    table.seed = _new_seed()
    return _with_code(table)


def _now() -> Any:
    return timezone.now()


def _new_seed() -> str:
    """The secret all chance of a table comes from."""
    return secrets.token_hex(16)


def _set_up(
    table: Table,
    rules: AnyGame,
    preset: str,
    options: Mapping[str, Any],
    size: int | None,
    material: Mapping[str, Any] | None,
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
    for_two = next((one for one in ("rated", "leg") if getattr(table, one)), "")
    if for_two and (size or most) != 2:
        raise BadOptions(name=for_two)
    table.options = rules.write_options(read)
    table.preset = "" if options and table.options != _whole(rules, name) else name
    table.size = size or most
    table.content = _kept(registry.snapshot(table.game, table.options, material))


def _whole(rules: AnyGame, preset: str) -> dict[str, Any]:
    return rules.write_options(rules.read_options(rules.presets.get(preset, {})))


def _kept(data: Any) -> Content | None:
    """The row that holds this content, the same one for the same content."""
    if not data:
        return None
    row, _made = Content.objects.get_or_create(
        digest=Content.digest_of(data), defaults={"data": data}
    )
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
    """Set a waiting table up anew; what was chosen of its content stays chosen. Raises HasStarted,
    BadOptions (also when more sit there than the new size has seats for)."""
    wanted = Table.objects.get(pk=table_id)
    if wanted.is_waiting:
        # Before the table is held: gathering what it is played with takes long.
        chosen = registry.material_of(wanted.game, content_of(wanted))
        rules = registry.game(wanted.game)
        _set_up(wanted, rules, preset, options or {}, size or wanted.size, chosen)
    with transaction.atomic():
        table = _waiting(table_id)
        for name in _SET_UP:
            setattr(table, name, getattr(wanted, name))
        if table.seats.count() > table.size:
            raise BadOptions(name="size")
        table.save(update_fields=list(_SET_UP))
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
    """The lowest free seat, or the one this player has already. Raises TableFull, NameTaken,
    HasStarted, SentAway."""
    with transaction.atomic():
        table = locked(table_id)
        mine = table.seats.filter(player=player, beside=False).first()
        if mine is not None:
            return mine
        need_welcome(table, player)
        return _take(_waiting(table_id), player=player, name=name, language=language)


def sit_beside(table_id: int, player: Player, *, name: str = "") -> Seat:
    """A second person on the device of somebody who sits here. Raises NotSeated, TableFull,
    NameTaken, and HasSecrets where one screen would show what the other must not see."""
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
    need_free_name(table, who.get("name", ""))
    seat = Seat.objects.create(table=table, index=free, generation=table.version, **who)
    greet(seat)
    touch(table)
    return seat


def need_free_name(table: Table, name: str, *, index: int | None = None) -> None:
    """Raises NameTaken for a name that another seat than `index` has or is shown with, however it
    is typed and whichever language it is read in."""
    if not name:
        return
    others = [seat for seat in table.seats.all() if seat.index != index]
    taken = {names.key(seat.name) for seat in others if seat.name}
    taken |= names.labels(table.game, [seat.index for seat in others])
    if names.key(name) in taken:
        raise NameTaken(names.suggestion(name, taken))


def need_welcome(table: Table, player: Player) -> None:
    """Raises SentAway for somebody who was."""
    if is_restrained(table, player, Kind.AWAY):
        raise SentAway


def greet(seat: Seat) -> None:
    """Whoever sits down is there, although the page of the table has yet to be asked for: on
    commit, before the others are shown."""
    if seat.is_person:
        place, subject = audiences.room(seat.table_id), str(seat.index)
        transaction.on_commit(lambda: presence.note(place, subject), robust=True)


def cut_place(table_id: int, index: int, generation: int) -> None:
    """End what listens to a place under an older generation, on commit."""
    channel = audiences.seat_channel(table_id, index)
    transaction.on_commit(lambda: cut(channel, str(index), generation), robust=True)


def leave(table_id: int, player: Player) -> None:
    """Get up from a waiting table; the host's part goes to whoever sits there longest. Raises
    HasStarted, HasEnded, NotSeated. In mid-game one resigns or is replaced."""
    with transaction.atomic():
        table = _waiting(table_id)
        mine = list(table.seats.filter(player=player))
        if not mine:
            raise NotSeated
        for seat in mine:
            _free(table, seat)
        if table.host_id == player.pk:
            others = table.seats.filter(player__isnull=False).order_by("joined_at")
            nxt = others.select_related("player").first()
            table.host = nxt.player if nxt is not None else table.host
        touch(table)
        if (old := table.rematch_of_id) is not None:
            # Apart, on commit: `rematch` holds the two tables in the other order.
            transaction.on_commit(lambda: _touch(old), robust=True)


def _touch(table_id: int) -> None:
    with transaction.atomic():
        touch(locked(table_id))


def remove_seat(table_id: int, index: int) -> None:
    """The host frees a seat of a waiting table. Raises HasStarted, SeatEmpty, and OwnSeat: who
    hosts gets up by `leave`, which hands the host's part on."""
    with transaction.atomic():
        table = _waiting(table_id)
        seat = table.seats.filter(index=index).first()
        if seat is None:
            raise SeatEmpty
        if seat.is_person and seat.player_id == table.host_id and not seat.beside:
            raise OwnSeat
        _free(table, seat)
        touch(table)


def _free(table: Table, seat: Seat) -> None:
    """Whoever sat there hears no more of the place: somebody else may take it."""
    cut_place(table.pk, seat.index, table.version + 1)
    seat.delete()


def set_language(seat: Seat, language: str) -> None:
    """Bring this seat its fragments in the language its page is read in."""
    if seat.language != language:
        seat.language = language
        Seat.objects.filter(pk=seat.pk).update(language=language)


def set_nameless(table_id: int, nameless: bool) -> None:
    """Show what the game calls each seat instead of nicknames, or nicknames again. Raises NotNow
    where it is so already."""
    with transaction.atomic():
        table = locked(table_id)
        if table.nameless == nameless:
            raise NotNow
        table.nameless = nameless
        table.save(update_fields=["nameless"])
        touch(table)


# --- the start -----------------------------------------------------------------------------------


def start(table_id: int) -> Table:
    """Begin with whoever sits there; the seats close up. Raises TooFew, HasStarted, HasEnded."""
    with transaction.atomic():
        return _start(_waiting(table_id))


def _start(table: Table) -> Table:
    game = registry.game(table.game)
    seats = list(table.seats.order_by("index"))
    if len(seats) not in game.seats or (table.leg and len(seats) != 2):
        raise TooFew
    for index, seat in enumerate(seats):
        if seat.index != index:
            _move_up(table, seat, index)
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
    table.decision = history.decision(game, step.state, table.undone)
    position = Position(table)
    position.state = step.state
    shown = timedelta(seconds=game.showing(step.events))
    if table.leg == 2:
        shown += BREAK
    settle_who_is_to_act(position, seats, answered="", shown=shown)
    save(table)
    for seat in seats:
        if seat.to_act:
            wake(position, seat)
    return table


def _move_up(table: Table, seat: Seat, index: int) -> None:
    """To a lower place: what the page listens to now is somebody else's, or nobody's."""
    generation = table.version + 1
    for place in (seat.index, index):
        cut_place(table.pk, place, generation)
    seat.index, seat.generation = index, generation
    seat.save(update_fields=["index", "generation"])


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
        new = Table.objects.filter(rematch_of=old).first() or _turned(old, leg=bool(old.leg))
        if not new.is_waiting:
            return new
        new.seats.filter(player=player).update(ready=True)
        if new.seats.filter(player__isnull=False, ready=False).exists():
            touch(new)
        elif new.seats.count() in registry.game(new.game).seats:
            _start(new)
        touch(old)  # whoever looks at its end sees who wants to play again
    return new


def _again(old: Table) -> Content | None:
    """What a rematch plays with: the same, unless the game says that it is another one by now."""
    fresh = registry.snapshot_again(old.game, old.options)
    return old.content if fresh is None else _kept(fresh)


def play_second(first: Table) -> Table:
    """The second game of a pair, begun at once; whoever was away in the first still is. The caller
    holds the first."""
    second = _turned(first, leg=2)
    away = {seat.player_id: seat.cut_off for seat in first.seats.filter(away=True)}
    for seat in second.seats.filter(player__in=away):
        seat.away, seat.cut_off = True, away[seat.player_id]
        seat.save(update_fields=["away", "cut_off"])
    return _start(second)


def _turned(old: Table, *, leg: int) -> Table:
    """The table of a rematch: who sat on seat 1 sits on seat 0, who sat on 0 on the last."""
    new = Table(
        game=old.game,
        preset=old.preset,
        options=old.options,
        size=old.size,
        host=old.host,
        spectators=old.spectators,
        rated=old.rated,
        leg=leg,
        content=old.content if leg == 2 else _again(old),
        seed=_new_seed(),
        rematch_of=old,
    )
    _with_code(new)
    carry_over(old, new)
    seats = list(old.seats.order_by("index"))
    for seat in seats:
        if not seat.is_person and not seat.is_bot:
            continue
        Seat.objects.create(
            table=new,
            index=(seat.index - 1) % len(seats),
            player=seat.player,
            bot=seat.bot,
            name="" if seat.is_bot else seat.name,
            beside=seat.beside,
            language=seat.language,
        )
    return new
