"""Becomes another program, which ends when its parent does: `python launch.py PARENT WORD …`.

Linux only, and run by its path: it imports nothing of the site. A process of its own asks the
kernel for this, because Python code between fork and exec may stand still for ever where the parent
has threads (the documentation of `subprocess` warns of `preexec_fn`).
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(parent: int, argv: list[str]) -> None:
    """Run `argv` in this process, to be sent SIGTERM when the process `parent` dies."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it died before the kernel was asked
        sys.exit(1)
    os.execvp(argv[0], argv)  # noqa: S606 - the supervisor's own words, no shell


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
