"""What `up --reload` restarts on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from config import sources
from config.sources import Sources


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sources, "EVERY", 0)
    (tmp_path / "app.py").write_text("")
    (tmp_path / "var").mkdir()
    return tmp_path


def test_a_changed_added_or_removed_file_is_noticed_once(code):
    watched = Sources(code)
    assert not watched.changed()
    os.utime(code / "app.py", (4e9, 4e9))
    assert watched.changed()
    assert not watched.changed()
    (code / "page.html").write_text("")
    assert watched.changed()
    (code / "page.html").unlink()
    assert watched.changed()


def test_what_the_site_writes_itself_is_not_looked_at(code):
    watched = Sources(code)
    (code / "var" / "made.py").write_text("")
    (code / "notes.txt").write_text("")
    assert not watched.changed()
