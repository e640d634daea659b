"""A student on another device: the code, the same name, one tap of the teacher, and the place goes
over with its score. The device before says where it went."""

from __future__ import annotations

import uuid

from django.db import IntegrityError, transaction
from django.utils import timezone

from live import presence
from live.publish import cut
from players.models import Player

from . import audiences, nicknames, screens
from .errors import Blocked, NameInUse, NotNow, RoomClosed
from .models import Handover, Participant, Session


def holder_away(session: Session, nickname: str) -> Participant | None:
    """Who has this name in the room while their device is silent; only then may it go over."""
    people = session.participants.present().with_phone()
    holder = people.filter(nickname_key=nicknames.key(nickname)).first()
    if holder is None:
        return None
    there = presence.present(audiences.phones_room(session.pk))
    return None if there and str(holder.pk) in there else holder


def ask(session: Session, nickname: str, player: Player) -> Handover:
    """Ask the teacher to let this device go on as that person; asking twice is asking once.

    A device that had the place before may ask at any time; another one only while the present
    device is silent. Raises RoomClosed, NameInUse, and Blocked as at the door.
    """
    if not session.is_open:
        raise RoomClosed
    here = Participant.objects.filter(session=session, player=player).first()
    if here is not None and here.blocked:
        raise Blocked
    before = gone_from(session.pk, player.pk)
    if before is not None and before.nickname_key == nicknames.key(nickname):
        holder = before if before.removed_at is None else None
    else:
        holder = holder_away(session, nickname)
    if here is not None or holder is None:
        raise NameInUse
    try:
        with transaction.atomic():
            asked, made = Handover.objects.get_or_create(
                participant=holder, player=player, decided_at=None
            )
    except IntegrityError:
        raise NameInUse from None
    if made:
        transaction.on_commit(lambda: screens.people_changed(session.pk))
    return asked


def waiting(session: Session) -> list[Handover]:
    """What the teacher has yet to decide, the oldest first."""
    found = Handover.objects.filter(participant__session=session, decided_at=None)
    found = found.filter(participant__removed_at=None)
    # Who came in under another name meanwhile asks for nothing any more.
    found = found.exclude(player__participations__session=session)
    return list(found.select_related("participant"))


def decide(session: Session, handover_id: int, *, accept: bool) -> Handover:
    """Let the new device take the place over, or not. Raises NotNow for what is decided already
    and when that device got a place of its own meanwhile."""
    with transaction.atomic():
        asked = (
            Handover.objects.select_related("participant")
            .select_for_update()
            .filter(pk=handover_id, participant__session=session, decided_at=None)
            .first()
        )
        if asked is None or not session.is_open:
            raise NotNow
        person = asked.participant
        asked.decided_at, asked.accepted = timezone.now(), accept
        asked.left_player_id = person.player_id
        asked.save(update_fields=["decided_at", "accepted", "left_player"])
        if accept:
            person.player_id = asked.player_id
            person.generation += 1
            try:
                with transaction.atomic():
                    person.save(update_fields=["player", "generation"])
            except IntegrityError:
                raise NotNow from None
            # Whoever else asked for this place asks anew, of the device that has it now.
            Handover.objects.filter(participant=person, decided_at=None).update(
                decided_at=timezone.now()
            )

    def tell() -> None:
        if accept:
            for channel in audiences.phone_channels(session.pk):
                cut(channel, str(person.pk), person.generation)
        screens.people_changed(session.pk)

    transaction.on_commit(tell)
    return asked


def asked_by(session_id: int, player_id: uuid.UUID | None) -> Handover | None:
    """The latest thing this device asked for in a session."""
    if player_id is None:
        return None
    found = Handover.objects.filter(participant__session_id=session_id, player_id=player_id)
    return found.select_related("participant", "participant__session").order_by("-pk").first()


def gone_from(session_id: int, player_id: uuid.UUID | None) -> Participant | None:
    """Who played on this device before the place went over to another."""
    if player_id is None:
        return None
    gone = (
        Handover.objects.filter(
            participant__session_id=session_id, left_player_id=player_id, accepted=True
        )
        .select_related("participant", "participant__session")
        .order_by("-pk")
        .first()
    )
    return gone.participant if gone is not None else None
