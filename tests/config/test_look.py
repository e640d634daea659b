"""The look as a reader meets it: contrast, weight, fonts, and what the CSP would refuse."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command
from fontTools.ttLib import TTFont

from config.management.commands.build_assets import FONTS, RARE_LETTERS
from heritage.models import EthnicGroup, Fact, GroupName, Province, ProvincialUnit

STATIC = settings.BASE_DIR / "static"
TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
SHEETS = sorted((STATIC / "css").rglob("*.css"))

TEXT, SIGN = 4.5, 3.0
GROUNDS = ("paper", "surface", "sunk")
REGIONS = ("nmm", "rrd", "nc", "scc", "ch", "se", "md")
BRANCHES = ("viet", "tay", "han", "mon", "mong", "nam", "tang", "ka")
PAIRS: list[tuple[str, str, float]] = [
    *[
        (ink, ground, TEXT)
        for ink in ("ink", "ink-2", "ink-3", "son-ink", "gold-ink", "ok-ink", "miss-ink")
        for ground in GROUNDS
    ],
    *[(f"{kind}-ink", ground, TEXT) for kind in ("warn", "info") for ground in GROUNDS],
    *[(f"on-{kind}", kind, TEXT) for kind in ("ok", "miss", "warn", "info", "son", "gold")],
    *[(f"{kind}-ink", f"{kind}-soft", TEXT) for kind in ("ok", "miss", "warn", "info", "son")],
    *[("ink", f"{kind}-soft", TEXT) for kind in ("ok", "miss", "warn", "info", "son", "gold")],
    ("gold-ink", "gold-soft", TEXT),
    ("on-son", "son-deep", TEXT),
    ("on-son-gold", "son", TEXT),
    *[(f"on-{answer}", answer, TEXT) for answer in "abcd"],
    *[("on-s", f"s{seat}", TEXT) for seat in range(1, 9)],
    *[(f"r-{region}-ink", ground, TEXT) for region in REGIONS for ground in GROUNDS[:2]],
    *[("ink", f"r-{region}", SIGN) for region in REGIONS],
    *[(f"f-{branch}", ground, SIGN) for branch in BRANCHES for ground in GROUNDS[:2]],
    *[(border, ground, SIGN) for border in ("edge", "focus") for ground in GROUNDS[:2]],
]


def _themes() -> dict[str, dict[str, str]]:
    """Values of each theme; dark once by media query and once by choice."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / "css/tokens.css").read_text(), flags=re.S)
    blocks: dict[str, dict[str, str]] = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        values = dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
        blocks.setdefault(" ".join(selector.split()), values)
    light = blocks[":root"]
    return {
        "light": light,
        "dark": light | blocks['[data-theme="dark"]'],
        "dark by system": light
        | blocks[':root:not([data-theme="light"]):not([data-theme="projector"])'],
        "projector": light | blocks['[data-theme="projector"]'],
    }


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio of two #rrggbb colours."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_text_and_signs_stand_out_from_their_ground(theme):
    values = _themes()[theme]
    faint = [
        f"{front} on {ground}: {ratio:.2f}"
        for front, ground, least in PAIRS
        if (ratio := _contrast(values[front], values[ground])) < least
    ]
    assert not faint


def test_dark_is_the_same_whether_chosen_or_asked_for_by_the_system():
    themes = _themes()
    assert themes["dark"] == themes["dark by system"]


