"""Font subsets for the browser, made from the fonts of two PyPI packages (both SIL OFL).

Be Vietnam Pro is cut to Latin and Vietnamese. It lacks ŏ, ĕ, ƀ and a few more letters that some
peoples write their names with; those alone come from Source Sans 3 (static/css/fonts.css).
"""

from __future__ import annotations

import hashlib
import inspect
import json
import logging
import sys
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_TONES = "\u0300\u0301\u0303\u0309\u0323"
#: Latin-1, Vietnamese with its tones apart (NFD names must read too), the marks of typography.
LETTERS = (
    "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)]))
    + "ăĂđĐĩĨũŨơƠưƯčČćĆšŠžŽńŃřŘ"
    + "".join(map(chr, range(0x1EA0, 0x1EFA)))
    + _TONES
    + "–—‘’‚“”„…•‹›−≈≠≤≥‰€₫"
)
#: Letters of the Central Highlands' and other scripts that Be Vietnam Pro does not have.
RARE_LETTERS = "ŏŎĕĔĭĬŭŬƀɃɓƁ"
#: name of the file: (package, file in it, weight to cut out of a variable font, letters)
FONTS: dict[str, tuple[str, str, int | None, str]] = {
    "be-vietnam-pro-400": ("fontpkg_be_vietnam_pro", "BeVietnamPro-Regular.ttf", None, LETTERS),
    "be-vietnam-pro-700": ("fontpkg_be_vietnam_pro", "BeVietnamPro-Bold.ttf", None, LETTERS),
    "rare-letters-400": ("fontpkg_source_sans_3", "SourceSans3[wght].ttf", 400, RARE_LETTERS),
    "rare-letters-700": ("fontpkg_source_sans_3", "SourceSans3[wght].ttf", 700, RARE_LETTERS),
}


def source(package: str, name: str) -> Traversable:
    """The font file inside its package."""
    return resources.files(package) / "files" / name


def stamp() -> str:
    """Changes when this module, a package or the font library does."""
    packages = sorted({package for package, *_ in FONTS.values()} | {"fonttools", "brotli"})
    versions = {package: metadata.version(package) for package in packages}
    told = json.dumps(versions, sort_keys=True) + inspect.getsource(sys.modules[__name__])
    return hashlib.sha256(told.encode()).hexdigest()


def cut(package: str, name: str, weight: int | None, letters: str, target: Path) -> None:
    """Write the subset as woff2: no hinting (phones ignore it), kerning and mark placement kept."""
    with resources.as_file(source(package, name)) as path:
        font = TTFont(path)
    options = subset.Options(
        flavor="woff2",
        hinting=False,
        desubroutinize=True,
        layout_features=["kern", "mark", "mkmk", "ccmp"],
        name_IDs=[1, 2],
        notdef_outline=True,
        drop_tables=[*subset.Options().drop_tables, "meta"],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    if weight is not None:  # after the cut: a weight of twelve letters takes no time
        font = instantiateVariableFont(font, {"wght": weight})
    subset.save_font(font, str(target), options)


class Command(BaseCommand):
    requires_system_checks = []
    help = "Make the font subsets in the build folder; does nothing when they are up to date."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--force", action="store_true", help="Make them again in any case.")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.BUILD_DIR) / "fonts"
        folder.mkdir(parents=True, exist_ok=True)
        kept, now = folder / "stamp", stamp()
        files = {name: folder / f"{name}.woff2" for name in FONTS}
        fresh = kept.exists() and kept.read_text() == now
        if fresh and all(file.exists() for file in files.values()) and not options["force"]:
            self.stdout.write("Fonts are up to date.")
            return
        logging.getLogger("fontTools").setLevel(logging.WARNING)
        for name, (package, file, weight, letters) in FONTS.items():
            # Written aside and moved: a process that serves the old file never sees half of one.
            part = files[name].with_suffix(".part")
            cut(package, file, weight, letters, part)
            part.replace(files[name])
            self.stdout.write(f"{files[name].name}: {files[name].stat().st_size:,} bytes")
        kept.write_text(now)
