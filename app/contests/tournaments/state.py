"""A tournament as its readers see it: field by field. Hidden decks stay hidden, secret keys are organizers' alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import orjson
from pydantic import BaseModel

from app.contests.tournaments.rules.tie_breaks import unit_of
from app.contests.tournaments.rules.types import RankedEntry
from app.contests.tournaments.schemas import BoardOut, EntryOut, StandingOut, TournamentHead
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard, TournamentEntry

HIDDEN_OPTIONS: Final = {"name", "system"}


def state(tournament: StoredTournament, now: float, you: TournamentEntry | None, *, organizer: bool) -> bytes:
    """Return the tournament for a reader, a `TournamentOut`; `now` is the site's time, `you` the reader's entry. The
    long lists are made once for a copy of the tournament."""
    has_decks = any(entry.deck is not None for entry in tournament.entries)
    shown = frozenset(shown_decks(tournament, you, organizer=organizer)) if has_decks else frozenset()
    head = TournamentHead(
        id=tournament.id,
        name=tournament.name,
        system=tournament.options.system,
        status=tournament.status,
        options={name: value for name, value in tournament.options.stored().items() if name not in HIDDEN_OPTIONS},
        round=tournament.round,
        rounds=tournament.rounds or None,
        next_at=_seconds_to(tournament.next_at, now) if tournament.system.has_rounds else None,
        ends_at=_seconds_to(tournament.ends_at, now),
        trouble=tournament.trouble,
        organizers=[one.name for one in tournament.organizers],
        code=tournament.code,
        may_enter=tournament.may_enter,
        you=you.number if you else None,
        organizer=organizer,
        invite=tournament.invite if organizer else None,
        caster=tournament.caster if organizer and you is None and tournament.options.caster is not None else None,
    )
    lists = {
        "entries": tournament.once(("entries", shown), lambda: _json(_entry(one, shown) for one in tournament.entries)),
        "boards": tournament.once("boards", lambda: _json(board_out(board) for board in tournament.boards)),
        "standings": tournament.once(
            "standings", lambda: _json(standing_out(tournament, row) for row in tournament.standings)
        ),
    }
    return orjson.dumps({**head.model_dump(mode="json"), **lists})


def _json(lines: Iterable[BaseModel]) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps([line.model_dump() for line in lines]))


def shown_decks(tournament: StoredTournament, you: TournamentEntry | None, *, organizer: bool) -> set[int]:
    """Return the entries whose handed-in decks a reader may see: all once it is over, before that the reader's own,
    opponents' if the tournament shows them, and all for an organizer who has never entered and never can."""
    everybody = {entry.number for entry in tournament.entries}
    if tournament.status == "over" or (organizer and you is None and not tournament.may_ever_enter):
        return everybody
    if you is None:
        return set()
    if tournament.options.decks_shown == "end":
        return {you.number}
    return {number for result in tournament.results if you.number in result.numbers for number in result.numbers} | {
        you.number
    }


def board_out(board: TournamentBoard) -> BoardOut:
    """Return a board as everybody may know it."""
    result = board.result
    return BoardOut(
        round=result.round,
        board=result.board,
        kind=result.kind,
        a=result.a,
        b=result.b,
        match=board.match_id,
        game=board.game,
        outcome=result.outcome,
        ruling=result.ruling,
        forfeit=result.forfeit,
        report_a=board.reports.a and board.reports.a.outcome,
        report_b=board.reports.b and board.reports.b.outcome,
    )


def standing_out(tournament: StoredTournament, ranked: RankedEntry) -> StandingOut:
    """Return a ranked entry in the numbers that are shown."""
    ties = {name: value / unit_of(name) for name, value in ranked.ties.items()}
    return StandingOut(rank=ranked.rank, number=ranked.number, points=ranked.points / tournament.system.unit, ties=ties)


def _entry(entry: TournamentEntry, shown: Collection[int]) -> EntryOut:
    return EntryOut(
        number=entry.number,
        name=entry.name,
        kind="bot" if entry.computer is not None else "former" if entry.player is None else _kind(entry),
        state=entry.state,
        rating=entry.rating,
        from_round=entry.from_round,
        deck=entry.shown_deck if entry.number in shown else None,
    )


def _kind(entry: TournamentEntry) -> str:
    return "program" if entry.program else "guest"


def _seconds_to(at: float | None, now: float) -> float | None:
    return None if at is None else round(max(0.0, at - now), 1)
