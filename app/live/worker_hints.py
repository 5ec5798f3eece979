"""The closed set of hints between workers: each says that something changed, never what.

See docs/decisions/live-updates.md.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict, final


@final
class MatchHint(TypedDict):
    """A match changed: the number of its actions or the version of its row where that is what changed, `present` who is
    connected, `talk` the number of a line."""

    match: str
    seq: NotRequired[int]
    version: NotRequired[int]
    present: NotRequired[bool]
    talk: NotRequired[int]


@final
class NoticeHint(TypedDict):
    """Tell that the host says something else to everybody now."""

    notice: str


@final
class LobbyHint(TypedDict):
    """The lists of strangers changed, or what the `player` sees in the lobby."""

    lobby: Literal[True]
    player: NotRequired[str]


@final
class OwnMatchesHint(TypedDict):
    """The lists of these players' own matches changed."""

    own: list[str]


@final
class PlayerHint(TypedDict):
    """Tell that what is stored about a player has changed."""

    player: str


@final
class BanHint(TypedDict):
    """Tell that the host keeps somebody away, or does no more."""

    bans: Literal[True]


WorkerHint: TypeAlias = MatchHint | NoticeHint | LobbyHint | OwnMatchesHint | PlayerHint | BanHint
"""Any of the hints. Another worker may be of another version: whoever listens takes the keys that it knows."""
