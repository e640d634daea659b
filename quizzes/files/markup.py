"""HTML in files to plain text: cleaned by nh3, then said in words, with the pictures it names."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import nh3

from .words import whole

_KEPT = {"p", "br", "div", "li", "ul", "ol", "img", "sub", "sup", "tr", "td", "th", "h1", "h2"}
_KEPT |= {"h3", "h4", "h5", "h6", "blockquote", "pre", "table", "audio", "video", "hr"}
_LINES = _KEPT - {"img", "sub", "sup", "td", "th", "audio", "video"}
_LOOKS_LIKE = re.compile(
    r"</?(?:p|br|b|i|u|em|strong|span|div|img|sub|sup|ul|ol|li|table|a|font)\b[^<>]*>",
    re.IGNORECASE,
)
_SUB = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
_SUP = str.maketrans("0123456789+-=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾")


class Words(HTMLParser):
    """The text of clean HTML, and the addresses of its pictures with what they are said to show."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.pictures: list[tuple[str, str]] = []
        self.media = False
        self._shift: dict[str, int] = {"sub": 0, "sup": 0}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _LINES:
            self.parts.append("\n")
        elif tag in self._shift:
            self._shift[tag] += 1
        elif tag in ("td", "th"):
            self.parts.append(" ")
        elif tag in ("audio", "video"):
            self.media = True
        elif tag == "img":
            values = dict(attrs)
            self.pictures.append((values.get("src") or "", whole(values.get("alt") or "")))

    def handle_endtag(self, tag: str) -> None:
        if tag in self._shift:
            self._shift[tag] = max(0, self._shift[tag] - 1)
        elif tag in _LINES:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        # Breaks in the source of HTML are spaces; what breaks a line is a tag.
        data = re.sub(r"\s+", " ", data)
        for tag, table in (("sub", _SUB), ("sup", _SUP)):
            if self._shift[tag]:
                data = data.translate(table)
        self.parts.append(data)

    @property
    def text(self) -> str:
        lines = (" ".join(each.split()) for each in whole("".join(self.parts)).split("\n"))
        return "\n".join(filter(None, lines))


def read_html(source: str) -> Words:
    """What HTML says. Scripts, styles and comments go with all that is in them."""
    words = Words()
    clean = nh3.clean(
        source,
        tags=_KEPT,
        clean_content_tags={"script", "style"},
        attributes={"img": {"src", "alt"}},
        url_schemes={"http", "https", "data"},
    )
    words.feed(clean)
    words.close()
    return words


def looks_like_html(text: str) -> bool:
    """Whether a text that does not say so is HTML: it has a tag that people use in questions."""
    return bool(_LOOKS_LIKE.search(text))


def to_html(text: str) -> str:
    """Plain text as HTML that reads back as the same text."""
    return html.escape(text, quote=False).replace("\n", "<br>")
