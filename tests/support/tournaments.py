"""Tournaments as values, for what is computed from them."""

from __future__ import annotations

from app.contests.tournaments.rules.own_cards import BoardReports
from app.contests.tournaments.rules.types import BoardResult
from app.contests.tournaments.schemas import NEW_TOURNAMENT, StatusName, SystemName
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard, TournamentEntry
from app.people.players.player import Player


def stored_tournament(count: int, status: StatusName = "playing", system: SystemName = "swiss") -> StoredTournament:
    """Return a tournament with players P1 to Pn in its first round, where 1 meets 2, 3 meets 4 and so on."""
    people = [
        TournamentEntry(
            number, Player(f"id{number}", f"P{number}"), f"P{number}", None, False, 1500, "in", False, 1, None, None
        )
        for number in range(1, count + 1)
    ]
    boards = [
        TournamentBoard(BoardResult(1, board, "match", 2 * board - 1, 2 * board), f"match{board}", 1, BoardReports())
        for board in range(1, count // 2 + 1)
    ]
    options = NEW_TOURNAMENT.validate_python({"name": "Club", "system": system})
    return StoredTournament(
        id="tournament", name="Club", options=options, status=status,
        round=1 if boards else 0, next_at=None, ends_at=None, seed=1,
        code=None, invite="invite", caster="caster", trouble=None,
        version=3,
        created_at=0.0, started_at=0.0, finished_at=None, organizers=(), entries=tuple(people), boards=tuple(boards),
    )  # fmt: skip
