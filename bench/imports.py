"""`python run.py bench imports`: a file of many questions, read and saved as the worker does it.

Each format is measured in a process of its own, on an empty database that is gone afterwards: the
seconds of `quizzes.importing.services.read` and `save`, and the most memory the process ever had.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

BASE = Path(__file__).resolve().parent.parent
FORMATS = ("xlsx", "csv", "kahoot", "aiken", "gift", "moodle_xml", "qti", "bundle")
#: What issue 8 allows.
MOST_SECONDS, MOST_MB = 30, 300


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py bench imports", description=__doc__)
    parser.add_argument("--questions", type=int, default=5000)
    parser.add_argument("--format", choices=FORMATS, action="append", help="only this, or these")
    parser.add_argument("--json", action="store_true", help="print one JSON object a format")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    options = arguments(words)
    fine = True
    with tempfile.TemporaryDirectory(prefix="rr-bench-") as folder:
        env = {**os.environ, "VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        (Path(folder) / "build").mkdir()
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=BASE, env=env, check=True)
        for slug in options.format or FORMATS:
            file = str(Path(folder) / slug)
            step = [sys.executable, "-m", "bench.imports"]
            subprocess.run(
                [*step, "make", slug, str(options.questions), file], cwd=BASE, env=env, check=True
            )
            done = subprocess.run(
                [*step, "take", slug, file], cwd=BASE, env=env, check=True, stdout=subprocess.PIPE
            )
            found = json.loads(done.stdout)
            fine &= found["saved"] == options.questions
            # Of the seconds only those of the processor mean something on a busy machine.
            fine &= found["cpu"] <= MOST_SECONDS and found["mb"] <= MOST_MB
            print(json.dumps(found) if options.json else _line(found), flush=True)
    return 0 if fine else 1


def _line(found: dict[str, Any]) -> str:
    return (
        f"{found['format']:11} {found['file_kb']:6} kB  {found['saved']} saved in "
        f"{found['seconds']:.1f} s (read {found['read']:.1f}, CPU {found['cpu']:.1f}), "
        f"{found['mb']} MB"
    )


def _make(slug: str, count: int, file: str) -> None:
    from quizzes.files import formats
    from quizzes.files.drafts import Draft, Option

    drafts = [
        Draft(
            text={"vi": f"Câu {number}: lễ hội nào của người Chăm diễn ra vào tháng bảy?"},
            options=[
                Option({"vi": f"{name} {number}"}, at == number % 4)
                for at, name in enumerate(("Katê", "Chôl Chnăm Thmây", "Cồng chiêng", "Lồng tồng"))
            ],
            explanation={"vi": f"Lời giải thích thứ {number}, dài vừa một dòng cho người đọc."},
        )
        for number in range(1, count + 1)
    ]
    Path(file).write_bytes(formats.write(slug, drafts, "vi", {"title": {"vi": "Thử"}}, {}))


def _take(slug: str, file: str) -> None:
    from django.core.files.base import ContentFile

    from players.models import User
    from quizzes.files import formats
    from quizzes.importing import services
    from quizzes.models import Deck, Import

    # Into a deck of the site: a teacher's own holds 300 at most.
    deck = Deck.objects.create(slug=f"bench-{slug}", title_vi="Thử", title_en="Bench")
    owner, _made = User.objects.get_or_create(username="bench")
    data = Path(file).read_bytes()
    began, cpu = time.perf_counter(), time.process_time()
    name = f"file.{formats.FORMATS[slug].ending}"
    found = services.start(owner, ContentFile(data, name=name), language="vi", deck=deck)
    services.read(found.pk)
    read = time.perf_counter() - began
    services.confirm(Import.objects.get(pk=found.pk), publish=False)
    services.save(found.pk)
    told = {
        "format": slug,
        "file_kb": len(data) // 1024,
        "saved": found.rows.filter(saved=True).count(),
        "read": round(read, 2),
        "seconds": round(time.perf_counter() - began, 2),
        "cpu": round(time.process_time() - cpu, 2),
        "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    import django

    django.setup()
    if sys.argv[1] == "make":
        _make(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        _take(sys.argv[2], sys.argv[3])
