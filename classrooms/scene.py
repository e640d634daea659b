"""What each audience sees at one moment: one context for a page, the same for a pushed fragment."""

from __future__ import annotations

import time
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from django.utils import timezone, translation

from heritage.models import Fact
from heritage.prepared import Prepared
from live import presence
from quizzes import kinds

from . import modes, plays, tally, teams
from . import results as computed
from .audiences import phones_room
from .models import Answer, Handover, Pace, Participant, Round, Session

#: What there is to read in the lobby is looked up this often (seconds).
TIPS_FOR = 300

State = Session.State

_newest_round = Prepared(lambda: Round.objects.order_by("-attempt"), "session_id", "index")
_answer = Prepared(lambda: Answer.objects.order_by(), "round_id", "participant_id")


def epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


class Scene:
    """One session at one moment; reads what a screen asks for, once."""

    def __init__(self, session: Session) -> None:
        from .sessions import may_change, questions_of

        self.session = session
        self.questions = questions_of(session)
        self.may_change = may_change(session)
        #: What a class is shown alike, for the tag `once`.
        self.drawn: dict[Any, str] = {}

    @classmethod
    def of(cls, session_id: int) -> Scene:
        return cls(
            Session.objects.select_related("owner", "deck", "for_class")
            .defer("snapshot")
            .get(pk=session_id)
        )

    @property
    def number(self) -> int:
        return self.session.index + 1

    @cached_property
    def question(self) -> dict[str, Any] | None:
        """The present question with its answer: for the host after closing, never for phones."""
        return self.questions[self.session.index] if self.session.index >= 0 else None

    @cached_property
    def public_question(self) -> dict[str, Any] | None:
        return kinds.kind(self.question["kind"]).public(self.question) if self.question else None

    @cached_property
    def round(self) -> Round | None:
        """The newest asking of the present question."""
        return _newest_round.first(self.session.pk, self.session.index)

    @cached_property
    def results(self) -> computed.Results:
        return computed.at_hand(self.session)

    @cached_property
    def people(self) -> list[Participant]:
        return list(Participant.objects.present().filter(session=self.session))

    @cached_property
    def present(self) -> int:
        """How many are in, without reading who."""
        return tally.present(self.session.pk)

    @cached_property
    def away(self) -> set[int]:
        """Who is in but not connected just now; nobody when that cannot be known."""
        there = presence.present(phones_room(self.session.pk))
        if there is None:
            return set()
        return {p.pk for p in self.people if not p.on_paper and str(p.pk) not in there}

    @cached_property
    def on_paper(self) -> list[Participant]:
        """Who answers by cards, by their numbers."""
        found = [person for person in self.people if person.on_paper]
        return sorted(found, key=lambda person: person.paper_number or 0)

    @property
    def takes_cards(self) -> bool:
        """Whether the present question is answered by holding up cards."""
        return self.question is not None and kinds.kind(self.question["kind"]).has_choices

    @cached_property
    def requests(self) -> list[Handover]:
        """New devices that wait for the teacher's tap."""
        from .handover import waiting

        return waiting(self.session) if self.session.is_open else []

    @cached_property
    def gone(self) -> list[Participant]:
        """Who was asked to leave; the host may let them in again."""
        return list(Participant.objects.filter(session=self.session, removed_at__isnull=False))

    @cached_property
    def item(self) -> computed.Item | None:
        """The figures of the question just closed."""
        index, found = self.session.index, self.results
        return next((each for each in (*found.items, *found.void) if each.index == index), None)

    @cached_property
    def play(self) -> plays.Play:
        """How the class plays: what the screens between the questions and at the end show."""
        return plays.play_of(self.session, lambda: self.results, self.total)

    @property
    def mode(self) -> modes.Mode:
        return modes.of(self.session)

    @cached_property
    def in_teams(self) -> list[teams.Team]:
        """Who is in which team; empty where there are none."""
        count = self.session.team_count
        return teams.of(self.people, count) if count else []

    @property
    def total(self) -> int:
        return len(self.questions)

    @property
    def is_last(self) -> bool:
        return self.number >= self.total

    @cached_property
    def clock(self) -> dict[str, Any]:
        """Everybody's countdown."""
        return self.clock_of(Pace.USUAL)

    def clock_of(self, pace: int) -> dict[str, Any]:
        """The countdown at this pace as a page needs it, times in epoch milliseconds of this
        server; without a clock only what there is to say."""
        if self.session.state != State.QUESTION or self.round is None:
            return {}
        now = timezone.now()
        paused = self.round.paused_left_ms is not None
        left, total = self.round.left_ms(pace, now), self.round.clock_ms(pace)
        if left is None or total is None:
            return {"paused": paused, "untimed": True}
        shown = max(0, left)
        return {
            "closes": epoch_ms(now) + left,
            "now": epoch_ms(now),
            "paused": paused,
            "left_ms": shown,
            "left": -(-shown // 1000),
            "total": -(-total // 1000),
        }

    @property
    def assets(self) -> list[str]:
        """What the questions of this session need beyond what is pushed, to be fetched early."""
        language = translation.get_language() or "vi"
        slugs = {question["kind"] for question in self.questions}
        return sorted({url for slug in slugs for url in kinds.kind(slug).assets(language)})

    @property
    def ahead(self) -> str:
        """The address of the next question's picture, for phones to fetch while nothing is asked;
        '' when there is none."""
        coming = self.questions[self.number : self.number + 1]
        if self.session.state == State.QUESTION or not coming or not coming[0]["image"]:
            return ""
        return str(coming[0]["image"]["url"])

    def common(self) -> dict[str, Any]:
        return {
            "scene": self,
            "session": self.session,
            "language": translation.get_language(),
            "drawn": self.drawn,
        }


# --- phones --------------------------------------------------------------------------------------


def player_context(scene: Scene, me: Participant, answer: Answer | None = None) -> dict[str, Any]:
    """The phone of one participant, whatever the state; `phase` chooses the template. `answer`
    saves reading it again where it was just stored."""
    state = scene.session.state
    line = scene.results.of(me.pk) if state not in {State.LOBBY, State.QUESTION} else None
    if state != State.QUESTION or (answer and answer.round_id != (scene.round and scene.round.pk)):
        answer = None
    if answer is None and state == State.QUESTION and scene.round is not None:
        answer = _answer.first(scene.round.pk, me.pk)
    round_ = scene.round if state == State.QUESTION else None
    in_time = round_ is not None and round_.takes(timezone.now(), me.pace)
    phase = "removed" if me.removed_at else "sent" if answer else str(state)
    if phase == State.QUESTION and not in_time:
        phase = "over"
    if state == State.QUESTION and me.first_index > scene.session.index:
        phase = "waiting"
    return {
        **scene.common(),
        "me": me,
        "phase": phase,
        "answer": answer,
        "clock": scene.clock_of(me.pace),
        "in_time": in_time,
        **_result_context(scene, line),
        **({"tip": _tip(me)} if phase == State.LOBBY else {}),
    }


def _result_context(scene: Scene, line: computed.Line | None) -> dict[str, Any]:
    if line is None:
        return {"line": None, "mark": None}
    mark = line.marks.get(scene.session.index)
    return {"line": line, "mark": mark, **scene.play.words(line, mark), **scene.play.kin(line)}


def earned_so_far(scene: Scene, me: Participant) -> str:
    """What a phone has earned by the questions before the open one; '' when it is the first."""
    first = scene.session.index == 0 and (scene.round is None or scene.round.attempt == 1)
    return "" if first else scene.play.earned(computed.own(scene.session, me))


def _tip(me: Participant) -> Fact | None:
    """Something to read while waiting, another one for each phone."""
    tips = _tips(int(time.time() // TIPS_FOR))
    return tips[(me.pk * 7919) % len(tips)] if tips else None


@lru_cache(maxsize=1)
def _tips(_when: int) -> list[Fact]:
    """All of them, read once in a while: a whole class comes in at the same time."""
    facts = Fact.objects.public().filter(group__isnull=False)
    return list(facts.select_related("group").order_by("key"))


# --- the host ------------------------------------------------------------------------------------


def host_context(scene: Scene) -> dict[str, Any]:
    """The host's screen; the right answer is in it only once the question has closed."""
    context = {**scene.common(), "phase": str(scene.session.state)}
    if scene.session.state == State.QUESTION and scene.round is not None:
        context["answered"] = tally.answered(scene.round)
        context["present"] = len([p for p in scene.people if p.first_index <= scene.session.index])
    return context
