"""Three rooms: coming in, the phone, and the teacher's desk with the host screen."""

from __future__ import annotations

from django.urls import path

from . import views_classes as classes
from . import views_handover as handover
from . import views_host as host
from . import views_people as people
from . import views_player as player
from . import views_report as report

app_name = "classrooms"
urlpatterns = [
    path("join/", player.join, name="join"),
    path("join/open/", player.is_open, name="is_open"),
    path("join/ask/", handover.ask, name="ask"),
    path("join/<int:pk>/waiting/", handover.wait, name="handover"),
    path("join/<int:pk>/waiting/state/", handover.state, name="handover_state"),
    path("j/<str:code>/", player.join_by_link, name="join_link"),
    path("play/<int:pk>/", player.play, name="play"),
    path("play/<int:pk>/stage/", player.stage, name="play_stage"),
    path("play/<int:pk>/answer/", player.answer, name="answer"),
    path("classrooms/", host.desk, name="desk"),
    path("classrooms/classes/", classes.index, name="classes"),
    path("classrooms/classes/<int:pk>/", classes.show, name="class"),
    path("classrooms/classes/<int:pk>/change/", classes.change, name="class_change"),
    path("classrooms/sessions/new/", host.new, name="new"),
    path("classrooms/sessions/<int:pk>/", host.screen, name="host"),
    path("classrooms/sessions/<int:pk>/stage/", host.stage, name="host_stage"),
    path("classrooms/sessions/<int:pk>/do/", host.do, name="do"),
    path("classrooms/sessions/<int:pk>/people/", people.people, name="people"),
    path("classrooms/sessions/<int:pk>/people/<int:participant>/", people.person, name="person"),
    path("classrooms/sessions/<int:pk>/here/", host.here, name="here"),
    path("classrooms/sessions/<int:pk>/present/", host.present, name="present"),
    path("classrooms/sessions/<int:pk>/end/", host.confirm_end, name="end"),
    path("classrooms/sessions/<int:pk>/report/", report.report, name="report"),
    path("classrooms/sessions/<int:pk>/void/", report.void, name="void"),
    path("classrooms/sessions/<int:pk>/report.xlsx", report.xlsx, name="report_xlsx"),
    path("classrooms/sessions/<int:pk>/report.csv", report.csv_file, name="report_csv"),
]
