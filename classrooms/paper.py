"""Pupils without a phone: each has a number, holds up cards A–D, and the teacher keys them in.

What is keyed in goes the way of every answer (`classrooms.answers`), so it is counted, stored and
marked like one from a phone. Three things are different, and docs/reference/scoring.md says why: it
has no clock, it may be corrected until the teacher closes the question, and a question without
choices is not asked of who has only cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from players.models import Player
from quizzes import kinds
from quizzes.kinds import Snapshot

from . import answers, audiences, nicknames, screens, tally, teams
from .errors import BadAnswer, LessonError, NotNow, TooLate
from .models import Answer, Pace, Participant, Round, Session
from .sessions import SIGNS, first_index, questions_of, taken_names

#: Card numbers go so far: two digits are read across a room, and no class is larger.
MOST = 60
LETTERS = "ABCD"
#: "7. Lan", "7 Lan", "7", "Lan".
_LINE = re.compile(r"(?:(\d{1,3})(?:[\s.):–-]+|$))?(.*)")
#: "7b", "7 BD", "12=a".
_KEYED = re.compile(r"(\d{1,3})\s*[:=.-]?\s*([a-dA-D]{1,4}|0|[-–])(?![\w])")


class BadNumber(LessonError):
    """A card number that cannot be given."""

    code, status = "bad_number", 400


# --- who is on paper -----------------------------------------------------------------------------


def pupils(session: Session) -> list[Participant]:
    """Who holds up cards, by number."""
    return list(session.participants.present().on_paper().order_by("paper_number"))


def name_of(person: Participant) -> str:
    """A pupil's name, "" where it only says the number again."""
    return "" if str(person.paper_number) in person.nickname.split() else person.nickname


@dataclass(frozen=True)
class Wanted:
    """A pupil to be added; without a number the lowest free one, without a name just a number."""

    number: int | None
    name: str


def read_names(text: str) -> list[Wanted]:
    """The pupils of a list, one a line, with or without a number before the name. Raises
    BadNumber for one that no card has, BadNickname, and for a number that stands there twice."""
    found: list[Wanted] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _LINE.fullmatch(line)
        raw, name = match.groups() if match else (None, line)
        number = int(raw) if raw else None
        if number is not None and not 1 <= number <= MOST:
            raise BadNumber(_("Cards are numbered 1 to %(most)s.") % {"most": MOST})
        if number is not None and number in {each.number for each in found}:
            raise BadNumber(_("Number %(n)s stands there twice.") % {"n": number})
        found.append(Wanted(number, nicknames.canonical(name) if name.strip() else ""))
    return found


def add(session: Session, wanted: Sequence[Wanted], language: str) -> list[Participant]:
    """Let pupils without a phone in. Raises NotNow when all has been played, BadNumber when a
    number is taken or there are too many; then nobody is added."""
    with transaction.atomic():
        # Held: two who add at once are given numbers one after the other.
        held = Session.objects.select_for_update().defer("snapshot").get(pk=session.pk)
        if not held.is_open or held.state == Session.State.PODIUM:
            raise NotNow
        there = held.participants.present().on_paper()
        taken = set(there.values_list("paper_number", flat=True))
        asked_for = {each.number for each in wanted if each.number is not None}
        if twice := sorted(asked_for & taken):
            raise BadNumber(_("Number %(n)s is taken in this room.") % {"n": twice[0]})
        free = [n for n in range(1, MOST + 1) if n not in taken | asked_for]
        if len(free) < sum(each.number is None for each in wanted):
            raise BadNumber(_("Cards are numbered 1 to %(most)s.") % {"most": MOST})
        names = taken_names(held)
        added = []
        for each in wanted:
            number = each.number if each.number is not None else free.pop(0)
            name = each.name or _("No. %(n)s") % {"n": number}
            if nicknames.key(name) in names:
                name = nicknames.suggestion(name, names)
            names.add(nicknames.key(name))
            added.append(_enter(held, number, name, language))
        transaction.on_commit(lambda: screens.people_changed(session.pk))
    return added


def _enter(session: Session, number: int, name: str, language: str) -> Participant:
    return Participant.objects.create(
        session=session,
        player=Player.objects.create(),
        nickname=name,
        nickname_key=nicknames.key(name),
        sign=session.participants.count() % SIGNS + 1,
        team=teams.next_team(session),
        first_index=first_index(session),
        language=language,
        pace=Pace.UNTIMED,
        paper_number=number,
    )


