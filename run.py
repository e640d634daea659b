#!/usr/bin/env python3
"""From a folder of files to the running site with nothing but Python 3.11 and the network, once.

    python3 run.py [--port N] [--host H] [--reload]   start the site
    python3 run.py setup                              only install what it needs
    python3 run.py test [pytest arguments]            run the tests, all of them by default
    python3 run.py lint                               every linter CI runs
    python3 run.py bench [arguments]                  load the site with made-up students
    python3 run.py demo [--port N]                    try it in a data folder thrown away afterwards

Standard library only, and no syntax newer than Python 3.6, so that an older Python reads as far as
the sentence that says which one is needed.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

BASE = Path(__file__).resolve().parent
VENV = BASE / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
STAMP = VENV / "installed"
LOG = VENV / "install.log"
OLDEST = (3, 11)

HELP = """\
Rạng Rỡ: trò chơi di sản cho lớp học · heritage games for the classroom

  python3 run.py [--port N] [--host H] [--reload]
      mở trang, tạo và cài mọi thứ cần thiết nếu chưa có (cũng viết được: run.py up)
      start the site, installing first what it needs (the same as: run.py up)
  python3 run.py setup
      chỉ cài những gì cần thiết
      only install what it needs
  python3 run.py demo [--port N]
      chạy thử trên một thư mục dữ liệu tạm, tắt là xoá
      try it in a data folder that is thrown away afterwards
  python3 run.py test [pytest …]
      chạy các kiểm thử; không ghi gì thêm thì chạy tất cả
      run the tests, all of them by default
  python3 run.py lint
      mọi bước kiểm tra mã nguồn của CI
      every linter that CI runs
  python3 run.py bench […]
      thử tải trang bằng học sinh giả
      load the site with made-up students

