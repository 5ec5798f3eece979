"""Queries of ratings and results: functions of a connection for `Database.read`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final, Literal, NamedTuple, cast

import orjson
import sqlalchemy as sa

from app.base.seconds import DAY
from app.base.store.database import Query, StoredRow
from app.contests.ratings.glicko import PROVISIONAL, Rating, aged
from app.contests.ratings.kinds import KINDS, Kind
from app.contests.ratings.models import profiles, ratings, results
from app.contests.ratings.verdicts import Verdict
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import match_row_of, matches, seats, select_matches
from app.matches.core.storage.seats import PLAYS
from app.people.players.models import players, preferences
from app.people.players.player import Player
from app.people.players.preferences import Preferences
from app.people.players.service import PROGRAM, WHO, player_of
from engine.seat import Seat

PlayerOutcome = Literal["won", "lost", "draw"]

MAX_POINTS: Final = 200
MAX_OPPONENTS: Final = 100
LISTED: Final = 50
A_READ: Final = 2 * LISTED  # rows of the leaderboard that are read at a time: some players do not want to appear there
RANKED_FOR: Final = 90 * DAY
"""Seconds after a match for which its players stand on the leaderboard."""
FIRST: Final = 5
"""The number of matches that find a newcomer's level: each changes a rating too much to be shown."""
MAX_RANKED_DEVIATION: Final = PROVISIONAL


class RatingNow(NamedTuple):
    """A rating as it is now, after so many matches."""

    kind: Kind
    rating: float
    deviation: float
    matches: int

    @property
    def provisional(self) -> bool:
        """True if the rating still says little, because its deviation is large."""
        return self.deviation > PROVISIONAL


class RatingPoint(NamedTuple):
    """A rating after a match, and when that ended."""

    at: float
    rating: float


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that ended, as the guest at `seat` played it; `gain` is the change of their rating, `number` how many
    matches had counted for it by then."""

    row: MatchRow
    seat: Seat
    at: float
    against: str
    deck: str | None
    outcome: PlayerOutcome
    verdict: Verdict
    rating: float | None
    gain: float | None
    number: int


@dataclass(frozen=True, slots=True)
class Filters:
    """A selection of a history; empty: all matches. `opponent` is a name."""

    format: str = ""
    against: str = ""
    deck: str = ""
    opponent: str = ""
    result: str = ""


class DeckRecord(NamedTuple):
    """A guest's results with a deck: `deck` as `ending.deck_of` names it, None for drafted ones."""

    format: str
    deck: str | None
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """Return the number of matches."""
        return self.won + self.drawn + self.lost


class Ranked(NamedTuple):
    """A line of the leaderboard."""

    handle: str
    name: str
    program: bool
    rating: float
    deviation: float
    matches: int


def guest_of(handle: str) -> Query[Player | None]:
    """Return the guest whose page has this name."""
    query = sa.select(*WHO).join(profiles, profiles.c.player_id == players.c.id).where(profiles.c.handle == handle)

    def read(connection: sa.Connection) -> Player | None:
        row = connection.execute(query).one_or_none()
        return None if row is None else player_of(row)

    return read


def handle_of(player_id: str) -> Query[str | None]:
    """Return the name of a guest's page, if there is one."""
    query = sa.select(profiles.c.handle).where(profiles.c.player_id == player_id)
    return lambda connection: connection.execute(query).scalar_one_or_none()


def ratings_of(player_id: str, now: float) -> Query[list[RatingNow]]:
    """Return a guest's ratings, those by which most was played first."""
    query = sa.select(ratings).where(ratings.c.player_id == player_id).order_by(ratings.c.matches.desc(), ratings.c.id)
    return lambda connection: [
        _now(row, now) for row in connection.execute(query) if row.matches and _slug(row) in KINDS
    ]


def _slug(row: StoredRow) -> str:
    return f"{row.against}.{row.format}.{row.clock}"


def _now(row: StoredRow, now: float) -> RatingNow:
    rating = aged(Rating(row.rating, row.deviation, row.volatility), now - row.at)
    return RatingNow(KINDS[_slug(row)], rating.rating, rating.deviation, row.matches)


def points_of(player_id: str, kind: Kind) -> Query[list[RatingPoint]]:
    """The history of a rating, oldest first: its last points."""
    query = (
        sa.select(results.c.at, results.c.rating)
        .join(ratings, ratings.c.id == results.c.rating_id)
        .where(ratings.c.player_id == player_id)
        .where(*(ratings.c[name] == value for name, value in kind._asdict().items()))
        .order_by(results.c.at.desc(), results.c.match_id)
        .limit(MAX_POINTS)
    )
    return lambda connection: [RatingPoint(row.at, row.rating) for row in connection.execute(query)][::-1]


def _opponent_name() -> sa.ScalarSelect[str]:
    """The name of the opponent of a result, of two the first."""
    opposite = (seats.c.match_id == results.c.match_id, PLAYS, seats.c.seat != results.c.seat, seats.c.part == 0)
    return sa.select(seats.c.name).where(*opposite).correlate(results).scalar_subquery()


