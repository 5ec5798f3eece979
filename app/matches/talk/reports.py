"""Reports to the host of the site: about a player, with the match and its last lines of chat, or about a study."""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.matches.core.service import MatchService
from app.matches.talk import store
from app.matches.talk.lines import Room, TalkFilter, TalkLine, listener_at
from app.matches.talk.models import TEXT_LENGTH, reports
from app.matches.talk.service import PersonRef, TalkService
from app.people.players.models import is_program
from app.people.players.names import clean_text
from app.people.players.player import Player
from engine.seat import Viewer

LINES: Final = 30
LISTED: Final = 100


class SaidOut(TypedDict):
    """A line in a report; `reported`: its author is the reported player; `program`: a bot account."""

    name: str
    seat: Viewer
    room: Room
    emote: str | None
    text: str | None
    at: float
    reported: bool
    program: NotRequired[bool]


class Report(NamedTuple):
    """A report; the ids of both players are null when they are no longer known here.

    `match_id` is the id of what it is `about`. The only line of a report about a study is the title.
    """

    id: str
    about: Literal["match", "study"]
    match_id: str
    reporter_id: str | None
    reporter: str
    reporter_program: bool
    reported_id: str | None
    reported: str
    reported_program: bool
    why: str
    lines: list[SaidOut]
    at: float
    done_at: float | None


_PROGRAMS: Final = tuple(is_program(reports.c[f"{who}_id"]).label(f"{who}_program") for who in ("reporter", "reported"))


class Reports:
    """The only writer of reports."""

    def __init__(self, database: Database, writer: Writer, matches: MatchService, talk: TalkService) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._talk = talk

    async def report(self, match_id: str, player: Player, about: PersonRef, why: str) -> None:
        """Report somebody of a match to the site host.

        AppError: nobody_there, not_yourself, reported_already.
        """
        row = (await self._matches.live_match(match_id)).row
        reported = await self._talk.person(row, player, about)
        listener = listener_at(row, player.id, TalkFilter())  # also what they have muted since
        lines = await self._database.read(store.last_lines(match_id))
        read = [_line_out(line, reported) for line in lines if listener.may_read(line)][-LINES:]
        if not await self._store(player, reported, "match", match_id, why, read):
            raise AppError(Code.reported_already)

    async def report_study(self, study_id: str, title: str, player: Player, author: Player, why: str) -> None:
        """Report a study and its author to the site host.

        AppError: not_yourself, study_reported_already.
        """
        if player.id == author.id:
            raise AppError(Code.not_yourself)
        titled: SaidOut = {
            "name": author.name, "seat": None, "room": "table", "emote": None, "text": title, "at": time.time(),
            "reported": True,
        }  # fmt: skip
        if not await self._store(player, author, "study", study_id, why, [titled]):
            raise AppError(Code.study_reported_already)

    async def _store(
        self,
        player: Player,
        reported: Player,
        about: Literal["match", "study"],
        about_id: str,
        why: str,
        lines: list[SaidOut],
    ) -> bool:
        """Store a report; False if there is one already."""
        values = {
            "id": new_id(), "about": about, "match_id": about_id, "why": clean_text(why, TEXT_LENGTH),
            "at": time.time(), "reporter_id": player.id, "reporter": player.name, "reported_id": reported.id,
            "reported": reported.name, "lines": orjson.dumps(lines),
        }  # fmt: skip
        try:
            await self._writer.execute(sa.insert(reports).values(values))
        except IntegrityError:
            return False
        return True

    async def newest(self, which: Literal["open", "done"] = "open") -> list[Report]:
        """Return the open reports, or those that are done, the newest first."""
        wanted = reports.c.done_at.is_(None) if which == "open" else reports.c.done_at.is_not(None)
        query = sa.select(reports, *_PROGRAMS).where(wanted).order_by(reports.c.at.desc(), reports.c.id).limit(LISTED)
        rows = await self._database.rows(query)
        return [_report(row) for row in rows]

    async def reported_in(self, report_id: str) -> Player | None:
        """Return the reported player; None if there is no such report, or they are no longer known here."""
        query = sa.select(reports.c.reported_id, reports.c.reported).where(reports.c.id == report_id)
        row = await self._database.row(query)
        return None if row is None or row.reported_id is None else Player(row.reported_id, row.reported)

    async def done(self, report_id: str) -> None:
        """Mark a report as done; AppError(no_such_report)."""
        wanted = sa.and_(reports.c.id == report_id, reports.c.done_at.is_(None))
        change = sa.update(reports).where(wanted).values(done_at=time.time())
        if not await self._writer.execute(change):
            raise AppError(Code.no_such_report)


def _line_out(line: TalkLine, reported: Player) -> SaidOut:
    return {
        "name": line.name,
        "seat": line.seat,
        "room": line.room,
        "emote": line.emote,
        "text": line.text,
        "at": line.at,
        "reported": line.player_id == reported.id,
        "program": line.program,
    }


def _report(row: StoredRow) -> Report:
    kept = {name: getattr(row, name) for name in Report._fields}
    return Report(**{**kept, "lines": orjson.loads(row.lines)})
