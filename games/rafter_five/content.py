"""What a table is given to play with: for a daily raft the day, and the secret its sea comes from.

The order of the sea follows from the day and the site's secret key. So it is the same for everybody
that day, and nobody who reads this code can work it out beforehand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.crypto import salted_hmac

from ..game import Json


def snapshot(options: Mapping[str, Json]) -> dict[str, Any]:
    """{} but for daily rafts, whose day (in the site's time zone) is that of the table's making."""
    return of_day(timezone.localdate().isoformat()) if options.get("daily") else {}


#: A rematch takes the sea of its own day: the same one again, or after midnight the next.
snapshot_again = snapshot


def of_day(day: str) -> dict[str, Any]:
    """What the daily rafts of a day (ISO) play with."""
    seed = salted_hmac("games.rafter_five.daily", day, algorithm="sha256").hexdigest()
    return {"day": day, "seed": seed}
