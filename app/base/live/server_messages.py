"""The closed set of messages to clients, each with a `type`, and the one encoder; the API answers with the same
states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import (
    Annotated,
    Final,
    Literal,
    NewType,
    NotRequired,  # pydantic reads those of typing only from Python 3.12 on
)

import orjson
from pydantic import Field
from typing_extensions import TypedDict

from engine.notation.types import Mode
from engine.seat import Seat, Winner

Status = Literal["open", "setup", "playing", "over"]
EditionName = Literal["2021", "2022"]

Encoded = NewType("Encoded", str)
"""A message of this set as JSON: nothing else is sent."""


class ResultOut(TypedDict):
    """The end of a match."""

    winner: Winner | None
    reason: str


class NamesOut(TypedDict):
    """The names of guests and bots; null for a free seat and for the automaton."""

    A: str | None
    B: str | None


class Member(TypedDict):
    """One of two who hold a side together."""

    kind: Literal["guest", "program"]
    name: str


class PlayerOut(TypedDict):
    """The holder of a seat; `level` is a bot's, 0 to 6, `face` the picture of a guest, a creature by its slug. A
    program is a guest, too: a bot account.

    A pair are two `members` who hold the side together (H12): the first takes its first turn, the second the next.
    """

    kind: Literal["guest", "program", "pair", "bot", "automaton", "former", "free"]
    name: str | None
    level: int | None
    face: str | None
    members: NotRequired[list[Member]]


class Players(TypedDict):
    """The holders of both seats."""

    A: PlayerOut
    B: PlayerOut


class DeckNumbers(TypedDict):
    """The preconstructed decks in play (R2.2, public by R2.5a); null for the automaton, which plays the other cards."""

    A: int | None
    B: int | None


class PresentOut(TypedDict):
    """The connections to a match."""

    A: bool
    B: bool
    watchers: int


class ClockOut(TypedDict):
    """The clocks of a match, as its host chose them (the keys of its kind) and how they stand."""

    kind: Literal["turn", "fischer", "correspondence"]
    seconds: NotRequired[Annotated[int, Field(description="for each turn")]]
    base: NotRequired[Annotated[int, Field(description="seconds for the match")]]
    increment: NotRequired[Annotated[int, Field(description="seconds more after each of one's turns")]]
    hours: NotRequired[Annotated[int, Field(description="for each turn")]]
    vacation: NotRequired[Annotated[int, Field(description="days for each player")]]
    left: Annotated[dict[Seat, float], Field(description="the seconds that each has left, when this was said")]
    runs: Annotated[list[Seat], Field(description="whose clock runs")]
    vacation_left: Annotated[dict[Seat, int] | None, Field(description="seconds of vacation; null where there is none")]
    away: Annotated[list[Seat], Field(description="who is on vacation")]


class FeatureKeys(TypedDict):
    """The public keys of a match's features (`app.matches.core.features` gives the values).

    All in one place: a client reads one closed set, and a TypedDict cannot be put together from the list of features. A
    test compares the two.
    """

    draw_offer: Seat | None
    takeback_offer: Annotated[
        Seat | None,
        Field(description="the seat that asks to play its last finished turn again; void after a further action"),
    ]
    absent: Annotated[
        Seat | None,
        Field(
            description="the seat whose player stays away while awaited: the other may claim the win or a draw, or wait"
        ),
    ]
    rematch_offer: Seat | None
    next: Annotated[str | None, Field(description="the id of the rematch, or of the next match of the series")]
    best_of: Annotated[int | None, Field(description="3 or 5 in a series (H11); null for a single match")]
    won_a: Annotated[int | None, Field(description="matches of the series that A has won, this one included")]
    won_b: Annotated[int | None, Field(description="the same of B")]
    tournament: Annotated[str | None, Field(description="the id of the tournament to which the match belongs")]
    pairs: NotRequired[
        Annotated[Literal["A", "B", "AB"], Field(description="only where two may hold a side together (H12): which")]
    ]
    coach: NotRequired[Annotated[str, Field(description="only while a coach looks on: the name")]]
    coach_sees: NotRequired[
        Annotated[
            Literal["A", "B", "AB"], Field(description="only where a coach was agreed on: the hands they may see")
        ]
    ]
    coach_offer: NotRequired[Annotated[Seat, Field(description="only while a coach is offered: the seat that offers")]]
    coach_wish: NotRequired[
        Annotated[Literal["A", "B", "AB"], Field(description="with it: the hands that the coach would see")]
    ]
    show_by: Annotated[
        float | None,
        Field(description="the site's time by which the player to act must have acted for the first time, or forfeits"),
    ]
    awaited: NotRequired[
        Annotated[
            Literal["A", "B", "AB"],
            Field(
                description="only while somebody must come by `show_by`: the seats that have not acted and are to act"
            ),
        ]
    ]
    caster: Annotated[
        int | None,
        Field(description="seconds after which the caster of the tournament may see both hands; null: never"),
    ]


class _Match(FeatureKeys):
    """The part that two answers share: the stream's after each change, and the API's when asked."""

    seq: Annotated[int, Field(description="the number of actions so far")]
    status: Status
    view: Annotated[
        Mapping[str, object] | None,
        Field(
            description="the position without what the caller may not know; null while open. An unknown card of a hand "
            'is "?", the automaton\'s pile a number; `pile_known` are the cards known to lie on it, the top one first'
        ),
    ]
    legal: Annotated[
        Sequence[Mapping[str, object]],
        Field(description="empty when it is not the caller's to act; resigning is not listed"),
    ]
    to_act: Sequence[Seat]
    result: ResultOut | None
    clock: Annotated[ClockOut | None, Field(description="null without; null, too, in what a stream says again")]


class MatchStep(_Match):
    """A match after one change, and what happened."""

    type: Literal["update"]
    events: Sequence[Mapping[str, object]]


class MatchState(_Match):
    """A match as the caller may see it."""

    type: Literal["state"]
    id: str
    seat: Annotated[Seat | None, Field(description="the caller's seat; null for a spectator")]
    mode: Mode
    edition: EditionName
    format: str
    names: NamesOut
    players: Players
    decks: Annotated[
        DeckNumbers | None, Field(description="null where no preconstructed decks are played, or none yet")
    ]
    public: bool
    casual: bool
    rated: Annotated[bool, Field(description="it counts for ratings, as it stands")]
    seed: Annotated[int | None, Field(description="only when a player gave it")]
    present: PresentOut


class Acted(MatchState):
    """The match after an action, and what happened."""

    events: Sequence[Mapping[str, object]]


class Refused(TypedDict):
    """A refusal: nothing was changed. A page gets a fragment that says so, and the id of the press that is refused."""

    type: Literal["error"]
    error: str
    code: str
    content: NotRequired[str]
    press: NotRequired[str]


class Taken(TypedDict):
    """The answer to a press with this id: it is carried out, now or before."""

    type: Literal["taken"]
    press: str


class Beat(TypedDict):
    """The answer to a sign of life with this number; a board is up to date."""

    type: Literal["beat"]
    beat: int


class Reload(TypedDict):
    """A page has to load itself again: it cannot be kept up to date from here."""

    type: Literal["reload"]


class Banner(TypedDict):
    """The notices of the host, as a fragment."""

    type: Literal["banner"]
    content: str


class LobbyState(TypedDict):
    """The open tables, the matches to watch, and the challenges to the reader, as the API lists them."""

    type: Literal["lobby"]
    tables: Sequence[Mapping[str, object]]
    matches: Sequence[Mapping[str, object]]
    challenges: Sequence[Mapping[str, object]]


class OwnState(TypedDict):
    """The matches of a player that are not over, and the challenges that wait for an answer, as the API lists them."""

    type: Literal["own_matches"]
    matches: Sequence[Mapping[str, object]]
    challenges: Sequence[Mapping[str, object]]


class ZoneFrame(TypedDict):
    """A zone of a page that has changed, as a fragment."""

    type: Literal["zone"]
    content: str


class TalkPanel(TypedDict):
    """The chat at a match, for a page: the inside of its panel."""

    type: Literal["talk_panel"]
    content: str


class TalkLines(TypedDict):
    """Further lines for the panel of a page."""

    type: Literal["talk_lines"]
    content: str


class LineOut(TypedDict):
    """A line that somebody said: an emote, a text or marks; at the table, among the spectators, or to one side."""

    number: int
    room: Literal["table", "watchers", "side"]
    seat: Annotated[Seat | None, Field(description="null for a spectator; of `side` who reads it, null for both")]
    name: str
    emote: str | None
    text: str | None
    marks: Annotated[str | None, Field(description="arrows and rings on the table")]
    seq: Annotated[int | None, Field(description="the number of actions for which the marks hold")]
    at: Annotated[float, Field(description="seconds since 1970")]


class TalkOut(TypedDict):
    """Lines of chat that the reader may read."""

    type: Literal["talk"]
    lines: Sequence[LineOut]


class Snapshot(TypedDict):
    """A page's whole stage, without animation. `now` is the server's time in seconds since 1970, `clock` the site's."""

    type: Literal["snapshot"]
    seq: int
    now: NotRequired[float]
    clock: NotRequired[float]
    content: str


