"""What running a file of test vectors comes to. Each game's `vectors.py` reads its own schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Check:
    """One vector: what was expected and what the engine gave, both plain JSON."""

    name: str
    expected: Any
    got: Any

    @property
    def passed(self) -> bool:
        return bool(self.expected == self.got)
