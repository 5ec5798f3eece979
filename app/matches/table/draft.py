"""The draft as its page draws it (R2.3, R2.4): the cards on offer, the player to pick, both growing decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.cards.gallery.curve import Curve, curve
from app.cards.gallery.notation import card_of
from engine.cards import Card
from engine.match import Match
from engine.seat import SEATS, Seat, Viewer, other
from engine.setup.draft import DECK_SIZE, REVEALED, SOLO_CARDS

ROUNDS, SOLO_PILE = 2 * DECK_SIZE // REVEALED, SOLO_CARDS - DECK_SIZE


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """The draft (R2.3, R2.4) from one viewer's side; `picks` are public."""

    viewer: Viewer
    near: Seat
    far: Seat
    mode: str
    first: str
    round: int
    left: int
    revealed: tuple[Card, ...]
    picks: Mapping[Seat, tuple[Card, ...]]
    to_act: tuple[str, ...]
    can_act: bool
    curve: Curve
    rounds: int
    sizes: Mapping[str, int]


def build(match: Match, viewer: Viewer, near: Seat = "A") -> DraftBoard:
    """Return the draft as `viewer` sees it; a spectator sits with A, or with `near`.

    The match must be in its set-up's draft phase.
    """
    view = match.setup.view_for(viewer)
    assert "picks" in view, view["phase"]
    near = viewer or near
    solo = view["mode"] == "solo"
    picks = {seat: tuple(card_of(notation) for notation in view["picks"][seat]) for seat in SEATS}
    return DraftBoard(
        viewer=viewer,
        near=near,
        far=other(near),
        mode=view["mode"],
        first=view["first"],
        round=view["round"],
        left=view["left"],
        revealed=tuple(card_of(notation) for notation in view["revealed"]),
        picks=picks,
        to_act=tuple(view["to_act"]),
        can_act=bool(viewer and viewer in match.to_act),
        curve=curve(picks[near]),
        rounds=DECK_SIZE if solo else ROUNDS,
        sizes={"A": DECK_SIZE, "B": SOLO_PILE if solo else DECK_SIZE},
    )
