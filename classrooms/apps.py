from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    verbose_name = _("Classrooms")

    def ready(self) -> None:
        from . import classes, healing, points, table_names

        points.connect()
        classes.connect()
        healing.connect()
        table_names.connect()
