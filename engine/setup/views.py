"""The set-up as one viewer may see it (R2.5a), in JSON."""

from __future__ import annotations

from typing import Literal, TypedDict, final

from engine.cards import CardNotation
from engine.seat import BySeat, Seat, Winner

SetupPhase = Literal["draft", "deck", "ban", "champion", "done", "over"]
KnownDecks = dict[Seat, list[str] | None]
"""Decks as slugs, as far as they are settled; None where one is secret."""


class StageView(TypedDict, total=False):
    """The view of a stage; each has its own keys.

    Draft: who picks `first` in this `round`, the cards `revealed`, the `picks` so far, how many cards are `left` in
    the draw pile. Building: the `size` of a deck, who is `ready`, and `decks`. Bans: `decks`, and what is `banned` of
    them. Champions: who is `ready`, the `champions`, and whether they are `optional`.
    """

    decks: KnownDecks
    first: Seat
    revealed: list[str]
    picks: BySeat[list[str]]
    round: int
    left: int
    size: int
    ready: dict[Seat, bool]
    banned: BySeat[list[str]]
    champions: dict[Seat, CardNotation | None]
    optional: bool


@final
class SetupView(StageView):
    """A match before its first turn: its stage, and the public part of that."""

    edition: str
    mode: str
    format: str
    phase: SetupPhase
    to_act: list[Seat]
    winner: Winner | None
