"""A record to replay, as it is handed to a helper process."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A record to replay: `text` is its JSON (docs/notation.md) by zlib, `key` identifies the match.

    `moves` is the number of actions.
    """

    key: str
    text: bytes
