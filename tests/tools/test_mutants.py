"""Scripts that are broken on purpose."""

import json
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import Mutant, broken


def test_a_broken_script_can_be_kept_for_playing_without_a_connection_and_is_whole_again_after(tmp_path: Path) -> None:
    script, manifest = tmp_path / "static/js/offline/a.js", tmp_path / "static/vendor/offline/manifest.json"
    for path, text in ((script, "one();\ntwo();\n"), (manifest, '{"made_of": "x", "files": []}')):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    with broken(Mutant("static/js/offline/a.js", 2, "two();", "three();"), tmp_path):
        listed = json.loads(manifest.read_text())
        digest = sha256(b"one();\nthree();\n").hexdigest()
        assert listed == {"made_of": "x", "files": [{"path": "js/offline/a.js", "bytes": 16, "sha256": digest}]}
    assert script.read_text() == "one();\ntwo();\n"
    assert json.loads(manifest.read_text())["files"] == []


def test_tests_that_a_broken_line_makes_endless_are_ended_and_count_as_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    monkeypatch.setattr(mutants, "NODE_TESTS", [sys.executable, "-c", loop])
    monkeypatch.setitem(mutants.PATIENCE, "node", 0.5)
    assert mutants.failure(tmp_path, []) == (
        "node",
        "They did not end.",
    )  # the pipe is closed: nobody holds it any more
