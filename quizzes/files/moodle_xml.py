"""Moodle XML: HTML to words, fractions to right and wrong, pictures kept.

Format: docs.moodle.org, "Moodle XML format"; entities are refused (`xmltree`).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, SubElement, tostring

from .drafts import Draft, Option, Reading, Row, in_language, is_true_false, true_false
from .markup import Words, looks_like_html, read_html, to_html
from .numbers import between, to_number
from .problems import FileRefused, problem
from .words import line, shorten, whole
from .xmltree import local, parse

_PICTURE = "@@PLUGINFILE@@/"
_RIGHT_SHARE = {1: "100", 2: "50", 3: "33.33333", 4: "25", 5: "20", 6: "16.66667"}
_PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp")


def read(data: bytes, language: str) -> Reading:
    """The questions of a quiz; categories and descriptions in between are passed over."""
    root = parse(data)
    if local(root) == "questestinterop":
        raise FileRefused("qti_1")
    if local(root) != "quiz":
        raise FileRefused("unknown")
    reading = Reading("moodle_xml", language=language)
    for element in root.iter("question"):
        if element.get("type") != "category":
            reader = _Reader(element, len(reading.rows) + 1, language, reading.pictures)
            reading.rows.append(reader.row())
    return reading


class _Reader:
    """One question."""

    def __init__(
        self, element: Element, number: int, language: str, pictures: dict[str, bytes]
    ) -> None:
        self._element, self._language, self._pictures = element, language, pictures
        self._row = Row(number)
        self._draft = Draft()

    def row(self) -> Row:
        kind = (self._element.get("type") or "").strip().lower()
        read = getattr(self, f"_{kind}", None) if kind in _READ else None
        text = self._words(self._element.find("questiontext"))
        said = line(text.text)
        self._row.quote = said or line(self._element.findtext("name/text") or "")
        if read is None:
            self._row.problems.append(problem("kind_not_read", "", text=kind or "?"))
            return self._row
        self._row.draft = self._draft
        if said:
            self._draft.text = {self._language: said}
        else:
            self._row.problems.append(problem("no_text"))
        self._take_pictures(text)
        why = self._words(self._element.find("generalfeedback")).text
        if why:
            self._draft.explanation = {self._language: why}
        read()
        if any(self._words(each).text for each in self._element.iterfind("answer/feedback")):
            self._row.notes.append(problem("feedback"))
        return self._row

    # --- kinds ---

    def _multichoice(self) -> None:
        single = (self._element.findtext("single") or "true").strip() in ("true", "1")
        answers = self._answers()
        shares = [share for _text, share in answers]
        if single:
            best = max(shares, default=0)
            right = [share > 0 and share == best for share in shares]
            odd = [share for share in shares if share not in (0, best)] or best < 100
        else:
            right = [share > 0 for share in shares]
            odd = len({share for share in shares if share > 0}) > 1
        if odd and any(right):
            self._row.notes.append(problem("weights"))
        self._draft.kind = "single" if single and sum(right) <= 1 else "multiple"
        self._draft.options = [
            Option(self._said(text), yes)
            for (text, _share), yes in zip(answers, right, strict=True)
        ]
        if not any(right):
            self._row.problems.append(problem("no_right"))

    def _truefalse(self) -> None:
        right = [line(text).lower() for text, share in self._answers() if share > 0]
        self._draft.kind = "truefalse"
        self._draft.options = true_false("true" in right, self._language)
        if not right:
            self._row.problems.append(problem("no_right"))

    def _shortanswer(self) -> None:
        answers = self._answers()
        full = [line(text) for text, share in answers if share == 100 and line(text)]
        if len(full) < len(answers):
            self._row.notes.append(problem("weights"))
        if (self._element.findtext("usecase") or "").strip() == "1":
            self._row.notes.append(problem("case"))
        self._accept(full)

    def _numerical(self) -> None:
        found: list[str] = []
        for element in self._element.iterfind("answer"):
            text, share = line(element.findtext("text") or ""), _fraction(element)
            if share != 100:
                self._row.notes.append(problem("weights"))
                continue
            middle = to_number(text)
            width = abs(to_number(line(element.findtext("tolerance") or "0")) or Decimal(0))
            if middle is None:
                self._row.problems.append(problem("not_a_number", "", text=text))
                continue
            numbers, problems, notes = between(middle - width, middle + width)
            found += numbers
            self._row.problems += problems
            self._row.notes += notes
        self._accept(found)

    def _matching(self) -> None:
        pairs, alone = [], []
        for element in self._element.iterfind("subquestion"):
            left = line(self._words(element).text)
            right = line(element.findtext("answer/text") or "")
            if left:
                pairs.append({"left": self._said(left), "right": self._said(right)})
            elif right:
                alone.append(right)
        if alone:
            self._row.notes.append(problem("distractors", "", text=", ".join(alone)))
        self._draft.kind, self._draft.spec = "match", {"pairs": pairs}

    def _ordering(self) -> None:
        items = [self._said(text) for text, _share in self._answers()]
        self._draft.kind, self._draft.spec = "order", {"items": [item for item in items if item]}

    # --- parts ---

    def _accept(self, texts: Sequence[str]) -> None:
        self._draft.kind = "typed"
        accepted = list(dict.fromkeys(texts))
        self._draft.spec = {"accepted": {self._language: accepted}, "people": False}
        if not accepted and not self._row.problems:
            self._row.problems.append(problem("no_right"))

    def _answers(self) -> list[tuple[str, float]]:
        return [
            (self._words(element).text, _fraction(element))
            for element in self._element.iterfind("answer")
        ]

    def _said(self, text: str) -> dict[str, str]:
        return {self._language: line(text)} if line(text) else {}

    def _words(self, element: Element | None) -> Words:
        """The words of an element's text in the format it says; where it says none, tags tell."""
        words = Words()
        if element is None:
            return words
        source = element.findtext("text") or ""
        markup = element.get("format") or ("html" if local(element) in _HTML else "")
        if markup == "html" or (markup in ("", "moodle_auto_format") and looks_like_html(source)):
            return read_html(source)
        words.parts.append(source)
        return words

    def _take_pictures(self, text: Words) -> None:
        """The first picture of the question, from the file itself."""
        if text.media:
            self._row.notes.append(problem("media"))
        files = {
            unquote(element.get("name") or ""): element
            for element in self._element.iterfind("questiontext/file")
        }
        old = self._element.findtext("image_base64")
        wanted = [(unquote(src.removeprefix(_PICTURE)), src, alt) for src, alt in text.pictures]
        taken = 0
        for name, src, alt in wanted:
            data = _decoded(files[name].text) if name in files else _of_data_address(src)
            if data is None:
                code = "picture_far" if src.startswith("http") else "picture_missing"
                self._row.notes.append(problem(code, "", name=name))
            elif taken == 0:
                self._keep(name if name in files else "picture.png", data, alt)
                taken += 1
            else:
                self._row.notes.append(problem("pictures_more"))
                break
        if not taken and old and (data := _decoded(old)):
            self._keep(line(self._element.findtext("image") or "picture.png"), data, "")

    def _keep(self, name: str, data: bytes, alt: str) -> None:
        ending = PurePosixPath(name.lower()).suffix
        ending = ending if ending in _PICTURE_ENDINGS else ".png"
        kept = f"{self._row.number}{ending}"
        self._pictures[kept] = data
        self._draft.picture = kept
        if line(alt):
            self._draft.picture_alt = {self._language: line(alt)}


