from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class QuizzesConfig(AppConfig):
    name = "quizzes"
    verbose_name = _("Quizzes")

    def ready(self) -> None:
        from heritage.signals import asked_about, seeding

        from .related import stems_about
        from .seeding import bring_decks

        seeding.connect(bring_decks, dispatch_uid="quizzes")
        asked_about.connect(stems_about, dispatch_uid="quizzes")
