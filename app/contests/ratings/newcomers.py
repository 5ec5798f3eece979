"""Newcomers: guests who have played few people yet. Somebody who makes up opponents could win against them without
end, so only a limited number of matches with them count for a player's rating."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa

from app.contests.ratings.kinds import CARDS
from app.contests.ratings.models import ratings, results

MIN_OPPONENTS: Final = 3
"""The number of different people a guest must have met in rated matches to be a newcomer no longer."""
MIN_MATCHES: Final = 20
"""After so many rated matches a guest is no newcomer, against any opponents."""
AT_FIRST: Final = 6
"""Matches with newcomers that change a rating in any case; further ones while they are at most half of all."""
MATCHES_COUNTED: Final = 100
"""Rated matches among which those with newcomers are counted."""


def too_many(connection: sa.Connection, player_id: str, opponent_id: str) -> bool:
    """True if a match with this opponent no longer changes a player's rating."""
    if not _newcomers(connection, player_id, [opponent_id]):
        return False
    played, former = _played(connection, player_id)
    with_newcomers = former + sum(played[opponent] for opponent in _newcomers(connection, player_id, played))
    return with_newcomers >= max(AT_FIRST, former + sum(played.values()) - with_newcomers)


def _played(connection: sa.Connection, player_id: str) -> tuple[dict[str, int], int]:
    """Count a player's last rated matches by opponent, and those with people who have left.

    Those count as newcomers: else one could make opponents up and delete them.
    """
    mine = sa.select(results).where(results.c.player_id == player_id, results.c.verdict == "counted")
    mine = mine.where(results.c.against != CARDS)  # nobody has seen those
    last = mine.order_by(results.c.at.desc()).limit(MATCHES_COUNTED).subquery()
    opponent = results.alias()
    is_other = sa.and_(opponent.c.match_id == last.c.match_id, opponent.c.player_id != player_id)
    query = (
        sa.select(opponent.c.player_id, sa.func.count().label("number"))
        .select_from(last.outerjoin(opponent, is_other))
        .where(sa.or_(opponent.c.player_id.is_not(None), last.c.against == "people"))
        .group_by(opponent.c.player_id)
    )
    found: dict[str | None, int] = {row.player_id: row.number for row in connection.execute(query)}
    return {opponent_id: number for opponent_id, number in found.items() if opponent_id is not None}, found.get(None, 0)


def _newcomers(connection: sa.Connection, player_id: str, opponents: Iterable[str]) -> set[str]:
    """Return the opponents of a player that hardly anybody else has met."""
    often = (
        sa.select(ratings.c.player_id)
        .where(ratings.c.player_id.in_(opponents), ratings.c.against != CARDS)
        .group_by(ratings.c.player_id)
        .having(sa.func.sum(ratings.c.matches) >= MIN_MATCHES)
    )
    unsure = set(opponents) - set(connection.execute(often).scalars())
    opponent = results.alias()
    met = (
        sa.select(results.c.player_id)
        .join(opponent, opponent.c.match_id == results.c.match_id)
        .where(results.c.player_id.in_(unsure), results.c.verdict == "counted")
        .where(results.c.against != CARDS)
        .where(opponent.c.player_id.not_in((results.c.player_id, player_id)))
        .group_by(results.c.player_id)
        .having(sa.func.count(opponent.c.player_id.distinct()) >= MIN_OPPONENTS)
    )
    return unsure - set(connection.execute(met).scalars())