_READ = {"multichoice", "truefalse", "shortanswer", "numerical", "matching", "ordering"}
#: Elements whose text is HTML unless they say otherwise.
_HTML = {"questiontext", "generalfeedback", "feedback", "subquestion"}


def _fraction(element: Element) -> float:
    try:
        return float((element.get("fraction") or "0").replace(",", "."))
    except ValueError:
        return 0.0


def _decoded(text: str | None) -> bytes | None:
    try:
        return base64.b64decode("".join((text or "").split()), validate=True) or None
    except (binascii.Error, ValueError):
        return None


def _of_data_address(address: str) -> bytes | None:
    head, sign, body = address.partition(";base64,")
    return _decoded(unquote(body)) if sign and head.startswith("data:image/") else None


# --- out -----------------------------------------------------------------------------------------


def write(drafts: Sequence[Draft], language: str, pictures: Mapping[str, bytes]) -> bytes:
    root = Element("quiz")
    for number, draft in enumerate(drafts, start=1):
        _Writer(root, number, draft, language, pictures).write()
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="utf-8")


_TYPES = {
    "single": "multichoice",
    "multiple": "multichoice",
    "truefalse": "multichoice",
    "typed": "shortanswer",
    "match": "matching",
    "order": "ordering",
}


class _Writer:
    def __init__(
        self,
        root: Element,
        number: int,
        draft: Draft,
        language: str,
        pictures: Mapping[str, bytes],
    ) -> None:
        self._draft, self._language, self._pictures = draft, language, pictures
        kind = "truefalse" if is_true_false(draft) else _TYPES[draft.kind]
        self._element = SubElement(root, "question", type=kind)
        self._number, self._kind = number, kind

    def write(self) -> None:
        draft = self._draft
        stem = self._in(draft.text)
        self._text(self._element, "name", f"{self._number:03} {shorten(stem)}")
        body = to_html(stem)
        data = self._pictures.get(draft.picture) if draft.picture else None
        name = PurePosixPath(draft.picture).name
        if data is not None:
            alt = to_html(self._in(draft.picture_alt)).replace('"', "&quot;")
            body += f'<p><img src="{_PICTURE}{name}" alt="{alt}"></p>'
        asked = self._text(self._element, "questiontext", body, format="html")
        if data is not None:
            file = SubElement(asked, "file", name=name, path="/", encoding="base64")
            file.text = base64.b64encode(data).decode()
        if why := self._in(draft.explanation):
            self._text(self._element, "generalfeedback", to_html(why), format="html")
        SubElement(self._element, "defaultgrade").text = "1"
        getattr(self, f"_{self._kind}")()

    def _multichoice(self) -> None:
        several = self._draft.kind == "multiple"
        SubElement(self._element, "single").text = "false" if several else "true"
        SubElement(self._element, "shuffleanswers").text = "true"
        SubElement(self._element, "answernumbering").text = "ABCD"
        share = _RIGHT_SHARE.get(len(self._draft.right), "10") if several else "100"
        for option in self._draft.options:
            wrong = "-100" if several else "0"
            self._answer(self._in(option.text), share if option.right else wrong)

    def _truefalse(self) -> None:
        for name, option in zip(("true", "false"), self._draft.options, strict=True):
            self._answer(name, "100" if option.right else "0", markup="moodle_auto_format")

    def _shortanswer(self) -> None:
        SubElement(self._element, "usecase").text = "0"
        for text in self._draft.spec["accepted"].get(self._language, []):
            self._answer(text, "100", markup="plain_text")

    def _matching(self) -> None:
        SubElement(self._element, "shuffleanswers").text = "true"
        for pair in self._draft.spec["pairs"]:
            left = to_html(self._in(pair["left"]))
            element = self._text(self._element, "subquestion", left, format="html")
            self._text(element, "answer", self._in(pair["right"]))

    def _ordering(self) -> None:
        for item in self._draft.spec["items"]:
            self._answer(self._in(item), "1.0")

    def _answer(self, text: str, fraction: str, markup: str = "html") -> None:
        said = to_html(text) if markup == "html" else text
        self._text(self._element, "answer", said, fraction=fraction, format=markup)

    def _in(self, text: Any) -> str:
        return whole(in_language(text, self._language))

    @staticmethod
    def _text(parent: Element, name: str, text: str, **attributes: str) -> Element:
        element = SubElement(parent, name, attributes)
        SubElement(element, "text").text = text
        return element
