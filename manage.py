#!/usr/bin/env python
"""Django's command line for this site; `python3 run.py` sets up what it needs first."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.environment import Unwritable

    try:
        execute_from_command_line(sys.argv)
    except Unwritable as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
