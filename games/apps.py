from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from heritage.signals import people_shown, seeding

        from . import standing
        from .rang_ro.characters import on_the_peoples_page
        from .rang_ro.seeding import bring_game

        standing.connect()
        seeding.connect(bring_game, dispatch_uid="games.rang_ro")
        people_shown.connect(on_the_peoples_page, dispatch_uid="games.rang_ro")
