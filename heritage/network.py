"""Where this machine is on its network, asked again as it moves: a laptop is started at home and
carried into a classroom. Pure: no Django."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator

#: How long an answer is trusted (seconds); every page asks.
TRUSTED_SECONDS = 10.0

#: "Get interface address", as each system numbers it.
_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915

_kept: tuple[float, list[str]] = (-TRUSTED_SECONDS, [])


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that phones on the same network can reach, likeliest first."""
    global _kept
    if time.monotonic() - _kept[0] < TRUSTED_SECONDS:
        return _kept[1]
    found = [*_default_route(), *_interfaces()]
    addresses = [ip for ip in dict.fromkeys(found) if not ip.startswith(("127.", "0."))]
    _kept = (time.monotonic(), addresses)
    return addresses


def _default_route() -> Iterator[str]:
    """The address of the interface that leads out. A UDP socket "connected" to a documentation
    address sends nothing; the kernel only picks the interface it would use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return  # no way out: a hot spot of its own, or no network at all
        yield probe.getsockname()[0]


def _interfaces() -> Iterator[str]:
    """The address of every interface, a hot spot's included; names are not resolved, for that may
    wait seconds for a server that is not there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", os.fsencode(name)[:15])
            try:
                answer = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an IPv4 address
            yield socket.inet_ntoa(answer[20:24])


class LocalHosts(list[str]):
    """ALLOWED_HOSTS of a site without a name: this machine's own names and its addresses now."""

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from lan_addresses()
