"""Verdicts on finished matches: whether one counts for ratings, and if not, why (aborting, abandoning, playing
against yourself). The page /fair-play says the same to players."""

from __future__ import annotations

from typing import Final, Literal

import sqlalchemy as sa

from app.base.seconds import DAY
from app.contests.ratings.kinds import CARDS
from app.contests.ratings.models import results
from app.matches.core.match_row import MatchRow, Result
from engine.match import Match
from engine.seat import SEATS, other

Verdict = Literal["counted", "friendly", "early", "often", "newcomer"]
"""`friendly`: not played for ratings. `early`: broken off before both had a turn. `often`: between two who have played
for ratings all day. `newcomer`: for one who has met too many newcomers (`newcomers.py`), though it may count for the
opponent."""

BROKEN_OFF: Final = frozenset({"resignation", "abandonment", "agreement", "time"})
FREE: Final = 2
"""Matches that a player may break off in a day before both have had a turn; each further one is lost."""
OF_A_PAIR: Final = 5
"""Matches between the same two people that count in a day."""


def verdict(connection: sa.Connection, row: MatchRow, match: Match, result: Result, now: float) -> Verdict:
    """The verdict on a match that ends now; its result is not stored yet."""
    nobody_came = result.reason == "no_show" or len(row.guests) + len(row.bots) < len(SEATS)
    if nobody_came or not row.rated or row.casual or row.hotseat:
        return "friendly"
    begun = match.position is not None and match.position.turn > 2
    if not begun and result.reason in BROKEN_OFF and not _leaves_often(connection, row, result, now):
        return "early"
    ids = sorted(player.id for player in row.guests)
    by_chance = row.features["tournament"] is None  # a tournament pairs its players on its own
    if by_chance and len(ids) == 2 and has_met_often(connection, ids[0], ids[1], now):
        return "often"
    return "counted"


def _leaves_often(connection: sa.Connection, row: MatchRow, result: Result, now: float) -> bool:
    """True if the player who breaks this match off has done so too often lately."""
    if result.winner not in ("A", "B"):
        return False
    left = row.holders[other(result.winner)]
    if left not in row.guests:
        return False
    found = connection.execute(early_of(left.id, now - DAY)).scalar_one()
    return found >= FREE


def early_of(player_id: str, since: float) -> sa.Select[int]:
    """Return the query that counts the matches that a player has broken off since then before both had a turn."""
    mine = (results.c.player_id == player_id, results.c.at > since)
    return sa.select(sa.func.count()).where(*mine, results.c.verdict == "early", results.c.outcome == "lost")


def has_met_often(connection: sa.Connection, one: str, two: str, now: float, *, seen: bool = True) -> bool:
    """True if these two have played as many matches in a day as count: on the site, or with their own cards."""
    opponent = results.alias()
    count = (
        sa.select(sa.func.count())
        .select_from(results.join(opponent, results.c.match_id == opponent.c.match_id))
        .where(results.c.player_id == one, opponent.c.player_id == two)
        .where(results.c.at > now - DAY, results.c.verdict == "counted", (results.c.against != CARDS) == seen)
    )
    found: int = connection.execute(count).scalar_one()
    return found >= OF_A_PAIR
