"""Who a browser is: a signed cookie, and nothing that a stranger could make up."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.test import RequestFactory

from players.models import Player, User
from players.services import COOKIE, cookie_value, player_for, player_id_of, player_of


def request_with(cookie: str | None, user: User | None = None):
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    if cookie is not None:
        request.COOKIES[COOKIE] = cookie
    return request


def test_a_browser_is_known_again_by_its_cookie(db):
    player = Player.objects.create()
    assert player_of(request_with(cookie_value(player))) == player
    assert player_for(request_with(cookie_value(player))) == player


@pytest.mark.parametrize(
    "cookie",
    [None, "", "x", "11111111-1111-1111-1111-111111111111", signing.dumps("no id", salt="other")],
    ids=["none", "empty", "a letter", "an id unsigned", "signed elsewhere"],
)
def test_a_made_up_cookie_is_nobody(db, cookie):
    assert player_id_of(request_with(cookie)) is None
    assert player_of(request_with(cookie)) is None


@pytest.mark.parametrize("value", ["no uuid", 7, None, ["a"]])
def test_a_signed_cookie_with_something_else_in_it_is_nobody(db, value):
    assert player_of(request_with(signing.dumps(value, salt="players.player"))) is None


def test_a_player_who_was_deleted_gets_a_new_one(db):
    gone = Player.objects.create()
    cookie = cookie_value(gone)
    gone.delete()
    assert player_of(request_with(cookie)) is None
    assert player_for(request_with(cookie)).pk != gone.pk


def test_a_guest_who_signs_in_keeps_the_player(db):
    player, user = Player.objects.create(), User.objects.create_user("an")
    assert player_for(request_with(cookie_value(player), user)).user == user
    assert Player.objects.get(pk=player.pk).user == user


def test_no_player_is_made_for_who_only_looks(client, db):
    client.get("/leaderboards/")
    assert not Player.objects.exists()
