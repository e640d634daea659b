"""What people may call themselves at a table."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _

from .faces import Refused

#: Characters, as people count them.
LONGEST = 24


def clean_name(raw: str, *, needed: bool = False) -> str:
    """A name as it is shown: NFC, single spaces, nothing invisible. Raises Refused when it is too
    long, or empty although it is needed."""
    visible = (
        sign for sign in unicodedata.normalize("NFC", raw) if unicodedata.category(sign)[0] != "C"
    )
    name = " ".join("".join(visible).split())
    if len(name) > LONGEST:
        raise Refused(_("Please take a name of at most %(n)s characters.") % {"n": LONGEST})
    if needed and not name:
        raise Refused(_("Please type a name for the others to see."))
    return name
