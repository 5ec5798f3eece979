"""Databases of older trees, with matches and tournaments of every kind, are upgraded: answers stay as they were."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.site.ops.backup import restore
from tests.app.base.store.upgrades.answers import Contents, answers
from tests.app.base.store.upgrades.world import SETTINGS
from tools.rig.json import Json

FOLDER: Final = Path(__file__).with_name("upgrades")
STORED: Final = sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.db.gz"))
"""The commits whose trees wrote a backup and its answers (`python -m tests.app.base.store.upgrades TREE`)."""
RENAMED: Final = {"at": ("finished_at", "met_at", "created_at"), "made_at": ("created_at",)}
"""Keys of the API by their names before the first release."""
DECIDED: Final = {"85989759": ("/api/tournaments", "/tournaments")}
"""Lists that hold less by a decision since then: the newest tournaments of each organizer."""


@pytest.mark.parametrize("commit", STORED)
def test_an_upgraded_site_answers_everybody_as_before(commit: str, tmp_path: Path) -> None:
    (tmp_path / "before.db").write_bytes(gzip.decompress((FOLDER / f"{commit}.db.gz").read_bytes()))
    stored: Json = json.loads(gzip.decompress((FOLDER / f"{commit}.json.gz").read_bytes()))
    settings = TypeAdapter(Settings).validate_python({"data_dir": tmp_path / "data", **SETTINGS})
    settings.data_dir.mkdir()
    restore(settings, tmp_path / "before.db", new=True)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        found = answers(client, Contents(**stored["contents"]))
    assert found.keys() == stored["answers"].keys()
    compared = {call: was for call, was in stored["answers"].items() if call.split()[-1] not in DECIDED.get(commit, ())}
    differences = [one for call, before in compared.items() for one in differing(before, found[call], call)]
    assert not differences, f"{len(differences)}, such as\n" + "\n".join(differences[:20])


def differing(before: object, now: object, where: str) -> Iterator[str]:
    """Yield where an answer is no longer what it was; keys that are new do not count."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            name = next((name for name in (key, *RENAMED.get(key, ())) if name in now), key)
            yield from differing(value, now.get(name, "nothing"), f"{where} {key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differing(one, other, f"{where} {index}")
    elif before != now:
        yield f"{where}: {str(before)[:200]} is now {str(now)[:200]}"
