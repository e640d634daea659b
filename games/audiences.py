"""Who listens to a table, by name: channels for what is pushed, rooms for who is there."""

from __future__ import annotations


def seat_channel(table_id: int, index: int) -> str:
    """The audience of one seat; its subject is the index, its language that of the seat."""
    return f"table:{table_id}:seat:{index}"


def watch_channel(table_id: int, language: str) -> str:
    """Everybody who has no seat."""
    return f"table:{table_id}:watch:{language}"


def host_channel(table_id: int) -> str:
    """A host without a seat, who has more buttons than others who watch."""
    return f"table:{table_id}:host"


def room(table_id: int) -> str:
    """Where the people of a table count as present; the subjects are the indexes of seats."""
    return f"table:{table_id}:seats"


def watch_room(table_id: int) -> str:
    """Where those who watch count as present; the subjects are players."""
    return f"table:{table_id}:watchers"
