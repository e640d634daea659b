"""The cache on Redis, without a new client for each command."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class Client(RedisCacheClient):
    """Django makes a client object a command, and redis-py takes three times as long to make one
    as to ask; then it takes a connection from the pool, looks whether it is still good and gives it
    back, which is twice as much as the command. A thread has a cache of its own, and so a client
    that keeps its connection; of servers this site has one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if self._kept is None:
            django: Any = self  # the stubs leave out what it says of itself
            pool = django._get_connection_pool(write)
            self._kept = django._client(connection_pool=pool, single_connection_client=True)
        return self._kept


class Cache(RedisCache):
    """`django.core.cache.cache`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
