"""A match before its first turn: the stages of its format, one after the other, and the deal (section 2, R9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine import cards
from engine.cards import CardNotation
from engine.errors import BadPosition, IllegalAction
from engine.events import Event
from engine.json_fields import StoredJson
from engine.seat import SEATS, Seat, Viewer, Winner
from engine.setup import chance
from engine.setup.bans import Bans
from engine.setup.building import Building
from engine.setup.champions import Champions
from engine.setup.choices import DeckChoices, Offer, VisibleSeats
from engine.setup.draft import Draft
from engine.setup.options import CONSTRUCTED, DECKS, DRAFT, PRECONSTRUCTED, SOLO, Options
from engine.setup.views import KnownDecks, SetupFacts, SetupPhase, SetupView

Stage = Draft | Building | Bans | Champions
DONE: Final = "done"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Deal:
    """The table as it is dealt (R2.7, R10.1), cards as `cards.text_of` writes them.

    `hands` by seat, left to right, without the fortress (solo: A's only); `pile` of the automaton, top first;
    `champions` by seat; `first`, the seat that starts; `pile_seed`, for later shuffles of the pile.
    """

    hands: dict[Seat, list[str]]
    pile: list[str]
    champions: Mapping[Seat, CardNotation | None]
    first: Seat
    pile_seed: int


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up at one moment; `apply` gives the next one and leaves this one as it is.

    `stage` is the present stage, None when nothing is left to choose; `decks` and `champions` are those that are
    settled.
    """

    options: Options
    stage: Stage | None = None
    decks: DeckChoices = field(default_factory=dict)
    champions: Mapping[Seat, CardNotation | None] = field(default_factory=dict)

    @classmethod
    def new(cls, options: Options) -> tuple[Setup, list[Event]]:
        """Return the set-up as far as it goes without the players, and the events."""
        if options.settled and options.format != PRECONSTRUCTED:
            return cls(options)._decks_settled(dict(options.settled), [])
        if options.format == DRAFT:
            draft, events = Draft.begin(options)
            return cls(options, draft), events
        if options.format == CONSTRUCTED:
            building, events = Building.begin(options)
            return cls(options, building), events
        decks = _preconstructed(options) if options.format == PRECONSTRUCTED else {}
        return cls(options)._decks_settled(decks, [])

    @property
    def phase(self) -> SetupPhase:
        """ "draft", "deck", "ban" or "champion"; "done" when the cards can be dealt."""
        return DONE if self.stage is None else self.stage.phase

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return () if self.stage is None else self.stage.to_act

    def legal(self, seat: Seat) -> Sequence[Offer]:
        """Return the legal actions of `seat`, in the notation; empty when it is not to act."""
        return [] if self.stage is None or seat not in self.to_act else self.stage.legal(seat)

    def apply(self, seat: Seat, action: object) -> tuple[Setup, list[Event]]:
        """Return the set-up after `action` by `seat`, and the events.

        Raises IllegalAction, and changes nothing, if the rules refuse it.
        """
        if self.stage is None:
            raise IllegalAction("wrong_phase")
        if seat not in self.to_act:
            raise IllegalAction("not_your_turn")
        stage, events = self.stage.apply(seat, action)
        after = Setup(self.options, stage, self.decks, self.champions)
        return after._next(stage, events) if stage.finished else (after, events)

    # -- from one stage to the next

    def _next(self, stage: Stage, events: list[Event]) -> tuple[Setup, list[Event]]:
        if isinstance(stage, Champions):
            return replace(self, champions=stage.result)._done(events)
        if isinstance(stage, Building) and self.options.rules.bans:
            return replace(self, stage=Bans(stage.decks)), events
        return self._decks_settled(stage.decks, events)

    def _decks_settled(self, decks: DeckChoices, events: list[Event]) -> tuple[Setup, list[Event]]:
        settled = replace(self, stage=None, decks=decks)
        if self.options.champions:
            return replace(settled, stage=Champions.begin(self.options, decks)), events
        return settled._done(events)

    def _done(self, events: list[Event]) -> tuple[Setup, list[Event]]:
        """Finish: nothing is left to choose; a coin toss decides who starts where the options do not (R2.7)."""
        if self._tossed:
            events = [*events, {"type": "coin", "first": self._first}]
        return replace(self, stage=None), events

    # -- the deal

    @property
    def _tossed(self) -> bool:
        options = self.options
        return options.mode != SOLO and options.first is None and options.position is None

    @property
    def _first(self) -> Seat:
        options = self.options
        if options.solo is not None:
            return "B" if options.solo.automaton_starts else "A"
        if options.first is not None:
            return options.first
        return chance.source(options.seed, "coin").choice(SEATS)

    def deal(self) -> Deal:
        """Shuffle the decks into hands, or the automaton's into its pile (R2.7, R10.1); only when `phase` is "done"."""
        if self.phase != DONE:
            raise IllegalAction("wrong_phase")
        dealt = {seat: self._shuffled(seat) for seat in self.decks}
        pile = dealt.pop("B", []) if self.options.mode == SOLO else []
        return Deal(dealt, pile, self.champions, self._first, self.options.seed)

    def _shuffled(self, seat: Seat) -> list[str]:
        deck = list(self.decks[seat])
        chance.source(self.options.seed, f"deck/{seat}").shuffle(deck)
        return deck

    # -- who sees what

    def view_for(self, viewer: Viewer, winner: Winner | None = None, *, everything: bool = False) -> SetupView:
        """Return the set-up as `viewer` ("A", "B", None for a spectator) sees it, built field by field (R2.5a).

        `winner` is given when the match has ended before its first turn: then it is over and everything is shown, as it
        is in a replay with `everything`.
        """
        options = self.options
        visible = frozenset(SEATS) if winner or everything else _visible_seats(viewer)
        shown: SetupFacts = {
            "edition": options.edition,
            "mode": options.mode,
            "format": options.format,
            "phase": OVER if winner else self.phase,
            "to_act": [] if winner else list(self.to_act),
            "winner": winner,
        }
        stage = self.stage
        if isinstance(stage, Draft):
            return {**shown, **stage.view_for(visible)}
        if isinstance(stage, Building):
            return {**shown, **stage.view_for(visible)}
        if isinstance(stage, Bans):
            return {**shown, **stage.view_for(visible)}
        assert stage is not None, "a set-up that is done is dealt at once"
        return {**shown, "decks": self._known_decks(visible), **stage.view_for(visible)}

    def known_decks(self, viewer: Viewer) -> KnownDecks:
        """Return the decks as far as `viewer` knows them once they are settled (R2.5a), as lists without order.

        None where a deck is secret: the other player's in a constructed duel of 2022.
        """
        return self._known_decks(_visible_seats(viewer))

    def _known_decks(self, visible: VisibleSeats) -> KnownDecks:
        secret = self.options.format == CONSTRUCTED and not self.options.rules.bans
        return {seat: None if secret and seat not in visible else sorted(deck) for seat, deck in self.decks.items()}

    # -- storage

    def to_json(self) -> StoredJson:
        """Return everything but the options, secrets included: for storage only."""
        stage = None if self.stage is None else {"phase": self.stage.phase, **self.stage.to_json()}
        decks = {seat: list(deck) for seat, deck in self.decks.items()}
        return {"stage": stage, "decks": decks, "champions": dict(self.champions)}

    @classmethod
    def from_json(cls, data: StoredJson, options: Options) -> Setup:
        """Return the set-up that `to_json` wrote; raises BadPosition for anything else."""
        try:
            decks = {seat: tuple(deck) for seat, deck in data["decks"].items()}
            stage = None if data["stage"] is None else _stage(data["stage"], options, decks)
            return cls(options, stage, decks, dict(data["champions"]))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadPosition("bad_setup") from None


def _visible_seats(viewer: Viewer) -> VisibleSeats:
    return frozenset() if viewer is None else frozenset((viewer,))


def _stage(data: StoredJson, options: Options, decks: DeckChoices) -> Stage:
    phase = data["phase"]
    if phase == "draft":
        return Draft.from_json(options, data)
    if phase == "deck":
        return Building.from_json(options, data)
    if phase == "ban":
        return Bans.from_json(options, data)
    if phase == "champion":
        return Champions.from_json(options, decks, data)
    raise ValueError(phase)


def _preconstructed(options: Options) -> DeckChoices:
    """Return the decks by their numbers (R2.2); a player without one gets one of the rest by chance (H4).

    In a mirror match both have the same one (H9). Alone, the rest is the pile. A settled deck takes the place of one
    (H13).
    """
    numbers = dict(options.decks)
    left = [number for number in DECKS if number not in numbers.values()]
    chance.source(options.seed, "decks").shuffle(left)
    for seat in SEATS[:1] if options.mode == SOLO else SEATS:
        if seat not in numbers:
            numbers[seat] = left.pop() if not (options.mirror and numbers) else next(iter(numbers.values()))
    decks: dict[Seat, tuple[str, ...]] = {seat: tuple(cards.preconstructed(number)) for seat, number in numbers.items()}
    decks |= options.settled
    if options.mode == SOLO:
        decks["B"] = tuple(slug for number in sorted(left) for slug in cards.preconstructed(number))
    return decks
