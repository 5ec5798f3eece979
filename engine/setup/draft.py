"""The draft, for two players (R2.3) and alone (R2.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine import cards
from engine.events import Event
from engine.json_fields import StoredJson
from engine.seat import SEATS, BySeat, Seat, other
from engine.setup import chance
from engine.setup.choices import PICK, DeckChoices, PickNotation, VisibleSeats, offered
from engine.setup.options import SOLO, Options
from engine.setup.views import DraftView

REVEALED = 4
DECK_SIZE = 8
SOLO_CARDS = 32
"""The number of cards that a solo draft goes through; a duel's ends when both players have eight."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft under way. `draw`: the pile, top first; `picks`: the growing decks, in the order of picking."""

    solo: bool
    draw: tuple[str, ...]
    revealed: tuple[str, ...] = ()
    picks: BySeat[tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(SEATS, ()))
    round: int = 0

    @property
    def phase(self) -> Literal["draft"]:
        """The name of this stage."""
        return "draft"

    @classmethod
    def begin(cls, options: Options) -> tuple[Draft, list[Event]]:
        """Shuffle the chosen sets and reveal the first four."""
        pile = cards.of_sets(options.pool)
        chance.source(options.seed, "draft").shuffle(pile)
        solo = options.mode == SOLO
        return cls(solo, tuple(pile[:SOLO_CARDS] if solo else pile))._reveal()

    @property
    def finished(self) -> bool:
        """True if all decks are complete."""
        return not self.revealed and len(self.picks["A"]) == DECK_SIZE

    @property
    def first(self) -> Seat:
        """The seat that chooses first in this round: A in the first, then in turn; alone always the player."""
        return "A" if self.solo else SEATS[(self.round - 1) % 2]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seat that picks now: of four cards the first chooser, of the rest the other."""
        if self.solo or len(self.revealed) == REVEALED:
            return (self.first,)
        return (other(self.first),)

    def legal(self, seat: Seat) -> list[PickNotation]:
        """Return a pick for each revealed card."""
        return [{"type": PICK, "card": slug} for slug in self.revealed]

    def apply(self, seat: Seat, action: object) -> tuple[Draft, list[Event]]:
        """Return the draft after `seat` has taken a revealed card, and the events.

        Cards left without a choice are handed out, and the next four revealed.
        """
        slug = offered(action, PICK, self.revealed)
        draft, events = self._take(seat, slug)
        if self.solo:
            draft, handed = draft._hand_out("B")
        elif len(draft.revealed) == 1:
            draft, handed = draft._hand_out(self.first)
        else:
            return draft, events
        events += handed
        if draft.finished:
            return draft, events
        draft, revealed = draft._reveal()
        return draft, events + revealed

    def _reveal(self) -> tuple[Draft, list[Event]]:
        shown, rest = self.draw[:REVEALED], self.draw[REVEALED:]
        draft = Draft(self.solo, rest, shown, self.picks, self.round + 1)
        return draft, [{"type": "draft_revealed", "cards": list(shown), "first": draft.first}]

    def _take(self, seat: Seat, slug: str) -> tuple[Draft, list[Event]]:
        left = tuple(card for card in self.revealed if card != slug)
        picks = self.picks | {seat: (*self.picks[seat], slug)}
        draft = Draft(self.solo, self.draw, left, picks, self.round)
        return draft, [{"type": "picked", "player": seat, "card": slug}]

    def _hand_out(self, seat: Seat) -> tuple[Draft, list[Event]]:
        """Give `seat` all cards still revealed: there is no choice left."""
        draft, events = self, list[Event]()
        for slug in self.revealed:
            draft, taken = draft._take(seat, slug)
            events += taken
        return draft, events

    def view_for(self, visible: VisibleSeats) -> DraftView:
        """Return everything but the draw pile, which counts as a number only (R2.5a)."""
        return {
            "first": self.first,
            "revealed": list(self.revealed),
            "picks": {seat: list(slugs) for seat, slugs in self.picks.items()},
            "round": self.round,
            "left": len(self.draw),
        }

    @property
    def decks(self) -> DeckChoices:
        """The cards of each seat."""
        return self.picks

    def to_json(self) -> StoredJson:
        """Return everything, the draw pile's order included, for storage."""
        return {
            "draw": list(self.draw),
            "revealed": list(self.revealed),
            "picks": [list(self.picks[seat]) for seat in SEATS],
            "round": self.round,
        }

    @classmethod
    def from_json(cls, options: Options, data: StoredJson) -> Draft:
        """Return the draft that `to_json` wrote."""
        picks = {seat: tuple(slugs) for seat, slugs in zip(SEATS, data["picks"], strict=True)}
        return cls(options.mode == SOLO, tuple(data["draw"]), tuple(data["revealed"]), picks, data["round"])
