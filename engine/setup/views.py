"""The set-up as one viewer may see it (R2.5a), in JSON: what holds in every stage, and what each stage adds."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, final

from engine.cards import CardNotation
from engine.seat import BySeat, Seat, Winner
from engine.view import View

SetupPhase = Literal["draft", "deck", "ban", "champion", "done", "over"]
KnownDecks = dict[Seat, list[str] | None]
"""Decks as far as they are settled: slugs, and designed cards as `cards.text_of` writes them (H13); None where one is
secret."""


class DraftView(TypedDict):
    """A draft: the seat that picks `first` in this `round`, and the number of cards `left` in the draw pile."""

    first: Seat
    revealed: list[str]
    picks: BySeat[list[str]]
    round: int
    left: int


class BuildingView(TypedDict):
    """The `size` of a deck, and who is `ready`."""

    size: int
    ready: dict[Seat, bool]
    decks: KnownDecks


class BansView(TypedDict):
    """Whole decks, and what is `banned` of them, by owner."""

    decks: KnownDecks
    banned: BySeat[list[str]]


class ChampionsView(TypedDict):
    """The choice of Champions: the seats that are `ready`, and whether there must be Champions."""

    ready: dict[Seat, bool]
    champions: dict[Seat, CardNotation | None]
    optional: bool


class SetupFacts(TypedDict):
    """The facts known of a match in each stage before its first turn; "over" if it has ended there."""

    edition: str
    mode: str
    format: str
    phase: SetupPhase
    to_act: list[Seat]
    winner: Winner | None


@final
class DraftSetup(SetupFacts, DraftView):
    """While cards are picked (R2.3)."""


@final
class BuildingSetup(SetupFacts, BuildingView):
    """While decks are built (R2.5)."""


@final
class BansSetup(SetupFacts, BansView):
    """While cards are banned (R2.5)."""


@final
class ChampionsSetup(SetupFacts, ChampionsView):
    """While Champions are chosen (R9.1); decks are settled."""

    decks: KnownDecks


SetupView: TypeAlias = DraftSetup | BuildingSetup | BansSetup | ChampionsSetup
MatchView: TypeAlias = View | DraftSetup | BuildingSetup | BansSetup | ChampionsSetup
"""Of a match at any time. (One union: mypy narrows no union within a union by `"turn" in view`.)"""
