"""What must be done before the site can serve: tables, built files, translations, content, logins.

Every step may run at every start and does nothing when nothing changed.
"""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from players.accounts import Account, first_accounts


def prepare() -> list[Account]:
    """All steps in order, without a word; the first logins if this start made them."""
    for folder in (settings.BUILD_DIR, settings.MEDIA_ROOT):
        Path(folder).mkdir(parents=True, exist_ok=True)
    _quietly("migrate", interactive=False)
    _quietly("build_assets")
    _quietly("compile_translations")
    collect_static()
    _quietly("seed")
    accounts = first_accounts()
    if accounts:
        keep_logins(accounts)
    return accounts


def _quietly(name: str, **options: object) -> None:
    call_command(name, verbosity=0, stdout=io.StringIO(), **options)


def collect_static() -> None:
    """collectstatic, which compresses everything anew, only when a file or a library changed."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements" / "base.txt").read_bytes())
    for finder in get_finders():
        for name, storage in finder.list(None):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    stamp = settings.STATIC_ROOT / "collected"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    _quietly("collectstatic", interactive=False)
    stamp.write_text(digest.hexdigest())


def logins_file() -> Path:
    """Where the first logins are kept until somebody removes them."""
    return Path(settings.VAR_DIR) / "first-logins.txt"


def keep_logins(accounts: list[Account]) -> None:
    """Write the first logins where only the owner of the site's folder can read them."""
    path = logins_file()
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        for account in accounts:
            file.write(f"{account.username}\t{account.password}\n")