class _Forbidden(HTMLParser):
    """Collects what the content security policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(f"<{tag}>")
        self.found += [name for name in names if name == "style" or name.startswith("on")]

    handle_startendtag = handle_starttag


def test_no_template_holds_style_or_script_of_its_own():
    refused = {}
    for path in TEMPLATES:
        markup = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", path.read_text(), flags=re.S)
        # Data for a script is no script.
        markup = re.sub(r'<script[^>]*type="application/json"[^>]*>', "<data>", markup)
        parser = _Forbidden()
        parser.feed(markup)
        if parser.found:
            refused[path.name] = parser.found
    assert not refused


def test_style_sheets_load_nothing_from_elsewhere():
    for sheet in SHEETS:
        text = sheet.read_text()
        assert "@import" not in text, sheet
        assert not re.findall(r"url\(\s*[\"']?(?:\w+:|//)", text), sheet


def test_every_icon_named_in_a_template_is_in_the_sprite():
    drawn = set(re.findall(r'<symbol id="i-([\w-]+)"', (STATIC / "img/sprite.svg").read_text()))
    named = {
        (name, path.name)
        for path in TEMPLATES
        for name in re.findall(r'{%\s*icon "([\w-]+)"', path.read_text())
    }
    assert not {(name, page) for name, page in named if name not in drawn}


@pytest.fixture(scope="module")
def fonts() -> dict[str, Path]:
    """The subsets, made once into the run's own build folder."""
    call_command("build_assets", verbosity=0)
    return {name: Path(settings.BUILD_DIR) / "fonts" / f"{name}.woff2" for name in FONTS}


@pytest.mark.parametrize("weight", ["400", "700"])
def test_every_name_and_fact_of_the_atlas_has_its_glyphs(db, fonts, weight):
    letters: set[str] = set()
    for model, fields in {
        EthnicGroup: ("name_vi", "name_en"),
        GroupName: ("name",),
        Province: ("name_vi", "name_en"),
        ProvincialUnit: ("name_vi", "name_en"),
        Fact: ("text_vi", "text_en"),
    }.items():
        for row in model.objects.values_list(*fields):
            letters.update("".join(row))
    drawn: set[int] = set()
    for name in ("be-vietnam-pro", "rare-letters"):
        drawn |= TTFont(fonts[f"{name}-{weight}"]).getBestCmap().keys()
    assert len(letters) > 100
    assert not {
        letter
        for letter in letters | set(RARE_LETTERS)
        if letter >= " " and ord(letter) not in drawn
    }


def test_a_second_build_of_the_fonts_changes_nothing(fonts, capsys):
    before = {name: path.stat().st_mtime_ns for name, path in fonts.items()}
    call_command("build_assets")
    assert {name: path.stat().st_mtime_ns for name, path in fonts.items()} == before
    assert "up to date" in capsys.readouterr().out


def test_font_addresses_survive_hashing_of_static_files(fonts, tmp_path):
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    shutil.copytree(settings.BUILD_DIR / "fonts", tmp_path / "fonts")
    storage = ManifestStaticFilesStorage(location=tmp_path, base_url="/static/")
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")]
    results = list(storage.post_process({name: (storage, name) for name in names}))
    assert not [result for result in results if isinstance(result[2], Exception)]
    sheet = (tmp_path / storage.stored_name("css/fonts.css")).read_text()
    assert {Path(url).name.split(".")[0] for url in re.findall(r'url\("([^"]+)"\)', sheet)} == set(
        FONTS
    )
    for url in re.findall(r'url\("([^"]+)"\)', sheet):
        assert (tmp_path / "css" / url).resolve().is_file()


def _packed(*files: Path) -> int:
    """Bytes over the wire; woff2 is brotli already."""
    return sum(
        path.stat().st_size if path.suffix == ".woff2" else len(brotli.compress(path.read_bytes()))
        for path in files
    )


def test_a_first_visit_weighs_less_than_100_kb(db, client, fonts):
    page = client.get("/").content
    linked = re.findall(rb'(?:href|src)="/static/([^"#]+)', page)
    files = {STATIC / name.decode() for name in linked} | set(fonts.values())
    total = len(brotli.compress(page)) + _packed(*files)
    assert total <= 100_000, f"{total:,} bytes"


def test_the_style_of_a_student_page_weighs_less_than_12_kb():
    css = STATIC / "css"
    total = _packed(css / "tokens.css", css / "base.css", css / "pages/player.css")
    assert total <= 12_000, f"{total:,} bytes"
