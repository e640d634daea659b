from __future__ import annotations

app_name = "heritage"
urlpatterns: list = []
