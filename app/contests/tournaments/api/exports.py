"""Exports of a tournament: a report that pairing programs read, a table, and everything as one archive."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Mapping, Sequence

import orjson
from starlette.responses import Response

from app.base.store.database import StoredRow
from app.contests.tournaments.rules import report
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.history.match_history import MatchHistory


def trf_of(tournament: StoredTournament) -> bytes:
    """Return the rounds that are over as a FIDE tournament report."""
    names = _names(tournament)
    of_tournament = (
        tournament.name,
        tournament.system,
        tournament.entrants,
        names,
        tournament.results,
        tournament.rounds,
        tournament.seed,
    )
    return report.trf(*of_tournament, ended=not tournament.is_running).encode()


def csv_of(tournament: StoredTournament) -> bytes:
    """Return the standings as comma-separated values; the byte order mark makes spreadsheets read it as UTF-8."""
    return (
        "\ufeff"
        + report.csv(tournament.system, tournament.entrants, _names(tournament), tournament.results, tournament.seed)
    ).encode()


def _names(tournament: StoredTournament) -> Mapping[int, str]:
    return {entry.number: entry.name or f"#{entry.number}" for entry in tournament.entries}


async def archive(tournament: StoredTournament, acts: Sequence[StoredRow], history: MatchHistory) -> bytes:
    """Return report, standings, the log and the records of all matches that are over, by round and board."""
    files: dict[str, bytes] = {
        "standings.csv": csv_of(tournament),
        "report.trf": trf_of(tournament),
        "log.json": _log(acts),
    }
    records = await history.records_of_series([board.match_id for board in tournament.boards if board.match_id])
    for board in tournament.boards:
        for game, record in enumerate(records.get(board.match_id or "", ()), start=1):
            if record is not None:
                files[f"round-{board.result.round}/board-{board.result.board}-{game}.json"] = record
    return await asyncio.to_thread(_zipped, files)


def _log(acts: Sequence[StoredRow]) -> bytes:
    return orjson.dumps([{name: getattr(act, name) for name in ("at", "by", "what", "about", "why")} for act in acts])


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def attachment(content: bytes, media_type: str, name: str) -> Response:
    """Return a file that browsers keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)
