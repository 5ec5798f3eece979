"""Backups for tests: the commands that take and restore them, and matches that continue meanwhile."""

from __future__ import annotations

import contextlib
import io
import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.__main__ import main
from app.base.store.database import make_engine
from app.base.store.migrate import migrate
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ROOT

MODES: list[Json] = [{}, {"format": "draft"}, {"mode": "solo"}, {"edition": "2021"}]


def run(
    *arguments: str, data: Path, database_url: str = "", pipe: bytes | None = None, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m app …` to its end, with its data in this folder."""
    arguments = _placed(arguments, data)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLASH_")}
    environment |= {"CLASH_DATA_DIR": str(data), "CLASH_DATABASE_URL": database_url, **more}
    command = [sys.executable, "-W", "error", "-m", "app", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, input=pipe, capture_output=True, check=False)


def _placed(arguments: tuple[str, ...], data: Path) -> tuple[str, ...]:
    """Make the data folder for a restore, which makes none, and let it make the database."""
    if arguments[0] != "restore":
        return arguments
    data.mkdir(parents=True, exist_ok=True)
    return (*arguments, "--new")


def command(*arguments: str, data: Path, database_url: str = "", **more: str) -> tuple[int, str]:
    """Return the same in this process, which is quicker: the exit code, and the output."""
    settings = {"CLASH_DATA_DIR": str(data), "CLASH_DATABASE_URL": database_url, **more}
    arguments = _placed(arguments, data)
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stderr(said):
        for name, value in settings.items():
            patch.setenv(name, value)
        code = main(list(arguments))
    return code, said.getvalue().strip()


def done(*arguments: str, **where: Any) -> str:
    """Run a command that must succeed; returns its output."""
    code, sentence = command(*arguments, **where)
    assert code == 0, sentence
    return sentence


def refused(*arguments: str, **where: Any) -> str:
    """Return a command that must be refused with one sentence."""
    code, sentence = command(*arguments, **where)
    assert code == 1
    assert "\n" not in sentence
    return sentence


class Game(threading.Thread):
    """A match played move by move by its own players, until it ends or `halt` is called."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.rng = random.Random(number)
        options = MODES[number % len(MODES)]
        with httpx.Client(base_url=url, timeout=DEADLINE) as client:
            self.players = {"A": ApiPlayer(client, f"Ann {number}"), "B": ApiPlayer(client, f"Bob {number}")}
            self.id = self.players["A"].open(**options)
            if options.get("mode") != "solo":
                self.players["B"].ok("POST", f"/{self.id}/join", {})
        self.acknowledged = 0
        self.halted = threading.Event()

    def run(self) -> None:
        """Play."""
        with httpx.Client(base_url=self.url, timeout=DEADLINE) as client:
            self.play(client, to_the_end=False)

    def play(self, client: httpx.Client, *, to_the_end: bool) -> Json:
        """Play random legal moves; return the last state."""
        for player in self.players.values():
            player.client = client
        state = self.players["A"].state(self.id)
        while state["status"] != "over" and (to_the_end or not self.halted.is_set()):
            seat = self.rng.choice(state["to_act"])
            mine = self.players[seat].state(self.id)
            action = choose(mine, self.rng)
            if not to_the_end and self.acknowledged > 12 and action["type"] in ("end_summon", "end_turn"):
                self.halted.wait()  # so that no match ends before the backup
                break
            state = self.players[seat].act(self.id, mine["seq"], action)
            self.acknowledged = state["seq"]
        return state

    def halt(self) -> None:
        """Stop playing."""
        self.halted.set()
        self.join(DEADLINE)
        assert not self.is_alive()


def migrated(data: Path) -> Path:
    """Return a folder with an empty database of this code."""
    data.mkdir()
    engine = make_engine(f"sqlite:///{data / 'clash.db'}")
    migrate(engine)
    engine.dispose()
    return data


def alter(path: Path, statement: str) -> None:
    """Change a backup or a database by one statement, to look like one of another version."""
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()
