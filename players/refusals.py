"""What a person is told when something cannot be done: the common base of the upper floors."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """Base of all refusals; `code` is stable, `message` is translated, `status` is the HTTP one."""

    code = "refused"
    status = 409
    message: str | Promise = _("That did not work. Reload the page and try again.")

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.code)
