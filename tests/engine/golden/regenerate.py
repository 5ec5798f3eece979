"""Write the golden records and playthroughs again: python -m tests.engine.golden.regenerate

Run it when a change of the rules, views or events is meant, and read the differences it makes.
"""

from __future__ import annotations

from engine.record import MatchRecord
from tests.engine.golden.telling import FOLDER, SEED, compact, lines
from tests.engine.playing import KINDS, record
from tools.rig.json import Json


def record_text(played: MatchRecord) -> str:
    """Return a record as a file: one action a line."""
    data: Json = {**played.to_json()}
    actions = ",\n".join("  " + compact(action) for action in data.pop("actions"))
    head = ",\n".join(f'"{key}": {compact(value)}' for key, value in data.items())
    return f'{{\n{head},\n"actions": [\n{actions}\n]}}\n'


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        played = record(kind, SEED)
        (FOLDER / f"{kind}.json").write_text(record_text(played), encoding="utf-8")
        (FOLDER / f"{kind}.txt").write_text("\n".join(lines(played)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
