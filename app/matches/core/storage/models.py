"""The tables of matches, and `MatchRow`, a match apart from its cards.

The list of actions is the truth; a snapshot is a cache of the state after some of them. Nothing here is written on the
path of a move but rows of `actions` (and, now and then, of `snapshots`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import orjson
import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import StoredRow, metadata
from app.base.store.json_rows import JsonRows
from app.matches.core.features import STORED
from app.matches.core.features.feature import StoredValue
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.seat_holder import COACH, FREE, SeatHolder, SeatOrCoach, SeatRow, holder_of, rows_of
from app.people.players.player import Player
from engine.match import RULES
from engine.seat import SEATS

# Matches stay when a player leaves, with somebody else in the seat; an export has its own format for them.
SEAT: Final = ownership(on_delete="apart", bumps="match_id", export=None)


# Any: a column of any type.
def _type_of(stored: StoredValue[Any]) -> sa.types.TypeEngine[Any]:
    """Return the type of the column in which a feature keeps a value."""
    if stored.length:
        return sa.String(stored.length)
    return sa.Double() if stored.number is float else sa.Integer()


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("mode", sa.String(8), nullable=False),
    sa.Column("edition", sa.String(8), nullable=False),
    sa.Column("format", sa.String(24), nullable=False),
    sa.Column("options", sa.LargeBinary, nullable=False),  # JSON of engine.match.Options, the seed included: secret
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("casual", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("winner", sa.String(8)),
    sa.Column("reason", sa.String(24)),
    *(sa.Column(stored.name, _type_of(stored)) for stored in STORED),
    sa.Column("rematch_of", sa.String(32)),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # counts the changes of this row
    sa.Column(
        "talk", sa.Integer, nullable=False, server_default="0"
    ),  # the number of its last line of chat: see app/matches/talk
    sa.Column("created_at", sa.Double, nullable=False),  # seconds since 1970, as all times here
    sa.Column("started_at", sa.Double),
    sa.Column("finished_at", sa.Double, index=True),
    # Clean-up and figures search by status and how long it has lasted.
    sa.Index("ix_matches_status_created", "status", "created_at", "id"),
    sa.Index("ix_matches_status_started", "status", "started_at", "id"),
    sa.Index("ix_matches_status_finished", "status", "finished_at", "id"),
    sa.Index("ix_matches_open", "status", "public", "created_at"),
)


# Any: a column of any type.
def _of_holder(name: str, field: object) -> sa.Column[Any]:
    """Return the column of a field of SeatRow; text has its length as metadata, other fields are whole numbers."""
    values, *length = get_args(field) if get_origin(field) is Annotated else (field,)
    return sa.Column(name, sa.String(*length) if length else sa.Integer(), nullable=type(None) in get_args(values))


# Who holds which seat of a match, or coaches it: a row for each of two who hold a seat together, none for a free one.
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.String(5), primary_key=True),  # "A", "B" or "coach"
    sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),  # 0, and 1 for the second of two (H12)
    sa.Column("player_id", sa.ForeignKey("players.id"), info=SEAT),
    *(
        _of_holder(name, field)
        for name, field in get_type_hints(SeatRow, include_extras=True).items()
        if name != "player_id"
    ),
    sa.Index("ix_seats_player_id", "player_id", "match_id"),
)

# Matches whose clocks run, by the first moment at which a player's time is up.
sa.Index(
    "ix_matches_clock_due",
    matches.c.clock_due,
    sqlite_where=matches.c.clock_due.is_not(None),
    postgresql_where=matches.c.clock_due.is_not(None),
)

# Matches of events in which not both players have acted, and the time by which they must.
sa.Index(
    "ix_matches_show_by",
    matches.c.show_by,
    sqlite_where=matches.c.show_by.is_not(None),
    postgresql_where=matches.c.show_by.is_not(None),
)

# Public tables that wait for an opponent, and the last time at which their hosts were connected.
waiting = sa.Table(
    "waiting",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player_id", sa.String(32), nullable=False, index=True, info=ownership(keeps_guest=False, export=None)),
    sa.Column("address", sa.String(32), index=True),  # a keyed hash; empty where addresses say nothing
    sa.Column("seen_at", sa.Double, nullable=False),
    sa.Column("game", sa.String(80), index=True),  # as games.py names it; null where something special was chosen
    sa.Column("quick", sa.Boolean, nullable=False, server_default=sa.false()),  # opened by a quick match
)

# The words by which a table with a free seat is found (see spoken_codes.py).
spoken_codes = sa.Table(
    "spoken_codes",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("code", sa.String(48), nullable=False, unique=True),
)

# Challenges: open tables for one former opponent of their host (see challenge_rows.py).
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    player_column("from_id", ownership(keeps_guest=False, export=None), index=True),
    player_column("to_id", ownership(keeps_guest=False, export=None), index=True),
    sa.Column("from_name", sa.String(24), nullable=False),
    sa.Column("to_name", sa.String(24), nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double),  # by the player who is asked, on the home page
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),  # 1 for the first: the UNIQUE of the move path
    sa.Column("seat", sa.String(1), nullable=False),
    sa.Column("action", sa.LargeBinary, nullable=False),  # JSON (docs/notation.md)
    sa.Column("at", sa.Double, nullable=False),
)

# Matches in which a bot is to act, and the worker that plays for it (see bot_turns.py); null: that one has died.
bot_turns = sa.Table(
    "bot_turns",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("worker", sa.ForeignKey("workers.id", ondelete="SET NULL"), index=True),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),  # JSON of engine.match.Match.to_json
)


HELD: Final = tuple(seats.c[name] for name in SeatRow._fields)
_SEATED: Final = (
    sa.select(JsonRows(seats.c.seat, seats.c.part, *HELD))
    .where(seats.c.match_id == matches.c.id)
    .correlate(matches)
    .scalar_subquery()
)
MATCH: Final = (*matches.columns, _SEATED.label("seated"))
"""The columns of a match and its rows of `seats`, as `match_row_of` reads them."""


# Any: columns of any type.
def select_matches(*more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the query of whole matches, one row each; `more` columns are read with them."""
    return sa.select(*MATCH, *more)


