"""Decks and practice, under /quizzes/."""

from __future__ import annotations

from django.urls import path

from . import views

app_name = "quizzes"
urlpatterns = [
    path("", views.index, name="index"),
    path("groups/<slug:slug>/", views.group, name="group"),
    path("groups/<slug:slug>/practice/", views.group_practice, name="group_practice"),
    path("provinces/<slug:slug>/", views.province, name="province"),
    path("provinces/<slug:slug>/practice/", views.province_practice, name="province_practice"),
    path("picked/<str:ids>/", views.picked, name="picked"),
    path("picked/<str:ids>/practice/", views.picked_practice, name="picked_practice"),
    path("map/<slug:language>.svg", views.pin_map_svg, name="map"),
    path("<slug:slug>/", views.deck, name="deck"),
    path("<slug:slug>/practice/", views.practice, name="practice"),
]
