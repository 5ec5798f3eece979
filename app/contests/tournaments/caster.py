"""The caster's link: both hands of a board, as they were some minutes ago. Players can see that there is one, and no
player of the tournament may open it."""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import sqlalchemy as sa
from pydantic import BaseModel, Field

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.storage import store
from app.matches.core.storage.store import StoredMove
from app.matches.core.stored_options import begin
from app.matches.helpers.process import HelperProcess
from app.matches.table.hands import BothHands, hands_of
from app.matches.table.realms import Realm, realms_of
from app.people.players.player import Player
from engine.seat import Seat
from engine.setup.options import OptionsNotation
from engine.view import View


class CasterOut(BaseModel):
    """A board as a caster sees it."""

    match: str
    seconds: int = Field(description="how late it is")
    seq: int = Field(description="the number of actions until then")
    view: dict[str, object] | None = Field(description="the position with both hands; null: it had not begun then")


class CasterBoard(NamedTuple):
    """A position with both hands, as `table/small_board.html` draws it: A is near."""

    turn: int
    active: Seat
    hands: BothHands
    realms: Mapping[str, Realm]
    near: Seat = "A"
    far: Seat = "B"


def check(tournament: StoredTournament, key: str, player: Player | None) -> None:
    """Refuse all but a reader with this key who does not play. AppError: no_caster_here, caster_plays."""
    if tournament.options.caster is None or not hmac.compare_digest(key.encode(), tournament.caster.encode()):
        raise AppError(Code.no_caster_here)
    if tournament.entry_of(player) is not None:
        raise AppError(Code.caster_plays)


def drawn_board(seen: CasterOut) -> CasterBoard | None:
    """Return the position for a page; None where the match had not reached its first turn then."""
    if seen.view is None or "turn" not in seen.view:
        return None
    view = cast("View", seen.view)
    return CasterBoard(view["turn"], view["active"], hands_of(view, None), realms_of(view))


async def board_then(database: Database, helper: HelperProcess, match_id: str, late: int) -> CasterOut:
    """Return a match with both hands, as it was so many seconds ago; AppError(no_such_match)."""
    until = time.time() - late

    def read(connection: sa.Connection) -> tuple[OptionsNotation, bool, list[StoredMove]] | None:
        found = store.whole(match_id)(connection)
        if found is None:
            return None
        begun = found.row.started_at is not None and found.row.started_at <= until
        return found.row.options, begun, [move for move in found.moves if move.at <= until]

    known = await database.read(read)
    if known is None:
        raise AppError(Code.no_such_match)
    options, begun, moves = known
    view = None
    if begun:
        view = await helper.run(view_after, options, [(move.seat, dict(move.action)) for move in moves])
    return CasterOut(match=match_id, seconds=late, seq=len(moves), view=view)


def view_after(options: OptionsNotation, moves: Sequence[tuple[Seat, Mapping[str, object]]]) -> dict[str, object]:
    """Return the position after these moves with all cards. Runs in a helper process."""
    match, _ = begin(options)
    for seat, action in moves:
        match, _ = match.apply(seat, action)
    return cast("dict[str, object]", match.view_for(None, everything=True))
