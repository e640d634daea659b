"""Parts drawn once, for one push or for every page."""

from __future__ import annotations

from django.template import Context, Template
from django.utils import translation


def render(source: str, **context: object) -> str:
    return Template("{% load once %}" + source).render(Context(context))


def test_a_part_is_drawn_once_for_each_that_it_differs_by():
    drawn: dict[object, str] = {}
    seen = '{% once "verdict" share %}{{ share }}{{ who }}{% endonce %}'
    assert render(seen, drawn=drawn, share=1.0, who="<Ánh>") == "1,0&lt;Ánh&gt;"
    assert render(seen, drawn=drawn, share=1.0, who="Bình") == "1,0&lt;Ánh&gt;"
    assert render(seen, drawn=drawn, share=0.5, who="Bình") == "0,5Bình"
    with translation.override("en"):
        assert render(seen, drawn=drawn, share=1.0, who="Chi") == "1.0Chi"


def test_another_push_and_a_page_for_one_reader_are_drawn_anew():
    seen = '{% once "why" %}{{ who }}{% endonce %}'
    assert render(seen, drawn={}, who="Ánh") == "Ánh"
    assert render(seen, drawn={}, who="Bình") == "Bình"
    assert render(seen, who="Chi") == "Chi"


def test_a_part_kept_for_good_is_on_the_next_page_too():
    seen = '{% kept "a part of this test" path %}{{ who }}{% endkept %}'
    assert render(seen, path="/a/", who="Ánh") == "Ánh"
    assert render(seen, path="/a/", who="Bình") == "Ánh"
    assert render(seen, path="/b/", who="Bình") == "Bình"
