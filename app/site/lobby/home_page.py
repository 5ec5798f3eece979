"""The context of templates/site/lobby/home.html."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.contests.tournaments.drawing.words import statuses, systems
from app.contests.tournaments.schemas import TournamentItem
from app.learning.puzzles.puzzle_page import TodaysPuzzle
from app.matches.bots.characters import FOR_LEVELS, Character
from app.matches.core.clocks.clock_option import offered_clocks
from app.matches.core.opponents.challenges import Opponent
from app.matches.table.showpiece import BLOW, PushedFortress
from app.site.lobby.came_back import CameBack
from app.site.lobby.friend_items import FriendItem
from app.site.lobby.own_matches import TableItem
from app.site.lobby.zones import Game, Showcase, games
from app.site.ops.status_page import SiteOut


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """The start page of one visitor. `uninvited`: they may not open tables; `why_nameless`: the reason for which their
    name was removed; `site`: its address, for previews of the link; `provider`: the name of the provider with whose
    account they could sign in, else empty."""

    uninvited: bool
    why_nameless: str | None
    site: str
    provider: str
    # What the first three buttons open: a bot of this level, this deck, this game with this clock.
    level: int
    deck: int
    wanted: tuple[str, str]
    # Games of quick match for which somebody waits, and players to challenge.
    waited_for: list[Game]
    opponents: list[Opponent]
    # Lists.
    challenges: list[TableItem]
    mine: list[TableItem]
    friends: list[FriendItem]
    came_back: CameBack | None  # where none of the above waits
    mistakes: int
    today: TodaysPuzzle
    deal_plan: str
    deal_done: str
    here: SiteOut | None  # who plays now; None where nobody does
    shown: Showcase | None
    own_tournaments: list[TournamentItem]
    tournaments: list[TournamentItem]
    watched: list[TableItem]
    tables: list[TableItem]
    # The same for everybody, in the language of the page.
    bots: tuple[Character, ...] = FOR_LEVELS
    games: list[Game] = field(default_factory=games)
    clocks: list[tuple[str, str]] = field(default_factory=offered_clocks)
    blow: PushedFortress = BLOW
    systems: Mapping[str, str] = field(default_factory=systems)
    statuses: Mapping[str, str] = field(default_factory=statuses)

    @property
    def knows(self) -> bool:
        """True if something here is the visitor's own: it stands first, and the doors are small."""
        return bool(self.mine or self.challenges or self.friends or self.own_tournaments or self.came_back)
