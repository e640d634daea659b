"""/api/v1/: routes of every app, the schema and its browsable page."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import DefaultRouter

from classrooms.api import SessionViewSet
from heritage.api import GroupViewSet, ProvinceViewSet, UnitViewSet
from players.api import LeaderboardViewSet
from quizzes.api import DeckViewSet

from .api_docs import docs

router = DefaultRouter()
router.register("groups", GroupViewSet, "api-group")
router.register("provinces", ProvinceViewSet, "api-province")
router.register("units", UnitViewSet, "api-unit")
router.register("decks", DeckViewSet, "api-deck")
router.register("leaderboards", LeaderboardViewSet, "api-leaderboard")
router.register("sessions", SessionViewSet, "api-session")

urlpatterns = [
    *router.urls,
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", docs, name="api-docs"),
]
