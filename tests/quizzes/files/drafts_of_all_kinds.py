"""Hypothesis strategies: drafts as people may write them, for round trips."""

from __future__ import annotations

from hypothesis import strategies as st

from quizzes.files.drafts import Draft, Option, true_false
from quizzes.files.words import line, whole

#: Letters, digits and every sign that some format gives a meaning to.
_SIGNS = "abcXYZ êđơưỳÊĐ019 =+-@~#{}:\\%[]|;,.!?\"'<>&/()*_$^`→’“”"
_words = st.text(st.sampled_from(_SIGNS), min_size=1, max_size=24).map(line).filter(bool)
_any = st.text(st.characters(exclude_categories=("Cs", "Co", "Cn")), min_size=1, max_size=12)
#: Mostly signs that matter, sometimes anything of Unicode.
words = st.one_of(_words, _words, _any.map(line)).filter(
    lambda text: any(char.isalnum() for char in text) and len(text) <= 60
)
paragraphs = st.lists(words, min_size=1, max_size=3).map("\n".join).map(whole)


def texts(words, languages):
    return st.fixed_dictionaries(dict.fromkeys(languages, words))


@st.composite
def drafts(draw, kinds, languages=("vi",), extras=()):
    """A draft that is wholly right, of one of these kinds, with these extra features."""
    kind = draw(st.sampled_from(sorted(kinds)))
    draft = Draft(kind=kind, text=draw(texts(words, languages)))
    if kind in ("single", "multiple"):
        count = draw(st.integers(2, 4))
        right = draw(st.integers(0, count - 1))
        rights = {right} if kind == "single" else {right, draw(st.integers(0, count - 1))}
        if kind == "multiple" and len(rights) < 2:
            rights = {0, 1}
        each = st.lists(texts(words, languages), min_size=count, max_size=count)
        options = draw(each)
        draft.options = [Option(text, at in rights) for at, text in enumerate(options)]
    elif kind == "truefalse":
        draft.options = true_false(draw(st.booleans()), *languages)
    elif kind == "typed":
        accepted = st.lists(words, min_size=1, max_size=4, unique=True)
        draft.spec = {
            "accepted": draw(st.fixed_dictionaries(dict.fromkeys(languages, accepted))),
            "people": False,
        }
    elif kind == "order":
        draft.spec = {"items": draw(st.lists(texts(words, languages), min_size=3, max_size=6))}
    elif kind == "match":
        pair = st.fixed_dictionaries(
            {"left": texts(words, languages), "right": texts(words, languages)}
        )
        draft.spec = {"pairs": draw(st.lists(pair, min_size=3, max_size=6))}
    if "explanation" in extras and draw(st.booleans()):
        draft.explanation = draw(texts(paragraphs, languages))
    if "source" in extras and draw(st.booleans()):
        draft.source = draw(texts(paragraphs, languages))
    if "level" in extras:
        draft.level = draw(st.integers(1, 3))
    if "seconds" in extras:
        draft.seconds = draw(st.integers(5, 300))
    return draft
