"""What the host may press, by name: on to the next screen, and second thoughts about questions
already played (asked again, taken out, counted again)."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from . import rounds, screens
from .errors import NotNow
from .models import Participant, Round, Session
from .sessions import close, questions_of, set_locked

State = Session.State
#: Between the lobby and the podium.
UNDER_WAY = {State.QUESTION, State.REVEAL, State.STANDINGS}


# --- on to the next screen -----------------------------------------------------------------------


def start(session: Session) -> None:
    """lobby → first question."""
    if session.state != State.LOBBY:
        raise NotNow
    rounds.open_round(session, 0)


def go_on(session: Session) -> None:
    """The one key: lobby → question → reveal → standings → next question … → podium → closed."""
    last = session.index + 1 >= len(questions_of(session))
    match session.state:
        case State.LOBBY:
            start(session)
        case State.QUESTION:
            reveal(session)
        case State.REVEAL if last:
            session.state = State.PODIUM
            rounds.bump(session)
        case State.REVEAL:
            session.state = State.STANDINGS
            rounds.bump(session)
        case State.STANDINGS:
            rounds.open_round(session, session.index + 1)
        case State.PODIUM:
            close(session.pk)
        case _:
            raise NotNow


def reveal(session: Session) -> None:
    """Close the question now and show the answer."""
    rounds.close_now(session, rounds.current(session))


def skip(session: Session) -> None:
    """Leave the question out: nobody gains or loses by it, the next one opens."""
    round_ = rounds.current(session)
    round_.skipped = True
    round_.closed_at = timezone.now()
    round_.paused_left_ms = None
    round_.save(update_fields=["skipped", "closed_at", "paused_left_ms"])
    if session.index + 1 < len(questions_of(session)):
        rounds.open_round(session, session.index + 1)
    else:
        session.state = State.PODIUM
        rounds.bump(session)


def end(session: Session) -> None:
    """Stop here: the podium when anything was played, else the session is closed. A question that
    is still open is taken out, for not everybody has had the time; the report can count it."""
    if session.state in {State.PODIUM, State.LOBBY}:
        close(session.pk)
        return
    Round.objects.filter(session=session, closed_at=None).update(
        closed_at=timezone.now(), paused_left_ms=None, void=True
    )
    session.state = State.PODIUM
    rounds.bump(session)


def _close_for_good(session: Session) -> None:
    close(session.pk)


def _set_buttons_only(session: Session, on: bool) -> None:
    """Phones show only buttons and the words are on the wall, or both show both."""
    session.buttons_only = on
    session.save(update_fields=["buttons_only"])
    rounds.bump(session)


# --- second thoughts about what was played -------------------------------------------------------


def ask_again(session: Session) -> None:
    """The question just revealed, once more: its answers so far count no longer, all others do.
    Who came in since it was first asked takes part."""
    if session.state != State.REVEAL:
        raise NotNow
    newest = rounds.askings(session, session.index)[0]
    late = Participant.objects.filter(session=session, first_index=session.index + 1)
    late.update(first_index=session.index)
    rounds.open_round(session, session.index, newest.attempt + 1)
    transaction.on_commit(lambda: screens.scores_changed(session.pk))


def set_void(session: Session, index: int, void: bool) -> None:
    """Let a closed question count for nobody, or count again. Every figure is computed from the
    rows, so all of them follow. Raises NotNow for a question that is not closed, was skipped, or
    is as it should be already."""
    round_ = rounds.askings(session, index).first()
    if round_ is None or round_.closed_at is None or round_.skipped or round_.void == void:
        raise NotNow
    round_.void = void
    round_.save(update_fields=["void"])
    if session.is_open:
        rounds.bump(session)
    if session.state == State.QUESTION:  # the push of an open question says nothing of points
        transaction.on_commit(lambda: screens.scores_changed(session.pk))


def void_question(session_id: int, index: int, void: bool) -> None:
    """`set_void` for any question played so far, in an open session or one that has ended."""
    with transaction.atomic():
        set_void(rounds.hold(session_id), index, void)


def _void_current(session: Session, void: bool) -> None:
    if session.state not in {State.REVEAL, State.STANDINGS, State.PODIUM}:
        raise NotNow
    set_void(session, session.index, void)


# --- by name -------------------------------------------------------------------------------------


#: Every host action by its name in the form; `do` is the only way in.
ACTIONS: dict[str, Callable[[Session], None]] = {
    "next": go_on,
    "reveal": reveal,
    "skip": skip,
    "again": ask_again,
    "void": lambda session: _void_current(session, True),
    "count": lambda session: _void_current(session, False),
    "pause": rounds.pause,
    "resume": rounds.resume,
    "extend": rounds.extend,
    "buttons": lambda session: _set_buttons_only(session, True),
    "words": lambda session: _set_buttons_only(session, False),
    "lock": lambda session: set_locked(session, True),
    "unlock": lambda session: set_locked(session, False),
    "end": end,
    "close": _close_for_good,
}


def do(session_id: int, action: str, version: int) -> None:
    """One host action, answering the state the host saw. Raises NotNow for an unknown action and
    for one that names an older state: a double press moves on once."""
    act = ACTIONS.get(action)
    if act is None:
        raise NotNow
    with transaction.atomic():
        session = rounds.hold(session_id)
        # To end was asked and confirmed: it stands, whatever question was closed meanwhile.
        meant = session.version == version or (action == "end" and session.state in UNDER_WAY)
        if not meant or not session.is_open:
            raise NotNow
        act(session)
