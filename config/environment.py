"""What the environment decides: where data lies, which Redis, which addresses the site answers to.

Pure functions over `os.environ` and the file system, so that settings, `manage.py up` and the tests
agree without importing Django.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import tempfile
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent

# sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included.
SOCKET_PATH_LIMIT = 100


def flag(name: str, default: bool = False) -> bool:
    """A switch from the environment: 1, true, yes and on are true."""
    value = os.environ.get(name)
    return default if value is None else value.strip().lower() in {"1", "true", "yes", "on"}


def words(name: str) -> list[str]:
    """A comma-separated list from the environment, empty when unset."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def var_dir() -> Path:
    """Everything the site writes (database, media, sockets, built files) lies below this folder."""
    return Path(os.environ.get("VAR_DIR") or BASE / "var").resolve()


def keep_private() -> None:
    """What this process and its children write from now on is their owner's only, and the data
    folder with the databases in it is made so: it holds children's nicknames and the secret key."""
    os.umask(0o077)
    folder = var_dir()
    for path, mode in ((folder, 0o700), *((file, 0o600) for file in folder.glob("*.sqlite3*"))):
        # Somebody else's (a shared volume), or not there yet: then it is theirs to guard.
        with contextlib.suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(mode)


class Unwritable(Exception):
    """The data folder cannot be written to; the message says so in both languages."""


def unwritable(folder: Path, error: OSError) -> tuple[str, str]:
    """The sentence for a data folder that cannot be used, Vietnamese and English."""
    return (
        f"Không ghi được vào thư mục dữ liệu {folder} ({error.strerror}); có thể đặt VAR_DIR.",
        f"The data folder {folder} cannot be written to ({error.strerror}); VAR_DIR names another.",
    )


def secret_key() -> str:
    """SECRET_KEY, or one made at the first start and kept in var/secret_key (mode 600).
    Raises Unwritable."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    kept = var_dir() / "secret_key"
    try:
        return kept.read_text().strip()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Unwritable("\n".join(unwritable(kept.parent, error))) from error
    key = secrets.token_urlsafe(50)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and linked: of several processes starting together one wins, and none
        # reads a half-written key.
        aside = kept.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key)
        try:
            kept.hardlink_to(aside)
        except FileExistsError:
            return kept.read_text().strip()
        finally:
            aside.unlink()
    except OSError as error:
        raise Unwritable("\n".join(unwritable(kept.parent, error))) from error
    return key


def embedded_socket() -> Path:
    """Where the bundled Valkey server listens; a short path under the system's temporary folder
    stands in when the site's own folder lies too deep for a unix socket."""
    path = var_dir() / "run" / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"rangro-{os.getuid()}-{digest}" / "valkey.sock"


def redis_url() -> str:
    """REDIS_URL as redis-py and Django's cache read it: redis://, rediss:// or unix://."""
    url = os.environ.get("REDIS_URL") or f"unix://{embedded_socket()}"
    return url.replace("redis+socket://", "unix://", 1)


def celery_url(url: str) -> str:
    """The same address as Celery spells it (kombu says redis+socket:// for a unix socket)."""
    if not url.startswith("unix://"):
        return url
    path, _, query = url.removeprefix("unix://").partition("?")
    query = query.replace("db=", "virtual_host=")
    return f"redis+socket://{path}" + (f"?{query}" if query else "")
