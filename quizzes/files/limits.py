"""How large a file may be, packed and unpacked, and the only way a zip is opened."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from heritage.sheets import ZIP_METHODS

from .problems import FileRefused

MB = 1024 * 1024
#: Of the file itself, and of all that is packed in it.
MAX_BYTES, MAX_UNPACKED = 20 * MB, 80 * MB
#: Unpacked bytes to a packed byte, beyond what any sheet or text has; counted from 5 MB on.
MAX_RATIO, RATIO_FROM = 200, 5 * MB
MAX_FILES = 12_000
MAX_QUESTIONS = 5_000
#: Rows and columns of a sheet that are looked at.
MAX_ROWS, MAX_COLUMNS = 20_000, 60
#: Characters of one cell or text; longer ones are cut by nobody but refused by the check.
MAX_CELL = 32_767

_PACKED = (".zip", ".xlsx", ".apkg", ".rar", ".7z", ".gz", ".tar", ".imscc")


def check_size(size: int) -> None:
    """Raises FileRefused for nothing at all and for too much, before a byte is read."""
    if not size:
        raise FileRefused("empty")
    if size > MAX_BYTES:
        # Rounded up, so that what is refused never reads as what would be taken.
        raise FileRefused("too_large", size=-(-size // MB), limit=MAX_BYTES // MB)


class Package:
    """A zip that has been looked over: names stay inside, sizes are bounded. Raises FileRefused."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = [info for info in self._zip.infolist() if not info.is_dir()]
        except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError) as error:
            raise FileRefused("damaged") from error
        total = sum(info.file_size for info in infos)
        limit = MAX_UNPACKED // MB
        if total > MAX_UNPACKED or len(infos) > MAX_FILES:
            raise FileRefused("bomb", limit=limit)
        if total > RATIO_FROM and total > MAX_RATIO * len(data):
            raise FileRefused("bomb", limit=limit)
        for info in infos:
            if info.flag_bits & 1:
                raise FileRefused("locked")
            if info.compress_type not in ZIP_METHODS:
                raise FileRefused("damaged")
            if not _stays_inside(info.filename):
                raise FileRefused("unsafe_path", name=info.filename[:80])
        self._infos = {info.filename: info for info in infos}

    @property
    def names(self) -> list[str]:
        return list(self._infos)

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str) -> bytes:
        """One file of the package. Raises KeyError when there is none, FileRefused when damaged or
        when it is not as large as it says: no more than that is ever unpacked."""
        info = self._infos[name]
        try:
            with self._zip.open(info) as part:
                return part.read(info.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            raise FileRefused("damaged") from error
        except (RuntimeError, ValueError) as error:  # encrypted after all; impossible sizes
            raise FileRefused("damaged") from error

    def repacked(self) -> bytes:
        """The package with the sizes it says, for a library that believes what a zip says."""
        return pack((name, self.read(name)) for name in self._infos)

    def only_packages(self) -> str:
        """The name of a package in this one when there is nothing else in it; else ""."""
        shown = [name for name in self._infos if not _is_litter(name)]
        if shown and all(name.lower().endswith(_PACKED) for name in shown):
            return shown[0]
        return ""


def pack(files: Iterator[tuple[str, bytes]]) -> bytes:
    """A zip of these files, the same for the same files: no clock in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files:
            package.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def is_zip(data: bytes) -> bool:
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def _stays_inside(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return not (path.is_absolute() or ".." in path.parts or ":" in name or "\x00" in name)


def _is_litter(name: str) -> bool:
    """What systems add to a zip by themselves."""
    return name.startswith("__MACOSX/") or PurePosixPath(name).name in {".DS_Store", "Thumbs.db"}
