"""The documents point at what exists and name every setting and command there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.environment import BASE

DOCUMENTS = [*sorted(BASE.glob("*.md")), *sorted((BASE / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(BASE).as_posix())
def test_every_link_leads_somewhere(path: Path):
    links = re.findall(r"\]\(([^)#\s]+)", path.read_text())
    lost = [
        link for link in links if "://" not in link and not (path.parent / link).resolve().exists()
    ]
    assert lost == []


def test_every_setting_from_the_environment_is_in_the_reference():
    told = (BASE / "docs" / "reference" / "settings.md").read_text()
    reader = r"os\.environ\.get\(|os\.environ\[|env\.flag\(|env\.words\("
    reads = rf"(?:{reader})\"([A-Z_]+)\""
    named = {"DATABASE_URL"}
    for path in (BASE / "config").rglob("*.py"):
        named |= set(re.findall(reads, path.read_text()))
    assert {name for name in named if f"`{name}`" not in told} == set()


def test_every_command_of_ours_is_in_the_reference():
    told = (BASE / "docs" / "reference" / "commands.md").read_text()
    commands = {
        path.stem
        for path in BASE.glob("*/management/commands/*.py")
        if path.stem != "__init__" and ".venv" not in path.parts
    }
    assert {name for name in commands if f"`{name}" not in told} == set()
