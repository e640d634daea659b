"""Pages of the players app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from . import leaderboards as boards

#: Lines shown.
SHOWN = 50


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """This week's board, or with ?board=all that of all time; a member's own place with it."""
    always = request.GET.get("board") == "all"
    board = boards.ALL_TIME if always else boards.this_week()
    lines = boards.named(boards.top(board, SHOWN))
    own = boards.rank_of(board, request.user.pk) if request.user.is_authenticated else None
    return render(
        request,
        "players/leaderboards.html",
        {"always": always, "lines": lines, "own": own},
    )
