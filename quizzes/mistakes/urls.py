"""Where mistakes are reported, under /mistakes/."""

from __future__ import annotations

from django.urls import path

from . import views

app_name = "mistakes"
urlpatterns = [path("<slug:kind>/<slug:name>/", views.report, name="report")]
