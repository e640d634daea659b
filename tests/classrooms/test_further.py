"""Where the last screen of a phone leads: only to what whoever holds it may open."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from classrooms.models import Session
from quizzes.models import Deck


def further(phone, session: Session, do) -> list[str]:
    """Addresses of the last screen of a phone, opened by somebody who is not signed in."""
    an = phone("Ánh")
    do("next")
    an.answer(2)
    do("end")
    page = an.page()
    assert 'data-phase="podium"' in page
    block = re.search(r'<div class="further">(.*?)</div>', page, re.S)[1]
    return re.findall(r'<a [^>]*href="([^"]+)"', block)


@pytest.mark.parametrize(
    ("owned", "code", "offered"),
    [
        (False, None, "/quizzes/small/"),
        (True, "abcdef", "/quizzes/shared/abcdef/"),
        (True, None, ""),
    ],
    ids=["library", "shared", "private"],
)
def test_the_deck_is_offered_to_those_who_may_practise_it(
    session, deck, teacher, phone, do, owned, code, offered
):
    Deck.objects.filter(pk=deck.pk).update(owner=teacher if owned else None, share_code=code)
    found = further(phone, session, do)
    assert [each for each in found if "/quizzes/" in each] == ([offered] if offered else [])
    assert {each: Client().get(each).status_code for each in found} == dict.fromkeys(found, 200)
