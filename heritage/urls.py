"""Addresses of the atlas."""

from __future__ import annotations

from django.urls import path

from . import themes, views

app_name = "heritage"
urlpatterns = [
    path("", views.atlas, name="atlas"),
    path("groups/<slug:slug>/", views.group, name="group"),
    path("groups/<slug:slug>/qr.svg", views.group_qr, name="group_qr"),
    path("provinces/", views.provinces, name="provinces"),
    path("provinces/<slug:slug>/", views.province, name="province"),
    path("provinces/<slug:slug>/qr.svg", views.province_qr, name="province_qr"),
    path("languages/", themes.languages, name="languages"),
    path("languages/<slug:slug>/", themes.family, name="family"),
    path("festivals/", themes.festivals, name="festivals"),
    path("listings/", themes.listings, name="listings"),
    path("units/", views.units, name="units"),
    path("credits/", views.credits, name="credits"),
]
