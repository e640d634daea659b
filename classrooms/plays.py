"""How a class plays: everybody for themselves, places hidden, in teams, or together.

Each way is an object that knows what a session's rows come to for its screens: the templates, the
titles, and the words on a phone. `docs/reference/scoring.md` has the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from heritage.signs import PEOPLES
from heritage.templatetags.look import number
from heritage.text import sort_key
from quizzes import scoring

from . import teams
from .models import Participant, Session

if TYPE_CHECKING:
    from .results import Line, Mark, Results

#: Names shown to everybody on the standings; a phone learns its own place and these.
TOP = 5
#: How many of one place are named on its step of the podium, and how many are listed after it.
STEP_NAMES, AFTER_PODIUM = 3, 3
#: Grains drawn at most, on the wall and on a phone; beyond that each stands for several.
WALL_GRAINS, PHONE_GRAINS = 6 * PEOPLES, PEOPLES

State = Session.State
Label = str | Promise
#: One word, or pairs of a label and a word.
Words = str | list[tuple[str, str]]


@dataclass(frozen=True)
class Choice:
    """One entry of a list to choose from."""

    icon: str
    label: Label
    hint: Label


SCORINGS: dict[str, Choice] = {
    Session.Scoring.SPEED: Choice(
        "clock",
        Session.Scoring.SPEED.label,
        gettext_lazy("1000 points at once, 500 at the last moment."),
    ),
    Session.Scoring.ACCURACY: Choice(
        "target", Session.Scoring.ACCURACY.label, gettext_lazy("Time never counts.")
    ),
}


@dataclass(frozen=True)
class Stander:
    """A student or a team at the end."""

    sign: int
    name: str
    place: int
    total: int


@dataclass(frozen=True)
class Step:
    """One place of the podium, with all who share it."""

    place: int
    standers: tuple[Stander, ...]

    @property
    def total(self) -> int:
        return self.standers[0].total

    @property
    def names_fit(self) -> bool:
        """Otherwise the step says how many they are, and all of them are listed below."""
        return len(self.standers) <= STEP_NAMES

    @property
    def shines(self) -> bool:
        return self.place == 1 and self.total > 0


@dataclass(frozen=True)
class Podium:
    """The steps as they stand on the stage: second, first, third; and who is listed below."""

    steps: list[Step]
    listed: list[Stander]


class Play:
    """What every way has: `results` is read when a screen first asks for it."""

    #: The classes themselves are listed in a template, not called there.
    do_not_call_in_templates: ClassVar[bool] = True
    slug: ClassVar[str]
    icon: ClassVar[str]
    label: ClassVar[Label]
    hint: ClassVar[Label]
    #: The screen between two questions and the last one: headings, and the buttons that lead there.
    standings_title: ClassVar[Label] = gettext_lazy("Standings")
    podium_title: ClassVar[Label] = gettext_lazy("Podium")

    def __init__(self, session: Session, results: Callable[[], Results], total: int) -> None:
        self.session, self._results, self.total = session, results, total

    @property
    def results(self) -> Results:
        return self._results()

    @property
    def screens(self) -> dict[str, str]:
        """The templates of this way: wall and phone, between the questions and at the end."""
        names = ("wall", "podium", "phone", "phone_end")
        return {name: f"classrooms/plays/{self.slug}/{name}.html" for name in names}

    def words(self, line: Line, mark: Mark | None) -> dict[str, Words]:
        """What a phone is told of its own result, as it is printed; a template may ask whether
        there is something to say, and nothing else of it."""
        words: dict[str, Words] = {
            "earned": self.earned(line),
            "said": self.said(line),
            "note": self.note(mark) if mark else "",
            "place": number(line.place),
            "standing": self.standing(line),
        }
        if self.session.state in {State.PODIUM, State.CLOSED}:
            words |= {"summary": self.summary(line), **_figures(line)}
        return words

    def kin(self, line: Line) -> dict[str, Any]:
        """What else the screens of two phones between questions differ by."""
        return {}

    def earned(self, line: Line) -> str:
        """In the strip of the phone."""
        return _points(line.total)

    def note(self, mark: Mark) -> str:
        """What an answer brought."""
        if not mark.points or mark.seconds is None:
            return ""
        if self.session.scoring == Session.Scoring.ACCURACY:
            return _("+%(points)s points") % {"points": number(mark.points)}
        return _("+%(points)s points, answered in %(seconds)s seconds") % {
            "points": number(mark.points),
            "seconds": number(mark.seconds, 1),
        }

    def standing(self, line: Line) -> list[tuple[str, str]]:
        """Three figures under the answer: label and value."""
        return [self._place(line), *_own(line)]

    def _place(self, line: Line) -> tuple[str, str]:
        return (_("Place"), number(line.place))

    def said(self, line: Line) -> str:
        """Read out between two questions."""
        return _("You are in place %(place)s.") % {"place": line.place}

    def summary(self, line: Line) -> str:
        """All of it in a sentence, when the session has ended."""
        return _("Place %(place)s, %(points)s points, %(rightness)s.") % {
            "place": line.place,
            **_figures(line),
        }


class Ranks(Play):
    """Everybody for themselves: places and the first five for all to see."""

    slug, icon = "ranks", "star"
    label = Session.Play.RANKS.label
    hint = gettext_lazy("The first five stand on the wall after each question.")

    @property
    def top(self) -> tuple[Line, ...]:
        return self.results.lines[:TOP]

    def kin(self, line: Line) -> dict[str, Any]:
        """Whose row of `top` a phone marks as its own: the list is alike for all who are not in
        it."""
        pk = line.participant.pk
        return {"in_top": pk if any(each.participant.pk == pk for each in self.top) else None}

    @property
    def podium(self) -> Podium:
        return podium(
            Stander(line.participant.sign, line.participant.nickname, line.place, line.total)
            for line in self.results.lines
        )


class Hidden(Play):
    """Places on the own phone only: the wall shows what the class got right, and thanks all."""

    slug, icon = "hidden", "eye"
    label = Session.Play.HIDDEN.label
    hint = gettext_lazy("Each phone shows its own place; the wall shows what the class got right.")
    standings_title = gettext_lazy("What the class got right")
    podium_title = gettext_lazy("Thank you all!")

    @property
    def lit(self) -> int:
        """How many of the 54 grains shine: the share of right answers."""
        return PHONE_GRAINS * (self.results.percent or 0) // 100

    @property
    def people(self) -> list[Participant]:
        """Everybody, in the order of the alphabet: no place can be read from it."""
        people = [line.participant for line in self.results.lines]
        return sorted(people, key=lambda person: sort_key(person.nickname))


class Teams(Play):
    """In teams: the mean of those who were asked; see `scoring.team_score`."""

    slug, icon = "teams", "people"
    label = Session.Play.TEAMS.label
    hint = gettext_lazy("Phones are dealt out evenly. The mean counts, so no team is too small.")

    @cached_property
    def lines(self) -> list[teams.TeamLine]:
        return teams.standings(self.results, self.session.team_count)

    @property
    def podium(self) -> Podium:
        return podium(
            Stander(line.number, line.name, line.place, line.total) for line in self.lines
        )

    @property
    def best(self) -> int:
        """The highest score, for bars beside each other; at least 1."""
        return max((line.total for line in self.lines), default=0) or 1

    @property
    def bars(self) -> list[tuple[teams.TeamLine, float]]:
        """Each team with its score in per cent of the best."""
        return [(line, 100 * line.total / self.best) for line in self.lines]

    def words(self, line: Line, mark: Mark | None) -> dict[str, Words]:
        return {**super().words(line, mark), "contribution": _contribution(line)}

    def kin(self, line: Line) -> dict[str, Any]:
        return {"my_team": self._mine(line)}

    def _mine(self, line: Line) -> teams.TeamLine | None:
        team = line.participant.team
        return next((each for each in self.lines if each.number == team), None)

    def _place(self, line: Line) -> tuple[str, str]:
        mine = self._mine(line)
        return (_("Team's place"), number(mine.place) if mine else "–")

    def said(self, line: Line) -> str:
        mine = self._mine(line)
        if mine is None:
            return ""
        return _("%(team)s is in place %(place)s.") % {"team": mine.name, "place": mine.place}

    def summary(self, line: Line) -> str:
        mine = self._mine(line)
        if mine is None:
            return _contribution(line)
        figures = {"team": mine.name, "place": mine.place, "total": number(mine.total)}
        ours = _("%(team)s: place %(place)s, %(total)s points.") % figures
        return f"{ours} {_contribution(line)}"


@dataclass(frozen=True)
class Goal:
    """How far a class that plays together has come: grains lit, and how many it aims at."""

    lit: int
    target: int

    @property
    def reached(self) -> bool:
        return self.lit >= self.target

    @property
    def left(self) -> int:
        return max(0, self.target - self.lit)

    @property
    def extra(self) -> int:
        return max(0, self.lit - self.target)

    def drawn(self, most: int) -> tuple[int, int]:
        """(grains, lit ones) of a picture of at most so many; all shine only at the goal."""
        if self.target <= most:
            return self.target, min(self.lit, self.target)
        return most, min(most, most * self.lit // self.target)


class Together(Play):
    """Together: each right answer lights a grain, and the class has a goal instead of places."""

    slug, icon = "together", "sprout"
    label = Session.Play.TOGETHER.label
    hint = gettext_lazy("Each right answer lights a grain for the goal of the class. No places.")
    standings_title = gettext_lazy("Our light")
    podium_title = gettext_lazy("The light of our class")

    @cached_property
    def goal(self) -> Goal:
        """60 % of the right answers that those present could have given so far, and may still."""
        lines = self.results.lines
        asked = sum(line.asked for line in lines)
        possible = asked + self._still_to_come * len(lines)
        return Goal(sum(line.right for line in lines), scoring.goal(possible))

    @property
    def _still_to_come(self) -> int:
        if self.session.state in {State.PODIUM, State.CLOSED}:
            return 0
        is_open = self.session.state == State.QUESTION
        return self.total - self.session.index - 1 + is_open

    @property
    def on_wall(self) -> tuple[int, int]:
        return self.goal.drawn(WALL_GRAINS)

    @property
    def on_phone(self) -> tuple[int, int]:
        return self.goal.drawn(PHONE_GRAINS)

    def words(self, line: Line, mark: Mark | None) -> dict[str, Words]:
        lit = {"lit": number(line.right), "lit_unit": ngettext("grain", "grains", line.right)}
        return {**super().words(line, mark), **lit}

    def earned(self, line: Line) -> str:
        return _grains(line.right)

    def note(self, mark: Mark) -> str:
        return _("You have lit a grain for the class.") if mark.share == 1 else ""

    def standing(self, line: Line) -> list[tuple[str, str]]:
        class_light = f"{number(self.goal.lit)}/{number(self.goal.target)}"
        return [(_("Grains of the class"), class_light), *_own(line)]

    def said(self, line: Line) -> str:
        return _("The class has lit %(lit)s of %(target)s grains.") % {
            "lit": number(self.goal.lit),
            "target": number(self.goal.target),
        }

    def summary(self, line: Line) -> str:
        return self.said(line) + " " + _("From you: %(grains)s.") % {"grains": self.earned(line)}


PLAYS: dict[str, type[Play]] = {play.slug: play for play in (Ranks, Hidden, Teams, Together)}


def play_of(session: Session, results: Callable[[], Results], total: int) -> Play:
    """How this session is played; `total` is how many questions it has."""
    return PLAYS[session.play](session, results, total)


def podium(standers: Iterable[Stander]) -> Podium:
    """Equal points stand on one step, or are listed together: a tie is never parted. `standers` are
    in order of place."""
    ties = [Step(place, tuple(tied)) for place, tied in groupby(standers, lambda one: one.place)]
    on_steps = [tie for tie in ties if tie.place <= 3]
    listed = [one for tie in on_steps if not tie.names_fit for one in tie.standers]
    room = AFTER_PODIUM
    for tie in ties[len(on_steps) :]:
        room -= len(tie.standers)
        if room < 0:
            break
        listed += tie.standers
    return Podium(sorted(on_steps, key=lambda tie: (2, 1, 3).index(tie.place)), listed)


def _points(total: int) -> str:
    return ngettext("%(shown)s point", "%(shown)s points", total) % {"shown": number(total)}


def _grains(count: int) -> str:
    return ngettext("%(shown)s grain", "%(shown)s grains", count) % {"shown": number(count)}


def _own(line: Line) -> list[tuple[str, str]]:
    # Beside the mean of the class, which counts parts, the bare figure would contradict it.
    label = _("Fully right / done") if line.partly else _("Right / done")
    return [(_("In a row"), number(line.streak)), (label, f"{line.right}/{line.asked}")]


def _rightness(line: Line) -> str:
    figures = {"right": line.right, "asked": line.asked, "partly": line.partly}
    if line.partly:
        return _("%(right)s of %(asked)s right and %(partly)s partly right") % figures
    return _("%(right)s of %(asked)s right") % figures


def _figures(line: Line) -> dict[str, Any]:
    return {"points": number(line.total), "rightness": _rightness(line)}


def _contribution(line: Line) -> str:
    return _("From you: %(points)s points, %(rightness)s.") % _figures(line)
