"""The engine's command line (notation.md): JSON lines in, JSON lines out; `replay FILE` prints and checks a record."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from engine import actions, notation, play
from engine.errors import BadPosition, EngineError
from engine.events import Event


def _refuse(detail: str) -> BadPosition:
    return BadPosition("malformed_line", detail=detail)


def answer(request: object) -> dict[str, Any]:
    """The answer to one request: the position after an action with its events, or the legal actions of a position.

    Raises EngineError for a malformed request, an impossible position or an illegal action.
    """
    if not isinstance(request, dict):
        raise _refuse("it is not an object")
    keys = request.keys()
    if keys == {"position", "legal"} and request["legal"] is True:
        position = notation.from_json(request["position"])
        return {"legal": [actions.to_json(action) for action in play.legal_actions(position)]}
    if keys != {"position", "action"}:
        raise _refuse('it needs "position" and either "action" or "legal": true')
    position = notation.from_json(request["position"])
    events: list[Event] = []
    play.advance(position, actions.from_json(request["action"]), events)
    return {"position": notation.to_json(position), "events": events}


def _refusal(error: EngineError) -> dict[str, Any]:
    return {"error": str(error), "code": error.code}


def answer_line(line: str) -> str:
    """One line of JSON for one line of JSON; refusals are answers too."""
    try:
        reply = answer(json.loads(line))
    except EngineError as error:
        reply = _refusal(error)
    except (ValueError, RecursionError):
        reply = _refusal(_refuse("it is not JSON"))
    return json.dumps(reply, separators=(",", ":"))


def serve(lines: TextIO, out: TextIO) -> None:
    """Answer every line until the end of input; a blank line is passed over."""
    for line in lines:
        if line.strip():
            out.write(answer_line(line) + "\n")
            out.flush()


def replay_file(path: Path, out: TextIO) -> int:
    """Print the record of a file as text, move by move, and check it; returns the exit status."""
    from engine import record, replay  # only replays need the match machinery

    try:
        for line in replay.lines(record.Record.from_json(json.loads(path.read_text(encoding="utf-8")))):
            out.write(line + "\n")
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        print(f"{path} is not a record: {error}", file=sys.stderr)
        return 2
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    if arguments[:1] == ["replay"] and len(arguments) == 2:
        return replay_file(Path(arguments[1]), sys.stdout)
    if arguments:
        print("usage: python -m engine [replay FILE]   (no arguments: JSON lines on standard input)", file=sys.stderr)
        return 2
    if isinstance(sys.stdin, TextIOWrapper):  # JSON is UTF-8 in every locale, and a bad byte spoils its own line alone
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
