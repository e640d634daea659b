"""Three rooms: coming in, the phone, and the teacher's desk with the host screen."""

from __future__ import annotations

from django.urls import path

import heritage.converters  # noqa: F401

from . import views_classes as classes
from . import views_games as games
from . import views_handover as handover
from . import views_host as host
from . import views_paper as paper
from . import views_people as people
from . import views_player as player
from . import views_report as report

app_name = "classrooms"
urlpatterns = [
    path("join/", player.join, name="join"),
    path("join/open/", player.is_open, name="is_open"),
    path("join/ask/", handover.ask, name="ask"),
    path("join/<row:pk>/waiting/", handover.wait, name="handover"),
    path("join/<row:pk>/waiting/state/", handover.state, name="handover_state"),
    path("j/<str:code>/", player.join_by_link, name="join_link"),
    path("join/table/", games.join, name="game_join"),
    path("play/<row:pk>/", player.play, name="play"),
    path("play/<row:pk>/stage/", player.stage, name="play_stage"),
    path("play/<row:pk>/answer/", player.answer, name="answer"),
    path("classrooms/", host.desk, name="desk"),
    path("classrooms/classes/", classes.index, name="classes"),
    path("classrooms/classes/<row:pk>/", classes.show, name="class"),
    path("classrooms/classes/<row:pk>/change/", classes.change, name="class_change"),
    path("classrooms/classes/<row:pk>/game/", games.new, name="game_new"),
    path("classrooms/tables/<row:pk>/", games.show, name="game"),
    path("classrooms/tables/<row:pk>/now/", games.tables_now, name="game_tables"),
    path("classrooms/tables/<row:pk>/do/", games.do, name="game_do"),
    path("classrooms/tables/<row:pk>/end/", games.confirm_end, name="game_end"),
    path("classrooms/sessions/new/", host.new, name="new"),
    path("classrooms/sessions/<row:pk>/", host.screen, name="host"),
    path("classrooms/sessions/<row:pk>/stage/", host.stage, name="host_stage"),
    path("classrooms/sessions/<row:pk>/do/", host.do, name="do"),
    path("classrooms/sessions/<row:pk>/people/", people.people, name="people"),
    path("classrooms/sessions/<row:pk>/people/<row:participant>/", people.person, name="person"),
    path("classrooms/answer-cards/", paper.blank_cards, name="blank_cards"),
    path("classrooms/sessions/<row:pk>/paper/", paper.show, name="paper"),
    path("classrooms/sessions/<row:pk>/paper/now/", paper.now, name="paper_now"),
    path("classrooms/sessions/<row:pk>/paper/out/", paper.remove, name="paper_remove"),
    path("classrooms/sessions/<row:pk>/paper/cards/", paper.cards, name="paper_cards"),
    path("classrooms/sessions/<row:pk>/here/", host.here, name="here"),
    path("classrooms/sessions/<row:pk>/present/", host.present, name="present"),
    path("classrooms/sessions/<row:pk>/end/", host.confirm_end, name="end"),
    path("classrooms/sessions/<row:pk>/report/", report.report, name="report"),
    path(
        "classrooms/sessions/<row:pk>/report/<row:participant>/",
        report.student,
        name="report_student",
    ),
    path("classrooms/sessions/<row:pk>/void/", report.void, name="void"),
    path("classrooms/sessions/<row:pk>/report.xlsx", report.xlsx, name="report_xlsx"),
    path("classrooms/sessions/<row:pk>/report.csv", report.csv_file, name="report_csv"),
]
