"""The letters of printed sheets: those of the site, whole, as TrueType files.

Be Vietnam Pro lacks ŏ, ĕ, ƀ and a few more letters; Source Sans 3 stands behind it for them. Its
package has one variable font only, and setting that up takes a PDF library seconds, so each weight
is cut out of it once and kept.
"""

from __future__ import annotations

import hashlib
import logging
import os
from functools import cache
from importlib import metadata, resources
from pathlib import Path

from django.conf import settings
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_MAIN = {"": "BeVietnamPro-Regular.ttf", "B": "BeVietnamPro-Bold.ttf"}
_BEHIND = {"": 400, "B": 700}
#: Latin with all its extensions, tones, punctuation, arrows, ticks.
_RANGES = ((0x20, 0x250), (0x300, 0x370), (0x1E00, 0x1F00), (0x2000, 0x2070), (0x2190, 0x2200))
_SIGNS = "€₫−≈≠≤≥√✓✗"


@cache
def main() -> dict[str, Path]:
    """The font of the text, by style: "" and "B"."""
    folder = Path(str(resources.files("fontpkg_be_vietnam_pro"))) / "files"
    return {style: folder / name for style, name in _MAIN.items()}


@cache
def behind() -> dict[str, Path]:
    """The font for the letters the other lacks, by style; made when it is first asked for."""
    version = metadata.version("fontpkg-source-sans-3") + repr((_RANGES, _SIGNS))
    stamp = hashlib.sha256(version.encode()).hexdigest()[:12]
    folder = Path(settings.VAR_DIR) / "print-fonts"
    files = {style: folder / f"{stamp}-{weight}.ttf" for style, weight in _BEHIND.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for style, file in files.items():
        if not file.exists():
            # Aside and moved: two workers may do the same at once.
            part = file.with_suffix(f".{os.getpid()}.part")
            _cut(_BEHIND[style], part)
            part.replace(file)
    return files


def _cut(weight: int, target: Path) -> None:
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    whole = Path(str(resources.files("fontpkg_source_sans_3"))) / "files" / "SourceSans3[wght].ttf"
    font = TTFont(whole)
    letters = "".join(chr(n) for low, high in _RANGES for n in range(low, high)) + _SIGNS
    options = subset.Options(hinting=False, name_IDs=["*"], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    instantiateVariableFont(font, {"wght": weight}, inplace=True)
    font.save(target)
