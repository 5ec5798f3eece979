"""Two who hold a side together (H12): who may sit down there, and what they only do with one voice.

The position says which of them is to move (`app.matches.core.reader_role`), the seat's holder who they are.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.base.live.client_messages import FeatureIn
from app.matches.core.features.feature import Fact, Feature, NextMatch, RowChange, StoredValue
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import Sides
from app.matches.core.schemas import NewMatch
from app.matches.core.seat_holder import Partners, SeatChange
from engine.seat import SEATS, BySeat, Seat, Viewer, other
from engine.setup.options import DUEL

PAIRS: Final = StoredValue[Sides]("pairs", length=2)
KEYS: Final[BySeat[StoredValue[str]]] = {
    "A": StoredValue("beside_a", length=24),
    "B": StoredValue("beside_b", length=24),
}
"""The secret part of the link by which somebody sits down at a side."""
WISH: Final = StoredValue[str]("resign_wish", length=2)
"""A wish to resign: the seat, and the place in its pair."""
HUMAN: Final = "human"
IN_PLAY: Final = ("open", "setup", "playing")


class TeamIn(FeatureIn):
    """To a partner: resign (both must say so), play on after all, leave the side, or continue without the other."""

    type: Literal["team"] = "team"
    do: Literal["resign", "play_on", "leave", "go_on_alone"]


class SideFacts(NamedTuple):
    """The private facts of a side: whether there is room at it, whether two hold it, and who of them would resign."""

    has_room: bool
    partners: bool
    resign_wish: int | None


class Team(Feature):
    """Two who hold a side together: resign with one voice, leave it, or continue alone (H12)."""

    name = "team"
    message = TeamIn
    stored = (PAIRS, *KEYS.values(), WISH)
    chosen = (PAIRS,)
    template = "matches/features/team.html"

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """The sides that two may hold; nothing at other matches."""
        pairs = PAIRS.of(row)
        return {} if pairs is None else {"pairs": pairs}

    @classmethod
    def opened_with(cls, new: NewMatch, seat: Seat) -> Mapping[str, Fact]:
        """The sides that two may hold. AppError: pairs_by_link, pairs_unrated, pairs_of_people."""
        if new.pairs is None:
            return {}
        if new.pairs != "mine" and (new.mode != DUEL or new.opponent != HUMAN):
            raise AppError(Code.pairs_of_people)
        if new.public:
            raise AppError(Code.pairs_by_link)
        if new.rated:
            raise AppError(Code.pairs_unrated)
        sides: dict[str, Sides] = {"mine": seat, "theirs": other(seat), "both": "AB"}
        return _opened(sides[new.pairs])

    @classmethod
    def repeats(cls, row: MatchRow) -> NextMatch | None:
        """Keep the sides for a rematch, in which they change seats."""
        pairs = PAIRS.of(row)
        if pairs is None:
            return None
        changed: Sides = pairs if row.has_automaton or pairs == "AB" else "B" if pairs == "A" else "A"
        return NextMatch({}, _opened(changed))

    @classmethod
    def goes_with(cls, row: MatchRow) -> Mapping[str, Fact]:
        """Keep the sides for the next match of a series, in which nobody changes seats."""
        pairs = PAIRS.of(row)
        return {} if pairs is None else _opened(pairs)

    @classmethod
    def option_words(cls, row: MatchRow) -> tuple[str, ...]:
        pairs = PAIRS.of(row)
        if pairs is None:
            return ()
        # Translators: an option of a match; each side, or one of them, is held by two players together.
        return (_("two on each side"),) if pairs == "AB" else (_("two on one side"),)

    async def handle(self, live: LiveMatch, player_id: str, message: TeamIn, seat: Viewer) -> None:
        """Carry out what somebody says of their side.

        AppError: no_partner, not_playing.
        """
        side = live.row.seat_for(player_id, seat)
        holder = live.row.holders[side]
        if not isinstance(holder, Partners):
            raise AppError(Code.no_partner)
        if live.row.status == "over":
            raise AppError(Code.not_playing)
        part = live.row.part_of(side, player_id) or 0
        match message.do:
            case "resign":
                await self._resign(live, side, holder, part)
            case "play_on":
                await self._change(live, {WISH.name: None})
            case "leave":
                await self._part(live, side, holder, part)
            case "go_on_alone":
                await self._part(live, side, holder, 1 - part)

    async def _resign(self, live: LiveMatch, side: Seat, holder: Partners, part: int) -> None:
        if live.row.status == "open":
            raise AppError(Code.not_playing)
        if holder.at_one_device or WISH.of(live.row) == f"{side}{1 - part}":
            await self.actions.play(live, side, {"type": "resign", "player": side})
        else:
            await self._change(live, {WISH.name: f"{side}{part}"})

    async def _part(self, live: LiveMatch, side: Seat, holder: Partners, part: int) -> None:
        """Let one of a pair go. Their link is void: nobody comes back by it."""
        alone = SeatChange(side, holder, holder.without(part))
        await self._change(live, {WISH.name: None, KEYS[side].name: new_key()}, alone)

    async def _change(self, live: LiveMatch, values: Mapping[str, Fact], seated: SeatChange | None = None) -> None:
        await self.actions.change(live, RowChange(Code.no_partner, values, statuses=IN_PLAY, seated=seated))


def side_facts(row: MatchRow, viewer: Viewer) -> SideFacts | None:
    """Return what the viewer's side knows of itself; None where only one may hold a side."""
    if viewer is None or PAIRS.of(row) is None:
        return None
    wish = WISH.of(row)
    mine = int(wish[1]) if wish is not None and wish[0] == viewer else None
    return SideFacts(may_be_joined(row, viewer), isinstance(row.holders[viewer], Partners), mine)


def may_be_joined(row: MatchRow, seat: Seat) -> bool:
    """Return whether there is room for a second player at a side."""
    return seat in (PAIRS.of(row) or "") and row.status != "over" and len(row.members(seat)) == 1


def new_key() -> str:
    """Return the secret part of a link."""
    return secrets.token_urlsafe(12)


def _opened(pairs: Sides) -> dict[str, Fact]:
    return {PAIRS.name: pairs, **{KEYS[seat].name: new_key() for seat in SEATS if seat in pairs}}
