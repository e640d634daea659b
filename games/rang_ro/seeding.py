"""Brings the function cards and quests of `data/` with `manage.py seed`."""

from __future__ import annotations

from heritage.models import EthnicGroup
from heritage.seeding import Seeder

from . import standard
from .models import FunctionCard, Quest

_EDITABLE = ("count", "name_vi", "name_en", "text_vi", "text_en")


def bring_game(*, seeder: Seeder, **_: object) -> None:
    """Receiver of `heritage.signals.seeding`."""
    seeder.apply_all(
        FunctionCard,
        [
            ({"code": code}, {name: row[name] for name in _EDITABLE})
            for code, row in standard.function_cards().items()
        ],
    )
    groups = {str(group.code): group for group in EthnicGroup.objects.all()}
    seeder.apply_all(
        Quest,
        [
            ({"group": groups[code], "size": int(size)}, {"slots": slots})
            for code, row in standard.peoples().items()
            if code in groups
            for size, slots in row["quests"].items()
        ],
    )
