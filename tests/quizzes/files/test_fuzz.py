"""Whatever the bytes are: rows, or our own refusal, and nothing else.

`IMPORT_FUZZ=100000` reads as many files as it says; CI reads a few hundred.
"""

from __future__ import annotations

import io
import json
import os
import random
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizzes.files import formats, reading
from quizzes.files.drafts import Draft, Option
from quizzes.files.problems import FileRefused
from quizzes.importing.questions import Links, problems_of

from .made import SAMPLES, kahoot, picture, wayground

#: Shared among the tests below.
FILES = int(os.environ.get("IMPORT_FUZZ", "400"))
# The same files in every run, unless more are asked for.
SAME = "IMPORT_FUZZ" not in os.environ
some = settings(
    max_examples=max(1, FILES // 4),
    deadline=None,
    derandomize=SAME,
    suppress_health_check=list(HealthCheck),
)
SLUGS = ["", *(each.slug for each in formats.readers())]
ENDINGS = ["", "csv", "txt", "gift", "xml", "xlsx", "zip", "json"]
_DECK = [
    Draft("single", {"vi": "Hỏi?"}, [Option({"vi": "a"}, True), Option({"vi": "b"})]),
    Draft("typed", {"vi": "Gõ"}, spec={"accepted": {"vi": ["x"]}, "people": False}),
    Draft("order", {"vi": "Xếp"}, spec={"items": [{"vi": "1"}, {"vi": "2"}, {"vi": "3"}]}),
]
_DECK[0].picture = "pictures/1.png"


def seeds() -> list[bytes]:
    """Whole files of every format, to be spoilt."""
    found = [path.read_bytes() for path in sorted(SAMPLES.iterdir())]
    found += [kahoot(("H", "a", "b", None, None, 20, 1)), wayground(("H", "", "a", "b"))]
    pictures = {"pictures/1.png": picture()}
    found += [formats.write(each.slug, _DECK, "vi", {}, pictures) for each in formats.writers()]
    return found


SEEDS = seeds()


def never_worse_than_refused(data: bytes, ending: str, slug: str) -> None:
    try:
        held = reading.read(data, f"file.{ending}", format=slug)
    except FileRefused as refused:
        assert str(refused)
        return
    for row in held.rows:
        for each in (*row.problems, *row.notes):
            assert each.message
        json.dumps(row.draft.to_json() if row.draft else None).encode()


@some
@given(data=st.binary(max_size=400), ending=st.sampled_from(ENDINGS), slug=st.sampled_from(SLUGS))
def test_any_bytes(data, ending, slug):
    never_worse_than_refused(data, ending, slug)


@some
@given(
    text=st.text(st.sampled_from("ab đ\n\r\t,;\"'={}~#:\\|<>/%&[]A.B)1:ANSWER->$T"), max_size=200),
    ending=st.sampled_from(ENDINGS),
    slug=st.sampled_from(SLUGS),
)
def test_any_text_of_signs(text, ending, slug):
    never_worse_than_refused(text.encode(), ending, slug)


@some
@given(
    seed=st.sampled_from(SEEDS),
    changes=st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=8)), max_size=6),
    cut=st.floats(0.2, 1),
    ending=st.sampled_from(ENDINGS),
    slug=st.sampled_from(SLUGS),
)
def test_whole_files_spoilt(seed, changes, cut, ending, slug):
    data = bytearray(seed)
    for where, new in changes:
        at = int(where * len(data))
        data[at : at + len(new)] = new
    never_worse_than_refused(bytes(data[: int(cut * len(data)) + 1]), ending, slug)


@some
@given(seed=st.sampled_from(SEEDS), number=st.integers(0, 2**32), slug=st.sampled_from(SLUGS))
def test_packages_whose_parts_are_spoilt(seed, number, slug):
    """The zip itself stays whole, so that what is in it is reached."""
    chance = random.Random(number)
    if not zipfile.is_zipfile(io.BytesIO(seed)):
        data = bytearray(seed)
        for _change in range(4):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(6)] = chance.randbytes(chance.randrange(4))
        never_worse_than_refused(bytes(data), "", slug)
        return
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(seed)) as old, zipfile.ZipFile(out, "w") as new:
        spoilt = chance.choice(old.namelist())
        for name in old.namelist():
            data = bytearray(old.read(name))
            if name == spoilt and data:
                at = chance.randrange(len(data))
                data[at : at + chance.randrange(20)] = chance.randbytes(chance.randrange(6))
            if name != spoilt or chance.random() < 0.9:
                new.writestr(name, bytes(data))
    never_worse_than_refused(out.getvalue(), "", slug)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, derandomize=SAME, suppress_health_check=list(HealthCheck))
@given(
    kind=st.sampled_from(["single", "typed", "order", "match", "map-pin", "hum"]) | _json,
    spec=st.dictionaries(
        st.sampled_from(["accepted", "items", "pairs", "right", "partial", "within_km", "people"]),
        _json | st.dictionaries(st.sampled_from(["vi", "en"]), _json),
    )
    | _json,
    more=st.dictionaries(
        st.sampled_from(["text", "options", "links", "picture", "level", "seconds", "key"]), _json
    ),
)
def test_bundles_of_any_shape(kind, spec, more):
    question = {"text": {"vi": "Hỏi?"}, **more, "kind": kind, "spec": spec}
    data = {"format": "rang-ro-deck", "version": 1, "questions": [question]}
    try:
        held = reading.read(json.dumps(data).encode(), "deck.json")
    except FileRefused:
        return
    for row in held.rows:
        if row.draft:
            problems_of(row.draft, Links())
