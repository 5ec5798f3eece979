"""The worker that a match belongs to: the one to which the proxy sends everything about it.

Nothing depends on it but time: any worker plays any match. docs/decisions/scale.md says why.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from zlib import crc32

from app.base.store.ids import new_id


class Shards(NamedTuple):
    """This worker's number, from 0, among so many that share the matches."""

    own: int = 0
    total: int = 1

    def of(self, match_id: str) -> int:
        """Return the number of the match's worker, as nginx finds it by `hash` over servers of equal weight."""
        return (crc32(match_id.encode()) >> 16 & 0x7FFF) % self.total

    def new_id(self) -> str:
        """Return the id of a new match that belongs to this worker: who opens it has it in memory already."""
        while self.of(made := new_id()) != self.own:
            pass
        return made


ALONE: Final = Shards()
"""All matches belong to this worker, or the proxy asks any."""
