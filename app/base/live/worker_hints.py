"""The closed set of hints between workers: each says that something changed, never what it is now.

See docs/decisions/live-updates.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

SITE: Final = "clash:site"
"""The channel of what concerns every worker; hints about matches go to the channel of their shard."""


@dataclass(frozen=True, slots=True)
class MoveHint:
    """An action was played, the `seq`-th, and nothing else about the match changed."""

    match: str
    seq: int
    type: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class MatchHint:
    """A match changed otherwise: its row, its players' connections, its chat."""

    match: str
    type: Literal["match"] = "match"


@dataclass(frozen=True, slots=True)
class NoticesHint:
    """The host's notices changed."""

    type: Literal["notices"] = "notices"


@dataclass(frozen=True, slots=True)
class LobbyHint:
    """The public lists changed."""

    type: Literal["lobby"] = "lobby"


@dataclass(frozen=True, slots=True)
class OwnMatchesHint:
    """The list of a player's own matches changed."""

    player: str
    type: Literal["own_matches"] = "own_matches"


@dataclass(frozen=True, slots=True)
class PlayerHint:
    """A player's stored data has changed."""

    player: str
    type: Literal["player"] = "player"


@dataclass(frozen=True, slots=True)
class BansHint:
    """The mutes and bans changed."""

    type: Literal["bans"] = "bans"


@dataclass(frozen=True, slots=True)
class TournamentHint:
    """A tournament changed: its entries, its rounds, an outcome."""

    tournament: str
    type: Literal["tournament"] = "tournament"


@dataclass(frozen=True, slots=True)
class FriendsHint:
    """The friends of a player may see something new: that they are here, or whether they are friends."""

    player: str
    type: Literal["friends"] = "friends"


WorkerHint = (
    MoveHint
    | MatchHint
    | NoticesHint
    | LobbyHint
    | OwnMatchesHint
    | PlayerHint
    | BansHint
    | TournamentHint
    | FriendsHint
)

HINT: Final[TypeAdapter[WorkerHint]] = TypeAdapter(Annotated[WorkerHint, Field(discriminator="type")])
"""Reads one hint. Another worker may be of another version: keys that are not known here are ignored."""