def match_row_of(row: StoredRow) -> MatchRow:
    """Return the value of a stored match, of which all of MATCH was read."""
    held: dict[str, list[SeatRow]] = {}
    for seat_or_coach, _part, *of_holder in sorted(orjson.loads(row.seated or "[]")):
        held.setdefault(seat_or_coach, []).append(SeatRow(*of_holder))
    coach = holder_of(held.get(COACH, ()))
    return MatchRow(
        id=row.id,
        mode=row.mode,
        edition=row.edition,
        format=row.format,
        options=orjson.loads(row.options),
        status=row.status,
        holders={seat: holder_of(held.get(seat, ())) for seat in SEATS},
        public=row.public,
        casual=row.casual,
        rated=row.rated,
        result=Result(row.winner, row.reason) if row.reason else None,
        rematch_of=row.rematch_of,
        version=row.version,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        coach=coach if isinstance(coach, Player) else None,
        features={stored.name: getattr(row, stored.name) for stored in STORED},
    )


def columns_of(row: MatchRow) -> dict[str, object]:
    """Return the row of `matches` of a match that is new: `match_row_of` reads it back, with `seat_rows_of`."""
    return {
        "id": row.id,
        "mode": row.mode,
        "edition": row.edition,
        "format": row.format,
        "options": orjson.dumps(row.options),
        "status": row.status,
        "public": row.public,
        "casual": row.casual,
        "rated": row.rated,
        "winner": row.result.winner if row.result else None,
        "reason": row.result.reason if row.result else None,
        **row.features,
        "rematch_of": row.rematch_of,
        "rules": RULES,
        "version": row.version,
        "talk": 0,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
    }


def seat_rows_of(row: MatchRow) -> list[dict[str, object]]:
    """Return the rows of `seats` of a match that is new."""
    seated: list[tuple[SeatOrCoach, SeatHolder]] = [*row.holders.items(), (COACH, row.coach or FREE)]
    return [
        {"match_id": row.id, "seat": seat, "part": part, **held._asdict()}
        for seat, holder in seated
        for part, held in enumerate(rows_of(holder))
    ]
