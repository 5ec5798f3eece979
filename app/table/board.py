"""The board model: the engine's view, legal actions and outcome, arranged as one viewer sees them.

Pure functions. Nothing here decides a rule: what may be played is `legal_actions`, what a play would bring down is
found by playing it on a copy. Hidden cards cannot leak, because everything is built from `view_for(viewer)`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypedDict

import orjson

from app.table.pieces import (
    HIDDEN,
    NOTHING,
    HandRow,
    Pile,
    Realm,
    card_of,
    counted_from,
    hand_of,
    means_of,
    pile_of,
    realms_of,
)
from engine.actions import LANES, At, CastNotation, PlayNotation
from engine.cards import Card
from engine.errors import EngineError
from engine.match import LegalAction, Match
from engine.seat import SEATS, Seat, Viewer, Winner, other
from engine.view import SideView, View

CARD_PLAYS: Final = ("play", "champion")


class OfferedActionOut(TypedDict):
    """A choice as the page's script reads it."""

    action: LegalAction
    ask: str


class OfferedAction(NamedTuple):
    """A legal action for the page; `ask` names what of one's own it would bring down: "bastion", "fort" or ""."""

    action: LegalAction
    ask: str = ""

    def as_json(self) -> OfferedActionOut:
        """Return the choice as the page's script reads it."""
        return {"action": self.action, "ask": self.ask}


class Returning(NamedTuple):
    """Cards that their owner must put in order (2021, R5.8), in the order of 2022 as the default."""

    owner: Seat
    mine: bool
    cards: tuple[tuple[str, Card], ...]


class Outlook(NamedTuple):
    """The coming assault in short, for who is to begin it: creatures that fall, the fortress attacked, who wins."""

    felled: int
    lost: int
    before: int
    after: int
    fell: str
    wins: bool

    @property
    def is_waste(self) -> bool:
        """Return whether the assault would only lose creatures: what it wounds heals at the end of the turn."""
        return self.lost > 0 and not (self.felled or self.fell or self.wins) and self.before == self.after


class StatusLine(NamedTuple):
    """The content of the status line and the buttons: whose turn it is, what is awaited, and what the viewer may do.

    `mana` and `playable`, the number of cards that can be played, are those of a viewer who is to act.
    """

    viewer: Viewer
    phase: str
    active: Seat
    winner: Winner | None
    reason: str | None
    can_act: bool
    mana: int
    playable: int
    can_undo: bool
    buttons: tuple[str, ...]
    returning: Returning | None
    outlook: Outlook | None


class PublicBoard(NamedTuple):
    """The part of a table, in play or over, that all see alike: made once for everybody who looks.

    Of `gems` mana that the turn began with, `mana` is left. `realms` are found by seat and lane, "A-top".
    """

    edition: str
    mode: str
    turn: int
    active: Seat
    phase: str
    mana: int
    gems: int
    realms: Mapping[str, Realm]
    winner: Winner | None
    reason: str | None


class Board(NamedTuple):
    """The table from one viewer's side: `near` is drawn left or at the bottom (a spectator sits with A)."""

    public: PublicBoard
    viewer: Viewer
    near: Seat
    hands: Mapping[Seat, HandRow | Pile]
    realms: Mapping[str, Realm]
    choices: tuple[OfferedAction, ...]
    buttons: tuple[str, ...]
    can_act: bool
    can_undo: bool
    returning: Returning | None
    outlook: Outlook | None = None

    @property
    def far(self) -> Seat:
        """The side opposite."""
        return other(self.near)

    @property
    def playable(self) -> int:
        """The number of cards that can be played now."""
        played = {choice.action.get("hand", -1) for choice in self.choices if choice.action["type"] in CARD_PLAYS}
        return len(played)

    @property
    def status_line(self) -> StatusLine:
        """The state of the turn in one line, without the cards."""
        public = self.public
        return StatusLine(
            self.viewer, public.phase, public.active, public.winner, public.reason, self.can_act,
            public.mana if self.can_act else 0, self.playable, self.can_undo, self.buttons, self.returning,
            self.outlook,
        )  # fmt: skip

    @property
    def choices_json(self) -> str:
        """The choices as the page's script reads them; the buttons' own actions are left out."""
        listed = [choice.as_json() for choice in self.choices if choice.action["type"] in CARD_PLAYS]
        return orjson.dumps(listed).decode()


def _own_loss(match: Match, seat: Seat, action: LegalAction) -> str:
    """Return which of the seat's own fortresses the action would destroy, by trying it: "fort", "bastion" or ""."""
    _, events = match.apply(seat, dict(action))
    felled = {event["type"] for event in events if event.get("player") == seat}
    return "fort" if "fort_fell" in felled else "bastion" if "bastion_fell" in felled else ""


def _risky(action: LegalAction, side: SideView, hp: int, mana: int) -> bool:
    """Return whether a play could bring one's own fortress down at all; only then it is worth trying on a copy.

    A card played from the fortress' right takes one HP (R6.4), and Blood Price as many as mana is missing.
    """
    if "hand" not in side:
        return False
    if action["type"] == "champion" and side["champion"] is not None:
        notation, taken = side["champion"]["card"], 0
    elif action["type"] == "play":
        row = side["hand"]
        notation, taken = row[action["hand"]], int(action["hand"] >= len(row) - hp)
    else:
        return False
    card = card_of(notation)
    missing = max(0, card.cost - mana) if "blood-price" in card.printed else 0
    return hp <= taken + missing


