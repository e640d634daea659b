"""Files that tests make by hand: sheets as their makers lay them out, packages, pictures."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from PIL import Image

SAMPLES = Path(__file__).parent / "samples"


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def xlsx(rows: Sequence[Sequence[Any]], title: str = "Sheet1") -> bytes:
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def package(files: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def picture(color: str = "red", format: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), color).save(out, format)
    return out.getvalue()


KAHOOT_HEAD = (
    None,
    "Question - max 120 characters",
    "Answer 1 - max 75 characters",
    "Answer 2 - max 75 characters",
    "Answer 3 - max 75 characters",
    "Answer 4 - max 75 characters",
    "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
    "Correct answer(s) - choose at least one",
)


def kahoot(*questions: Sequence[Any]) -> bytes:
    """Kahoot's template with these questions from row 9 on and its numbered empty rows."""
    rows: list[Sequence[Any]] = [
        (),
        (None, "Quiz template"),
        (None, "Add questions, at least two answer alternatives, time limit and answers"),
        (None, "Remember: questions have a limit of 120 characters"),
        (),
        (),
        (),
        KAHOOT_HEAD,
    ]
    rows += [(number, *question) for number, question in enumerate(questions, start=1)]
    rows += [(number,) for number in range(len(questions) + 1, 101)]
    return xlsx(rows)


WAYGROUND_HEAD = (
    "Question Text",
    "Question Type",
    *(f"Option {number}" for number in range(1, 6)),
    "Correct Answer",
    "Time in seconds",
    "Image Link",
    "Answer explanation",
)
WAYGROUND_HELP = (
    "Text of the question\n\n(required)",
    "Question Type\n\n(default is Multiple Choice)",
    *(f"Text for option {number}" for number in range(1, 6)),
    "The correct option choice (between 1-5).",
    "Time in seconds\n\n(optional, default value is 30 seconds)",
    "Link of the image",
    "Explanation for the answer",
)


def wayground(*questions: Sequence[Any], head: Sequence[Any] = WAYGROUND_HEAD) -> bytes:
    return xlsx([head, WAYGROUND_HELP, *questions], title="Create a Quiz")


QTI_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m">
  <resources>{}</resources>
</manifest>
"""


def qti(items: Mapping[str, str], kind: str = "imsqti_item_xmlv2p1", **more: bytes) -> bytes:
    """A package of these items by path, and of other files."""
    resources = "".join(
        f'<resource identifier="r{at}" type="{kind}" href="{path}"/>'
        for at, path in enumerate(items)
    )
    return package({"imsmanifest.xml": QTI_MANIFEST.format(resources), **items, **more})
