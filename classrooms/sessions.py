"""Opening a room, coming in, the host's rights over who is in it, and its end.

Every function here is one transaction and tells the screens on commit.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from heritage.prepared import Prepared, PreparedInsert
from live.publish import cut, forget, forget_log
from players.models import Player, User
from quizzes import snapshot
from quizzes.models import Deck

from . import audiences, name_ideas, nicknames, screens, teams
from .errors import (
    Blocked,
    ClassBusy,
    ClassNotOpen,
    EmptyDeck,
    NicknameTaken,
    NoSuchRoom,
    NoSuchTeam,
    NotNow,
    RoomClosed,
    RoomLocked,
)
from .models import CLASS_CODES_FROM, Class, Pace, Participant, Round, Session
from .modes import Mode

#: Tries before giving up on a free code; a million codes and a few dozen rooms need one.
CODE_TRIES = 50
SIGNS = 8

_open_room = Prepared(
    lambda: Session.objects.filter(closed_at=None).defer("snapshot").order_by(), "code"
)
_place = Prepared(lambda: Participant.objects.order_by(), "session_id", "player_id")
_everybody = Prepared(lambda: Participant.objects.order_by(), "session_id")
_insert = PreparedInsert(Participant)


def open_session(
    owner: User,
    deck: Deck,
    limit: int | None = None,
    for_class: Class | None = None,
    mode: Mode | None = None,
) -> Session:
    """A new room in its lobby, with the deck as it stands now; `limit` draws that many of its
    questions and keeps them in the deck's order. A class comes in by its own code.
    `mode` is how points are counted and how the class plays.

    Raises EmptyDeck, and ClassBusy when the class has an open room already.
    """
    taken = snapshot.take(deck)
    questions = taken["questions"]
    if not questions:
        raise EmptyDeck
    if limit is not None and limit < len(questions):
        drawn = sorted(secrets.SystemRandom().sample(range(len(questions)), limit))
        taken["questions"] = [questions[at] for at in drawn]
    mode = mode or Mode()
    for _ in range(CODE_TRIES):
        try:
            with transaction.atomic():
                return Session.objects.create(
                    code=for_class.code if for_class else _draw(),
                    for_class=for_class,
                    owner=owner,
                    deck=deck,
                    title_vi=deck.title_vi,
                    title_en=deck.title_en,
                    snapshot=taken,
                    scoring=mode.scoring,
                    play=mode.play,
                    team_count=mode.team_count,
                    host_seen_at=timezone.now(),
                )
        except IntegrityError:
            # An open room has this code: the constraint decides, not a query before.
            if for_class is not None:
                raise ClassBusy from None
    raise RuntimeError("no free join code")


def _draw() -> str:
    return f"{secrets.randbelow(CLASS_CODES_FROM):06}"


@lru_cache(maxsize=64)
def _snapshot(session_id: int, created_at: datetime) -> dict[str, Any]:
    """A snapshot never changes, so each process reads it once."""
    found: dict[str, Any] = Session.objects.values_list("snapshot", flat=True).get(pk=session_id)
    return found


def questions_of(session: Session) -> list[dict[str, Any]]:
    """The session's questions, right answers included."""
    questions: list[dict[str, Any]] = _snapshot(session.pk, session.created_at)["questions"]
    return questions


def may_change(session: Session) -> bool:
    """Whether an answer may be changed while its question is open."""
    return bool(_snapshot(session.pk, session.created_at)["deck"].get("may_change"))


def find_open(code: str) -> Session:
    """The open room with this code of six digits. Raises NoSuchRoom, and ClassNotOpen for the
    code of a class between its lessons."""
    session = _open_room.first(code)
    if session is None:
        if Class.objects.filter(code=code, archived_at=None).exists():
            raise ClassNotOpen
        raise NoSuchRoom
    return session


def may_enter(session: Session, player: Player | None) -> Participant | None:
    """The place this player has in the room, or left when asked to; None for somebody new.

    Raises Blocked and RoomLocked: said at the code, before anybody types a name.
    """
    here = _place.first(session.pk, player.pk) if player else None
    if here is not None and here.blocked:
        raise Blocked
    if session.locked and (here is None or here.removed_at is not None):
        raise RoomLocked
    return here


