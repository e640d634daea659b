from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    verbose_name = _("Classrooms")

    def ready(self) -> None:
        from . import class_games, classes, healing, points, table_names

        points.connect()
        classes.connect()
        class_games.connect()
        healing.connect()
        table_names.connect()
