"""Carries out the Dockerfile in folders, because no engine for containers is needed to see whether it works.

Each stage is a folder that stands for the image's root. RUN lines work in it with the image's paths rewritten; lines
that need root's powers (users, ownership) are left out. COPY obeys .dockerignore.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "Dockerfile"
NEEDS_ROOT = re.compile(r"^(groupadd|useradd|install -d -o|apt-get)\b")
PATHS = re.compile(r"(?<![\w./-])/(app|venv|data)\b")


def instructions(path: Path) -> list[tuple[str, str]]:
    """Return (instruction, rest) of each line; comments and empty lines are left out."""
    lines = path.read_text("utf-8").replace("\\\n", " ").splitlines()
    parted = [line.partition(" ") for line in lines if line.strip() and not line.startswith("#")]
    return [(word.upper(), rest.strip()) for word, _, rest in parted]


def sent_to_the_build() -> set[str]:
    """Return the first parts of all paths that .dockerignore lets through."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert lines[1] == "*", "everything is left out unless named"
    return {line.removeprefix("!") for line in lines if line.startswith("!")}


@dataclass
class Stage:
    """An image in the making: its folder, working directory, environment, user and command."""

    root: Path
    directory: str = "/"
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def inside(self, path: str) -> Path:
        """Return a path of the image as one of this machine."""
        return self.root / (path if path.startswith("/") else f"{self.directory}/{path}").lstrip("/")

    def rewritten(self, text: str) -> str:
        """Return a command or value of the image with its paths moved into the folder."""
        return PATHS.sub(lambda match: f"{self.root}/{match[1]}", text)


def _copy(stage: Stage, words: list[str], stages: dict[str, Stage]) -> None:
    if words[0].startswith("--from="):
        origin = stages[words.pop(0).removeprefix("--from=")]
        sources = [origin.inside(word) for word in words[:-1]]
    else:
        assert set(words[:-1]) <= sent_to_the_build(), f"{words} is kept from the build by .dockerignore"
        sources = [ROOT / word for word in words[:-1]]
    target = stage.inside(words[-1])
    for source in sources:
        if source.is_dir():
            leave_out = shutil.ignore_patterns("__pycache__") if ROOT in source.parents else None
            shutil.copytree(source, target, symlinks=True, ignore=leave_out, dirs_exist_ok=True)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / source.name)


def _run(stage: Stage, command: str, python: Path) -> None:
    if NEEDS_ROOT.match(command):
        return
    directory = stage.inside(".")
    directory.mkdir(parents=True, exist_ok=True)
    keep = {
        name: value for name, value in os.environ.items() if not name.startswith(("CLASH_", "PYTHON", "VIRTUAL_ENV"))
    }
    environment = keep | stage.environment | {"PATH": f"{python.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", stage.rewritten(command)],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"RUN {command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def build(folder: Path, python: Path) -> Stage:
    """Carry out the Dockerfile in `folder` with `python` as the base image's; returns the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for word, rest in instructions(DOCKERFILE):
        match word:
            case "FROM":
                name = rest.rpartition(" AS ")[2]
                stage = stages[name] = Stage(folder / f"stage{len(stages)}")
            case "WORKDIR":
                stage.directory = rest
            case "ENV":
                name, _, value = rest.partition("=")
                stage.environment[name] = stage.rewritten(value)
            case "COPY":
                _copy(stage, rest.split(), stages)
            case "RUN":
                _run(stage, rest, python)
            case "CMD":
                stage.command = json.loads(rest)
            case "HEALTHCHECK":
                stage.health = json.loads(rest.partition("CMD ")[2])
            case "ARG" | "USER" | "VOLUME" | "EXPOSE":
                pass
            case _:
                raise AssertionError(f"the Dockerfile has an instruction that nobody checks: {word}")
    return stage
