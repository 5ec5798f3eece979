"""The tables of deals, and of each player's one try at each."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),  # of the deal of a day "2026-12-31", UTC
    sa.Column("options", sa.LargeBinary, nullable=False),  # JSON of engine.match.Options, the seed included: secret
    sa.Column("level", sa.Integer),  # of the computer player; null against the automaton
    sa.Column("won_by", sa.Integer),  # the level of the computer that won it before its day; null: none has tried
    sa.Column("created_at", sa.Double, nullable=False),
)

tries = sa.Table(
    "deal_tries",
    metadata,
    sa.Column("deal_id", sa.ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
    player_column("player_id", ownership(), primary_key=True, index=True),
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="SET NULL"), index=True),
    sa.Column("counts", sa.Boolean, nullable=False),  # begun on its day, so that it stands in the table
    sa.Column("outcome", sa.String(4)),  # won, draw, lost; null until the end, as what follows
    sa.Column("turns", sa.Integer),
    sa.Column("bastion", sa.Boolean),  # still up at the end
    sa.Column("hp", sa.Integer),  # of the fortress at the end
    sa.Column("score", sa.Integer),  # by which tries are ranked
    sa.Column("ended_at", sa.Double),
)
sa.Index("ix_deal_tries_score", tries.c.deal_id, tries.c.score)
