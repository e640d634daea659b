"""For the preview of imported rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

register = template.Library()

# Text between the tags is escaped: a tag is always the library's own.
_STYLED = re.compile(r'<(ins|del)(?: style="[^"]*")?>')


@register.filter
def unstyled(cell: SafeString) -> SafeString:
    """A compared cell without the style attributes, which our CSP refuses; CSS colours it."""
    return SafeString(_STYLED.sub(r"<\1>", cell))


@register.filter
def changes(row: Any, headers: Sequence[str]) -> list[tuple[str, SafeString]]:
    """Column and compared cell of what an imported row changes; a sheet has too many columns to
    show them all."""
    return [
        (header, unstyled(cell))
        for header, cell in zip(headers, row.diff or (), strict=False)
        if _STYLED.search(cell)
    ]
