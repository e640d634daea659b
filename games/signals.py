"""What floors above are told; see docs/explanation/tables.md."""

from __future__ import annotations

from django.dispatch import Signal

#: A table has come to its end, by the rules or by its host: `table_id`. Sent after the commit.
table_ended = Signal()
