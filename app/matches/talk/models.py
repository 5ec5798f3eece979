"""The SQL tables of chat, of mutes, and of reports to the host."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata
from app.people.players.player import NAME_LENGTH

TEXT_LENGTH: Final = 200
MARKS_LENGTH: Final = 200
MAX_LINES: Final = 1000  # in one match

# `number` is that of `matches.talk` at that time: one more for each line, and a gap where somebody was muted.
talk = sa.Table(
    "talk",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("room", sa.String(8), nullable=False),  # "table", "watchers" or "side"
    sa.Column("seat", sa.String(1)),  # null for a spectator; of "side" the side that reads it, null for both
    player_column("player_id", ownership(keeps_guest=False), index=True),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("emote", sa.String(16)),
    sa.Column("text", sa.String(TEXT_LENGTH)),
    sa.Column("marks", sa.String(MARKS_LENGTH)),  # drawn on the table (app/matches/table/marks.py); one of the three
    sa.Column("seq", sa.Integer),  # the number of actions for which marks hold
    sa.Column("at", sa.Double, nullable=False, index=True),
)

# The players a player has muted in this match.
mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    player_column("player_id", ownership(keeps_guest=False, export=None), primary_key=True, index=True),
    player_column("muted_id", ownership(keeps_guest=False, export=None), primary_key=True, index=True),
)

# A report outlasts its match or study, and the guests it names.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("about", sa.String(8), nullable=False, server_default="match"),  # or "study"
    sa.Column("match_id", sa.String(32), nullable=False),  # of a report about a study its id
    player_column("reporter_id", ownership(keeps_guest=False, on_delete="unset"), index=True),
    sa.Column("reporter", sa.String(NAME_LENGTH), nullable=False),
    player_column("reported_id", ownership(keeps_guest=False, on_delete="unset", export=None), index=True),
    sa.Column("reported", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("why", sa.String(TEXT_LENGTH), nullable=False),
    sa.Column(
        "lines", sa.LargeBinary, nullable=False
    ),  # JSON: the last lines that the reporter could read, see reports.py
    sa.Column("at", sa.Double, nullable=False, index=True),
    sa.Column("done_at", sa.Double),
    sa.UniqueConstraint("match_id", "reporter_id", "reported_id"),
)
