"""What may be wrong with an installation, and how to mend it. Changes nothing."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import redis
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from redis import RedisError

from heritage.network import lan_addresses
from live.tasks import HEARTBEAT_KEY

from . import environment as env
from . import programs, translations
from .management.commands.build_assets import FONTS
from .preparation import logins_file
from .supervisor import Failure, is_running

#: A lesson writes little; its pictures and the append-only file want some room (bytes).
LEAST_ROOM = 300 << 20

#: Share of its memory above which Redis counts as nearly full.
FULL = 0.8

OK, NOTE, WRONG = "ok", "note", "wrong"


@dataclass(frozen=True)
class Finding:
    """One thing looked at; `how` says in both languages what to do when it is not right."""

    level: str
    what: str
    how: tuple[str, str] = ("", "")


def examine(port: int) -> Iterator[Finding]:
    """Look at everything, the ground first."""
    folder = _folder()
    yield folder
    if folder.level == WRONG:
        return
    for look in _LOOKS:
        yield look()
    yield _web(port)


def _when(good: bool, what: str, vietnamese: str, english: str, level: str = WRONG) -> Finding:
    return Finding(OK, what) if good else Finding(level, what, (vietnamese, english))


def _running() -> bool:
    return is_running(env.var_dir() / "run")


def _folder() -> Finding:
    try:
        programs.check_writable(env.var_dir())
    except Failure as failure:
        return Finding(WRONG, "folder", failure.sentences)
    return Finding(OK, f"folder {env.var_dir()}")


def _room() -> Finding:
    free = shutil.disk_usage(env.var_dir()).free
    return _when(
        free >= LEAST_ROOM,
        f"disk space: {free >> 20} MB",
        "Đĩa sắp đầy: xin dọn bớt.",
        "The disk is nearly full: make room.",
    )


def _secret_key() -> Finding:
    kept = env.var_dir() / "secret_key"
    return _when(
        len(settings.SECRET_KEY) >= 40 and not (kept.exists() and kept.stat().st_mode & 0o077),
        "secret key",
        f"Khóa bí mật quá ngắn, hoặc người khác đọc được {kept}: chmod 600 {kept}",
        f"The secret key is short, or others can read {kept}: chmod 600 {kept}",
    )


def _debug() -> Finding:
    return _when(
        not settings.DEBUG,
        "debug is off",
        "DEBUG đang bật: đừng để học sinh dùng trang này.",
        "DEBUG is on: no students on this site.",
        NOTE,
    )


def _database() -> Finding:
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return Finding(
            WRONG,
            "database",
            (f"Không mở được cơ sở dữ liệu: {error}", f"The database cannot be opened: {error}"),
        )
    return _when(
        not waiting,
        f"database: {connection.vendor}",
        f"Còn {len(waiting)} bước chuyển đổi: python3 run.py sẽ tự làm.",
        f"{len(waiting)} migrations wait: python3 run.py applies them.",
    )


def _redis() -> Finding:
    if programs.redis_answers(settings.REDIS_URL):
        return Finding(OK, "Redis")
    if _embedded() and not _running():
        try:
            return Finding(OK, f"Redis: {programs.redis_server()} starts with the site")
        except Failure as failure:
            return Finding(WRONG, "Redis", failure.sentences)
    return Finding(
        WRONG,
        "Redis",
        ("Redis không trả lời: xem REDIS_URL.", "Redis does not answer: look at REDIS_URL."),
    )


def _memory() -> Finding:
    """How full Redis is: it evicts nothing, so a full one refuses answers."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
            facts = client.info("memory")
    except (RedisError, OSError):
        return Finding(OK, "Redis memory: not asked")
    used, most = facts["used_memory"], facts.get("maxmemory", 0)
    return _when(
        not most or used <= FULL * most,
        f"Redis memory: {used >> 20} MB" + (f" of {most >> 20} MB" if most else ""),
        "Redis sắp đầy: xin kết thúc các phòng chơi cũ, hoặc tăng maxmemory.",
        "Redis is nearly full: end old sessions, or raise maxmemory.",
        NOTE,
    )


def _embedded() -> bool:
    return not os.environ.get("REDIS_URL")


def _beat() -> Finding:
    what = "background work"
    if not _running():
        return Finding(OK, f"{what}: starts with the site")
    try:
        last = cache.get(HEARTBEAT_KEY)
    except RedisError:
        last = None
    return _when(
        last is not None and time.time() - last < 60,
        what,
        f"Celery không chạy: xem {env.var_dir() / 'log' / 'worker.log'}",
        f"Celery does not run: see {env.var_dir() / 'log' / 'worker.log'}",
    )


def _assets() -> Finding:
    fonts = Path(settings.BUILD_DIR) / "fonts"
    lacking = [name for name in FONTS if not (fonts / f"{name}.woff2").exists()]
    return _when(
        not lacking,
        "fonts",
        f"Thiếu {', '.join(lacking)}: manage.py build_assets",
        f"{', '.join(lacking)} missing: manage.py build_assets",
    )


def _static() -> Finding:
    return _when(
        settings.DEBUG or (Path(settings.STATIC_ROOT) / "staticfiles.json").exists(),
        "static files",
        "Chưa gom tệp tĩnh: manage.py collectstatic",
        "Static files are not collected: manage.py collectstatic",
    )


def _translations() -> Finding:
    return _when(
        not translations.outdated(),
        "translations",
        "Bản dịch chưa biên dịch: manage.py compile_translations",
        "The translations are not compiled: manage.py compile_translations",
    )


def _content() -> Finding:
    try:
        groups = apps.get_model("heritage", "EthnicGroup").objects.count()
        questions = apps.get_model("quizzes", "Question").objects.count()
    except DatabaseError:
        groups = questions = 0
    return _when(
        groups == 54 and questions > 0,
        f"content: {groups} peoples, {questions} questions",
        "Thiếu nội dung: manage.py seed",
        "Content is missing: manage.py seed",
    )


def _logins() -> Finding:
    return _when(
        not logins_file().exists(),
        "first logins",
        f"Hãy đổi mật khẩu đầu tiên rồi xóa {logins_file()}",
        f"Change the first passwords, then delete {logins_file()}",
        NOTE,
    )


def _phones() -> Finding:
    addresses = [settings.SITE_URL] if settings.SITE_URL else lan_addresses()
    return _when(
        bool(addresses),
        f"phones reach it at {', '.join(addresses)}",
        "Máy này không có địa chỉ mạng: hãy nối Wi-Fi hoặc bật điểm phát sóng.",
        "This machine has no network address: join a Wi-Fi or open a hot spot.",
        NOTE,
    )


def _web(port: int) -> Finding:
    if _running():
        return Finding(OK, "web: the site is running")
    try:
        programs.free_port("0.0.0.0", port)  # noqa: S104
    except Failure as failure:
        return Finding(WRONG, f"port {port}", failure.sentences)
    return Finding(OK, f"port {port} is free")


_LOOKS: tuple[Callable[[], Finding], ...] = (
    _room,
    _secret_key,
    _debug,
    _database,
    _redis,
    _memory,
    _beat,
    _assets,
    _static,
    _translations,
    _content,
    _logins,
    _phones,
)
