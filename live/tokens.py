"""The signed slip a page holds to open its stream: checked without asking the database.

A slip names the channel, the subject (whose part of a personal event is theirs), a generation and
its own end. Raising the generation of a subject makes every older slip worthless.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache

from django.core import signing

_SALT = "live.slip"
#: Seconds a slip is good for; the version poll renews it at half time.
LIFETIME = 15 * 60


class SlipRefused(Exception):
    """Forged, damaged or out of date."""


@dataclass(frozen=True)
class Slip:
    """What a page may listen to. `expires` is in seconds since the epoch; `room` is where its
    subject is counted as present, `watch` the room whose presence it is told."""

    channel: str
    subject: str
    generation: int
    expires: int
    room: str = ""
    watch: str = ""

    def sign(self) -> str:
        fields = [self.channel, self.subject, self.generation, self.expires, self.room, self.watch]
        return signing.dumps(fields, salt=_SALT)

    def wants_renewal(self, now: float) -> bool:
        return self.expires - now < LIFETIME / 2

    def renewed(self, now: float) -> Slip:
        return replace(self, expires=int(now) + LIFETIME)


def issue(
    channel: str, subject: str = "", generation: int = 0, *, room: str = "", watch: str = ""
) -> str:
    """A signed slip for one page, good for `LIFETIME` seconds."""
    return Slip(channel, subject, generation, int(time.time()) + LIFETIME, room, watch).sign()


@lru_cache(maxsize=4096)
def _unsigned(raw: str) -> Slip:
    """The fields behind a true signature: each page shows the same slip every few seconds."""
    return Slip(*signing.loads(raw, salt=_SALT))


def read(raw: str, now: float | None = None) -> Slip:
    """The slip behind a token. Raises SlipRefused when it is not ours or has ended."""
    try:
        slip = _unsigned(raw)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise SlipRefused("not a slip of this site") from error
    if slip.expires < (time.time() if now is None else now):
        raise SlipRefused("out of date")
    return slip
