"""Matches as programs find them in lists: open tables, and matches to watch."""

from __future__ import annotations

from collections.abc import Iterable

from app.base.live.server_messages import LobbyState, OwnState
from app.matches.core.features.clock import clock_option, clock_out
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.finding.lobby import LobbyNow
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.ongoing import OngoingMatch
from app.matches.core.schemas import ChallengeOut, OpenMatch, OwnMatch, WatchedMatch
from app.matches.core.seat_holder import to_json
from app.people.players.player import Player
from engine.seat import SEATS


def listed_table(row: MatchRow) -> OpenMatch:
    """Return a table that waits for an opponent."""
    options = row.options
    return OpenMatch(
        id=row.id,
        host=row.guests[0].name,
        program=row.guests[0].program,
        mode=row.mode,
        edition=row.edition,
        format=row.format,
        sets=options["sets"],
        champions=bool(options["champions"]),
        undo=options["undo"],
        preview=options["preview"],
        mirror=options.get("mirror", False),
        casual=row.casual,
        clock=clock_option(row),
        rated=row.rated,
        created_at=row.created_at,
    )


def listed_match(row: MatchRow) -> WatchedMatch:
    """Return a match to watch."""
    return WatchedMatch(**_begun(row), clock=clock_option(row), started_at=row.started_at or row.created_at)


def _begun(row: MatchRow) -> dict[str, object]:
    """Return the values of `BegunMatch`."""
    a, b = (row.holders[seat] for seat in SEATS)
    return {
        "id": row.id,
        "names": {"A": row.names["A"], "B": row.names["B"]},
        "players": {"A": to_json(a), "B": to_json(b)},
        "status": row.status,
        "mode": row.mode,
        "edition": row.edition,
        "format": row.format,
    }


def own_match(one: OngoingMatch, now: float) -> OwnMatch:
    """Return one of the caller's matches that are not over; `now` by the clock of the site."""
    clock = clock_out(one.row, now)
    return OwnMatch(**_begun(one.row), seat=one.seat, clock=clock, awaited=one.awaited, since=one.since)


def own_state(player: Player, ongoing: Iterable[OngoingMatch], challenges: Iterable[Challenge], now: float) -> OwnState:
    """Return all of a player's matches and challenges that are not over, as their own stream sends them."""
    return {
        "type": "own_matches",
        "matches": [own_match(one, now).model_dump() for one in ongoing],
        "challenges": [listed_challenge(one, player).model_dump() for one in challenges],
    }


def listed_challenge(challenge: Challenge, player: Player) -> ChallengeOut:
    """Return an open challenge as one of its two players sees it."""
    table = listed_table(challenge.row)
    return ChallengeOut(
        id=table.id,
        mine=challenge.from_id == player.id,
        by=challenge.from_name,
        to=challenge.to_name,
        program=table.program,
        edition=table.edition,
        format=table.format,
        clock=table.clock,
        created_at=challenge.made_at,
    )


def lobby_state(now: LobbyNow, player: Player | None) -> LobbyState:
    """Return all that strangers find, as the lobby's stream sends it, and who challenges this player."""
    received = [listed_challenge(one, player) for one in now.challenges.get(player.id, ())] if player else []
    return {
        "type": "lobby",
        "tables": [listed_table(row).model_dump() for row in now.tables],
        "matches": [listed_match(row).model_dump() for row in now.watched],
        "challenges": [one.model_dump() for one in received],
    }
