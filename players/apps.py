from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("Players")

    def ready(self) -> None:
        from heritage.signals import seeding

        from .accounts import seed_groups

        seeding.connect(seed_groups, dispatch_uid="players")
