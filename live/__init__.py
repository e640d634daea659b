"""Server-sent events: publish to a channel, one hub a process, and the polling twin.

A channel is one audience ("session:12:players"), so that a fragment is rendered once for all of it
and never carries what that audience may not see.
"""
