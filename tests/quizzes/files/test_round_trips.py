"""What goes out comes in again as it was, as far as the format holds it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizzes.files import formats, reading
from quizzes.files.drafts import Draft, Option
from quizzes.files.kahoot import TIMES, nearest_time

from .drafts_of_all_kinds import drafts, words
from .made import picture

ROUND = [each for each in formats.writers() if each.slug != "anki"]
# The same examples in every run; IMPORT_FUZZ (test_fuzz.py) looks further.
quick = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def there_and_back(held, given, language="vi", deck=None, pictures=None):
    data = formats.write(held.slug, given, language, deck or {}, pictures or {})
    return reading.read(data, f"deck.{held.ending}", language=language)


def expected(held, given, language="vi"):
    found = [kept for each in given if (kept := formats.kept(each, held, language))]
    return [_without_arrows(each) if held.slug == "gift" else each for each in found]


def _without_arrows(draft):
    """GIFT parts a pair at its first arrow: what is left of it cannot hold another."""
    if draft.kind != "match":
        return draft
    pairs = [
        {
            "left": {code: text.replace("->", "→") for code, text in pair["left"].items()},
            "right": pair["right"],
        }
        for pair in draft.spec["pairs"]
    ]
    return replace(draft, spec={"pairs": pairs})


@pytest.mark.parametrize("held", ROUND, ids=lambda each: each.slug)
@quick
@given(data=st.data())
def test_one_language(held, data):
    extras = {"explanation", "source", "level", "seconds"}
    given_drafts = data.draw(
        st.lists(drafts(set(held.kinds) - {"map-pin"}, extras=extras), min_size=1, max_size=4)
    )
    back = there_and_back(held, given_drafts)
    wanted = expected(held, given_drafts)
    for draft in wanted:
        if held.slug == "kahoot":
            draft.seconds = nearest_time(draft.seconds)
    assert [row.problems for row in back.rows] == [[] for _draft in wanted]
    assert [row.draft for row in back.rows] == wanted


BOTH = [each for each in ROUND if formats.BOTH in each.keeps]


@pytest.mark.parametrize("held", BOTH, ids=lambda each: each.slug)
@quick
@given(data=st.data())
def test_both_languages(held, data):
    extras = {"explanation", "source", "level", "seconds"}
    kinds = set(held.kinds) - {"map-pin"}
    given_drafts = data.draw(st.lists(drafts(kinds, ("vi", "en"), extras), min_size=1, max_size=3))
    back = there_and_back(held, given_drafts)
    assert back.language == ""
    assert [row.draft for row in back.rows] == expected(held, given_drafts)


WITH_PICTURES = [each for each in ROUND if formats.PICTURES in each.keeps]


@pytest.mark.parametrize("held", WITH_PICTURES, ids=lambda each: each.slug)
@quick
@given(alt=words, color=st.sampled_from(["red", "green", "blue"]))
def test_pictures(held, alt, color):
    draft = Draft(
        text={"vi": "Cái gì?"},
        options=[Option({"vi": "a"}, True), Option({"vi": "b"})],
        picture="pictures/1.png",
        picture_alt={"vi": alt},
    )
    back = there_and_back(held, [draft], pictures={"pictures/1.png": picture(color)})
    (row,) = back.rows
    assert back.pictures[row.draft.picture] == picture(color)
    assert row.draft.picture_alt == {"vi": alt}


def test_a_bundle_keeps_all_of_a_deck():
    deck = {
        "title": {"vi": "Bộ", "en": "Deck"},
        "description": {"vi": "Về", "en": "About"},
        "topic": "regional",
        "region": "southeast",
        "may_change": True,
    }
    draft = Draft(
        kind="map-pin",
        text={"vi": "Ở đâu?", "en": "Where?"},
        spec={"right": ["quang-ninh"], "partial": "distance", "within_km": 200},
        links={"province": "quang-ninh"},
        key="a.1",
    )
    held = formats.FORMATS["bundle"]
    back = there_and_back(held, [draft], deck=deck)
    assert back.deck == deck
    assert back.rows[0].draft == draft


@given(st.integers(5, 300))
def test_kahoot_gives_no_less_time_if_it_can(seconds):
    found = nearest_time(seconds)
    assert found in TIMES
    assert found >= min(seconds, TIMES[-1])


def test_anki_notes_are_one_a_line():
    given_drafts = [
        Draft(
            text={"vi": 'Dấu "ngoặc"\tvà <thẻ>?'},
            options=[Option({"vi": "a"}, True), Option({"vi": "b"})],
            explanation={"vi": "Một\nHai"},
        )
    ]
    data = formats.write("anki", given_drafts, "vi", {}, {}).decode()
    head, note = data.split("\n#columns:")[0], data.strip().split("\n")[-1]
    assert head == "#separator:tab\n#html:true"
    front, back = note.split("\t")
    assert front == "Dấu &quot;ngoặc&quot; và &lt;thẻ&gt;?<br>A. a<br>B. b"
    assert back == "A. a<br><i>Một<br>Hai</i>"
