"""Cards of the peoples: which may be chosen, and the file of a choice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import override

from heritage import selectors
from heritage.models import EthnicGroup, Region
from heritage.printing import peoples, store
from heritage.printing.sheet import Sheet

#: All 54.
ALL = "all"
_SLUG = re.compile(r"[a-z0-9-]{1,80}")


def selections() -> list[tuple[str, str]]:
    """What may be printed together, by the value of the form and its name: all, the peoples of a
    region, those of a language branch."""
    return [
        (ALL, _("All 54 peoples")),
        *((f"region-{value}", str(label)) for value, label in Region.choices),
        *(
            (
                f"branch-{branch.slug}",
                _("%(branch)s language branch") % {"branch": branch.name},
            )
            for branch in selectors.branches()
        ),
    ]


def groups_of(selection: str) -> list[EthnicGroup]:
    """The peoples of a selection, or the one with this slug; [] for what is neither."""
    if not _SLUG.fullmatch(selection):
        return []
    kind, _dash, value = selection.partition("-")
    if selection == ALL:
        return peoples.groups_to_print()
    if kind == "region" and value in Region.values:
        regions = selectors.regions_of_peoples()
        return peoples.groups_to_print([slug for slug, found in regions.items() if value in found])
    if kind == "branch":
        rows = EthnicGroup.objects.filter(branch__slug=value)
        return peoples.groups_to_print(list(rows.values_list("slug", flat=True)))
    return peoples.groups_to_print([selection])


@dataclass(frozen=True)
class PeopleJob:
    """Cards to be printed. `site` is the address before each path of a QR code."""

    selection: str
    language: str
    site: str

    @cached_property
    def cards(self) -> Sequence[peoples.PeopleCard]:
        with override(self.language):
            return peoples.cards_of(groups_of(self.selection), self.site)

    @property
    def steps(self) -> int:
        return len(self.cards)

    @cached_property
    def key(self) -> str:
        told = peoples.told(self.cards, self.language)
        return store.key_of(hashlib.sha256(told.encode()).hexdigest())

    def draw(self, progress: peoples.Progress = lambda done: None) -> bytes:
        """The PDF."""
        with override(self.language):
            sheet = Sheet(_("The 54 peoples of Viet Nam"), self.language)
            sheet.set_creator("Rạng Rỡ Việt Nam")
            peoples.draw(sheet, self.cards, self.language, progress)
            return bytes(sheet.output())


def make(key: str, selection: str, language: str, site: str) -> None:
    """What the worker does."""
    job = PeopleJob(selection, language, site)

    def draw(progress: peoples.Progress) -> bytes:
        if job.key != key:
            raise store.NotAsAsked
        return job.draw(progress)

    store.make(key, job.steps, draw)
