"""The tables of matches, and `Meta`: what is known about a match apart from its cards.

The list of actions is the truth; a snapshot is a cache of the state after some of them. Nothing here is written on the
path of a move but rows of `actions` (and, now and then, of `snapshots`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson
import sqlalchemy as sa

from app.db import metadata

Seat = Literal["A", "B"]
Viewer = Seat | None  # None is a spectator
Status = Literal["open", "setup", "playing", "over"]

SEATS: tuple[Seat, Seat] = ("A", "B")


def other(seat: Seat) -> Seat:
    """The opposite seat."""
    return "B" if seat == "A" else "A"


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("mode", sa.String(8), nullable=False),
    sa.Column("edition", sa.String(8), nullable=False),
    sa.Column("format", sa.String(24), nullable=False),
    sa.Column("options", sa.LargeBinary, nullable=False),  # JSON of engine.match.Options, the seed included: secret
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("seat_a", sa.ForeignKey("players.id"), index=True),
    sa.Column("seat_b", sa.ForeignKey("players.id"), index=True),
    sa.Column("name_a", sa.String(24)),
    sa.Column("name_b", sa.String(24)),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("casual", sa.Boolean, nullable=False),
    sa.Column("winner", sa.String(8)),
    sa.Column("reason", sa.String(24)),
    sa.Column("draw_offer", sa.String(1)),
    # Who asks to play the last finished turn again; void after a further action.
    sa.Column("takeback_offer", sa.String(1)),
    sa.Column("takeback_seq", sa.Integer),
    # The seat whose player stayed away beyond the grace, so that the other may claim; void after a further action.
    sa.Column("absent", sa.String(1)),
    sa.Column("absent_seq", sa.Integer),
    sa.Column("rematch_offer", sa.String(1)),
    sa.Column("rematch_of", sa.String(32)),
    sa.Column("next_id", sa.String(32)),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # counts the changes of this row
    sa.Column("created_at", sa.Double, nullable=False),  # seconds since 1970, as all times here
    sa.Column("started_at", sa.Double),
    sa.Column("finished_at", sa.Double, index=True),
    sa.Index("ix_matches_open", "status", "public", "created_at"),
)

# Public tables that wait for an opponent, and the last time that their hosts were known to be there.
waiting = sa.Table(
    "waiting",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player_id", sa.String(32), nullable=False, index=True),
    sa.Column("address", sa.String(32), index=True),  # a keyed hash; empty where addresses say nothing
    sa.Column("seen_at", sa.Double, nullable=False),
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),  # 1 for the first: the UNIQUE of the move path
    sa.Column("seat", sa.String(1), nullable=False),
    sa.Column("action", sa.LargeBinary, nullable=False),  # JSON (notation.md)
    sa.Column("at", sa.Double, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),  # JSON of engine.match.Match.to_json
)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: `winner` is a seat, "draw" or None (never begun); `reason` a word such as "fort"."""

    winner: str | None
    reason: str

    def to_json(self) -> dict[str, str | None]:
        """The form in which the API and the record show it."""
        return {"winner": self.winner, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Meta:
    """A row of `matches`. Never shown as it is: `options` holds the seed, the seats hold player ids."""

    id: str
    mode: str
    edition: str
    format: str
    options: dict[str, Any] = field(repr=False)
    status: Status
    seats: dict[Seat, str | None] = field(repr=False)
    names: Mapping[str, str | None]
    public: bool
    casual: bool
    result: Result | None
    draw_offer: Seat | None
    takeback_offer: Seat | None
    takeback_seq: int | None
    absent: Seat | None
    absent_seq: int | None
    rematch_offer: Seat | None
    rematch_of: str | None
    next_id: str | None
    version: int
    created_at: float
    started_at: float | None
    finished_at: float | None

    def __hash__(self) -> int:
        return hash((self.id, self.version))

    @property
    def hotseat(self) -> bool:
        """Whether two people play at one device, so that one guest holds both seats."""
        return self.seats["A"] is not None and self.seats["A"] == self.seats["B"]

    def seats_of(self, player_id: str | None) -> tuple[Seat, ...]:
        """The seats that this player holds: one, none, or at a hot seat both."""
        return () if player_id is None else tuple(seat for seat in SEATS if self.seats[seat] == player_id)

    def seat_of(self, player_id: str | None) -> Viewer:
        """The seat through which this player looks, or None: a spectator.

        None at a hot seat, too: only a page that keeps a cover over the hands may look through one of the two seats.
        """
        held = self.seats_of(player_id)
        return held[0] if len(held) == 1 else None

    def takeback_at(self, seq: int) -> Viewer:
        """The seat that asks, while `seq` actions were played, to play its last finished turn again."""
        return self.takeback_offer if self.takeback_seq == seq and self.status == "playing" else None

    def absent_at(self, seq: int) -> Viewer:
        """The seat that has been found absent while `seq` actions were played; what came before those is void."""
        return self.absent if self.absent_seq == seq and self.status in ("setup", "playing") else None

    @property
    def free_seat(self) -> Seat | None:
        """The seat that a room link still offers."""
        if self.status != "open":
            return None
        return next((seat for seat in SEATS if self.seats[seat] is None), None)


def meta_of(row: sa.Row[Any]) -> Meta:
    """The row of `matches` as Meta."""
    return Meta(
        id=row.id,
        mode=row.mode,
        edition=row.edition,
        format=row.format,
        options=orjson.loads(row.options),
        status=row.status,
        seats={"A": row.seat_a, "B": row.seat_b},
        names={"A": row.name_a, "B": row.name_b},
        public=row.public,
        casual=row.casual,
        result=Result(row.winner, row.reason) if row.reason else None,
        draw_offer=row.draw_offer,
        takeback_offer=row.takeback_offer,
        takeback_seq=row.takeback_seq,
        absent=row.absent,
        absent_seq=row.absent_seq,
        rematch_offer=row.rematch_offer,
        rematch_of=row.rematch_of,
        next_id=row.next_id,
        version=row.version,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
