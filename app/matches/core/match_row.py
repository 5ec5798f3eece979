"""`MatchRow`: what is known about a match apart from its cards, as a value that knows no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from app.base.errors import AppError, Code
from app.base.live.server_messages import EditionName, ResultOut, Status
from app.matches.core.reader_role import ReaderRole, Sides, acting_part
from app.matches.core.seat_holder import (
    Automaton,
    Bot,
    FormerPlayer,
    FreeSeat,
    Partners,
    SeatHolder,
    is_hot_seat,
    name_of,
    people_of,
)
from app.people.players.player import Player
from engine.match import Match
from engine.notation.types import Mode
from engine.seat import SEATS, BySeat, Seat, Viewer, Winner
from engine.setup.options import OptionsNotation


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: `winner` is a seat, "draw" or None (never begun); `reason` a word such as "fort"."""

    winner: Winner | None
    reason: str

    def to_json(self) -> ResultOut:
        """Return the form in which the API and the record show it."""
        return {"winner": self.winner, "reason": self.reason}


NO_BOTS: Final[Mapping[Seat, Bot]] = {}


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A row of `matches` with its rows of `seats`. Never shown as it is: `options` holds the seed, `holders` the ids of
    players."""

    id: str
    mode: Mode
    edition: EditionName
    format: str
    options: OptionsNotation = field(repr=False)
    status: Status
    holders: Mapping[Seat, SeatHolder]
    public: bool
    casual: bool
    rated: bool
    result: Result | None
    rematch_of: str | None
    version: int
    created_at: float
    started_at: float | None
    finished_at: float | None
    coach: Player | None
    features: Mapping[str, str | int | float | None]  # the values of the features, by column: `features.Stored`
    guests: tuple[Player, ...] = field(init=False, repr=False, compare=False)
    """The guests who hold seats, twice the same at a hot seat; of a pair both."""
    hotseat: bool = field(init=False, repr=False, compare=False)
    """True if two people play at one device, so that one guest holds both seats."""
    has_two_guests: bool = field(init=False, repr=False, compare=False)
    """True if people play at both seats, at two devices or at one: they can agree on something."""
    has_pair: bool = field(init=False, repr=False, compare=False)
    """True if two hold a side together (H12)."""
    has_automaton: bool = field(init=False, repr=False, compare=False)
    """True if a guest plays against the automaton."""
    has_former_player: bool = field(init=False, repr=False, compare=False)
    """True if a former player sat here, who has deleted everything since."""
    is_full: bool = field(init=False, repr=False, compare=False)
    """True if no seat is free, so that the match can begin."""
    bots: Mapping[Seat, Bot] = field(init=False, repr=False, compare=False)
    """The bots, by the seats that they hold."""
    is_sealed: bool = field(init=False, repr=False, compare=False)
    """True if nobody sees more of the cards after the end than during play: the decks were handed in for a tournament,
    or are kept for the next matches of a series that continues. `still_sealed` says who may read the record."""
    _seats: Mapping[str, tuple[Seat, ...]] = field(init=False, repr=False, compare=False)  # by the ids of players

    def __post_init__(self) -> None:
        a, b = (people_of(self.holders[seat]) for seat in SEATS)
        ids = {seat: {guest.id for guest in guests} for seat, guests in (("A", a), ("B", b))}
        seats = {guest.id: tuple([seat for seat in SEATS if guest.id in ids[seat]]) for guest in (*a, *b)}
        object.__setattr__(self, "guests", (*a, *b))  # all of these are needed several times with each move
        object.__setattr__(self, "has_two_guests", bool(a and b))
        kinds = {type(holder) for holder in self.holders.values()}  # by which no two holders need be compared
        object.__setattr__(self, "has_pair", Partners in kinds or len(self.guests) > len(SEATS))
        object.__setattr__(self, "has_automaton", Automaton in kinds)
        object.__setattr__(self, "has_former_player", FormerPlayer in kinds)
        object.__setattr__(self, "is_full", FreeSeat not in kinds)
        bots = {seat: holder for seat in SEATS if isinstance(holder := self.holders[seat], Bot)}
        object.__setattr__(self, "bots", bots or NO_BOTS)
        object.__setattr__(self, "_seats", seats)
        object.__setattr__(self, "hotseat", is_hot_seat(self.holders))
        object.__setattr__(self, "is_sealed", self._find_sealed())

    def __hash__(self) -> int:
        return hash((self.id, self.version))

    def _find_sealed(self) -> bool:
        facts = self.features
        if facts.get("tournament") is not None and self.options.get("settled"):
            return True
        best_of, winner = facts.get("best_of"), self.result.winner if self.result else None
        if self.format != "constructed" or facts.get("series_decks") != "kept" or not isinstance(best_of, int):
            return False
        won = [int(facts.get(f"won_{seat.lower()}") or 0) + (winner == seat) for seat in SEATS]
        return max(won) <= best_of // 2

    @property
    def names(self) -> BySeat[str | None]:
        """The names of guests and bots; None for a free seat and for the automaton."""
        return {seat: name_of(self.holders[seat]) for seat in SEATS}

    def members(self, seat: Seat) -> tuple[Player, ...]:
        """Return the guests who hold a seat: one, two, or none."""
        return people_of(self.holders[seat])

    def seats_of(self, player_id: str | None) -> tuple[Seat, ...]:
        """Return the seats that this player holds: one, none, or at a hot seat both."""
        return () if player_id is None else self._seats.get(player_id, ())

    def seat_of(self, player_id: str | None) -> Viewer:
        """Return the seat through which this player looks, or None: a spectator.

        None at a hot seat, too: only a page that keeps a cover over the hands may look through one of the two seats.
        """
        held = self.seats_of(player_id)
        return held[0] if len(held) == 1 else None

    def reader_of(self, player_id: str | None) -> ReaderRole:
        """Return how this player looks at the match; a visitor without a cookie as a spectator."""
        seat = self.seat_of(player_id)
        if seat is not None:
            return ReaderRole(seat, self.part_of(seat, player_id))
        if self.coach is not None and player_id == self.coach.id and not self.seats_of(player_id):
            return ReaderRole(hands=cast("Sides | None", self.features["coach_sees"]))
        return ReaderRole()

    def awaited_at(self, seat: Seat, match: Match | None) -> tuple[Player, ...]:
        """Return the guests who are to act for a seat: of a pair one, before the first turn both."""
        members = self.members(seat)
        if len(members) < len(SEATS) or match is None or (part := acting_part(match, seat)) is None:
            return members
        return (members[part],)

    def part_of(self, seat: Seat, player_id: str | None) -> int | None:
        """Return the place of a player in the pair that holds a seat at two devices; None where there is none."""
        holder = self.holders[seat]
        if not isinstance(holder, Partners) or holder.at_one_device:
            return None
        return 0 if holder.one.id == player_id else 1

    def seat_for(self, player_id: str, seat: Viewer = None) -> Seat:
        """Return the seat for which a player speaks: the only one, or at a hot seat the one that is named.

        AppError(not_your_seat).
        """
        held = self.seats_of(player_id)
        if seat is None and len(held) == 1:
            return held[0]
        if seat is None or seat not in held:
            raise AppError(Code.not_your_seat)
        return seat

    @property
    def free_seat(self) -> Seat | None:
        """The seat that a room link still offers."""
        if self.status != "open":
            return None
        return next((seat for seat in SEATS if isinstance(self.holders[seat], FreeSeat)), None)
