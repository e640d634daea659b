"""Parts of a page that many people are shown alike, drawn once for all of them. {% load once %}

The part may depend on nothing that differs by reader but the language and what is named; what
holds a token of the reader's own, a form, is never such a part.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

Drawn = MutableMapping[tuple[Any, ...], SafeString]

#: Parts that a process keeps.
KEPT = 512
_kept: Drawn = {}


class OnceNode(template.Node):
    """The part, what it is called, and what it differs by."""

    def __init__(self, name: str, by: list[FilterExpression], nodelist: NodeList) -> None:
        self.name, self.by, self.nodelist = name, by, nodelist

    def drawn(self, context: template.Context) -> Drawn | None:
        """Where the part is kept; None for nowhere."""
        found: Drawn | None = context.get("drawn")
        return found

    def render(self, context: template.Context) -> SafeString:
        drawn = self.drawn(context)
        if drawn is None:
            return self.nodelist.render(context)
        by = (repr(value.resolve(context)) for value in self.by)
        key = (self.name, get_language(), *by)
        html = drawn.get(key)
        if html is None:
            html = drawn[key] = mark_safe(self.nodelist.render(context))  # noqa: S308
        return html


class KeptNode(OnceNode):
    """As `OnceNode`, for every page of this process."""

    def drawn(self, context: template.Context) -> Drawn:
        if len(_kept) >= KEPT:
            _kept.clear()
        return _kept


def _parts(parser: Parser, token: Token) -> tuple[str, list[FilterExpression], NodeList]:
    tag, name, *by = token.split_contents()
    nodelist = parser.parse((f"end{tag}",))
    parser.delete_first_token()
    return name.strip("\"'"), [parser.compile_filter(each) for each in by], nodelist


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """`{% once "verdict" share response %}…{% endonce %}`: drawn once for each share and response,
    and kept in the context's dictionary `drawn`, that of one push for example. Where there is
    none, as on a page for one reader, it is drawn as ever."""
    return OnceNode(*_parts(parser, token))


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    """`{% kept "places" request.path %}…{% endkept %}`: as `once`, for good: it may depend on
    nothing that is stored either."""
    return KeptNode(*_parts(parser, token))
