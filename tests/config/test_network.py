"""The site answers to the machine's present address, not to the one it had when it started."""

from __future__ import annotations

import pytest
from django.test import Client

from heritage import network


@pytest.fixture
def at(monkeypatch, settings):
    settings.ALLOWED_HOSTS = network.LocalHosts(["localhost"])  # as config.settings has it

    def act(*addresses: str) -> None:
        monkeypatch.setattr(network, "_kept", (float("inf"), list(addresses)))

    return act


def test_phones_reach_a_laptop_that_was_carried_to_another_network(at, db):
    at("10.0.0.5")
    assert Client(headers={"host": "10.0.0.5:8000"}).get("/").status_code == 200
    assert Client(headers={"host": "192.168.7.9:8000"}).get("/").status_code == 400
    at("192.168.7.9")
    assert Client(headers={"host": "192.168.7.9:8000"}).get("/").status_code == 200


def test_addresses_are_ipv4_and_never_the_loopback():
    for address in network.lan_addresses():
        assert address.count(".") == 3 and not address.startswith("127.")


def test_a_qr_code_read_from_localhost_names_the_network_address(at, db):
    at("10.0.0.5")
    page = Client(headers={"host": "localhost:8000"}).get("/heritage/groups/ede/")
    assert "10.0.0.5:8000/heritage/groups/ede/" in page.content.decode()
