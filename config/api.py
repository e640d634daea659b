"""The API's common ground and its list of addresses under /api/v1/."""

from __future__ import annotations

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """20 rows a page, up to 100 with ?page_size=."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100
