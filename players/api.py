"""Leaderboards over the API: places, names and points, nothing else about anybody."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from . import leaderboards

#: Lines given.
SHOWN = 100


class LineSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()


class BoardSerializer(serializers.Serializer):
    board = serializers.ChoiceField([("week", "week"), ("all", "all")])
    week = serializers.CharField(help_text="The ISO week, as 2026-W48; empty for all time.")
    lines = LineSerializer(many=True)


@extend_schema(tags=["leaderboards"])
class LeaderboardViewSet(viewsets.ViewSet):
    """Members' points of this week and of all time, at most 100 lines each."""

    lookup_field = "board"
    lookup_value_regex = "week|all"

    @extend_schema(summary=_("Both boards"), responses=BoardSerializer(many=True))
    def list(self, request: Request) -> Response:
        return Response([_board("week"), _board("all")])

    @extend_schema(
        summary=_("The board of this week or of all time"),
        parameters=[
            OpenApiParameter("board", str, OpenApiParameter.PATH, enum=["week", "all"]),
        ],
        responses=BoardSerializer,
    )
    def retrieve(self, request: Request, board: str) -> Response:
        if board not in {"week", "all"}:
            raise Http404
        return Response(_board(board))


def _board(kind: str) -> dict[str, object]:
    board = leaderboards.ALL_TIME if kind == "all" else leaderboards.this_week()
    lines = leaderboards.named(leaderboards.top(board, SHOWN))
    return dict(BoardSerializer({"board": board.kind, "week": board.ref, "lines": lines}).data)