def _choices(match: Match, viewer: Seat, legal: Sequence[LegalAction], view: View) -> tuple[OfferedAction, ...]:
    side, hp, mana = view[viewer], view["stats"][viewer]["hp"], view["mana"]
    asks = (_own_loss(match, viewer, action) if _risky(action, side, hp, mana) else "" for action in legal)
    return tuple(map(OfferedAction, legal, asks))


def _buttons(legal: Sequence[LegalAction]) -> tuple[str, ...]:
    types = {action["type"] for action in legal}
    return tuple(name for name in ("end_summon", "attack", "attack_all", "end_turn") if name in types)


def _returning(view: View, viewer: str | None) -> Returning | None:
    pending = view.get("pending")
    if view["phase"] != "order" or not pending:
        return None
    listed = tuple((json.dumps(notation), card_of(notation)) for notation in pending["cards"])
    return Returning(pending["owner"], pending["owner"] == viewer, listed)


def _places(legal: Sequence[LegalAction]) -> frozenset[int]:
    return frozenset(action["hand"] for action in legal if action["type"] == "play")


def public_board(match: Match, view: View, gained: int = 0) -> PublicBoard:
    """Return what all see alike, from anybody's view; `gained`: the mana that this turn began with, if known."""
    outcome = match.outcome
    return PublicBoard(
        edition=view["edition"],
        mode=view["mode"],
        turn=view["turn"],
        active=view["active"],
        phase=view["phase"],
        mana=view["mana"],
        gems=max(gained, view["mana"]),
        realms=realms_of("A", view) | realms_of("B", view),
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else None,
    )


def build(
    match: Match,
    viewer: Viewer,
    gained: int = 0,
    *,
    near: Seat = "A",
    view: View | None = None,
    legal: Sequence[LegalAction] | None = None,
    public: PublicBoard | None = None,
) -> Board:
    """Return the table of a match in play or over, for seat `viewer` ("A", "B") or a spectator (None).

    A spectator sits with A, or with `near`; a replay shows another `view` than the spectator's. `view`, `legal` and
    `public` save making them again; without the last, `gained` is for it.
    """
    view = match.table_view(viewer) if view is None else view
    if legal is None:
        legal = match.legal_actions(viewer) if viewer and viewer in match.to_act else []
    public = public or public_board(match, view, gained)
    return Board(
        public=public,
        viewer=viewer,
        near=viewer or near,
        hands={seat: _hand(seat, view, legal if seat == viewer else []) for seat in SEATS},
        realms=_realms(public, view),
        choices=_choices(match, viewer, legal, view) if viewer else (),
        buttons=_buttons(legal),
        can_act=bool(legal),
        can_undo=viewer is not None and match.can_undo(viewer),
        returning=_returning(view, viewer),
    )


def _hand(seat: Seat, view: View, legal: Sequence[LegalAction]) -> HandRow | Pile:
    """Return the cards of `seat`; `legal` are its actions if it is the viewer's."""
    side = view[seat]
    if "pile" in side:
        return pile_of(seat, view)
    champion_legal = any(action["type"] == "champion" for action in legal)
    hand = hand_of(seat, side, view, _places(legal), champion_legal=champion_legal)
    return hand._replace(means=means_of(view)) if legal else hand


def _realms(public: PublicBoard, view: View) -> Mapping[str, Realm]:
    """Return the realms; where this viewer sees a card twice on one side, its ids are numbered."""
    twice = {
        f"{seat}-{lane}": before
        for seat in SEATS
        for lane, before in zip(LANES, counted_from(view[seat]), strict=True)
        if before is not NOTHING
    }
    if not twice:
        return public.realms
    return {**public.realms, **{key: public.realms[key]._replace(before=before) for key, before in twice.items()}}


def why_not(match: Match, seat: Seat, place: int) -> EngineError | None:
    """Return why `seat` cannot play the card at `place` of the hand, in the engine's own words; None if it can."""
    legal = match.legal_actions(seat) if seat in match.to_act else []
    if any(action["type"] == "play" and action["hand"] == place for action in legal):
        return None
    for action in _attempts(match.table_view(seat), seat, place):
        try:
            match.apply(seat, action)
        except EngineError as error:
            return error
    return None


def _attempts(view: View, seat: Seat, place: int) -> list[PlayNotation | CastNotation]:
    """Return a play of the card at `place` that is well formed for its kind, to get the engine's answer."""
    side = view[seat]
    assert "hand" in side, "the automaton asks nothing"
    notation = side["hand"][place] if 0 <= place < len(side["hand"]) else "*"
    if notation in HIDDEN or card_of(notation).is_creature:
        return [{"type": "play", "hand": place, "lane": "top"}]
    targets: list[At] = [
        {"player": who, "lane": lane, "index": 0} for who in SEATS for lane in LANES if len(view[who][lane])
    ]
    anywhere: At = {"player": "A", "lane": "top", "index": 0}
    return [{"type": "play", "hand": place, "target": targets[0] if targets else anywhere}]
