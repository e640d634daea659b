"""No byte that is sent to somebody depends on hands, answers or keys they may not know."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from games import screens, selectors
from games.models import Table
from games.rang_ro.game import GAME

from .conftest import CONTENT, Person, have, put, state_of, table_at

pytestmark = pytest.mark.django_db

HANDS = (("FUND", "STORM"), ("SHIELD", "REROLL"), ("UMBRELLA", "TRAIL"))


def without_tokens(page: str) -> str:
    """A page without what is new at every request for anybody."""
    page = re.sub(r'data-slip="[^"]*"', "", page)
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page)
    return re.sub(r'data-(?:csrf|now)="[^"]*"', "", page)


def sent(address: str, reader: Person, seat: int | None) -> tuple[str, ...]:
    """All that goes to one reader: page, stage, pushes in both languages, the view for programs."""
    Table.objects.update(version=50)
    table = selectors.with_seats(table_at(address).pk)
    return (
        without_tokens(reader.page(address)),
        without_tokens(reader.page(f"{address}stage/")),
        screens.fragment(table, seat, "vi"),
        screens.fragment(table, seat, "en"),
        json.dumps(GAME.encode_view(selectors.seen(table, seat).view)),
    )


def readers(an: Person, ben: Person) -> dict[int | None, Person]:
    return {0: an, 1: ben, None: Person()}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_other_hands_and_the_order_of_the_pile_change_no_byte(an, ben, sat, viewer):
    address = sat()
    state = (
        have(state_of(address), viewer or 0, hand=("FUND",))
        if viewer is not None
        else (state_of(address))
    )
    found = set()
    for hand in HANDS:
        changed = state
        for seat in {0, 1, 2} - {viewer}:
            changed = have(changed, seat, hand=hand)
        put(address, replace(changed, deck=changed.deck[::-1] if hand[0] == "FUND" else state.deck))
        found.add(sent(address, readers(an, ben)[viewer], viewer))
    assert len(found) == 1


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_others_answers_change_no_byte_before_the_question_closes(an, ben, sat, viewer):
    address = sat()
    assert an.answer(address, do="go", trip="car:ha-nam:").status_code == 302
    state = state_of(address)
    found = set()
    for letter in "ABC":
        given = {seat: letter for seat in range(3) if seat != viewer}
        question = replace(state.question, given=given, locked=frozenset(given) - {0})
        put(address, replace(state, question=question))
        found.add(sent(address, readers(an, ben)[viewer], viewer))
    assert len(found) == 1


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_which_answer_is_right_changes_no_byte_before_it_is_settled(an, ben, sat, viewer):
    address = sat()
    assert an.answer(address, do="go", trip="car:ha-nam:").status_code == 302
    state = state_of(address)
    found = set()
    for letter in "ABC":
        put(address, replace(state, question=replace(state.question, right=letter)))
        found.add(sent(address, readers(an, ben)[viewer], viewer))
    assert len(found) == 1
    told = CONTENT["questions"][state.question.pile][state.question.card]
    for page in next(iter(found)):
        assert told["explanation"]["en"] not in page and told["explanation"]["vi"] not in page
