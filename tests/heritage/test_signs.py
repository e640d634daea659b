"""The signs: seeds that fill a circle, rhythms of eight beats, codes one can read out."""

from __future__ import annotations

import math

import pytest
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from heritage.models import LanguageBranch
from heritage.signs import RHYTHMS, rhythm, spiral


def _render(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


@given(st.integers(1, 300), st.sampled_from([100, 200, 400]))
def test_seeds_stay_inside_their_square(n, size):
    for seed in spiral(n, size):
        assert math.hypot(seed.x - size / 2, seed.y - size / 2) <= size / 2
        assert seed.length >= seed.width > 0


def test_the_spiral_is_always_the_same_and_no_two_seeds_share_a_place():
    seeds = spiral()
    assert seeds == spiral()
    assert len({(seed.x, seed.y) for seed in seeds}) == 54


@pytest.mark.parametrize("branch", RHYTHMS)
def test_a_rhythm_has_eight_beats_and_begins_with_a_long_one(branch):
    path, width = rhythm(branch, 1)
    assert path.count("M") == 8
    assert path.startswith("M8 4h6")
    assert width > 0


def test_every_branch_of_the_atlas_has_a_rhythm_of_its_own(db):
    assert set(LanguageBranch.objects.values_list("style", flat=True)) == RHYTHMS.keys()
    assert len(set(RHYTHMS.values())) == len(RHYTHMS)


def test_a_lobby_lights_a_seed_for_each_arrival():
    svg = _render("{% grains n=40 lit=27 label=words %}", words="27 & more")
    assert svg.count('class="on"') == 27
    assert svg.count('class="off"') == 13
    assert 'aria-label="27 &amp; more"' in svg


def test_an_ornament_is_silent_and_a_labelled_icon_speaks():
    assert 'aria-hidden="true"' in _render('{% icon "star" %}')
    assert 'role="img" aria-label="Sao"' in _render('{% icon "star" "Sao" %}')


@pytest.mark.parametrize("key", ["A", "B", "C", "D"])
def test_each_answer_has_a_shape(key):
    assert "<path" in _render("{% answer_sign key %}", key=key)


def test_an_answer_past_d_has_its_letter_only():
    assert _render('{% answer_sign "E" %}') == ""


def test_a_ninth_person_gets_the_first_sign_again():
    assert "sign s1" in _render("{% sign 9 %}")


@pytest.mark.parametrize(("percent", "width"), [(0, "0%"), (33.333, "33.33%"), (140, "100%")])
def test_a_bar_stays_on_its_track(percent, width):
    with translation.override("vi"):
        assert f'rect width="{width}"' in _render("{% bar p %}", p=percent)


def test_a_qr_code_has_a_quiet_zone_and_says_where_it_leads():
    svg = _render("{% qr url %}", url="http://192.0.2.7:8000/j/482913/")
    assert "M2 2h7" in svg
    assert "http://192.0.2.7:8000/j/482913/" in svg


def test_a_code_is_read_in_two_halves_on_one_line():
    assert _render("{{ code|spoken_code }}", code="482913") == "482\u00a0913"


@pytest.mark.parametrize(("language", "text"), [("vi", "1.845.492"), ("en", "1,845,492")])
def test_large_numbers_are_grouped_as_the_language_groups_them(language, text):
    with translation.override(language):
        assert _render("{{ n|number }}", n=1845492) == text
        assert _render("{{ n|number }}", n=None) == ""
