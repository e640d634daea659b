from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HeritageConfig(AppConfig):
    name = "heritage"
    verbose_name = _("Heritage")
