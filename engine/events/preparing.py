"""The events before the first turn (section 2): the draft, bans, decks, Champions, and what is dealt."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.cards import CardNotation
from engine.events.parts import OfPlayer
from engine.seat import Seat


class CoinTossed(TypedDict):
    """Chance decided who starts (R2.7)."""

    type: Literal["coin"]
    first: Seat


class DraftRevealed(TypedDict):
    """The next cards of a draft lie open; `first` picks first."""

    type: Literal["draft_revealed"]
    cards: list[str]
    first: Seat


class Picked(OfPlayer):
    """A card of a draft was taken."""

    type: Literal["picked"]
    card: str


class Banned(OfPlayer):
    """A card was banned `by` one player from the deck of the other (R2.5, 2021)."""

    type: Literal["banned"]
    by: Seat
    card: str


class DeckChosen(OfPlayer):
    """A deck is built; only its owner sees its `cards`."""

    type: Literal["deck_chosen"]
    cards: NotRequired[list[str]]


class DecksRevealed(TypedDict):
    """Both decks became public (R2.5, 2021)."""

    type: Literal["decks_revealed"]
    A: list[str]
    B: list[str]


class ChampionChosen(OfPlayer):
    """A Champion is chosen, or declined; only its owner sees the `card`."""

    type: Literal["champion_chosen"]
    card: NotRequired[CardNotation | None]


class ChampionsRevealed(TypedDict):
    """The Champions became public (R9.1)."""

    type: Literal["champions_revealed"]
    A: CardNotation | None
    B: CardNotation | None


class Dealt(TypedDict):
    """The cards are dealt: how many each player has (R2.7, R10.1)."""

    type: Literal["dealt"]
    A: int
    B: int


SetupEvent = (
    CoinTossed | DraftRevealed | Picked | Banned
    | DeckChosen | DecksRevealed | ChampionChosen | ChampionsRevealed | Dealt
)  # fmt: skip