Frame = TypedDict(
    "Frame",
    {
        "type": Literal["frame"],
        "seq": int,
        "content": str,
        "from": NotRequired[int],
        "events": NotRequired[Sequence[Mapping[str, object]]],
        "faces": NotRequired[Mapping[str, str]],
        "more": NotRequired[Literal[True]],
        "clock": NotRequired[float],
    },
)
"""An update of a page to the state after `seq` actions: fragments of the zones that changed, and the events, from the
`from`-th action on, that it animates first. `more`: another action of the same player follows on its own. `clock`: the
site's time, where the match has clocks."""

ServerMessage = (
    MatchState
    | MatchStep
    | Acted
    | Refused
    | Taken
    | Beat
    | Reload
    | Banner
    | ZoneFrame
    | LobbyState
    | TalkPanel
    | TalkLines
    | TalkOut
    | OwnState
    | Snapshot
    | Frame
)


def encoded(message: ServerMessage) -> Encoded:
    """Return a message as it is sent."""
    return Encoded(orjson.dumps(message).decode())


RELOAD: Final = encoded({"type": "reload"})
ZONE_HEAD: Final = '{"type":"zone","content":"'
"""The beginning of each encoded zone; its fragment follows, as JSON."""
ZONE_TAIL: Final = '"}'


@lru_cache(maxsize=4)
def joined(messages: tuple[Encoded, ...]) -> tuple[Encoded, ...]:
    """Return messages that say the same, with all zones in the last one: a page pays for each message, not for each
    zone. Pages that show the same get the same strings."""
    zones = [message for message in messages if message.startswith(ZONE_HEAD)]
    if len(zones) < 2:
        return messages
    content = "".join(zone[len(ZONE_HEAD) : -len(ZONE_TAIL)] for zone in zones)
    others = [message for message in messages if not message.startswith(ZONE_HEAD)]
    return (*others, Encoded(f"{ZONE_HEAD}{content}{ZONE_TAIL}"))