Dừng: Ctrl-C · stop: Ctrl-C
"""

#: A file's tests stay together, for they may share a running server; the order stays as collected,
#: which tests/conftest.py has a reason for.
SPREAD = ("--dist", "loadfile", "--no-loadscope-reorder")
#: Without a browser on all cores; a browser waits half of the time, so two share the machine.
ALL_CORES, BROWSERS = ("-n", "auto", "--maxprocesses", "6", *SPREAD), ("-n", "2", *SPREAD)

LINTERS = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy", "."],
    ["lint-imports"],
    ["djlint", "templates", "--lint", "--quiet"],
    ["python", "manage.py", "translations", "--check"],
    ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
)


def stop(vietnamese, english):
    """End with one sentence in both languages and exit code 1."""
    sys.stderr.write(f"{vietnamese}\n{english}\n")
    sys.exit(1)


def check_machine():
    if sys.version_info < OLDEST:
        stop(
            "Cần Python 3.11 trở lên; đây là Python {}.{}.".format(*sys.version_info[:2]),
            "Python 3.11 or newer is needed; this is Python {}.{}.".format(*sys.version_info[:2]),
        )
    if os.name == "nt":
        stop(
            "Trên Windows, xin chạy trong WSL (wsl --install, rồi chạy lại lệnh này trong Ubuntu).",
            "On Windows, run this inside WSL (wsl --install, then the same command in Ubuntu).",
        )


def usable(uv):
    """Whether the environment's Python still starts (its parent may have been removed) and can
    install (one made by uv has no pip)."""
    try:
        code = "" if uv else "import pip"
        return subprocess.call([str(PYTHON), "-c", code], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def run_logged(command):
    """Run a step of the installation, its words kept in LOG; True when it succeeded."""
    with LOG.open("ab") as log:
        log.write("$ {}\n".format(" ".join(map(str, command))).encode())
        log.flush()
        return subprocess.call(list(map(str, command)), cwd=str(BASE), stdout=log, stderr=log) == 0


def make_environment(uv):
    if usable(uv):
        return
    print("Đang tạo môi trường Python · making the Python environment: .venv …", flush=True)
    shutil.rmtree(str(VENV), ignore_errors=True)
    VENV.mkdir()
    try:
        import ensurepip  # noqa: F401  Debian ships it in a package of its own
        import venv  # noqa: F401

        made = run_logged([sys.executable, "-m", "venv", VENV])
    except ImportError:
        if not uv:
            shutil.rmtree(str(VENV), ignore_errors=True)
            install = "sudo apt install python{}.{}-venv".format(*sys.version_info[:2])
            stop(
                f"Python này thiếu mô-đun venv; trên Debian, Ubuntu: {install}",
                f"This Python lacks the module venv; on Debian, Ubuntu: {install}",
            )
        made = run_logged([uv, "venv", "--allow-existing", "--python", sys.executable, VENV])
    if not made:
        stop(
            f"Không tạo được môi trường Python; xem {LOG}.",
            f"The Python environment could not be made; see {LOG}.",
        )


def fingerprint(name):
    return "{} {}".format(
        name, hashlib.sha256((BASE / "requirements" / (name + ".txt")).read_bytes()).hexdigest()
    )


def install(name):
    """Bring .venv up to requirements/<name>.txt; nothing is done when it is there already."""
    uv = shutil.which("uv")
    make_environment(uv)
    installed = STAMP.read_text().splitlines() if STAMP.exists() else []
    if fingerprint(name) in installed:
        return
    print("Đang cài thư viện, mất vài phút · installing libraries, some minutes …", flush=True)
    requirements = BASE / "requirements" / (name + ".txt")
    pinned = ["--require-hashes", "--no-deps", "-r", requirements]
    if uv:
        command = [uv, "pip", "install", "--python", PYTHON]
    else:
        command = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        # A missing wheel must be said, not compiled for an hour and then fail for want of a header.
        command += ["--only-binary", ":all:", "--retries", "2"]
    if not run_logged(command + pinned):
        words = LOG.read_text(errors="replace").splitlines()
        errors = [line.strip() for line in words if line.lower().startswith(("error", "  × "))]
        reason = errors[-1] if errors else "pip"
        stop(
            "Không cài được thư viện: mất mạng, hoặc máy này không có gói dựng sẵn; "
            f"chi tiết trong {LOG} ({reason}).",
            "The libraries could not be installed: no network, or no wheel for this machine; "
            f"details in {LOG} ({reason}).",
        )
    # dev.txt holds everything of base.txt.
    names = ["base", "dev"] if name == "dev" else [name]
    STAMP.write_text("\n".join(map(fingerprint, names)) + "\n")


def prepare(name):
    """`install`, with every trouble of the folder told in one sentence."""
    try:
        install(name)
    except OSError as error:
        stop(
            f"Không ghi được vào thư mục {BASE} ({error.strerror}).",
            f"The folder {BASE} cannot be written to ({error.strerror}).",
        )


def become(*command):
    """Go on as another command of the virtual environment, so that Ctrl-C reaches it alone."""
    sys.stdout.flush()
    os.chdir(str(BASE))
    os.execv(str(BIN / command[0]), [str(BIN / command[0]), *command[1:]])


def lint():
    failed = []
    for command in LINTERS:
        print("· " + " ".join(command), flush=True)
        if subprocess.call([str(BIN / command[0]), *command[1:]], cwd=str(BASE)):
            failed.append(command[2] if command[0] == "python" else command[0])
    if failed:
        stop("Chưa đạt: {}.".format(", ".join(failed)), "Not clean: {}.".format(", ".join(failed)))


def test(arguments):
    """The tests that are named, else all of them: first those without a browser, on all cores, then
    the browsers."""
    if any((BASE / word.split("::")[0]).exists() for word in arguments):
        become("python", "-m", "pytest", *arguments)
    parts = (["--ignore", "tests/e2e", *ALL_CORES], ["tests/e2e", *BROWSERS])
    codes = [
        subprocess.call([str(PYTHON), "-m", "pytest", *part, *arguments], cwd=str(BASE))
        for part in parts
    ]
    # 5: nothing of that part was asked for.
    sys.exit(1 if any(code not in {0, 5} for code in codes) or all(codes) else 0)


def demo(arguments):
    """The whole site on data that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="rang-ro-") as folder:
        command = [str(PYTHON), "manage.py", "up", *arguments]
        environment = dict(os.environ, VAR_DIR=folder)
        # Of its own session: Ctrl-C reaches this process, which passes it on once.
        child = subprocess.Popen(command, cwd=str(BASE), env=environment, start_new_session=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        try:
            code = child.wait()
        except KeyboardInterrupt:
            child.send_signal(signal.SIGINT)
            code = child.wait()
    sys.exit(code)


def main():
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(
                errors="replace"
            )  # a terminal that knows no Vietnamese still says it
    words = sys.argv[1:]
    if words and words[0] in {"-h", "--help", "help"}:
        print(HELP, end="")
        return
    check_machine()
    command = words.pop(0) if words and not words[0].startswith("-") else "up"
    if command not in {"up", "setup", "test", "lint", "bench", "demo"}:
        stop(f"Không có lệnh «{command}». · There is no command “{command}”.", HELP)
    prepare("dev" if command in {"test", "lint", "bench"} else "base")
    if command == "up":
        become("python", "manage.py", "up", *words)
    elif command == "test":
        test(words)
    elif command == "bench":
        become("python", "-m", "bench", *words)
    elif command == "lint":
        lint()
    elif command == "demo":
        demo(words)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
