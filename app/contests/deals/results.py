"""The result of a try: stored in the transaction that ends its match, and ranked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa

from app.base.store.database import StoredRow
from app.contests.deals.models import tries
from app.matches.core.features.deal import DEAL
from app.matches.core.match_row import MatchRow
from engine.match import Match

TryOutcome = Literal["won", "draw", "lost"]
WON: Final = 20_000_000
DRAWN: Final = 10_000_000
A_TURN: Final = 1_000
FASTEST: Final = 9_000
"""More turns than a match can have."""
BASTION: Final = 100
"""More HP than a Fort can have."""


@dataclass(frozen=True, slots=True)
class DealTry:
    """A player's try; `outcome` is None until its end. `match_id` is None when the match has been deleted since."""

    deal_id: str
    match_id: str | None
    counts: bool
    outcome: TryOutcome | None = None
    turns: int = 0
    bastion: bool = False
    hp: int = 0
    score: int = 0
    ended_at: float | None = None
    name: str = ""


def score_of(outcome: TryOutcome, turns: int, hp: int, *, bastion: bool) -> int:
    """Rank a result: wins by few turns, other matches by many, then what is left of the fortress."""
    left = hp + BASTION * bastion
    if outcome == "won":
        return WON + A_TURN * (FASTEST - turns) + left
    return (DRAWN if outcome == "draw" else 0) + A_TURN * turns + left


def result_of(row: MatchRow, match: Match) -> dict[str, object]:
    """Return the columns of a finished match, whose player sits at A."""
    winner = row.result.winner if row.result else None
    outcome: TryOutcome = "won" if winner == "A" else "lost" if winner == "B" else "draw"
    position = match.position
    turns, bastion, hp = 0, False, 0
    if position is not None:
        own = position.sides["A"]
        turns, bastion, hp = position.turn, not own.is_fort, max(0, own.hp)
    score = score_of(outcome, turns, hp, bastion=bastion)
    ended = {"score": score, "ended_at": row.finished_at or time.time()}
    return {"outcome": outcome, "turns": turns, "bastion": bastion, "hp": hp, **ended}


def record_end(connection: sa.Connection, row: MatchRow, match: Match) -> None:
    """Store the result of a try that has just ended."""
    if DEAL.of(row) is not None and row.result is not None:
        unfinished = sa.and_(tries.c.match_id == row.id, tries.c.outcome.is_(None))
        connection.execute(sa.update(tries).where(unfinished).values(**result_of(row, match)))


def try_of(row: StoredRow, name: str = "") -> DealTry:
    """Return a row of `deal_tries`, with its player's name."""
    if row.outcome is None:
        return DealTry(row.deal_id, row.match_id, row.counts, name=name)
    ended = (row.outcome, row.turns, row.bastion, row.hp, row.score, row.ended_at)
    return DealTry(row.deal_id, row.match_id, row.counts, *ended, name=name)
