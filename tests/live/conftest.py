from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from live import hub as hub_module
from live import lane, publish

from .listening import PrivateValkey


@pytest.fixture(autouse=True)
async def hub() -> AsyncIterator[None]:
    """Each test has its own event loop, so its own hub."""
    lane._hub = None
    yield
    if lane._hub is not None:
        await lane._hub.close()
        lane._hub = None


@pytest.fixture
def channel() -> str:
    """A channel nobody else uses."""
    return f"session:{uuid.uuid4().hex}:players"


@pytest.fixture
def valkey(settings) -> Iterator[PrivateValkey]:
    """The live lane and the publisher on a server of the test's own."""
    folder = Path(tempfile.mkdtemp(prefix="rr-v-"))
    server = PrivateValkey(folder)
    server.start()
    settings.REDIS_URL = server.url
    publish.connection.cache_clear()
    publish._script.cache_clear()
    yield server
    server.kill()
    publish.connection.cache_clear()
    publish._script.cache_clear()
    shutil.rmtree(folder)


@pytest.fixture
def quick_signals(monkeypatch):
    monkeypatch.setattr(hub_module, "SIGNAL_SECONDS", 0.05)
