"""Scripts that are broken on purpose."""

import json
from hashlib import sha256
from pathlib import Path

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
