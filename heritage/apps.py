from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HeritageConfig(AppConfig):
    name = "heritage"
    verbose_name = _("Heritage")

    def ready(self) -> None:
        from .labels import LABELS, put_labels

        put_labels(self.get_models(), LABELS)
