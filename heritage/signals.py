"""What the ground floor tells the floors above."""

from __future__ import annotations

from django.dispatch import Signal

#: Sent by `manage.py seed` once the atlas is in, inside its transaction. Arguments: `seeder`
#: (heritage.seeding.Seeder) and `stdout` (a text stream). A receiver brings its own rows with the
#: seeder and raises `heritage.seeding.SeedError` when its data are not in order.
seeding = Signal()

#: Asked for the page of a people: what the floors above have to say on it. Argument: `group`
#: (EthnicGroup). A receiver returns HTML of one section, empty for nothing.
people_shown = Signal()
#: Sent by a people's page. Argument: `group`. A receiver returns a list of texts, the stems of
#: questions about it in the reader's language, without their answers.
asked_about = Signal()
