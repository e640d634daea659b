"""The games: the list, each game's own pages, and the tables."""

from __future__ import annotations

from django.urls import path

from . import views, views_after, views_leaving, views_reporting, views_table

app_name = "games"
urlpatterns = [
    path("", views.index, name="index"),
    path("find/", views.find, name="find"),
    path("t/<str:code>/", views_table.show, name="table"),
    path("t/<str:code>/stage/", views_table.stage, name="stage"),
    path("t/<str:code>/move/", views_table.move, name="move"),
    path("t/<str:code>/look/", views_table.look, name="look"),
    path("t/<str:code>/do/", views_table.do, name="do"),
    path("t/<str:code>/sit/", views_table.sit, name="sit"),
    path("t/<str:code>/present/", views_table.present, name="present"),
    path("t/<str:code>/hints/", views_table.hints, name="hints"),
    path("t/<str:code>/seat/", views_leaving.seat, name="seat"),
    path("t/<str:code>/seat/<int:index>/", views_leaving.seat, name="seat_of"),
    path("t/<str:code>/resign/", views_leaving.resign, name="resign"),
    path("t/<str:code>/replace/<int:index>/", views_leaving.replace, name="replace"),
    path("t/<str:code>/stop/", views_leaving.stop, name="stop"),
    path("t/<str:code>/report/", views_reporting.report, name="report"),
    path("t/<str:code>/reports/", views_reporting.reports, name="reports"),
    path("t/<str:code>/replay/", views_after.replay, name="replay"),
    path("t/<str:code>/record/", views_after.record_of, name="record_of"),
    path("t/<str:code>/analysis/", views_after.analysis, name="analysis"),
    path("t/<str:code>/learning/", views_after.learning, name="learning"),
    path("t/<str:code>/learning/<int:index>/", views_after.learning, name="learning_of"),
    path("t/<str:code>/learning.csv", views_after.learning_csv, name="learning_csv"),
    path("t/<str:code>/learning.xlsx", views_after.learning_xlsx, name="learning_xlsx"),
    path("seat/<str:token>/", views_leaving.take, name="take"),
    path("<slug:slug>/", views.game, name="game"),
    path("<slug:slug>/open/", views.open_table, name="open"),
    path("<slug:slug>/rules/", views.rules, name="rules"),
    path("<slug:slug>/lessons/<int:number>/", views.lesson, name="lesson"),
    path("<slug:slug>/record/", views.record, name="record"),
    path("<slug:slug>/characters/", views.characters, name="characters"),
    path("<slug:slug>/decks/", views.decks, name="decks"),
    path("<slug:slug>/print/", views.print_game, name="print"),
    path(
        "<slug:slug>/print/<slug:part>/<slug:language>/<slug:key>/",
        views.printing,
        name="printing",
    ),
    path(
        "<slug:slug>/print/<slug:part>/<slug:language>/<slug:key>/file/",
        views.printed,
        name="printed",
    ),
]
