"""`run.py` before anything is installed: what stands in the way is said in one sentence."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.environment import BASE


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """run.py as a module, at work in an empty folder."""
    spec = importlib.util.spec_from_file_location("run_under_test", BASE / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements").mkdir()
    for name in ("base", "dev"):
        (tmp_path / "requirements" / f"{name}.txt").write_text(name)
    for name, path in (("BASE", tmp_path), ("VENV", tmp_path / ".venv")):
        monkeypatch.setattr(module, name, path)
    for name, tail in (("PYTHON", "bin/python"), ("STAMP", "installed"), ("LOG", "install.log")):
        monkeypatch.setattr(module, name, tmp_path / ".venv" / tail)
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    return module


@pytest.fixture
def steps(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands of the installation, none of them run, all successful."""
    taken: list[list[str]] = []
    monkeypatch.setattr(run, "run_logged", lambda command: taken.append(command) or True)
    monkeypatch.setattr(run, "usable", lambda uv: bool(taken))
    return taken


def refused(capsys, call, *arguments) -> str:
    """What it said in ending with exit code 1: one sentence a language."""
    with pytest.raises(SystemExit) as end:
        call(*arguments)
    assert end.value.code == 1
    said = capsys.readouterr().err
    assert len(said.strip().splitlines()) == 2
    return said


def test_an_old_python_reads_as_far_as_the_sentence():
    ast.parse((BASE / "run.py").read_text(), feature_version=(3, 6))


def test_an_old_python_is_told_which_one_is_needed(run, capsys, monkeypatch):
    monkeypatch.setattr(run.sys, "version_info", (3, 9, 2))
    said = refused(capsys, run.check_machine)
    assert "3.11" in said
    assert "3.9" in said


def test_windows_is_told_of_wsl(run, capsys, monkeypatch):
    monkeypatch.setattr(run.os, "name", "nt")
    assert "WSL" in refused(capsys, run.check_machine)


def test_a_python_without_venv_is_told_the_package(run, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    said = refused(capsys, run.prepare, "base")
    assert f"python{sys.version_info[0]}.{sys.version_info[1]}-venv" in said


def test_a_folder_that_cannot_be_written_is_said(run, capsys):
    run.VENV.write_text("in the way")
    assert str(run.BASE) in refused(capsys, run.prepare, "base")


def test_libraries_that_cannot_be_fetched_are_said_with_the_reason(run, capsys, steps, monkeypatch):
    def fail(command: list[object]) -> bool:
        steps.append(command)
        if "install" not in command:
            return True
        run.LOG.write_text("Looking…\nERROR: No matching distribution found for amqp\n")
        return False

    monkeypatch.setattr(run, "run_logged", fail)
    said = refused(capsys, run.prepare, "base")
    assert "No matching distribution found for amqp" in said
    assert str(run.LOG) in said
    assert not run.STAMP.exists()


def test_nothing_is_installed_twice_and_a_changed_list_is_installed_again(run, steps):
    run.prepare("base")
    first = len(steps)
    run.prepare("base")
    assert len(steps) == first
    run.prepare("dev")
    run.prepare("base")  # dev holds everything of base
    assert len(steps) == first + 1
    (run.BASE / "requirements" / "base.txt").write_text("base, newer")
    run.prepare("base")
    assert len(steps) == first + 2


def test_what_is_installed_is_pinned_by_hash(run, steps):
    run.prepare("base")
    assert "--require-hashes" in steps[-1]
    for name in ("base", "dev"):
        pins = (BASE / "requirements" / f"{name}.txt").read_text()
        assert "--hash=sha256:" in pins
        assert "://" not in pins


@pytest.mark.parametrize("word", ["--help", "-h", "help"])
def test_help_names_every_command_and_installs_nothing(run, steps, capsys, monkeypatch, word):
    monkeypatch.setattr(run.sys, "argv", ["run.py", word])
    run.main()
    said = capsys.readouterr().out
    assert all(
        f"run.py {name}" in said for name in ("up", "setup", "test", "lint", "bench", "demo")
    )
    assert "chỉ cài" in said
    assert "only install" in said
    assert steps == []
