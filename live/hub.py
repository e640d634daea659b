"""The stream hub of one process: one Redis subscription for all its pages.

One reader task owns the subscription; `join` only states what is wanted and waits for the
confirmation, so that an outage leaves no half-made state. A frame is encoded once for all clients
of a channel. A client that lags is cut and resumes from the stream; no frame is ever dropped
silently. Design and figures: docs/explanation/live.md.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import redis
import redis.asyncio as aredis
import structlog
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.driver_info import DriverInfo

from . import names, presence
from .publish import CUT, EACH, KEPT_EVENTS, SIGNAL
from .signals import redis_back
from .tokens import Slip

log = structlog.get_logger(__name__)

#: Frames a client may be behind before it is cut.
QUEUE = 64
HEARTBEAT_SECONDS = 15.0
#: Least time between two signals of one kind on one channel.
SIGNAL_SECONDS = 0.5
#: How long a page waits for the subscription before it is told to come back.
JOIN_SECONDS = 5.0
#: From one trip to Redis for the newest versions to the next at least (seconds): a page that asks
#: sooner waits for it, and shares it with all others that do.
TRIP_SECONDS = 0.05
#: A page that asks as it does every few seconds can wait for others that do (seconds).
POLL_PATIENCE = 0.25
#: Connections to Redis a process opens for returning pages; the others wait for one.
CONNECTIONS = 32

Key = tuple[int, int]
_HEARTBEAT = b": hb\n\n"
_LINES = re.compile(r"\r\n|\r|\n")


class Unavailable(Exception):
    """Redis is away: answer 503 and let the page come back."""


class _Cut(Exception):
    """This client's stream must end."""


def stream_key(event_id: str) -> Key:
    """A stream id as something that compares. Raises ValueError for what is none."""
    milliseconds, _, sequence = event_id.partition("-")
    key = int(milliseconds), int(sequence or 0)
    if not all(0 <= part < 1 << 64 for part in key):
        raise ValueError("not a stream id")
    return key


def frame(event_id: str, event: str, data: str) -> bytes:
    """One server-sent event; an empty id is left out, so that it moves no resume point."""
    head = f"id: {event_id}\n" if event_id else ""
    # A browser ends a line at a lone carriage return as well.
    lines = "".join(f"data: {line}\n" for line in _LINES.split(data))
    return f"{head}event: {event}\n{lines}\n".encode()


class Client:
    """One open stream: what waits to be sent, and whom it speaks for."""

    __slots__ = ("generation", "gone", "last", "queue", "room", "subject", "waiter")

    def __init__(self, slip: Slip) -> None:
        self.subject = slip.subject
        self.room = slip.room
        self.generation = slip.generation
        self.queue: list[tuple[Key | None, bytes]] = []
        self.waiter: asyncio.Future[None] | None = None
        self.gone = False
        self.last: Key = (0, 0)

    def _wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def push(self, key: Key | None, data: bytes) -> None:
        if len(self.queue) >= QUEUE:
            self.gone = True
        else:
            self.queue.append((key, data))
        self._wake()

    def cut(self) -> None:
        self.gone = True
        self._wake()

    async def pull(self) -> list[tuple[Key | None, bytes]]:
        while not self.queue and not self.gone:
            self.waiter = asyncio.get_running_loop().create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        if self.gone:
            raise _Cut
        waiting, self.queue = self.queue, []
        return waiting


class Event:
    """A published event, encoded at most once for each subject that needs it."""

    def __init__(self, event_id: str, event: str, data: str) -> None:
        self.key = stream_key(event_id)
        self._id = event_id
        if event == EACH:
            self._event, self._parts, others = json.loads(data)
            self._common = frame(event_id, self._event, others) if others else None
        else:
            self._parts = {}
            self._common = frame(event_id, event, data)

    def for_subject(self, subject: str) -> bytes | None:
        part = self._parts.get(subject) if self._parts else None
        return self._common if part is None else frame(self._id, self._event, part)


