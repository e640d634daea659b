"""What addresses hold: `<row:pk>`. Importing this makes it known."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """The number of a row: no longer than a column of a database holds."""

    regex = "[0-9]{1,18}"


register_converter(RowConverter, "row")
