"""Decks and practice, under /quizzes/."""

from __future__ import annotations

from django.urls import path

import heritage.converters  # noqa: F401

from . import views, views_own
from .importing import views as files
from .printing import views as printing

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
    path("mine/", views_own.index, name="own"),
    path("mine/copy/", views_own.copy, name="copy"),
    path("mine/<row:pk>/", views_own.deck, name="own_deck"),
    path("mine/<row:pk>/do/", views_own.do, name="own_do"),
    path("mine/<row:pk>/delete/", views_own.delete, name="own_delete"),
    path("mine/<row:pk>/practice/", views_own.practice, name="own_practice"),
    path("mine/<row:pk>/check/", views_own.check, name="own_check"),
    path("mine/<row:pk>/questions/new/", views_own.question, name="own_question_new"),
    path("mine/<row:pk>/questions/<row:number>/", views_own.question, name="own_question"),
    path("shared/<str:code>/", views_own.shared, name="shared"),
    path("shared/<str:code>/practice/", views_own.shared_practice, name="shared_practice"),
    path("import/", files.start, name="import"),
    path("import/<uuid:pk>/", files.show, name="imported"),
    path("import/<uuid:pk>/rows/<int:row_pk>/", files.row, name="import_row"),
    path("people-cards/", printing.show_peoples, name="people_cards"),
    path(
        "people-cards/<slug:selection>/<slug:language>/<str:key>/",
        printing.show_peoples_made,
        name="people_cards_made",
    ),
    path(
        "people-cards/<slug:selection>/<slug:language>/<str:key>/file/",
        printing.show_peoples_file,
        name="people_cards_file",
    ),
    path("<slug:slug>/export/", files.export, name="export"),
    path("<slug:slug>/export/<slug:format>/", files.download, name="download"),
    path("<slug:slug>/print/", printing.show_print, name="print"),
    path("<slug:slug>/print/<slug:part>/<str:key>/", printing.show_printing, name="printing"),
    path("<slug:slug>/print/<slug:part>/<str:key>/file/", printing.show_printed, name="printed"),
    path("<slug:slug>/", views.deck, name="deck"),
    path("<slug:slug>/practice/", views.practice, name="practice"),
]