def join(session: Session, player: Player, nickname: str, language: str = "vi") -> Participant:
    """Let a player in; one who is in already keeps the old name and place.

    Raises RoomClosed, RoomLocked, Blocked, BadNickname, NicknameTaken.
    """
    if not session.is_open:
        raise RoomClosed
    here = may_enter(session, player)
    if here is not None and here.removed_at is None:
        return here
    name = nicknames.canonical(nickname)
    if here is not None:
        return _come_back(here, name, language)
    try:
        with transaction.atomic():
            participant = Participant(
                session=session,
                player=player,
                nickname=name,
                nickname_key=nicknames.key(name),
                sign=_everybody.count(session.pk) % SIGNS + 1,
                team=teams.next_team(session),
                first_index=first_index(session),
                language=language,
                pace=_pace_before(session, player, nicknames.key(name)),
            )
            _insert(participant)
    except IntegrityError:
        again = Participant.objects.filter(session=session, player=player).first()
        if again is not None:
            return again  # a double tap
        raise NicknameTaken(nicknames.suggestion(name, taken_names(session))) from None
    transaction.on_commit(lambda: screens.people_changed(session.pk))
    return participant


def first_index(session: Session) -> int:
    """The first question of somebody who comes in now: the open one, or the next."""
    if session.state == Session.State.LOBBY:
        return 0
    return session.index + (session.state != Session.State.QUESTION)


def _pace_before(session: Session, player: Player, nickname_key: str) -> int:
    """The extra time this browser had under this name in the class's last lesson."""
    if session.for_class_id is None:
        return Pace.USUAL
    before = Participant.objects.filter(
        session__for_class=session.for_class_id,
        player=player,
        nickname_key=nickname_key,
    )
    found = before.order_by("-pk").values_list("pace", flat=True).first()
    return Pace.USUAL if found is None else found


def set_pace(session: Session, participant_id: int, pace: int) -> Participant:
    """Give somebody private extra time, or take it back; at once in the open question too.
    Answers that are in keep the clock they had. Raises NotNow."""
    participant = session.participants.filter(pk=participant_id).first()
    if participant is None or participant.on_paper or pace not in Pace.values:
        raise NotNow
    participant.pace = pace
    participant.save(update_fields=["pace"])
    if session.is_open and participant.removed_at is None:
        transaction.on_commit(lambda: screens.show_pace(session.pk, participant))
    return participant


def taken_names(session: Session) -> set[str]:
    """The keys of the names of who is in."""
    return set(session.participants.present().values_list("nickname_key", flat=True))


def _come_back(participant: Participant, name: str, language: str) -> Participant:
    """Who was asked to leave comes in again, with the old score and perhaps a better name."""
    participant.nickname, participant.nickname_key = name, nicknames.key(name)
    participant.language, participant.removed_at = language, None
    try:
        with transaction.atomic():
            participant.save(update_fields=["nickname", "nickname_key", "language", "removed_at"])
    except IntegrityError:
        taken = taken_names(participant.session)
        raise NicknameTaken(nicknames.suggestion(name, taken)) from None
    session_id = participant.session_id
    transaction.on_commit(lambda: screens.people_changed(session_id))
    return participant


def rename(session: Session, participant_id: int, nickname: str = "") -> Participant:
    """Give a participant another name, typed or (empty) drawn; the phone is told.

    Raises NotNow for somebody who is not in, BadNickname, NicknameTaken.
    """
    participant = session.participants.present().filter(pk=participant_id).first()
    if participant is None:
        raise NotNow
    taken = taken_names(session)
    name = (
        nicknames.canonical(nickname)
        if nickname.strip()
        else name_ideas.fresh(taken, participant.language)
    )
    participant.nickname, participant.nickname_key = name, nicknames.key(name)
    participant.renamed_at = timezone.now()
    try:
        with transaction.atomic():
            participant.save(update_fields=["nickname", "nickname_key", "renamed_at"])
    except IntegrityError:
        raise NicknameTaken(nicknames.suggestion(name, taken)) from None

    def tell() -> None:
        screens.show_name(session.pk, participant)
        screens.people_changed(session.pk)

    transaction.on_commit(tell)
    return participant


def move_to_team(session: Session, participant_id: int, team: int) -> Participant:
    """Put somebody into another team, in the lobby; the phone is told.

    Raises NotNow outside the lobby and for somebody who is not in, NoSuchTeam.
    """
    if not 1 <= team <= session.team_count:
        raise NoSuchTeam
    with transaction.atomic():
        in_lobby = Session.objects.select_for_update().filter(
            pk=session.pk, state=Session.State.LOBBY
        )
        participant = session.participants.present().filter(pk=participant_id).first()
        if participant is None or not in_lobby.exists():
            raise NotNow
        participant.team = team
        participant.save(update_fields=["team"])

    def tell() -> None:
        screens.show_phone(session.pk, participant)
        screens.people_changed(session.pk)

    transaction.on_commit(tell)
    return participant


