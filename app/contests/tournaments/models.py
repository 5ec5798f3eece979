"""The tables of tournaments. Boards name entries, never players, so that the history outlasts deleted guests. No number
is stored that follows from the rows: a round is over when it has no board without an outcome or a ruling."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.base.store.belongings import ownership
from app.base.store.database import metadata
from app.people.players.models import REASON_LENGTH
from app.people.players.player import NAME_LENGTH

TOURNAMENT_NAME_LENGTH: Final = 60
ABOUT_LENGTH: Final = 400
REPORTS_LENGTH: Final = 60


def _of_tournament() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _player() -> sa.Column[str]:
    left = ownership(on_delete="unset")
    return sa.Column("player_id", sa.ForeignKey("players.id", ondelete="SET NULL"), index=True, info=left)


tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(TOURNAMENT_NAME_LENGTH), nullable=False),
    sa.Column("system", sa.String(16), nullable=False),
    sa.Column("options", sa.LargeBinary, nullable=False),  # JSON of `schemas.TournamentOptions`
    sa.Column("status", sa.String(12), nullable=False),  # open, playing, paused, over, cancelled
    sa.Column("listed", sa.Boolean, nullable=False),  # listed for strangers
    sa.Column("round", sa.Integer, nullable=False),  # the newest; 0 before the first
    sa.Column("next_at", sa.Double),  # the site's time at which the next round begins; null: not known yet
    sa.Column("ends_at", sa.Double),  # the site's time at which an arena ends
    sa.Column("seed", sa.Integer, nullable=False),  # for drawing lots
    sa.Column("code", sa.String(48), unique=True),  # four words, while players may enter
    sa.Column("invite", sa.String(32), nullable=False),  # the secret of the invitation's link
    sa.Column("caster", sa.String(32), nullable=False),  # the secret of the caster's link
    sa.Column("trouble", sa.String(24)),  # why no further round could be paired, for the organizer to decide
    sa.Column("version", sa.Integer, nullable=False),  # counts changes of entries and rounds, not of outcomes
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("started_at", sa.Double),
    sa.Column("finished_at", sa.Double),
    sa.Index("ix_tournaments_status", "status", "created_at"),
)

organizers = sa.Table(
    "organizers",
    metadata,
    _of_tournament(),
    sa.Column(
        "player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True, info=ownership()
    ),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

entries = sa.Table(
    "entries",
    metadata,
    _of_tournament(),
    _number("number"),
    sa.Column(
        "player_id", sa.ForeignKey("players.id", ondelete="SET NULL"), index=True, info=ownership(on_delete="unset")
    ),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),  # at entry; empty of a former player
    sa.Column("computer", sa.Integer),  # the level of a computer player
    sa.Column("program", sa.Boolean, nullable=False),  # a bot account
    sa.Column("rating", sa.Integer, nullable=False),  # at entry
    sa.Column("state", sa.String(8), nullable=False),  # asked, in, paused, out
    sa.Column("barred", sa.Boolean, nullable=False),  # removed by an organizer: comes back only with approval
    sa.Column("from_round", sa.Integer, nullable=False),
    sa.Column("deck", sa.String(ABOUT_LENGTH)),  # a starter deck's number, or slugs; secret until it is shown
    sa.Column("address", sa.String(32)),  # a keyed hash
    sa.Column("here_at", sa.Double),  # the site's time of its last sign of life, in an arena
    sa.Column("at", sa.Double, nullable=False),
    sa.UniqueConstraint("tournament_id", "player_id"),
)

boards = sa.Table(
    "boards",
    metadata,
    _of_tournament(),
    _number("round"),
    _number("board"),
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="SET NULL"), unique=True),
    sa.Column("kind", sa.String(8), nullable=False),  # match, box (with the players' own cards), bye, half, absent
    sa.Column("game", sa.Integer, nullable=False),  # the number of the match of a series that is being played here
    sa.Column("outcome", sa.String(8)),  # a, b, draw, neither: as the record has it
    sa.Column("ruling", sa.String(8)),  # the same: the organizer's, which counts instead
    sa.Column("forfeit", sa.Boolean, nullable=False),  # decided without play
    sa.Column("reports", sa.String(REPORTS_LENGTH)),  # JSON of `rules.own_cards.BoardReports`, of a box
    sa.Column("reported_at", sa.Double),
)

# The key alone prevents two seatings of an entry in one round.
seatings = sa.Table(
    "seatings",
    metadata,
    _of_tournament(),
    _number("round"),
    _number("entry"),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("side", sa.String(1), nullable=False),  # a begins
)

# The acts of organizers, which the players may read.
acts = sa.Table(
    "acts",
    metadata,
    _of_tournament(),
    _number("number"),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column(
        "player_id", sa.ForeignKey("players.id", ondelete="SET NULL"), index=True, info=ownership(on_delete="unset")
    ),
    sa.Column("by", sa.String(NAME_LENGTH), nullable=False),  # empty: the site itself, or a former player
    sa.Column("what", sa.String(16), nullable=False),
    sa.Column("about", sa.String(ABOUT_LENGTH), nullable=False),  # JSON: a round, a board, an entry, an outcome
    sa.Column("why", sa.String(REASON_LENGTH), nullable=False),
)
