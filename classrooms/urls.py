from __future__ import annotations

app_name = "classrooms"
urlpatterns: list = []
