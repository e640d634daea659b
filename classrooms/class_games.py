"""Games a class plays: several tables opened at once, students dealt to them by the code of the
class, and what the teacher does to all of them together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils import timezone

from games import access, registry, tables
from games.errors import HasEnded, HasStarted, SeatTaken, TableError, TableFull
from games.faces import face, shown
from games.models import Table
from games.position import Position, may_join, seats_to_take, stand_in
from players.models import Player, User

from .errors import BadMode, ClassBusy, NoSeatLeft, NotNow
from .models import Class, GameLesson, LessonTable

#: Tables of one game in class.
MOST_TABLES = 12


def name_of(game: str) -> str:
    """A game's name; its slug when it is no longer here."""
    return face(game).name() if game in shown() else game


def open_tables(owner: User, host: Player, group: Class, game: str, count: int) -> GameLesson:
    """So many tables of a game for a class, with its rules for classes and the teacher as host
    of all. Raises BadMode for a game or number there is not, ClassBusy when the class has a room
    or tables open already."""
    if game not in shown() or not 1 <= count <= MOST_TABLES:
        raise BadMode
    if group.sessions.filter(closed_at=None).exists():
        raise ClassBusy
    close_old()
    opener = tables.Opener(host, game, preset=getattr(face(game), "in_class", ""))
    try:
        with transaction.atomic():
            lesson = GameLesson.objects.create(for_class=group, owner=owner, game=game)
            for number in range(1, count + 1):
                LessonTable.objects.create(lesson=lesson, table=opener.open(), number=number)
    except IntegrityError:
        raise ClassBusy from None
    return lesson


def open_under(code: str) -> GameLesson | None:
    """The game whose tables stand open under the code of a class."""
    return GameLesson.objects.filter(
        for_class__code=code, for_class__archived_at=None, closed_at=None
    ).first()


def tables_of(lesson: GameLesson) -> list[Table]:
    """Its tables by number, each as `table.in_lesson.number` says."""
    found = Table.objects.filter(in_lesson__lesson=lesson).select_related("in_lesson")
    return list(found.order_by("in_lesson__number"))


def teaches(user: User, table: Table) -> bool:
    """Whether somebody teaches the class that a table was opened for: its owner and co-teachers see
    and lead all its tables, whoever of them opened it."""
    taught = Class.objects.taught_by(user).values("pk")
    return LessonTable.objects.filter(table=table, lesson__for_class__in=taught).exists()


def connect() -> None:
    """Have the games know it."""
    if teaches not in access.leads_too:
        access.leads_too.append(teaches)


def table_of(lesson: GameLesson, player: Player | None) -> Table | None:
    """Where somebody sits already."""
    if player is None:
        return None
    return Table.objects.filter(in_lesson__lesson=lesson, seats__player=player).first()


# --- a seat for everybody ------------------------------------------------------------------------


def seat(lesson: GameLesson, player: Player, name: str, language: str) -> Table:
    """A seat at one of the tables, the one that needs somebody most; who sits already keeps it.
    Raises NoSeatLeft, and NameTaken of the table."""
    mine = table_of(lesson, player)
    if mine is not None:
        return mine
    for table in _by_need(lesson):
        enter = _way_in(table)
        if enter is None:
            continue
        try:
            enter(table.pk, player, name=name, language=language)
        except (TableFull, HasStarted, HasEnded, SeatTaken):
            continue  # somebody else was quicker; the next one
        return table
    raise NoSeatLeft


def _by_need(lesson: GameLesson) -> list[Table]:
    """Tables that are not over: first those with somebody but too few to play, then empty ones that
    the class is many enough for, the fewest people first."""
    people = Count("seats", filter=Q(seats__player__isnull=False))
    found = Table.objects.filter(in_lesson__lesson=lesson, ended_at=None).annotate(people=people)
    least = registry.game(lesson.game).seats[0]

    def need(table: Table) -> tuple[bool, bool, int, int]:
        sit = table.people  # type: ignore[attr-defined]
        return (table.is_playing, not 0 < sit < least, sit, table.in_lesson.number)

    return sorted(found.select_related("in_lesson"), key=need)


def _way_in(table: Table) -> Callable[..., object] | None:
    """How somebody gets a seat at this table, None when there is none."""
    if table.is_waiting:
        return tables.sit
    position = Position(table)
    if may_join(position):
        return tables.join
    free = seats_to_take(position)
    if not free:
        return None

    def take_over(table_id: int, player: Player, *, name: str, language: str) -> object:
        return tables.take_over(table_id, free[0].index, player, name=name, language=language)

    return take_over


# --- all tables at once --------------------------------------------------------------------------


def _start(table: Table) -> None:
    """Begin where somebody sits; a computer player makes up for who is missing."""
    game = registry.game(table.game)
    taken = table.seats.count()
    if not table.is_waiting or not table.seats.filter(player__isnull=False).exists():
        return
    for _seat in range(taken, game.seats[0]):
        tables.add_bot(table.pk, stand_in(game))
    tables.start(table.pk)


def _pause(table: Table) -> None:
    if table.is_playing and table.paused_at is None:
        tables.pause(table.pk)


def _resume(table: Table) -> None:
    if table.is_playing and table.paused_at is not None:
        tables.resume(table.pk)


def _last_round(table: Table) -> None:
    if table.is_playing:
        tables.tell_table(table.pk, "last_round")


def _end(table: Table) -> None:
    if not table.is_over:
        tables.end(table.pk)


#: What the teacher may do to all tables, by the name in the form.
ACTIONS: dict[str, Callable[[Table], None]] = {
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "last_round": _last_round,
    "end": _end,
}


def do(lesson: GameLesson, action: str) -> int:
    """One action at every table where it can be done; how many that was. Each table is a
    transaction of its own: one that has just moved on keeps none of the others. `end` closes the
    game for newcomers too. Raises NotNow for an unknown action or when the game is closed."""
    act = ACTIONS.get(action)
    if act is None or not lesson.is_open:
        raise NotNow
    done = 0
    for table in tables_of(lesson):
        before = (table.status, table.version)
        try:
            act(table)
        except TableError:
            continue  # it has moved on meanwhile, or knows no such thing
        table.refresh_from_db(fields=["status", "version"])
        done += (table.status, table.version) != before
    if action == "end":
        GameLesson.objects.filter(pk=lesson.pk, closed_at=None).update(closed_at=timezone.now())
    return done


def close_old() -> int:
    """Close games nobody has ended; their tables end as others do. How many."""
    old = timezone.now() - timedelta(hours=settings.SESSION_MAX_HOURS)
    return GameLesson.objects.filter(closed_at=None, created_at__lt=old).update(
        closed_at=timezone.now()
    )
