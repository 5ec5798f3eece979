"""`tools/make_venv.sh` takes an optimised Python before one that is not, and says which."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRETEND = """
import sysconfig
sysconfig.get_config_var = lambda name: {arguments!r}
sysconfig.get_scheme_names = lambda: ("posix_prefix",)
"""


def _python(folder: Path, name: str, arguments: str) -> str:
    """Return a Python that says it was configured with these arguments."""
    site = folder / f"{name}-site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(PRETEND.format(arguments=arguments))
    program = folder / name
    program.write_text(f'#!/bin/sh\nPYTHONPATH={site} exec {sys.executable} "$@"\n')
    program.chmod(0o755)
    return str(program)


def _made(folder: Path, *candidates: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", "tools/make_venv.sh", str(folder / "made")]
    return subprocess.run(
        command, cwd=ROOT, env={"PYTHON": " ".join(candidates), "PATH": "/usr/bin:/bin"}, text=True, capture_output=True
    )


def test_without_a_suitable_python_it_says_what_is_needed(tmp_path: Path) -> None:
    done = _made(tmp_path, "no-such-python")
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed")
    assert not (tmp_path / "made").exists()
