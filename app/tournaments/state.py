"""An event as its readers see it: field by field. Hidden decks stay hidden, secret keys are organizers' alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import orjson
from pydantic import BaseModel

from app.tournaments.event import EventBoard, EventEntry, StoredEvent
from app.tournaments.rules.tie_breaks import unit_of
from app.tournaments.rules.types import StandingsRow
from app.tournaments.schemas import BoardOut, EntryOut, StandingOut, TournamentHead

HIDDEN_OPTIONS: Final = {"name", "system"}


def state(event: StoredEvent, now: float, you: EventEntry | None, *, organizer: bool) -> bytes:
    """Return the event for a reader, a `TournamentOut`; `now` is the site's time, `you` the reader's entry. The long
    lists are made once for a copy of the event."""
    has_decks = any(entry.deck is not None for entry in event.entries)
    shown = frozenset(shown_decks(event, you, organizer=organizer)) if has_decks else frozenset()
    head = TournamentHead(
        id=event.id,
        name=event.name,
        system=event.options.system,
        status=event.status,
        options={name: value for name, value in event.options.stored().items() if name not in HIDDEN_OPTIONS},
        round=event.round,
        rounds=event.rounds or None,
        next_at=_seconds_to(event.next_at, now) if event.system.has_rounds else None,
        ends_at=_seconds_to(event.ends_at, now),
        trouble=event.trouble,
        organizers=[one.name for one in event.organizers],
        code=event.code,
        may_enter=event.may_enter,
        you=you.number if you else None,
        organizer=organizer,
        invite=event.invite if organizer else None,
        caster=event.caster if organizer and you is None and event.options.caster is not None else None,
    )
    lists = {
        "entries": event.once(("entries", shown), lambda: _json(_entry(one, shown) for one in event.entries)),
        "boards": event.once("boards", lambda: _json(board_out(board) for board in event.boards)),
        "standings": event.once("standings", lambda: _json(standing_out(event, row) for row in event.standings)),
    }
    return orjson.dumps({**head.model_dump(mode="json"), **lists})


def _json(lines: Iterable[BaseModel]) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps([line.model_dump() for line in lines]))


def shown_decks(event: StoredEvent, you: EventEntry | None, *, organizer: bool) -> set[int]:
    """Return the entries whose handed-in decks a reader may see: all once it is over, before that the reader's own,
    opponents' if the event shows them, and all for an organizer who has never entered and never can."""
    everybody = {entry.number for entry in event.entries}
    if event.status == "over" or (organizer and you is None and not event.may_ever_enter):
        return everybody
    if you is None:
        return set()
    if event.options.decks_shown == "end":
        return {you.number}
    return {number for result in event.results if you.number in result.numbers for number in result.numbers} | {
        you.number
    }


def board_out(board: EventBoard) -> BoardOut:
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


def standing_out(event: StoredEvent, row: StandingsRow) -> StandingOut:
    """Return a line of the standings in the numbers that are shown."""
    ties = {name: value / unit_of(name) for name, value in row.ties.items()}
    return StandingOut(rank=row.rank, number=row.number, points=row.points / event.system.unit, ties=ties)


def _entry(entry: EventEntry, shown: Collection[int]) -> EntryOut:
    return EntryOut(
        number=entry.number,
        name=entry.name,
        kind="bot" if entry.computer is not None else "former" if entry.player is None else _kind(entry),
        state=entry.state,
        rating=entry.rating,
        from_round=entry.from_round,
        deck=entry.shown_deck if entry.number in shown else None,
    )


def _kind(entry: EventEntry) -> str:
    return "program" if entry.program else "guest"


def _seconds_to(at: float | None, now: float) -> float | None:
    return None if at is None else round(max(0.0, at - now), 1)
