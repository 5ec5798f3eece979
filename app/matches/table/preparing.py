"""The set-up but for the draft, as a page draws it: built decks, bans, Champions (R2.5, R9.1).

Pure functions over the engine's view, so that nothing secret can be in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from app.cards.gallery.notation import card_of, deck_by_cost
from engine.cards import Card
from engine.match import Match
from engine.seat import SEATS, Seat, Viewer, other
from engine.setup.bans import ORDER
from engine.setup.views import SetupView

PHASES = ("deck", "ban", "champion")


@dataclass(frozen=True, slots=True)
class DeckBan:
    """One of the four bans (R2.5): the banning player, the owner of the deck, and the card, once it is banned; `now`:
    it is awaited."""

    by: Seat
    of: Seat
    card: Card | None
    now: bool


@dataclass(frozen=True, slots=True)
class SetupBoard:
    """The set-up from one viewer's side. `decks` are those that the viewer knows; `ready`: the seats that have chosen
    already. In the champion phase `champions` are those that the viewer knows; `optional`: one may decline."""

    phase: str
    edition: str
    mode: str
    viewer: Viewer
    near: Seat
    to_act: tuple[Seat, ...]
    decks: Mapping[Seat, tuple[Card, ...] | None]
    ready: Mapping[Seat, bool]
    size: int = 0
    bans: tuple[DeckBan, ...] = ()
    champions: Mapping[Seat, Card | None] | None = None
    optional: bool = False

    @property
    def far(self) -> Seat:
        """The side opposite."""
        return other(self.near)

    @property
    def can_act(self) -> bool:
        """True if the viewer is awaited."""
        return self.viewer in self.to_act

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that take part in the draft or the choice; the automaton chooses nothing."""
        return tuple(seat for seat in SEATS if seat in self.ready)

    @property
    def banned(self) -> frozenset[tuple[Seat, str]]:
        """The banned cards, with their owners."""
        return frozenset((ban.of, str(ban.card.slug)) for ban in self.bans if ban.card)


def build(match: Match, viewer: Viewer, near: Seat) -> SetupBoard:
    """Return the set-up as `viewer` sees it. The match must be in one of PHASES."""
    view = match.setup.view_for(viewer)
    phase = view["phase"]
    return SetupBoard(
        phase=phase,
        edition=view["edition"],
        mode=view["mode"],
        viewer=viewer,
        near=near,
        to_act=tuple(view["to_act"]),
        decks={seat: deck_by_cost(view["decks"].get(seat) if "decks" in view else None) for seat in SEATS},
        **_particulars(view),
    )


class _Particulars(TypedDict, total=False):
    """The fields that only some phases have."""

    ready: Mapping[Seat, bool]
    size: int
    bans: tuple[DeckBan, ...]
    champions: Mapping[Seat, Card | None]
    optional: bool


def _particulars(view: SetupView) -> _Particulars:
    if "size" in view:
        return {"ready": view["ready"], "size": view["size"]}
    if "banned" in view:
        return {"ready": dict.fromkeys(SEATS, True), "bans": _bans(view["banned"])}
    assert "champions" in view, view["phase"]
    champions = {seat: None if card is None else card_of(card) for seat, card in view["champions"].items()}
    return {"ready": view["ready"], "champions": champions, "optional": view["optional"]}


def _bans(banned: dict[Seat, list[str]]) -> tuple[DeckBan, ...]:
    """Return the four bans in their order; `banned` lists the taken cards by owner, in the order of the bans."""
    left = {seat: list(slugs) for seat, slugs in banned.items()}
    done = sum(len(slugs) for slugs in banned.values())
    listed: list[DeckBan] = []
    for number, by in enumerate(ORDER):
        seat: Seat = "A" if by == "A" else "B"
        owner = other(seat)
        card = card_of(left[owner].pop(0)) if number < done else None
        listed.append(DeckBan(seat, owner, card, number == done))
    return tuple(listed)
