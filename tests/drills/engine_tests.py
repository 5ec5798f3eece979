"""Runs tests of the engine in the Python that browsers run (tools/offline/run.mjs)."""

from __future__ import annotations

import os
import sys

import pytest


def main(arguments: str) -> str:
    """Run the tests that these arguments name, one a line after the root of the project; return pytest's exit code,
    below what pytest prints."""
    root, *wanted = arguments.splitlines()
    os.chdir(root)
    folder = f"{root}/tests/engine"  # the fixtures above it are of sites
    options = ["-q", "--capture=sys", "--import-mode=importlib", "--disable-plugin-autoload", f"--rootdir={root}"]
    options += [f"--confcutdir={folder}", "-c", "/dev/null", "-o", "python_files=test_*.py R*.py", "-W", "error"]
    options += ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    code = pytest.main([*options, *wanted])
    sys.stdout.flush()
    return f"\n{int(code)}"
