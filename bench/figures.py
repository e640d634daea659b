"""What a run came to: figures, as a table or as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest-rank percentile, NaN of nothing."""
    if not values:
        return math.nan
    ranked = sorted(values)
    return ranked[max(0, math.ceil(percent / 100 * len(ranked)) - 1)]


@dataclass
class Figures:
    """Times in seconds. `lost`, `changed` and `doubled` must be 0."""

    students: int
    questions: int
    answers: str
    joined: int = 0
    acknowledged: int = 0
    repeated: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    stored: int = 0
    lost: int = 0
    changed: int = 0
    doubled: int = 0
    unasked: int = 0
    table_rows: int | None = None
    csv_rows: int = 0
    healed: int = 0
    join: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    question_to_phone: list[float] = field(default_factory=list)
    reveal_to_phone: list[float] = field(default_factory=list)
    join_seconds: float = 0.0
    cpu_joining: dict[str, float] = field(default_factory=dict)
    cpu_playing: dict[str, float] = field(default_factory=dict)
    client_cpu: float = 0.0
    wall: float = 0.0
    bytes_per_phone: float = 0.0
    #: What the web processes grew by when as many phones connected once more (kB).
    grown_kb: float = 0.0

    @property
    def good(self) -> bool:
        """Everybody in, every answer acknowledged, and every one of them found again."""
        return (
            self.joined == self.students
            and self.acknowledged == self.students * self.questions
            and not (self.lost or self.changed or self.doubled or self.unasked)
        )

    @property
    def joins_a_second(self) -> float:
        return self.joined / self.join_seconds if self.join_seconds else 0.0

    @property
    def cpu_a_question(self) -> float:
        return sum(self.cpu_playing.values()) / max(1, self.questions)

    @property
    def kb_a_phone(self) -> float:
        return self.grown_kb / max(1, self.joined)

    def as_json(self) -> dict[str, object]:
        figures = asdict(self)
        for name in ("joins_a_second", "cpu_a_question", "kb_a_phone"):
            figures[name] = round(getattr(self, name), 3)
        for name in ("join", "answer", "question_to_phone", "reveal_to_phone"):
            values = figures.pop(name)
            figures[f"{name}_ms"] = {
                f"p{p}": round(percentile(values, p) * 1000, 1) if values else None
                for p in (50, 95, 99)
            }
        figures["good"] = self.good
        return figures

    def table(self) -> str:
        rows = [
            (
                "students × questions, answers",
                f"{self.students} × {self.questions}, {self.answers}",
            ),
            ("joined", str(self.joined)),
            ("answers acknowledged", str(self.acknowledged)),
            ("  of these sent twice on purpose", str(self.repeated)),
            ("answers refused", _words(self.refused) or "0"),
            ("stored (read back)", str(self.stored)),
            ("lost · changed · doubled", f"{self.lost} · {self.changed} · {self.doubled}"),
            ("stored but never acknowledged", str(self.unasked)),
            ("rows of the table · of the CSV", f"{self.table_rows} · {self.csv_rows}"),
            ("joins a second", f"{self.joins_a_second:.0f}"),
            ("join ms p50 · p95 · p99", _times(self.join)),
            ("answer ms p50 · p95 · p99", _times(self.answer)),
            ("question to phone ms p50 · p95 · p99", _times(self.question_to_phone)),
            ("reveal to phone ms p50 · p95 · p99", _times(self.reveal_to_phone)),
            ("phones healed by the poll", str(self.healed)),
            ("server CPU s a question", f"{self.cpu_a_question:.2f}"),
            ("  while playing", _words(self.cpu_playing)),
            ("  while joining", _words(self.cpu_joining)),
            ("client CPU s · wall s", f"{self.client_cpu:.1f} · {self.wall:.1f}"),
            ("bytes a phone a question", f"{self.bytes_per_phone:,.0f}"),
            ("kB of the web processes a phone", f"{self.kb_a_phone:.0f}"),
        ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def _times(values: Sequence[float]) -> str:
    if not values:
        return "–"
    return " · ".join(f"{percentile(values, p) * 1000:.0f}" for p in (50, 95, 99))


def _words(counts: dict[str, int] | dict[str, float]) -> str:
    return ", ".join(
        f"{name} {value if isinstance(value, int) else f'{value:.1f}'}"
        for name, value in sorted(counts.items())
    )
