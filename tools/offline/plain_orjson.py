"""The functions of orjson that the table uses, by the standard library: there is no orjson in a browser. In the archive
it has that name (tools/offline/build.py)."""

from __future__ import annotations

import json
from dataclasses import asdict

loads = json.loads


def dumps(value: object) -> bytes:
    """Return a value as JSON without blanks, as orjson writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=asdict).encode()
