"""The address that other devices in the room must open."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from .network import lan_addresses

_OWN_NAMES = {"localhost", "127.0.0.1", "[::1]"}


def site_address(request: HttpRequest) -> str:
    """SITE_URL, else the address this reader uses; where that is the machine's own name for
    itself, its address on the network instead. Without a closing slash."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    host, colon, port = request.get_host().rpartition(":")
    host, port = (host, f":{port}") if colon and port.isdigit() else (request.get_host(), "")
    if host in _OWN_NAMES and (here := lan_addresses()):
        host = here[0]
    return f"{request.scheme}://{host}{port}"
