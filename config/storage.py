"""Static files with the hash of their content in the name, compressed once at set-up."""

from __future__ import annotations

from functools import cache
from typing import Any

import brotli
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class QuickCompressor(Compressor):
    """Brotli at 7 of 11: a twentieth of the time, for some 6 % larger files."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=7))


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Also follows `import` in our own ES modules, so that none meets an older neighbour. Other
    people's modules import what they do not ship."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
    )
    keep_only_hashed_files = True

    @cache  # noqa: B019  There is one storage a process, and its names stay as they are.
    def url(self, name: str | None, force: bool = False) -> str:
        return super().url(name, force)

    def create_compressor(self, **kwargs: Any) -> Compressor:
        kwargs["extensions"] = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
        return QuickCompressor(**kwargs)