class Channel:
    """The clients of one channel in this process."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.ready = asyncio.Event()
        self.signals: dict[str, str] = {}
        self.flush: asyncio.TimerHandle | None = None
        self.idle_beats = 0

    def lost(self) -> None:
        """The subscription is gone: cut all, and wake those that still wait for it."""
        for client in tuple(self.clients):
            client.cut()
        self.ready.set()
        self.ready = asyncio.Event()

    def deliver(self, event: Event) -> None:
        for client in tuple(self.clients):
            data = event.for_subject(client.subject)
            if data is not None:
                client.push(event.key, data)

    def cut(self, subject: str, generation: int) -> None:
        for client in tuple(self.clients):
            if client.subject == subject and client.generation < generation:
                client.cut()

    def signal(self, event: str, data: str) -> None:
        self.signals[event] = data
        if self.flush is None:
            self._send_signals()
            self.flush = asyncio.get_running_loop().call_later(SIGNAL_SECONDS, self._flushed)

    def _flushed(self) -> None:
        self.flush = None
        if self.signals:
            self._send_signals()
            self.flush = asyncio.get_running_loop().call_later(SIGNAL_SECONDS, self._flushed)

    def _send_signals(self) -> None:
        for event, data in self.signals.items():
            encoded = frame("", event, data)
            for client in tuple(self.clients):
                client.push(None, encoded)
        self.signals.clear()


class Hub:
    """All streams of this process."""

    def __init__(self, url: str) -> None:
        self.channels: dict[str, Channel] = {}
        # redis-py waits 5 s on a socket and backs off for seconds by default; a stream must know
        # at once, and the subscription must be allowed to be silent for ever.
        # A whole school that returns at once must not open a connection each, nor ask for the
        # library's version each time, which reads a file.
        driver = DriverInfo()
        self.redis = aredis.Redis.from_pool(
            aredis.BlockingConnectionPool.from_url(
                url,
                max_connections=CONNECTIONS,
                timeout=5,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=5,
                socket_connect_timeout=2,
                decode_responses=True,
                driver_info=driver,
            )
        )
        self._subscriber = aredis.Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=None,
            socket_connect_timeout=2,
            decode_responses=True,
        )
        self._pubsub: aredis.client.PubSub | None = None
        self._away = False  # the last attempt to subscribe failed
        self._tasks: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[Any]] = set()
        # Who asked since the last writing, by room, and the rooms with a page that is looked at.
        self._seen: dict[str, dict[str, float]] = {}
        self._looked_at: set[str] = set()
        # When the trip to Redis starts that who asks now goes along with, and what it brings back.
        self._departure: asyncio.TimerHandle | None = None
        self._next_trip = 0.0
        self._wanted: set[str] = set()
        self._waiting: list[asyncio.Future[dict[str, Any]]] = []
        # Pages in the background that ask to be there as long as their stream is open, by (room,
        # subject) with when they last asked.
        self._behind: dict[tuple[str, str], float] = {}

    def start(self) -> None:
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(self._read()),
                asyncio.create_task(self._beat()),
                asyncio.create_task(self._write_presence()),
            ]

    async def close(self) -> None:
        """End every stream and let go of Redis."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self.redis.aclose()
        await self._subscriber.aclose()

    async def _read(self) -> None:
        pause = 0.05
        while True:
            pubsub = self._subscriber.pubsub()
            try:
                # "_" keeps the connection subscribed while no page listens.
                wanted = {"_", *self.channels}
                await pubsub.subscribe(*map(names.push, wanted))
                # Pages may have joined meanwhile; from here on they subscribe themselves.
                while late := self.channels.keys() - wanted:
                    await pubsub.subscribe(*map(names.push, late))
                    wanted |= late
                if self._away:
                    self._back()
                self._pubsub, self._away = pubsub, False
                async for message in pubsub.listen():
                    pause = 0.05
                    self._take(message)
            except (redis.RedisError, OSError) as error:
                self._away = True
                log.warning("live subscription lost", error=str(error))
            finally:
                self._pubsub = None
                # What is published meanwhile never reaches this process: cut all, they resume.
                for channel in self.channels.values():
                    channel.lost()
                try:
                    await pubsub.aclose()
                except (redis.RedisError, OSError):
                    pass
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)

    def _back(self) -> None:
        """Let those who publish make up for what they could not."""
        telling = asyncio.create_task(asyncio.to_thread(redis_back.send_robust, type(self)))
        self._under_way.add(telling)
        telling.add_done_callback(self._under_way.discard)

    def _take(self, message: dict[str, Any]) -> None:
        channel = self.channels.get(message["channel"].removeprefix(names.push("")))
        if channel is None:
            return
        if message["type"] == "subscribe":
            channel.ready.set()
        elif message["type"] == "message":
            try:
                self._bring(channel, *message["data"].split("\n", 2))
            except (ValueError, TypeError):
                # Not of this version's making; the stream of all others must go on.
                log.exception("live message not understood")

    @staticmethod
    def _bring(channel: Channel, event_id: str, event: str, data: str) -> None:
        if event == SIGNAL:
            channel.signal(*data.split("\n", 1))
        elif event == CUT:
            generation, subject = data.split("\n", 1)
            channel.cut(subject, int(generation))
        else:
            channel.deliver(Event(event_id, event, data))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for name, channel in tuple(self.channels.items()):
                for client in tuple(channel.clients):
                    if not client.queue:
                        client.push(None, _HEARTBEAT)
                channel.idle_beats = 0 if channel.clients else channel.idle_beats + 1
                if channel.idle_beats >= 2:
                    del self.channels[name]
                    if self._pubsub is not None:
                        try:
                            await self._pubsub.unsubscribe(names.push(name))
                        except (redis.RedisError, OSError):
                            pass

    def note(self, slip: Slip, *, hidden: bool = False, kept: bool = False) -> None:
        """The page behind a slip is there, or there in the background; written down with all
        others, a little later."""
        if slip.room:
            self._seen.setdefault(slip.room, {})[slip.subject] = now = time.time()
            if not hidden:
                self._looked_at.add(slip.room)
            if kept:
                self._behind[slip.room, slip.subject] = now
            else:
                self._behind.pop((slip.room, slip.subject), None)

    async def _write_presence(self) -> None:
        while True:
            await asyncio.sleep(presence.WRITE_SECONDS)
            now = time.time()
            old = now - presence.HIDDEN_SECONDS
            self._behind = {key: at for key, at in self._behind.items() if at > old}
            listening = {
                (client.room, client.subject)
                for channel in self.channels.values()
                for client in (channel.clients if self._behind else ())
            }
            for room, subject in listening & self._behind.keys():
                self._seen.setdefault(room, {})[subject] = now
            seen, self._seen = self._seen, {}
            looked_at, self._looked_at = self._looked_at, set()
            if not seen:
                continue
            try:
                async with self.redis.pipeline(transaction=False) as pipe:
                    presence.write(pipe, seen, seen.keys() - looked_at, now)
                    await pipe.execute()
            except (redis.RedisError, OSError) as error:
                log.warning("presence not written", error=str(error))

    async def _join(self, slip: Slip) -> Client:
        self.start()
        if self._away:
            raise Unavailable
        channel = self.channels.get(slip.channel)
        if channel is None:
            channel = self.channels[slip.channel] = Channel()
            if self._pubsub is not None:
                try:
                    await self._pubsub.subscribe(names.push(slip.channel))
                except (redis.RedisError, OSError):
                    pass  # the reader subscribes it on the next connection
        client = Client(slip)
        channel.clients.add(client)
        try:
            await asyncio.wait_for(channel.ready.wait(), JOIN_SECONDS)
        except TimeoutError:
            client.cut()
        if client.gone:
            channel.clients.discard(client)
            raise Unavailable
        return client

    async def open(self, slip: Slip) -> Client:
        """A client subscribed and allowed. Raises Unavailable when Redis is away and
        PermissionError when the slip's generation was overtaken."""
        client = await self._join(slip)
        try:
            (lowest,) = await self._look_up([names.generation(slip.channel, slip.subject)])
        except (redis.RedisError, OSError):
            self._leave(slip, client)
            raise Unavailable from None
        if lowest is not None and int(lowest) > slip.generation:
            self._leave(slip, client)
            raise PermissionError("this slip was overtaken")
        self.note(slip)
        return client

    def _leave(self, slip: Slip, client: Client) -> None:
        channel = self.channels.get(slip.channel)
        if channel is not None:
            channel.clients.discard(client)

    async def stream(self, slip: Slip, client: Client, last: str) -> AsyncIterator[bytes]:
        """Chunks for the response body, first what was missed since `last`, then what comes."""
        try:
            yield b"retry: 1000\n: hello\n\n"
            if last:
                yield await self._missed(slip, client, last)
            while True:
                waiting = await client.pull()
                keys = [key for key, _ in waiting if key is not None]
                chunk = b"".join(data for key, data in waiting if key is None or key > client.last)
                if keys:
                    client.last = max(client.last, keys[-1])
                if chunk:
                    yield chunk
        except (_Cut, redis.RedisError, OSError):
            return  # the response ends; the browser returns with its last id
        finally:
            self._leave(slip, client)

    async def _missed(self, slip: Slip, client: Client, last: str) -> bytes:
        """What came after `last`, with `refresh` before it when the stream does not reach back so
        far: the page then asks for itself as a whole."""
        client.last = stream_key(last)
        rows: Any = await self.redis.xrange(names.stream(slip.channel), min=last)
        if rows and rows[0][0] == last:
            rows, hole = rows[1:], False
        else:
            hole = client.last != (0, 0) or len(rows) >= KEPT_EVENTS
        chunks = [frame("", "refresh", "")] if hole else []
        for event_id, fields in rows:
            event = Event(event_id, fields["event"], fields["data"])
            client.last = event.key
            chunks.append(event.for_subject(slip.subject) or b"")
        return b"".join(chunks) or b": up to date\n\n"

    async def _look_up(self, keys: list[str], patience: float = 0.0) -> list[Any]:
        """The values of these keys, from one trip for all pages that ask at about the same time: a
        thousand phones ask 250 times a second. `patience` is how long others are waited for
        (seconds)."""
        self._wanted.update(keys)
        loop = asyncio.get_running_loop()
        # One's own: a page that leaves does not end the trip of the others.
        waiter: asyncio.Future[dict[str, Any]] = loop.create_future()
        self._waiting.append(waiter)
        start = max(loop.time() + patience, self._next_trip)
        if self._departure is None or start < self._departure.when():
            if self._departure is not None:
                self._departure.cancel()
            self._departure = loop.call_at(start, self._depart)
        found = await waiter
        return [found[key] for key in keys]

    def _depart(self) -> None:
        self._departure = None
        self._next_trip = asyncio.get_running_loop().time() + TRIP_SECONDS
        wanted, self._wanted = list(self._wanted), set()
        waiting, self._waiting = self._waiting, []
        trip = asyncio.create_task(self._fetch(wanted, waiting))
        self._under_way.add(trip)
        trip.add_done_callback(self._under_way.discard)

    async def _fetch(
        self, wanted: list[str], waiting: list[asyncio.Future[dict[str, Any]]]
    ) -> None:
        try:
            found = dict(zip(wanted, await self.redis.mget(wanted), strict=True))
        except Exception as error:
            for waiter in waiting:
                if not waiter.done():
                    waiter.set_exception(error)
        else:
            for waiter in waiting:
                if not waiter.done():
                    waiter.set_result(found)

    async def version(
        self, slip: Slip, *, hidden: bool = False, kept: bool = False
    ) -> tuple[int, bool]:
        """The newest version published on a slip's channel, 0 when none is known, and whether
        somebody is in the room it watches. Raises Unavailable when Redis is away and
        PermissionError when the slip was overtaken."""
        self.start()
        keys = [names.version(slip.channel), names.generation(slip.channel, slip.subject)]
        keys.append(names.alive(slip.watch))
        try:
            newest, lowest, alive = await self._look_up(keys, POLL_PATIENCE)
        except (redis.RedisError, OSError):
            raise Unavailable from None
        if lowest is not None and int(lowest) > slip.generation:
            raise PermissionError("this slip was overtaken")
        self.note(slip, hidden=hidden, kept=kept)
        return int(newest or 0), alive is not None