# --- what they hold up ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A pupil and the letters that are keyed in, "" for none yet."""

    person: Participant
    letters: str

    @property
    def name(self) -> str:
        return name_of(self.person)


def held(session: Session, round_: Round, question: Snapshot) -> list[Held]:
    """Everybody on paper who is asked this question, with what is keyed in for them."""
    people = [each for each in pupils(session) if each.first_index <= round_.index]
    stored = Answer.objects.filter(round=round_, participant__in=people)
    given = {answer.participant_id: answer.response for answer in stored}
    return [Held(each, letters_of(question, given.get(each.pk))) for each in people]


def letters_of(question: Snapshot, response: kinds.Response | None) -> str:
    picked = (response or {}).get("choices", [])
    return "".join(each["letter"] for each in question["choices"] if each["position"] in picked)


def read_keyed(text: str) -> tuple[dict[int, str], str]:
    """Quick entry, "7B 12C 9-": letters by number, the last word on each; and what of it could
    not be read. A dash or 0 takes an answer back."""
    found = {
        int(number): "".join(sorted(set(letters.upper()) & set(LETTERS)))
        for number, letters in _KEYED.findall(text)
    }
    rest = _KEYED.sub(" ", text)
    return found, " ".join(rest.replace(",", " ").replace(";", " ").split())


@dataclass(frozen=True)
class Keyed:
    """What became of it: how many answers were taken (or taken back), and why others were not."""

    done: int
    problems: tuple[str, ...]


def key_in(session: Session, round_id: int, given: Mapping[int, str], arrived: datetime) -> Keyed:
    """Take the letters that pupils hold up, by their numbers; "" takes an answer back. What is
    wrong with one keeps none of the others. Raises TooLate when the question has closed, and NotNow
    when it is not the one that is open, or has no choices."""
    round_ = Round.objects.filter(session=session, pk=round_id).first()
    if round_ is None:
        raise NotNow
    question = questions_of(session)[round_.index]
    if not kinds.kind(question["kind"]).has_choices:
        raise NotNow
    if not round_.takes(arrived, Pace.UNTIMED):
        raise TooLate
    people = {each.paper_number: each for each in pupils(session)}
    done, problems = 0, []
    for number, letters in given.items():
        person = people.get(number)
        if person is None:
            problems.append(_("Nobody has card number %(n)s.") % {"n": number})
            continue
        person.session = session
        try:
            done += _take(person, round_, question, letters, arrived)
        except BadAnswer as error:
            said = {"n": number, "why": error.message}
            problems.append(_("Number %(n)s: %(why)s") % said)
        except NotNow:
            problems.append(_("Number %(n)s came after this question.") % {"n": number})
    return Keyed(done, tuple(problems))


def _take(
    person: Participant, round_: Round, question: Snapshot, letters: str, arrived: datetime
) -> bool:
    """Whether anything was changed by it."""
    stored = Answer.objects.filter(round=round_, participant=person).first()
    before = letters_of(question, stored.response) if stored else ""
    if letters == before:
        return False
    if not letters:
        # Locked against the closing: what has counted is not taken back.
        with transaction.atomic():
            still_open = Round.objects.select_for_update().filter(pk=round_.pk, closed_at=None)
            if not still_open.exists():
                raise TooLate
            Answer.objects.filter(round=round_, participant=person).delete()
        tally.forget(round_, person.pk, audiences.host_channels(round_.session_id))
        return True
    positions = _positions(question, letters)
    turn = stored.turn + 1 if stored else 0
    data = QueryDict(mutable=True)
    data.setlist("choice", positions)
    data["turn"] = str(turn)
    answers.record_answer(person, round_.pk, f"paper-{round_.pk}-{turn}", data, arrived)
    return True


def _positions(question: Snapshot, letters: Iterable[str]) -> list[str]:
    """The choices that letters stand for. Raises BadAnswer for a letter it does not have."""
    by_letter = {each["letter"]: str(each["position"]) for each in question["choices"]}
    missing = [letter for letter in letters if letter not in by_letter]
    if missing:
        raise BadAnswer(_("this question has no %(letter)s.") % {"letter": missing[0]})
    return [by_letter[letter] for letter in letters]
