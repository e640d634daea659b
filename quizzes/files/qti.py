"""QTI packages: 2.1 and 3.0 in, 2.1 out. Choice, text entry, order and match.

Sources: IMS QTI Assessment, Section and Item Information Model 2.1; 1EdTech QTI 3.0, whose names
are those of 2.1 written apart ("qti-choice-interaction").
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, SubElement, tostring

from .drafts import Draft, Option, Reading, Row, in_language
from .gift import BLANK
from .limits import Package, pack
from .markup import Words, read_html
from .problems import FileRefused, problem
from .words import line, shorten, whole
from .xmltree import local, parse

MANIFEST = "imsmanifest.xml"
_ITEM = re.compile(r"imsqti_item_xmlv(?:2p[0-9]|3p0)")
_ASIDE = {"choiceInteraction", "orderInteraction", "matchInteraction", "textEntryInteraction"}
_BLOCKS = {"p", "div", "li", "blockquote", "span", "td"}


def is_package(package: Package) -> bool:
    return _manifest(package) is not None


def _manifest(package: Package) -> str | None:
    """Where the manifest lies: at the top, or in the one folder that was zipped."""
    if MANIFEST in package:
        return MANIFEST
    found = [name for name in package.names if PurePosixPath(name).name == MANIFEST]
    return found[0] if len(found) == 1 and found[0].count("/") == 1 else None


def read(package: Package, language: str) -> Reading:
    """The items of a package in the order of its manifest. Raises FileRefused."""
    name = _manifest(package)
    if name is None:
        raise FileRefused("no_manifest")
    root, folder = parse(package.read(name)), posixpath.dirname(name)
    reading = Reading("qti", language=language)
    resources = [each for each in root.iter() if local(each) == "resource"]
    items = [each for each in resources if _ITEM.match(each.get("type") or "")]
    if not items and any("v1p2" in (each.get("type") or "") for each in resources):
        raise FileRefused("qti_1")
    for resource in items:
        number = len(reading.rows) + 1
        path = posixpath.normpath(posixpath.join(folder, unquote(resource.get("href") or "")))
        if path not in package:
            row = Row(number, quote=path[:80])
            row.problems.append(problem("missing_part", "", name=path))
            reading.rows.append(row)
            continue
        reading.rows.append(_row(package.read(path), number, language, path, package, reading))
    return reading


def read_item(data: bytes, language: str) -> Reading:
    """A single item outside a package."""
    reading = Reading("qti", language=language)
    root = parse(data)
    if _camel(local(root)) != "assessmentItem":
        raise FileRefused("unknown")
    reading.rows.append(_row(data, 1, language, "", None, reading))
    return reading


def _row(
    data: bytes,
    number: int,
    language: str,
    path: str,
    package: Package | None,
    reading: Reading,
) -> Row:
    row = Row(number, quote=path)
    try:
        root = parse(data)
    except FileRefused as refused:
        if refused.code == "entities":
            raise
        row.problems.append(problem("bad_item"))
        return row
    for element in root.iter():
        _rename(element)
    if local(root) != "assessmentItem":
        row.problems.append(problem("not_a_question"))
        return row
    _Item(root, row, language, path, package, reading.pictures).read()
    return row


def _rename(element: Element) -> None:
    """Names without namespace and as in 2.1, whatever the version."""
    if not isinstance(element.tag, str):
        return
    element.tag = _camel(local(element))
    for name in list(element.attrib):
        element.attrib[_camel(name)] = element.attrib[name]


def _camel(name: str) -> str:
    """
    >>> _camel("qti-choice-interaction"), _camel("response-identifier"), _camel("itemBody")
    ('choiceInteraction', 'responseIdentifier', 'itemBody')
    """
    first, *rest = name.removeprefix("qti-").split("-")
    return first + "".join(part.capitalize() for part in rest)


class _Item:
    """One item, its names already those of 2.1."""

    def __init__(
        self,
        root: Element,
        row: Row,
        language: str,
        path: str,
        package: Package | None,
        pictures: dict[str, bytes],
    ) -> None:
        self._root, self._row, self._language = root, row, language
        self._path, self._package, self._pictures = path, package, pictures
        self._draft = Draft()

    def read(self) -> None:
        body = self._root.find("itemBody")
        found = [each for each in self._root.iter() if local(each).endswith("Interaction")]
        title = line(self._root.get("title") or "")
        words = read_html(_html(body)) if body is not None else Words()
        self._row.quote = line(words.text) or title or self._row.quote
        kinds = {local(each) for each in found}
        if len(found) != 1 or not kinds <= _ASIDE:
            named = ", ".join(sorted(kinds)) or "description"
            self._row.problems.append(problem("kind_not_read", "", text=named))
            return
        self._row.draft = self._draft
        interaction = found[0]
        prompt = interaction.find("prompt")
        asked = read_html(_html(prompt)) if prompt is not None else Words()
        text = line(f"{words.text} {asked.text}")
        if text:
            self._draft.text = {self._language: text}
        else:
            self._row.problems.append(problem("no_text"))
        self._take_picture([*words.pictures, *asked.pictures])
        getattr(self, f"_{local(interaction)}")(interaction, self._response(interaction))
        remarks = [read_html(_html(each)).text for each in self._root.iter("modalFeedback")]
        remarks = [each for each in remarks if each]
        if remarks:
            self._draft.explanation = {self._language: remarks[0]}
        if len(remarks) > 1:
            self._row.notes.append(problem("feedback"))

    def _response(self, interaction: Element) -> Element:
        wanted = interaction.get("responseIdentifier")
        for element in self._root.iter("responseDeclaration"):
            if element.get("identifier") == wanted:
                return element
        return Element("responseDeclaration")

    def _correct(self, response: Element) -> list[str]:
        return [line(each.text or "") for each in response.iterfind("correctResponse/value")]

    def _mapped(self, response: Element) -> dict[str, float]:
        found = {}
        for entry in response.iterfind("mapping/mapEntry"):
            try:
                found[line(entry.get("mapKey") or "")] = float(entry.get("mappedValue") or 0)
            except ValueError:
                continue
        return found

    def _choiceInteraction(self, interaction: Element, response: Element) -> None:  # noqa: N802
        right, mapped = set(self._correct(response)), self._mapped(response)
        right = right or {key for key, value in mapped.items() if value > 0}
        if len({value for key, value in mapped.items() if key in right}) > 1:
            self._row.notes.append(problem("weights"))
        several = response.get("cardinality") == "multiple"
        for choice in interaction.iter("simpleChoice"):
            remark = choice.find("feedbackInline")
            if remark is not None:
                choice.remove(remark)
                self._row.notes.append(problem("feedback"))
            yes = line(choice.get("identifier") or "") in right
            self._draft.options.append(Option(self._text_of(choice), yes))
        self._draft.kind = "multiple" if several or len(self._draft.right) > 1 else "single"
        if not self._draft.right:
            self._row.problems.append(problem("no_right"))

    def _textEntryInteraction(self, interaction: Element, response: Element) -> None:  # noqa: N802
        mapped = self._mapped(response)
        best = max(mapped.values(), default=0)
        texts = [*self._correct(response), *(k for k, v in mapped.items() if v == best and v > 0)]
        if any(0 < value < best for value in mapped.values()):
            self._row.notes.append(problem("weights"))
        accepted = list(dict.fromkeys(filter(None, texts)))
        if not accepted:
            self._row.problems.append(problem("no_right"))
        self._draft.kind = "typed"
        self._draft.spec = {"accepted": {self._language: accepted}, "people": False}

    def _orderInteraction(self, interaction: Element, response: Element) -> None:  # noqa: N802
        there = {
            line(each.get("identifier") or ""): self._text_of(each)
            for each in interaction.iter("simpleChoice")
        }
        order = [name for name in self._correct(response) if name in there]
        if len(set(order)) < len(there):
            self._row.problems.append(problem("no_right"))
            order = [*dict.fromkeys(order), *(name for name in there if name not in order)]
        self._draft.kind = "order"
        self._draft.spec = {"items": [there[name] for name in dict.fromkeys(order)]}

    def _matchInteraction(self, interaction: Element, response: Element) -> None:  # noqa: N802
        sets = list(interaction.iter("simpleMatchSet"))
        sides = [
            {
                line(each.get("identifier") or ""): self._text_of(each)
                for each in one.iter("simpleAssociableChoice")
            }
            for one in sets[:2]
        ]
        left, right = [*sides, {}, {}][:2]
        partner = dict(pair for each in self._correct(response) if len(pair := each.split()) == 2)
        pairs = [
            {"left": text, "right": right.get(partner.get(name, ""), {})}
            for name, text in left.items()
        ]
        alone = [text for name, text in right.items() if name not in partner.values()]
        if alone:
            said = ", ".join(in_language(text, self._language) for text in alone)
            self._row.notes.append(problem("distractors", "", text=said))
        if not partner:
            self._row.problems.append(problem("no_right"))
        self._draft.kind, self._draft.spec = "match", {"pairs": pairs}

    def _text_of(self, element: Element) -> dict[str, str]:
        said = line(read_html(_html(element)).text)
        return {self._language: said} if said else {}

    def _take_picture(self, pictures: Sequence[tuple[str, str]]) -> None:
        for at, (src, alt) in enumerate(pictures):
            if at:
                self._row.notes.append(problem("pictures_more"))
                return
            folder = posixpath.dirname(self._path)
            path = posixpath.normpath(posixpath.join(folder, unquote(src)))
            if self._package is None or path not in self._package:
                code = "picture_far" if src.startswith("http") else "picture_missing"
                self._row.notes.append(problem(code, "", name=src))
                return
            self._pictures[path] = self._package.read(path)
            self._draft.picture = path
            if line(alt):
                self._draft.picture_alt = {self._language: line(alt)}


def _html(element: Element | None) -> str:
    """The inside of an element as HTML; interactions are left out, a gap within words is shown."""
    if element is None:
        return ""
    return "".join(_parts(element))


def _parts(element: Element) -> Iterator[str]:
    yield escape(element.text or "")
    for child in element:
        name = local(child)
        if name == "textEntryInteraction":
            within = local(element) in _BLOCKS and line("".join(element.itertext()))
            yield f" {BLANK} " if within else ""
        elif name == "img":
            src, alt = (escape(child.get(name) or "") for name in ("src", "alt"))
            yield f'<img src="{src}" alt="{alt}">'
        elif name and not name.endswith("Interaction") and name not in ("rubricBlock", "prompt"):
            yield f"<{name}>"
            yield from _parts(child)
            yield f"</{name}>"
        yield escape(child.tail or "")


# --- out -----------------------------------------------------------------------------------------

_NS = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_CP = "http://www.imsglobal.org/xsd/imscp_v1p1"
_RULES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates"
_DECLARED = b'<?xml version="1.0" encoding="UTF-8"?>\n'


def write(
    drafts: Sequence[Draft],
    language: str,
    deck: Mapping[str, Any],
    pictures: Mapping[str, bytes],
) -> bytes:
    return pack(_files(drafts, language, pictures))


def _files(
    drafts: Sequence[Draft], language: str, pictures: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    manifest = Element("manifest", {"xmlns": _CP, "identifier": "deck"})
    metadata = SubElement(manifest, "metadata")
    SubElement(metadata, "schema").text = "QTIv2.1 Package"
    SubElement(metadata, "schemaversion").text = "1.0.0"
    SubElement(manifest, "organizations")
    resources = SubElement(manifest, "resources")
    items = []
    for number, draft in enumerate(drafts, start=1):
        name = f"q{number:04}"
        path = f"items/{name}.xml"
        resource = SubElement(
            resources,
            "resource",
            {"identifier": name, "type": "imsqti_item_xmlv2p1", "href": path},
        )
        SubElement(resource, "file", href=path)
        picture = draft.picture if draft.picture in pictures else ""
        if picture:
            SubElement(resource, "file", href=f"items/{picture}")
            items.append((f"items/{picture}", pictures[picture]))
        element = _ItemWriter(name, draft, language, picture).element()
        items.append((path, _DECLARED + tostring(element, encoding="utf-8")))
    yield MANIFEST, _DECLARED + tostring(manifest, encoding="utf-8")
    yield from dict(items).items()


class _ItemWriter:
    def __init__(self, name: str, draft: Draft, language: str, picture: str) -> None:
        self._name, self._draft, self._language, self._picture = name, draft, language, picture

    def element(self) -> Element:
        draft, stem = self._draft, self._in(self._draft.text)
        root = Element(
            "assessmentItem",
            {
                "xmlns": _NS,
                "identifier": self._name,
                "title": shorten(stem),
                "adaptive": "false",
                "timeDependent": "false",
            },
        )
        kind, cardinality, base, values = self._answer()
        response = SubElement(
            root,
            "responseDeclaration",
            {"identifier": "RESPONSE", "cardinality": cardinality, "baseType": base},
        )
        correct = SubElement(response, "correctResponse")
        for value in values[:1] if draft.kind == "typed" else values:
            SubElement(correct, "value").text = value
        rule = "match_correct"
        if draft.kind == "typed" and len(values) > 1:
            rule = "map_response"
            mapping = SubElement(response, "mapping", defaultValue="0")
            for value in values:
                SubElement(mapping, "mapEntry", mapKey=value, mappedValue="1")
        SubElement(
            root,
            "outcomeDeclaration",
            {"identifier": "SCORE", "cardinality": "single", "baseType": "float"},
        )
        why = self._in(draft.explanation)
        if why:
            outcome = SubElement(
                root,
                "outcomeDeclaration",
                {"identifier": "WHY", "cardinality": "single", "baseType": "identifier"},
            )
            SubElement(SubElement(outcome, "defaultValue"), "value").text = "why"
        body = SubElement(root, "itemBody")
        _lines(SubElement(body, "p"), stem)
        if self._picture:
            alt = self._in(draft.picture_alt)
            SubElement(SubElement(body, "p"), "img", src=self._picture, alt=alt)
        self._interaction(body, kind)
        SubElement(root, "responseProcessing", template=f"{_RULES}/{rule}")
        if why:
            shown = {"outcomeIdentifier": "WHY", "identifier": "why", "showHide": "show"}
            _lines(SubElement(SubElement(root, "modalFeedback", shown), "p"), why)
        return root

    def _answer(self) -> tuple[str, str, str, list[str]]:
        """Interaction, cardinality, base type and the right values."""
        draft = self._draft
        if draft.kind == "typed":
            values = [line(text) for text in draft.spec["accepted"].get(self._language, [])]
            return "textEntryInteraction", "single", "string", values
        if draft.kind == "order":
            values = [f"I{at}" for at, _item in enumerate(draft.spec["items"], start=1)]
            return "orderInteraction", "ordered", "identifier", values
        if draft.kind == "match":
            values = [f"L{at} R{at}" for at, _pair in enumerate(draft.spec["pairs"], start=1)]
            return "matchInteraction", "multiple", "directedPair", values
        several = "multiple" if draft.kind == "multiple" else "single"
        return "choiceInteraction", several, "identifier", [f"C{at}" for at in draft.right]

    def _interaction(self, body: Element, kind: str) -> None:
        draft = self._draft
        given = {"responseIdentifier": "RESPONSE"}
        if kind == "textEntryInteraction":
            SubElement(SubElement(body, "p"), kind, {**given, "expectedLength": "30"})
            return
        element = SubElement(body, kind, {**given, "shuffle": "true"})
        if kind == "choiceInteraction":
            element.set("maxChoices", "0" if draft.kind == "multiple" else "1")
            for at, option in enumerate(draft.options, start=1):
                self._choice(element, "simpleChoice", f"C{at}", option.text)
        elif kind == "orderInteraction":
            for at, item in enumerate(draft.spec["items"], start=1):
                self._choice(element, "simpleChoice", f"I{at}", item)
        else:
            element.set("maxAssociations", str(len(draft.spec["pairs"])))
            for side, letter in (("left", "L"), ("right", "R")):
                one = SubElement(element, "simpleMatchSet")
                for at, pair in enumerate(draft.spec["pairs"], start=1):
                    choice = self._choice(
                        one, "simpleAssociableChoice", f"{letter}{at}", pair[side]
                    )
                    choice.set("matchMax", "1")

    def _choice(self, parent: Element, kind: str, name: str, text: Any) -> Element:
        element = SubElement(parent, kind, identifier=name)
        element.text = self._in(text)
        return element

    def _in(self, text: Any) -> str:
        return whole(in_language(text, self._language))


def _lines(element: Element, text: str) -> None:
    """A text whose line breaks are elements."""
    first, *rest = text.split("\n")
    element.text = first
    for each in rest:
        SubElement(element, "br").tail = each