def set_locked(session: Session, locked: bool) -> None:
    """Close the door to newcomers, or open it; who is in stays in and may come back."""
    Session.objects.filter(pk=session.pk).update(locked=locked, version=F("version") + 1)
    transaction.on_commit(lambda: screens.people_changed(session.pk))


def remove(session: Session, participant_id: int) -> Participant:
    """Ask somebody to leave: the stream is cut, the score is kept, no question waits for them."""
    return _set_removed(session, participant_id, timezone.now())


def block(session: Session, participant_id: int) -> Participant:
    """As `remove`, and this phone may not come back in this session."""
    return _set_removed(session, participant_id, timezone.now(), blocked=True)


def restore(session: Session, participant_id: int) -> Participant:
    """Take a removal or a block back. Raises NicknameTaken when the name went to somebody else."""
    return _set_removed(session, participant_id, None)


def _set_removed(
    session: Session, participant_id: int, at: datetime | None, *, blocked: bool = False
) -> Participant:
    participant = Participant.objects.filter(session=session, pk=participant_id).first()
    if participant is None or not session.is_open:
        raise NotNow
    participant.removed_at, participant.blocked = at, blocked
    participant.generation += 1
    try:
        with transaction.atomic():
            participant.save(update_fields=["removed_at", "blocked", "generation"])
    except IntegrityError:
        name = nicknames.suggestion(participant.nickname, taken_names(session))
        raise NicknameTaken(name) from None

    def tell() -> None:
        # In every language: a page may hold slips of more than one.
        for channel in audiences.phone_channels(session.pk):
            cut(channel, str(participant.pk), participant.generation)
        screens.people_changed(session.pk)
        if at is not None:
            screens.nobody_left_to_wait_for(session.pk)

    transaction.on_commit(tell)
    return participant


def close(session_id: int) -> bool:
    """End a session for good; False when it had ended already. Nothing is lost: the report is
    computed from the rows that are there."""
    now = timezone.now()
    with transaction.atomic():
        closed = Session.objects.filter(pk=session_id, closed_at=None).update(
            state=Session.State.CLOSED, closed_at=now, version=F("version") + 1
        )
        if closed:
            Round.objects.filter(session_id=session_id, closed_at=None).update(
                closed_at=now, paused_left_ms=None
            )
            transaction.on_commit(lambda: _closed(session_id))
    return bool(closed)


def _closed(session_id: int) -> None:
    screens.state_changed(session_id)
    for channel in audiences.channels(session_id):
        forget(channel)


def host_is_here(session: Session) -> None:
    """The host's page is open: the session is attended."""
    Session.objects.filter(pk=session.pk).update(host_seen_at=timezone.now())


def take_over(session: Session, browser: str) -> None:
    """The host's page was opened: this browser leads from now on, the one before is told."""
    moved = Session.objects.filter(pk=session.pk).exclude(led_from=browser)
    if moved.update(led_from=browser):
        session.led_from = browser
        transaction.on_commit(lambda: screens.led_from(session.pk, browser))


def close_unattended(now: datetime | None = None) -> int:
    """Close and save sessions whose host has been away for too long, and all that are too old."""
    now = now or timezone.now()
    away = now - timedelta(minutes=settings.SESSION_UNATTENDED_MINUTES)
    old = now - timedelta(hours=settings.SESSION_MAX_HOURS)
    played_out = now - timedelta(minutes=settings.SESSION_PODIUM_MINUTES)
    open_sessions = Session.objects.filter(closed_at=None)
    due = (
        open_sessions.filter(host_seen_at__lt=away)
        | open_sessions.filter(created_at__lt=old)
        | open_sessions.filter(state=Session.State.PODIUM, host_seen_at__lt=played_out)
    )
    return sum(close(pk) for pk in due.values_list("pk", flat=True))


def forget_nicknames(now: datetime | None = None) -> int:
    """Erase the nicknames of sessions that ended long enough ago; the figures stay."""
    now = now or timezone.now()
    due = Session.objects.filter(
        closed_at__lt=now - timedelta(days=settings.NICKNAME_DAYS), nicknames_erased_at=None
    )
    done = 0
    for session in due.defer("snapshot"):
        with transaction.atomic():
            session.participants.update(nickname="", nickname_key="", pace=Pace.USUAL)
            Session.objects.filter(pk=session.pk).update(nicknames_erased_at=now)
        done += 1
    forget_log()
    return done