def _mine(player_id: str, shown: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.and_(results.c.player_id == player_id, shown)


EVERYTHING: Final = sa.true()
IN_PUBLIC: Final = sa.or_(matches.c.public, results.c.verdict == "counted")
"""The public part of a guest's history: matches that anybody could find, and those that changed a rating."""


def _number() -> sa.Label[int]:
    earlier = results.alias()
    counted = sa.select(sa.func.count()).where(earlier.c.rating_id == results.c.rating_id, earlier.c.at <= results.c.at)
    return counted.scalar_subquery().label("number")


def history(
    player_id: str, wanted: Filters, before: float | None, limit: int, shown: sa.ColumnElement[bool]
) -> Query[list[PlayedMatch]]:
    """Return a guest's matches that ended before `before`, the last first."""
    conditions = [_mine(player_id, shown)]
    for column, value in (
        (results.c.format, wanted.format),
        (results.c.against, wanted.against),
        (results.c.deck, wanted.deck),
        (results.c.outcome, wanted.result),
        (_opponent_name(), wanted.opponent),
    ):
        if value:
            conditions.append(column == value)
    if before is not None:
        conditions.append(results.c.at < before)
    mine = [
        results.c[name].label(f"my_{name}") for name in ("seat", "at", "against", "deck", "outcome", "verdict", "gain")
    ]
    query = (
        select_matches(*mine, results.c.rating.label("my_rating"), _number())
        .join(results, results.c.match_id == matches.c.id)
        .where(*conditions)
        .order_by(results.c.at.desc(), results.c.match_id)
        .limit(limit)
    )
    return lambda connection: [_played(row) for row in connection.execute(query)]


def _played(row: StoredRow) -> PlayedMatch:
    return PlayedMatch(
        match_row_of(row),
        row.my_seat,
        row.my_at,
        row.my_against,
        row.my_deck,
        row.my_outcome,
        row.my_verdict,
        row.my_rating,
        row.my_gain,
        row.number,
    )


def opponents_of(player_id: str, shown: sa.ColumnElement[bool]) -> Query[list[str]]:
    """Return the names of a guest's opponents, the last first."""
    name = _opponent_name()
    query = (
        sa.select(name)
        .select_from(results.join(matches, matches.c.id == results.c.match_id))
        .where(_mine(player_id, shown), name.is_not(None))
        .group_by(name)
        .order_by(sa.func.max(results.c.at).desc())
        .limit(MAX_OPPONENTS)
    )
    return lambda connection: list(connection.execute(query).scalars())


def decks_of(player_id: str, shown: sa.ColumnElement[bool]) -> Query[list[DeckRecord]]:
    """A guest's results with each deck, the most played first."""
    query = (
        sa.select(results.c.format, results.c.deck, results.c.outcome, sa.func.count().label("number"))
        .select_from(results.outerjoin(matches, matches.c.id == results.c.match_id))
        .where(_mine(player_id, shown))
        .group_by(results.c.format, results.c.deck, results.c.outcome)
    )

    def read(connection: sa.Connection) -> list[DeckRecord]:
        found: dict[tuple[str, str | None], dict[str, int]] = {}
        for row in connection.execute(query):
            found.setdefault((row.format, row.deck), {})[row.outcome] = row.number
        records = [
            DeckRecord(*deck, counts.get("won", 0), counts.get("draw", 0), counts.get("lost", 0))
            for deck, counts in found.items()
        ]
        return sorted(records, key=lambda record: (-record.played, record.format, record.deck or ""))

    return read


def leaderboard(kind: Kind, now: float) -> Query[list[Ranked]]:
    """Return the best of a kind: of the players with a reliable rating who have played lately and want to appear
    there."""
    query = (
        sa.select(profiles.c.handle, players.c.name, PROGRAM, ratings, preferences.c.chosen)
        .join(players, players.c.id == ratings.c.player_id)
        .join(profiles, profiles.c.player_id == ratings.c.player_id)
        .outerjoin(preferences, preferences.c.player_id == ratings.c.player_id)
        .where(*(ratings.c[name] == value for name, value in kind._asdict().items()))
        .where(ratings.c.deviation <= MAX_RANKED_DEVIATION, ratings.c.at > now - RANKED_FOR)
        .order_by(ratings.c.rating.desc(), ratings.c.id)
    )

    def read(connection: sa.Connection) -> list[Ranked]:
        shown: list[Ranked] = []
        for offset in count(0, A_READ):
            rows = connection.execute(query.limit(A_READ).offset(offset)).all()
            shown += [_ranked(row, now) for row in rows if _is_listed(row.chosen)]
            if len(shown) >= LISTED or len(rows) < A_READ:
                break
        return shown[:LISTED]

    return read


def _is_listed(chosen: str | None) -> bool:
    """True if a guest with these choices, as they are stored, is shown on leaderboards."""
    choices = Preferences.read(orjson.loads(chosen or "{}"))
    return choices.profile == choices.listed == "on"


def _ranked(row: StoredRow, now: float) -> Ranked:
    rating = _now(row, now)
    return Ranked(row.handle, row.name, row.program, rating.rating, rating.deviation, rating.matches)


class MatchRating(NamedTuple):
    """The effect of a match on the rating of the guest at `seat`; `number`: of so many that counted."""

    seat: Seat
    verdict: Verdict
    rating: float | None
    gain: float | None
    number: int


def of_match(match_id: str) -> Query[list[MatchRating]]:
    """Return the effect of a match on each guest who played it."""
    query = sa.select(results, _number()).where(results.c.match_id == match_id)
    return lambda connection: [
        MatchRating(cast("Seat", row.seat), cast("Verdict", row.verdict), row.rating, row.gain, row.number)
        for row in connection.execute(query.order_by(results.c.seat))
    ]
