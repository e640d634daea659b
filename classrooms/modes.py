"""What a teacher chooses when a room is opened: how points are counted, and how the class plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import plays
from .errors import BadMode
from .models import LEAST_TEAMS, MOST_TEAMS, Class, Session

#: Teams offered before anything was chosen.
USUAL_TEAMS = 4
TEAM_COUNTS = range(LEAST_TEAMS, MOST_TEAMS + 1)


@dataclass(frozen=True)
class Mode:
    """The choice; `team_count` is 0 unless the class plays in teams."""

    scoring: str = Session.Scoring.SPEED
    play: str = Session.Play.RANKS
    team_count: int = 0

    @property
    def usual(self) -> bool:
        return self == Mode()

    @property
    def words(self) -> str:
        """The choice in a few words, for reports and the desk."""
        play = str(plays.PLAYS[self.play].label)
        if self.team_count:
            play = f"{play} ({self.team_count})"
        return f"{play} · {plays.SCORINGS[self.scoring].label}"


def read(data: Mapping[str, str]) -> Mode:
    """The choice in a form; what is not named is as usual. Raises BadMode for a value that is not
    on the list."""
    scoring = data.get("scoring", Session.Scoring.SPEED)
    play = data.get("play", Session.Play.RANKS)
    if scoring not in Session.Scoring.values or play not in Session.Play.values:
        raise BadMode
    if play != Session.Play.TEAMS:
        return Mode(scoring, play)
    count = data.get("team_count", str(USUAL_TEAMS))
    if count not in map(str, TEAM_COUNTS):
        raise BadMode
    return Mode(scoring, play, int(count))


def of(session: Session) -> Mode:
    return Mode(session.scoring, session.play, session.team_count)


def last_of(user: Any, group: Class | None) -> Mode:
    """What was chosen for the last lesson of this class, or by this teacher without a class."""
    before = Session.objects.filter(for_class=group)
    if group is None:
        before = before.filter(owner_id=user.pk)
    chosen = before.values_list("scoring", "play", "team_count").first()
    return Mode(*chosen) if chosen else Mode()
