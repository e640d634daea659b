from __future__ import annotations

app_name = "quizzes"
urlpatterns: list = []
