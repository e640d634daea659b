from django.utils.translation import gettext_lazy as _

TITLE = _("Race")
REFUSALS = {"no_wings": "Nobody can %(what)s here."}
