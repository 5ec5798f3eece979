"""The command line (docs/notation.md): JSON lines in, JSON lines out; `replay FILE` prints and checks a record."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engine import actions, notation, play
from engine.errors import BadPosition, EngineError, printable
from engine.log import EventLog

MAX_LINE = 1024 * 1024
"""Characters of a request; the largest position has some 50,000."""
MAX_FILE = 4 * 1024 * 1024
"""Bytes of a record's file; the longest real match has some 100,000."""


def _refuse(detail: str, **params: object) -> BadPosition:
    return BadPosition("malformed_line", detail=EngineError(detail, **params))


def answer(request: object) -> dict[str, object]:
    """Return the answer to one request: the position after an action with its events, or the legal actions of a
    position.

    Raises EngineError for a malformed request, an impossible position or an illegal action.
    """
    if not isinstance(request, dict):
        raise _refuse("line_object")
    keys = request.keys()
    if keys == {"position", "legal"} and request["legal"] is True:
        position = notation.from_json(request["position"])
        return {"legal": [actions.to_json(action) for action in play.legal_actions(position)]}
    if keys != {"position", "action"}:
        raise _refuse("line_parts")
    position = notation.from_json(request["position"])
    log = EventLog()
    play.advance(position, actions.from_json(request["action"]), log)
    return {"position": notation.to_json(position), "events": log.events}


def _refusal(error: EngineError) -> dict[str, object]:
    return {"error": str(error), "code": error.code}


def parse(text: str | bytes) -> object:
    """Return the value of a JSON text; ValueError for any other text, and for numbers or a depth beyond any machine."""
    try:
        value: object = json.loads(text)
        return value
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def answer_line(line: str) -> str:
    """Answer one line of JSON with one line of JSON; refusals are answers too."""
    try:
        if len(line) > MAX_LINE:
            raise _refuse("line_length", most=MAX_LINE)
        reply = answer(parse(line))
    except EngineError as error:
        reply = _refusal(error)
    except ValueError:
        reply = _refusal(_refuse("not_json"))
    return json.dumps(reply, separators=(",", ":"))


def _lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of a text; of one that is too long only the beginning."""
    while line := source.readline(MAX_LINE + 2):
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > MAX_LINE:
            rest = source.readline(MAX_LINE + 2)
        yield line


def serve(source: TextIO, out: TextIO) -> None:
    """Answer every line until the end of input; blank lines are skipped."""
    for line in _lines(source):
        if line.strip():
            out.write(answer_line(line) + "\n")
            out.flush()


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MAX_FILE + 1)
    if len(content) > MAX_FILE:
        raise ValueError(f"it is larger than {MAX_FILE // 1024**2} MB")
    return content


def replay_file(path: Path, out: TextIO) -> int:
    """Print the record of a file as text, move by move, and check it; returns the exit status."""
    from engine import record, replay  # only replays need the match machinery

    try:
        for line in replay.lines(record.MatchRecord.from_json(parse(_read(path)))):
            out.write(line + "\n")
    except EngineError as error:
        print(printable(str(error)), file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(f"{path} is not a record: {error}", file=sys.stderr)
        return 2
    return 0


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):  # a name in letters that the terminal lacks is no reason to stop
        sys.stdout.reconfigure(errors="backslashreplace")
    if arguments[:1] == ["replay"] and len(arguments) == 2:
        return replay_file(Path(arguments[1]), sys.stdout)
    if arguments:
        how = f"python -m {__package__} [replay FILE]"
        print(f"usage: {how}   (no arguments: JSON lines on standard input)", file=sys.stderr)
        return 2
    if isinstance(sys.stdin, TextIOWrapper):  # JSON is UTF-8 in every locale, and a bad byte spoils its own line alone
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout)
    return 0


def command() -> int:
    """Run the command line with this process' arguments: the entry point of the wheel."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(command())
