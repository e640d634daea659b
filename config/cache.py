"""The cache on Redis, without a new client for each command."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class Client(RedisCacheClient):
    """Django makes a client object a command, and redis-py takes three times as long to make one
    as to ask. It holds nothing but the pool of its server, of which this site has one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if self._kept is None:
            self._kept = super().get_client(key, write=write)
        return self._kept


class Cache(RedisCache):
    """`django.core.cache.cache`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
