"""Every address of the site. `/live/` is not here: the live lane answers it (config.asgi)."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from players.views import leaderboards

from . import views

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("language/", views.switch_language, name="language"),
    path("accounts/", include("players.urls")),
    path("leaderboards/", leaderboards, name="leaderboards"),
    path("heritage/", include("heritage.urls")),
    path("quizzes/", include("quizzes.urls")),
    path("mistakes/", include("quizzes.mistakes.urls")),
    path("games/", include("games.urls")),
    path("", include("classrooms.urls")),
    path("api/v1/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("media/<path:name>", views.media, name="media"),
]

handler400 = "config.views.bad_request"
handler403 = "config.views.forbidden"
handler404 = "config.views.not_found"
handler500 = "config.views.server_error"
