"""What the live lane tells the floors above it."""

from django.dispatch import Signal

#: Redis answers again after it was away: what was to be published meanwhile has reached nobody.
#: Sent in a thread of its own, by every web process.
redis_back = Signal()
