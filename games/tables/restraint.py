"""What somebody may not do at one table any more, after others complained (games.tables.reporting):
say anything, or take a seat. It goes along to their other device and to the next game."""

from __future__ import annotations

from players.models import Player

from ..models import Restraint, Table

Kind = Restraint.Kind


def restrain(table: Table, player: Player, kind: Kind) -> None:
    Restraint.objects.get_or_create(table=table, player=player, kind=kind)


def is_restrained(table: Table, player: Player, kind: Kind) -> bool:
    return table.restraints.filter(player=player, kind=kind).exists()


def follow(table: Table, left: Player | None, player: Player) -> None:
    """A seat goes on with another device: reports and restraints mean whoever has that."""
    if left is None:
        return
    table.reports.filter(about=left).update(about=player)
    for each in table.restraints.filter(player=left):
        restrain(table, player, Kind(each.kind))


def carry_over(old: Table, new: Table) -> None:
    """To the table of a rematch."""
    for each in old.restraints.select_related("player"):
        restrain(new, each.player, Kind(each.kind))
