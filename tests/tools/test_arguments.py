"""The command lines of the drills: what they do not know they refuse, before anything is started."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import pytest

from tests.support.cases import case, in_turn
from tools.rig.server import DEADLINE, ROOT

DRILLS = ("tools.faults", "tools.siege", "tools.fuzz")


@in_turn("module", DRILLS)
def test_help_is_printed_and_unknown_words_are_refused(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = importlib.import_module(f"{module}.__main__").main
    for words, code, said in (
        (["--help"], 0, f"usage: python -m {module}"),
        (["--matches", "3"], 2, "unrecognized arguments: --matches"),
        (["nonsense"], 2, "nonsense"),
    ):
        monkeypatch.setattr(sys, "argv", [module, *words])
        with case(words[0]), pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert ended.value.code == code
        assert said in printed.out + printed.err
        assert "127.0.0.1" not in printed.out or code == 0


def test_drills_of_which_none_could_run_have_shown_nothing() -> None:
    """Without PostgreSQL and Patroni, here: a path without programs."""
    command = [sys.executable, "-m", "tools.faults", "failover"]
    environment = {**os.environ, "PATH": "", "MATCHES": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=DEADLINE, check=False
    )
    assert (done.returncode, done.stderr) == (1, "No drill could run.\n")
    assert "left out" in done.stdout
    assert "Nothing acknowledged was lost" not in done.stdout
