"""The site as it is installed on its own: its tree lies in this folder, as in the project, and `command` starts it."""

import sys
from pathlib import Path


def command() -> int:
    """Run a command of the site: `clash-of-decks serve`, `check`, `backup` and the others."""
    sys.path.insert(0, str(Path(__file__).parent))  # helper processes get it, too
    from app.__main__ import main

    return main(program="clash-of-decks")


if __name__ == "__main__":
    sys.exit(command())
