"""XML read with entities, document types and outside references refused."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from .problems import FileRefused

#: Deeper nesting than this is no question and would exhaust the stack of whoever walks it.
_DEEPEST = 100


def parse(data: bytes) -> Element:
    """The root of a document. Raises FileRefused."""
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException as error:
        raise FileRefused("entities") from error
    except (ParseError, ValueError, LookupError, UnicodeError) as error:
        raise FileRefused("damaged") from error
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise FileRefused("damaged")
        level = [child for each in level for child in each]
    return root


def local(element: Any) -> str:
    """The name of an element without its namespace."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
