"""Stores the result of a match, and rates it, in the transaction that ends it: `UNIQUE (match, seq)` lets that happen
once, at any worker.

Ratings are read with a lock, players in the order of their ids, so that two matches of a player that end at two workers
at the same moment are rated one after the other.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.store.upsert import insert_if_new
from app.contests.ratings.glicko import BOTS, Rating, after_match, aged
from app.contests.ratings.kinds import CARDS, KINDS, Kind, against, kind_of
from app.contests.ratings.models import DECK_LENGTH, profiles, ratings, results
from app.contests.ratings.newcomers import too_many
from app.contests.ratings.verdicts import Verdict, has_met_often, verdict
from app.matches.core.match_row import MatchRow
from app.matches.core.seat_holder import Bot
from app.matches.core.stored_options import decks_of
from app.people.players.player import Player
from engine.match import Match
from engine.seat import SEATS, Seat, other

SCORES: Final = {"won": 1.0, "draw": 0.5, "lost": 0.0}


class StoredRating(NamedTuple):
    """A stored rating."""

    id: str
    rating: Rating


def record_end(connection: sa.Connection, row: MatchRow, match: Match) -> None:
    """Store the results of a match that has just ended, and the new ratings of its guests.

    At a hot seat and with two on a side nobody is known to have won, and a match ended by the host counts for nobody.
    """
    result = row.result
    if result is None or result.winner is None or result.reason == "aborted" or row.hotseat or row.has_pair:
        return
    now = row.finished_at or row.created_at
    found, kind = verdict(connection, row, match, result, now), kind_of(row)
    guests = {seat: holder for seat in SEATS if isinstance(holder := row.holders[seat], Player)}
    found = "friendly" if found == "counted" and kind is None else found
    outcomes = {seat: _outcome(result.winner, seat) for seat in guests}
    rated = _rate(connection, kind, guests, outcomes, row.bots, now) if found == "counted" and kind is not None else {}
    for seat, player in guests.items():
        values = {
            "match_id": row.id,
            "seat": seat,
            "player_id": player.id,
            "at": now,
            "against": against(row),
            "format": row.format,
            "deck": None if row.is_sealed else deck_of(match, seat),  # its mark says which cards were never seen
            "outcome": outcomes[seat],
            "verdict": found if found != "counted" or seat in rated else "newcomer",
            **_facts(row, match, seat),
        }
        connection.execute(sa.insert(results).values(**values, **rated.get(seat, {})))


def record_agreed(
    connection: sa.Connection, name: str, guests: Mapping[Seat, Player], winner: str, played: str
) -> None:
    """Rate a duel with the players' own cards in the format `played`, as both have agreed; `name` stands for a match.
    That it took place nobody has seen: it has a rating of its own, and between the same two only some count in a day,
    whatever pairs them."""
    kind, now = KINDS[f"{CARDS}.{played}.none"], time.time()
    one, two = guests.values()
    found: Verdict = "often" if has_met_often(connection, one.id, two.id, now, seen=False) else "counted"
    outcomes = {seat: _outcome(winner, seat) for seat in guests}
    rated = _rate(connection, kind, guests, outcomes, {}, now) if found == "counted" else {}
    for seat, player in guests.items():
        values = {"match_id": name, "seat": seat, "player_id": player.id, "at": now, "outcome": outcomes[seat]}
        values |= {"against": kind.against, "format": played}
        values["verdict"] = found if found != "counted" or seat in rated else "newcomer"
        connection.execute(sa.insert(results).values(**values, **rated.get(seat, {})))


def take_back(connection: sa.Connection, name: str) -> None:
    """Undo what a duel with the players' own cards has changed in ratings. What is known of a player better since then,
    their deviation, stays so."""
    rows = connection.execute(sa.select(results).where(results.c.match_id == name).order_by(results.c.player_id)).all()
    for row in rows:
        values = {"rating": ratings.c.rating - row.gain, "matches": ratings.c.matches - 1}
        connection.execute(sa.update(ratings).where(ratings.c.id == row.rating_id).values(values))
    connection.execute(sa.delete(results).where(results.c.match_id == name))


def _facts(row: MatchRow, match: Match, seat: Seat) -> dict[str, object]:
    """Return what figures count by; nothing about decks that are still being played with."""
    position = match.position
    turns = position.turn if position is not None else 0
    drafted = match.setup.decks.get(seat) if match.options.format == "draft" else None
    return {
        "began": (position.active == seat) == (turns % 2 == 1) if position is not None else None,
        "turns": turns or None,
        "foe_deck": None if row.is_sealed else deck_of(match, other(seat)),
        "cards": " ".join(drafted) if drafted is not None and not row.is_sealed else None,
    }


def _outcome(winner: str | None, seat: Seat) -> str:
    return "draw" if winner == "draw" else "won" if winner == seat else "lost"


def deck_of(match: Match, seat: Seat) -> str | None:
    """Return the name of a deck in short: the number of a preconstructed one, a mark of a built one; else None."""
    known = decks_of(match)
    if known is not None:
        return str(known[seat]) if known[seat] else None
    built = match.setup.decks.get(seat)  # not there where the match ended while decks were built
    return deck_mark(built) if match.options.format == "constructed" and built is not None else None


def deck_mark(slugs: tuple[str, ...] | list[str]) -> str:
    """Return the mark of a built deck: the same for the same cards."""
    digest = hashlib.sha256(" ".join(sorted(slugs)).encode()).hexdigest()
    return f"c{digest}"[:DECK_LENGTH]


def _rate(
    connection: sa.Connection,
    kind: Kind,
    guests: Mapping[Seat, Player],
    outcomes: Mapping[Seat, str],
    bots: Mapping[Seat, Bot],
    now: float,
) -> dict[Seat, dict[str, object]]:
    """Store the new ratings, and return their part of the results: nothing for a player who has met too many
    newcomers."""
    before = {
        seat: _locked(connection, kind, guests[seat].id, now) for seat in sorted(guests, key=lambda at: guests[at].id)
    }
    gains: dict[Seat, dict[str, object]] = {}
    for seat, own in before.items():
        opposing = before.get(other(seat))
        if opposing and kind.was_seen and too_many(connection, guests[seat].id, guests[other(seat)].id):
            continue
        opponent = opposing.rating if opposing else BOTS[bots[other(seat)].level]
        new = after_match(own.rating, opponent, SCORES[outcomes[seat]])
        values = {**new._asdict(), "matches": ratings.c.matches + 1, "at": now}
        connection.execute(sa.update(ratings).where(ratings.c.id == own.id).values(values))
        gains[seat] = {"rating_id": own.id, "rating": new.rating, "gain": new.rating - own.rating.rating}
    return gains


def _locked(connection: sa.Connection, kind: Kind, player_id: str, now: float) -> StoredRating:
    """Return a player's rating as it is now; nobody else changes it before this transaction ends."""
    new = {"id": secrets.token_urlsafe(15), "player_id": player_id, **kind._asdict(), **Rating()._asdict()}
    connection.execute(insert_if_new(connection, ratings), {**new, "matches": 0, "at": now})
    connection.execute(insert_if_new(connection, profiles), {"player_id": player_id, "handle": new_handle()})
    own = [ratings.c[name] == value for name, value in kind._asdict().items()]
    query = sa.select(ratings).where(ratings.c.player_id == player_id, *own).with_for_update()
    row = connection.execute(query).one()
    return StoredRating(row.id, aged(Rating(row.rating, row.deviation, row.volatility), now - row.at))


def new_handle() -> str:
    return secrets.token_urlsafe(9)
