"""Nothing a client can send ends in a 500: every address, odd arguments, odd bodies, anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, zip_longest

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from players.models import User

#: What is put in the place of an argument in an address.
ARGUMENTS = ["1", "0", "99999999999999999999999", "khong-co", "ede", "Đắk", "%00", "a" * 300]
#: The argument of the other places, where an address has several.
USUAL = ["1"]
PLACE = re.compile(r"<[^>]*>|\([^)]*\)")
#: What is put behind an address, and into a form.
ODD = [
    *("", "\x00", "²", "-1", "1e308", "NaN", "9" * 40, "' OR 1=1 --"),
    *("\ud800x", "🦆" * 60, "../../etc"),
]
FIELDS = [
    *("q", "code", "nickname", "deck", "size", "topic", "region", "branch", "population", "group"),
    *("page", "page_size", "round", "client_id", "choice", "action", "version", "participant"),
    *("language", "next", "username", "password", "n", "level", "board", "province", "count"),
    *("question", "view", "map", "start", "mistakes"),
]


def addresses(resolver: URLResolver | None = None, prefix: str = "/") -> Iterator[str]:
    """Every address of the site with odd arguments, without the admin's hundreds."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = prefix + str(entry.pattern).replace("^", "").replace("$", "").replace("\\Z", "")
        if isinstance(entry, URLResolver):
            if "admin" not in route:
                yield from addresses(entry, route)
        elif isinstance(entry, URLPattern) and "\\." not in route:  # suffixes of formats: not ours
            yield from filled(route)


def filled(route: str) -> Iterator[str]:
    """Each odd argument in every place, and in one place with a usual one in the others."""
    pieces = PLACE.split(route)
    places = len(pieces) - 1
    for argument in ARGUMENTS if places else [""]:
        usual = {(argument,) * places, *permutations([argument, *USUAL * (places - 1)], places)}
        for arguments in usual:
            yield "".join(map("".join, zip_longest(pieces, arguments, fillvalue="")))


def one_each() -> list[str]:
    """An address of every page, with an argument that it takes."""
    found = {}
    for address in addresses():
        if not any(odd in address for odd in ("khong-co", "99999", "Đắk", "%00", "aaaa")):
            try:
                found[resolve(address).view_name] = address  # the last: a name rather than a number
            except Resolver404:
                continue
    return sorted(found.values())


@pytest.fixture
def people(db) -> list[Client]:
    """Somebody unknown and a teacher, neither stopping at an exception of the site."""
    teacher = User.objects.create_user("lan", "lan@truong.example", "a long enough password")
    teacher.groups.add(Group.objects.get(name="teachers"))
    unknown, signed_in = (Client(raise_request_exception=False) for _ in range(2))
    signed_in.force_login(teacher)
    return [unknown, signed_in]


def test_no_address_breaks_on_its_arguments(people):
    broken = [
        (address, method)
        for address in sorted(set(addresses()))
        for method in ("get", "post")
        for client in people
        if getattr(client, method)(address).status_code >= 500 and address != "/readyz"
    ]
    assert not broken


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "head", "trace"])
def test_no_address_breaks_on_a_method(people, method):
    broken = [
        address
        for address in one_each()
        for client in people
        if getattr(client, method)(address).status_code >= 500 and address != "/readyz"
    ]
    assert not broken


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_no_address_breaks_on_what_is_sent(people, odd):
    text = odd.encode("utf-8", "replace").decode()
    data = dict.fromkeys(FIELDS, text)
    broken = [
        (address, method)
        for address in one_each()
        for method in ("get", "post")
        for client in people
        if getattr(client, method)(address, data).status_code >= 500 and address != "/readyz"
    ]
    assert not broken


@pytest.mark.parametrize("cookie", ["player", "lang", "theme", "sessionid", "csrftoken"])
@pytest.mark.parametrize("value", ["x", "\u00ff", "a.b.c", "=" * 50])
def test_a_forged_cookie_is_ignored(people, cookie, value):
    for client in people:
        client.cookies[cookie] = value
        assert client.get("/").status_code == 200
        assert client.get("/play/1/").status_code == 404


@pytest.mark.parametrize("path", ["/games/o_an_quan/open/", "/accounts/login/", "/api/v1/groups/"])
@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/x-www-form-urlencoded", b"a=" + b"x" * 3_000_000, 413),
        ("application/json", b"[" + b"1," * 1_500_000 + b"1]", 413),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 3000), 400),
        ("multipart/form-data", b"no parts", 400),
    ],
)
def test_a_body_that_is_too_much_is_refused_in_words(db, client, caplog, path, kind, body, status):
    answer = client.post(path, body, content_type=kind)
    assert answer.status_code == status
    assert "yêu cầu" in answer.content.decode()
    assert not [record for record in caplog.records if record.exc_info]
