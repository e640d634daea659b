"""The whole site in one file: database, pictures with their originals, secret key. What lies on
Redis and the sheets to print are made again."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.files.storage import storages
from django.db import connection, connections

from . import environment as env
from .supervisor import Failure, is_running

SQLITE, POSTGRES, MEDIA, KEY = "site.sqlite3", "site.pgdump", "media", "secret_key"
ORIGINALS = "originals"


def backup(target: Path) -> None:
    """Write a .tar.gz; may run while the site runs. Raises Failure."""
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        dump = Path(folder) / (SQLITE if connection.vendor == "sqlite" else POSTGRES)
        if connection.vendor == "sqlite":
            # Not a copy of the file: this one waits for writers and takes the log in as well.
            with (
                closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as source,
                closing(sqlite3.connect(dump)) as copy,
            ):
                source.backup(copy)
        else:
            _postgres("pg_dump", "--format=custom", "--no-owner", f"--file={dump}")
        whole = Path(folder) / "whole"
        with tarfile.open(whole, "w:gz") as archive:
            archive.add(dump, dump.name)
            for path, name in (*_folders(), (env.var_dir() / KEY, KEY)):
                if path.exists():
                    archive.add(path, name)
        # It holds the secret key and the children's nicknames.
        whole.chmod(0o600)
        whole.replace(target)


def restore(source: Path) -> None:
    """Put a backup in the place of what is there. Raises Failure, having changed nothing, when the
    site runs, the file is no backup, or it was made from the other kind of database."""
    if is_running(env.var_dir() / "run"):
        raise Failure("Xin dừng trang trước khi khôi phục.", "Stop the site before restoring.")
    connections.close_all()
    with tempfile.TemporaryDirectory(dir=env.var_dir()) as name:
        folder = Path(name)
        try:
            with tarfile.open(source) as archive:
                archive.extractall(folder, filter="data")
        except (OSError, tarfile.TarError) as error:
            raise Failure(
                f"{source} không có hoặc không phải bản sao lưu.",
                f"{source} is missing or no backup.",
            ) from error
        dump = folder / (SQLITE if connection.vendor == "sqlite" else POSTGRES)
        if not dump.exists():
            raise Failure(
                f"{source} không phải bản sao lưu của loại cơ sở dữ liệu này.",
                f"{source} is no backup of this kind of database.",
            )
        if connection.vendor == "sqlite":
            place = Path(str(connection.settings_dict["NAME"]))
            for tail in ("-wal", "-shm"):
                place.with_name(place.name + tail).unlink(missing_ok=True)
            dump.replace(place)
        else:
            _postgres("pg_restore", "--clean", "--if-exists", "--no-owner", str(dump))
        for path, kept in _folders():
            shutil.rmtree(path, ignore_errors=True)
            if (folder / kept).exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                (folder / kept).replace(path)
        if (folder / KEY).exists():
            (folder / KEY).replace(env.var_dir() / KEY)
        # Versions on Redis that are newer than the rows would make every page ask again for ever.
        shutil.rmtree(env.var_dir() / "redis", ignore_errors=True)


def _folders() -> list[tuple[Path, str]]:
    """Where uploaded pictures lie, and what each folder is called in the file."""
    private = storages["private"].path(ORIGINALS)
    return [(Path(settings.MEDIA_ROOT), MEDIA), (Path(private), ORIGINALS)]


def _postgres(program: str, *options: str) -> None:
    from django.db.backends.postgresql.client import DatabaseClient

    words, extra = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    # The last word is the database's name, which pg_restore wants behind an option.
    command = [program, *options[:-1], *words[1:-1], f"--dbname={words[-1]}", options[-1]]
    environment = {**os.environ, **(extra or {})}
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Failure(
            f"Thiếu {program}: xin cài postgresql-client.",
            f"{program} is missing: install postgresql-client.",
        ) from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines()[-1:] or [""]
        raise Failure(f"{program}: {said[0]}", f"{program}: {said[0]}") from error
