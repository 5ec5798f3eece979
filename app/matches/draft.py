"""The draft as its page draws it (R2.3, R2.4): the cards on offer, whose pick it is, both growing decks. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.i18n import _
from app.matches.board import card_of
from engine.cards import Card
from engine.match import Match

DEAREST = 8
DECK, ROUNDS, SOLO_PILE = 8, 4, 24  # R2.3, R2.4, R10.1


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft (R2.3, R2.4) from one viewer's side; `picks` are public."""

    viewer: str | None
    near: str
    far: str
    mode: str
    first: str
    round: int
    left: int
    revealed: tuple[Card, ...]
    picks: Mapping[str, tuple[Card, ...]]
    to_act: tuple[str, ...]
    can_act: bool
    curve: tuple[int, ...]
    rounds: int
    sizes: Mapping[str, int]

    @property
    def curve_words(self) -> str:
        """The curve for those who cannot see it: "cost 3: 2, cost 4: 1"."""
        return ", ".join(_("cost {cost}: {n}").format(cost=cost, n=n) for cost, n in enumerate(self.curve) if n)


def mana_curve(deck: tuple[Card, ...]) -> tuple[int, ...]:
    """How many cards of each mana cost from 0 a deck has; the last counts everything dearer too."""
    counts = [0] * (DEAREST + 1)
    for card in deck:
        counts[min(card.cost, DEAREST)] += 1
    return tuple(counts)


def build(match: Match, viewer: str | None) -> Draft:
    """The draft as `viewer` sees it. The match must be in its set-up's draft phase."""
    view = match.view_for(viewer)
    near = viewer or "A"
    solo = view["mode"] == "solo"
    picks = {seat: tuple(card_of(notation) for notation in view["picks"][seat]) for seat in ("A", "B")}
    return Draft(
        viewer=viewer,
        near=near,
        far="B" if near == "A" else "A",
        mode=view["mode"],
        first=view["first"],
        round=view["round"],
        left=view["left"],
        revealed=tuple(card_of(notation) for notation in view["revealed"]),
        picks=picks,
        to_act=tuple(view["to_act"]),
        can_act=bool(viewer and viewer in match.to_act),
        curve=mana_curve(picks[near]),
        rounds=DECK if solo else ROUNDS,
        sizes={"A": DECK, "B": SOLO_PILE if solo else DECK},
    )
