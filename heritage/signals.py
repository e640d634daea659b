"""What the ground floor tells the floors above."""

from __future__ import annotations

from django.dispatch import Signal

#: Sent by `manage.py seed` once the atlas is in, inside its transaction. Arguments: `seeder`
#: (heritage.seeding.Seeder) and `stdout` (a text stream). A receiver brings its own rows with the
#: seeder and raises `heritage.seeding.SeedError` when its data are not in order.
seeding = Signal()
