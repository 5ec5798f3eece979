"""The results of matches, by the Python of a server or by that of a browser (run.mjs), for comparing."""

from __future__ import annotations

import hashlib
import json

from app.site.offline.worker import TableWorker
from engine.record import MatchRecord

MOMENTS = ("now", "clock")
"""Keys of frames that say when they were made."""


def main(asked: str) -> str:
    """Return as JSON the digests of the last states of `records`, and the frames for the messages of `games`.

    A game has a `language`, the match as it is `kept`, and its `messages`.
    """
    wanted = json.loads(asked)
    return json.dumps(
        {"states": [_state(one) for one in wanted["records"]], "frames": [*map(_frames, wanted["games"])]}
    )


def _state(record: object) -> str:
    state = MatchRecord.from_json(record).check().to_json()
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()


def _frames(game: dict[str, object]) -> list[object]:
    worker = TableWorker("/static", str(game["language"]))
    messages = game["messages"]
    assert isinstance(messages, list)
    said = [worker.open("m1", "", json.dumps([game["kept"]])), *map(worker.receive, messages)]
    frames = [json.loads(frame) for one in said for frame in json.loads(one)["frames"]]
    return [{key: value for key, value in frame.items() if key not in MOMENTS} for frame in frames]
