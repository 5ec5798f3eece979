"""A level of another engine, in a process of its own: the program, and what asks it. It answers one question after
another, pickled: the arguments of `engine.bots.choose`."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from time import process_time
from typing import IO, NamedTuple

from engine.bots import BotAction, choose


class Thought(NamedTuple):
    """A plan, the fingerprint of where it leads, and the CPU seconds that it took."""

    actions: list[BotAction]
    fingerprint: int
    seconds: float


class Elsewhere:
    """A process in which the `engine` of a folder thinks: that of a checkout, or of a tree of `make compile`."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "engine" / "bots").is_dir():
            raise ValueError(f"no engine in {folder}")
        command = [sys.executable, "-P", str(Path(__file__).resolve())]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def ask(self, given: Sequence[object], named: Mapping[str, object]) -> Thought:
        """Return what `choose` there makes of these arguments."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None and answers is not None
        pickle.dump((given, named), questions)
        questions.flush()
        return Thought(*pickle.load(answers))


@cache
def engine_in(folder: str) -> Elsewhere:
    """Return this process' engine of a folder; raises ValueError if there is none."""
    return Elsewhere(Path(folder))


def answer(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Think until there are no more questions."""
    while questions.peek(1):  # type: ignore[attr-defined]
        given, named = pickle.load(questions)
        begun = process_time()
        choice = choose(*given, **named)
        pickle.dump((choice.actions, choice.fingerprint, process_time() - begun), answers)
        answers.flush()


if __name__ == "__main__":
    gc.disable()  # searches make no cycles
    answer(sys.stdin.buffer, sys.stdout.buffer)
