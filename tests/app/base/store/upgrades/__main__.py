"""Fill a site of an older tree, and write down its backup and its answers: `python -m … TREE`, its `.venv` made.

Both are stored next to this file, under the commit of the tree, and read by `test_upgrades.py`.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from tests.app.base.store.upgrades.answers import Contents, answers
from tests.app.base.store.upgrades.world import SETTINGS, World
from tests.support.waiting import DEADLINE
from tools.rig.json import Json
from tools.rig.server import ServerProcess

HERE = Path(__file__).parent


def written(tree: Path, folder: Path) -> Json:
    """Fill a site that runs this tree, with its data in `folder`; return its contents and its answers."""
    server = ServerProcess(folder, SETTINGS, tree=tree).start()
    try:
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
            world = World(client)
            world.fill()
            handles = {
                name: client.get("/api/players/me/profile", headers=player.headers).json()["handle"]
                for name, player in world.players.items()
            }
            tokens = {name: player.token for name, player in world.players.items()}
            contents = Contents(tokens, world.matches, world.tournaments, handles, world.pages)
            found = answers(client, contents)
        assert server.stop() is not None
    except Exception as error:
        error.add_note(server.log[-3000:])
        raise
    finally:
        server.close()
    return {"contents": contents.to_json(), "answers": found}


def main(tree: Path) -> None:
    """Write both files of a tree."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=tree, capture_output=True, text=True, check=True
    ).stdout.strip()
    with TemporaryDirectory() as name:
        folder = Path(name)
        found = written(tree, folder)
        environment = os.environ | {"CLASH_DATA_DIR": str(folder / "data")}
        backup: list[str | Path] = [tree / ".venv" / "bin" / "python", "-m", "app", "backup", folder / "copy.db"]
        subprocess.run(backup, cwd=tree, env=environment, check=True)
        for ending, data in (("db", (folder / "copy.db").read_bytes()), ("json", json.dumps(found).encode())):
            (HERE / f"{commit}.{ending}.gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
