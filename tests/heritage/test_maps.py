"""Every kind of map: all provinces, both archipelagos with their names, no style attribute."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from heritage import maps
from heritage.models import Province
from heritage.outlines import outlines, tiles

SLUGS = sorted(outlines().rings)
REGIONS = dict.fromkeys(SLUGS, "ch")
NAMES = {region: region.upper() for region in maps.PATTERNS}


def words(language: str = "vi") -> maps.Words:
    return maps.Words(language, {slug: slug.replace("-", " ").title() for slug in SLUGS})


def kinds(language: str) -> dict[str, str]:
    say = words(language)
    counts = {"son-la": 669_265, "nghe-an": 338_559, "ha-noi": 7_137, "ca-mau": 3}
    links = {slug: f"/p/{slug}/" for slug in SLUGS}
    return {
        "outline": maps.outline_map("m", say, title="A & B", paint=maps.Paint(links=links)),
        "simplified": maps.outline_map("m", say, title="T", simplified=True),
        "choropleth": maps.choropleth("m", counts, say, title="T", links=links),
        "regions": maps.region_map("m", REGIONS, say, title="T", names=NAMES),
        "thumbnail": maps.thumbnail("m", counts, say, title="T"),
        "near": maps.near_map("m", "bac-ninh", ["ha-noi", "bac-giang"], say, title="T"),
        "tiles": maps.tile_map("m", say, title="T", paint=maps.Paint(links=links)),
    }


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("kind", list(kinds("vi")))
def test_every_map_is_whole_and_names_both_archipelagos(kind, language):
    svg = kinds(language)[kind]
    ElementTree.fromstring(svg)
    if kind != "near":  # a near view draws what lies in it, the small map beside it everything
        drawn = len(re.findall(r'data-province="[a-z-]+" d=', svg))
        assert drawn == 63 or svg.count('class="tile"') == 63
    texts = " ".join(ElementTree.fromstring(svg).itertext())
    for name in ("Hoàng Sa", "Trường Sa") if language == "vi" else ("Hoang Sa", "Truong Sa"):
        assert name in texts
    assert "style=" not in svg
    assert "<title" in svg


def test_the_islands_say_where_they_belong():
    svg = maps.outline_map("m", words(), title="T")
    assert "Quần đảo Hoàng Sa (thuộc Da Nang)" in svg
    assert "Quần đảo Trường Sa (thuộc Khanh Hoa)" in svg
    assert svg.count("<circle") == 25


def test_a_linked_map_can_be_reached_and_read():
    svg = kinds("vi")["choropleth"]
    root = ElementTree.fromstring(svg)
    links = root.findall(".//a")
    assert len(links) == 63
    assert root.get("role") == "group"
    said = {link.get("href"): link.get("aria-label") for link in links}
    assert said["/p/son-la/"] == "Son La: 669265"
    assert all(said.values())


def test_an_unlinked_map_is_one_picture():
    root = ElementTree.fromstring(kinds("vi")["thumbnail"])
    assert root.get("role") == "img"
    assert not root.findall(".//a")


def test_classes_of_a_population_map():
    svg = kinds("vi")["choropleth"]
    for slug, css in (("son-la", "q5"), ("ha-noi", "q3"), ("ca-mau", "q1")):
        assert f'class="{css}" data-province="{slug}"' in svg
    assert 'class="q' not in re.search(r'<path[^>]*data-province="hue"|$', svg)[0]


def test_the_largest_are_named_beside_the_land():
    labels = kinds("vi")["choropleth"].split('<g class="labels">')[1]
    assert [slug in labels for slug in ("Son La", "Nghe An", "Ha Noi", "Ca Mau")] == [
        True,
        True,
        True,
        False,
    ]


def test_text_is_escaped():
    svg = maps.outline_map("m", maps.Words("vi", {"ha-noi": "<b>"}), title='"><script>')
    assert "<b>" not in svg
    assert "<script>" not in svg


def test_the_lighter_outline_is_light_and_leaves_no_gaps():
    light = outlines(simplified=True)
    assert sum(len(path) for path in light.paths.values()) < 25_000
    assert set(light.rings) == set(SLUGS)
    whole, lighter = (_inner_edges(outlines(flag).rings) for flag in (False, True))
    assert 0 < lighter < whole
    # An edge between two provinces is drawn from both sides: edges of one side only are coast.
    assert _coast_ends(light.rings) == 0


def _edges(rings):
    for ring in rings:
        yield from zip(ring, (*ring[1:], ring[0]), strict=True)


def _inner_edges(shapes) -> int:
    seen = [frozenset(edge) for rings in shapes.values() for edge in _edges(rings)]
    return len(seen) - len(set(seen))


def _coast_ends(shapes) -> int:
    """Ends of the coast line left open: a gap between neighbours would make some."""
    once: dict[frozenset, int] = {}
    for rings in shapes.values():
        for edge in _edges(rings):
            once[frozenset(edge)] = once.get(frozenset(edge), 0) + 1
    degree: dict[tuple[int, int], int] = {}
    for edge, times in once.items():
        if times == 1:
            for point in edge:
                degree[point] = degree.get(point, 0) + 1
    return sum(n % 2 for n in degree.values())


def test_maps_know_every_province_of_the_database(db):
    assert set(Province.objects.values_list("slug", flat=True)) == set(SLUGS)
    assert {tile.slug for tile in tiles() if not tile.belongs_to} == set(SLUGS)


def test_the_attribution_is_at_hand():
    assert "geoBoundaries" in maps.attribution()
