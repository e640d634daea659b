"""Whether the code changed since it was last asked: what `up --reload` restarts on."""

from __future__ import annotations

import os
import time
from pathlib import Path

_KINDS = (".py", ".html", ".mo")
_NOT_OURS = {".git", ".venv", "var", "node_modules", "__pycache__"}
#: Seconds between two looks at the folder.
EVERY = 1.0


class Sources:
    """The newest change among the code, templates and catalogues below a folder."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._seen = self._look()
        self._looked = time.monotonic()

    def changed(self) -> bool:
        """True once after each change."""
        if time.monotonic() - self._looked < EVERY:
            return False
        self._looked = time.monotonic()
        before, self._seen = self._seen, self._look()
        return before != self._seen

    def _look(self) -> tuple[int, int]:
        """(files, newest change): the count tells of a file removed."""
        count = newest = 0
        for folder, folders, files in os.walk(self._base):
            folders[:] = [name for name in folders if name not in _NOT_OURS]
            for name in files:
                if name.endswith(_KINDS):
                    count += 1
                    newest = max(newest, (Path(folder) / name).stat().st_mtime_ns)
        return count, newest
