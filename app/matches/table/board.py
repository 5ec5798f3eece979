"""The board model: the engine's view, legal actions and outcome, arranged as one viewer sees them.

Pure functions. Nothing here decides a rule: the plays are `legal_actions`, and what they would cost `own_losses`.
Hidden cards cannot leak, because everything is built from `view_for(viewer)`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.cards.gallery.notation import card_of
from app.matches.table.hands import NO_TEXTS, BothHands, hands_of
from app.matches.table.pieces import HIDDEN
from app.matches.table.realms import NO_REALMS, Realm, numbered_for, realms_of
from engine.actions import LANES, At, CastNotation, PlayNotation
from engine.cards import Card
from engine.errors import EngineError
from engine.match import LegalAction, Match
from engine.own_loss import own_losses
from engine.seat import SEATS, Seat, Viewer, Winner, other
from engine.view import View

PLAYS: Final = frozenset({"play", "champion"})
"""The types of actions that play a card."""
BUTTONS: Final = ("end_summon", "attack", "attack_all", "end_turn")
"""The actions of the status line's buttons, in its order."""


class OfferedAction(NamedTuple):
    """A legal action for the page; `ask` names the player's own fortress that it would destroy: "bastion", "fort" or
    "". `hp` is the HP of that fortress after it, None if it stays or nothing is foretold."""

    action: LegalAction
    ask: str = ""
    hp: int | None = None


class Returning(NamedTuple):
    """Cards that their owner must put in order (2021, R5.8), in the order of 2022 as the default."""

    owner: Seat
    mine: bool
    cards: tuple[tuple[str, Card], ...]


class Outlook(NamedTuple):
    """The coming assault in short, for the player who is to begin it: creatures that fall, the fortress attacked, who
    wins, and whether it mends the player's own fortress."""

    felled: int
    lost: int
    before: int
    after: int
    fell: str
    wins: bool
    mends: bool

    @property
    def is_waste(self) -> bool:
        """True if the assault would only lose creatures: what it wounds heals at the end of the turn."""
        gains = self.felled or self.fell or self.wins or self.mends or self.before != self.after
        return self.lost > 0 and not gains


class StatusText(NamedTuple):
    """The content of the status line and the buttons: the turn, the awaited action, and the viewer's buttons.

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
    """The part of a table, in play or over, that all see alike: made once for all viewers.

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
    """The table from one viewer's side: `near` is left or at the bottom (a spectator sits with A), `far` across."""

    public: PublicBoard
    viewer: Viewer
    near: Seat
    far: Seat
    hands: BothHands
    realms: Mapping[str, Realm]
    choices: tuple[OfferedAction, ...]
    buttons: tuple[str, ...]
    can_act: bool
    can_undo: bool
    returning: Returning | None
    outlook: Outlook | None = None

    @property
    def playable(self) -> int:
        """The number of cards that can be played now."""
        played = {choice.action.get("hand", -1) for choice in self.choices if choice.action["type"] in PLAYS}
        return len(played)

    @property
    def status_line(self) -> StatusText:
        """The state of the turn in one line, without the cards."""
        public = self.public
        return StatusText(
            self.viewer, public.phase, public.active, public.winner, public.reason, self.can_act,
            public.mana if self.can_act else 0, self.playable, self.can_undo, self.buttons, self.returning,
            self.outlook,
        )  # fmt: skip


class Untouched(NamedTuple):
    """The parts of an earlier table that are as they were: `realms` but for the `touched` ones, hands as `texts`, and
    the lanes of sides on which nothing moved, with the ids that this viewer sees."""

    realms: Mapping[str, Realm]
    touched: frozenset[str]
    texts: Mapping[Seat, bytes]
    numbered: Mapping[str, Realm]


def _returning(view: View, viewer: str | None) -> Returning | None:
    pending = view.get("pending")
    if view["phase"] != "order" or not pending:
        return None
    listed = tuple((json.dumps(notation), card_of(notation)) for notation in pending["cards"])
    return Returning(pending["owner"], pending["owner"] == viewer, listed)


def _public_board(match: Match, view: View, gained: int, untouched: Untouched | None) -> PublicBoard:
    """Return the part that all see alike, from any view; `gained`: the mana that this turn began with, if known."""
    outcome = match.outcome
    return PublicBoard(
        edition=view["edition"],
        mode=view["mode"],
        turn=view["turn"],
        active=view["active"],
        phase=view["phase"],
        mana=view["mana"],
        gems=max(gained, view["mana"]),
        realms=realms_of(view, untouched.realms, untouched.touched) if untouched else realms_of(view),
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
    untouched: Untouched | None = None,
) -> Board:
    """Return the table of a match in play or over, for seat `viewer` ("A", "B") or a spectator (None).

    A spectator sits with A, or with `near`; a replay shows another `view` than the spectator's. `view`, `legal` and
    `public` save making them again; without the last, `gained` is for it. `untouched` is what a step has not changed.
    """
    view = match.table_view(viewer) if view is None else view
    if legal is None:
        legal = match.legal_actions(viewer) if viewer and viewer in match.to_act else []
    public = public or _public_board(match, view, gained, untouched)
    near, types = viewer or near, {action["type"] for action in legal}
    texts, numbered = (untouched.texts, untouched.numbered) if untouched else (NO_TEXTS, NO_REALMS)
    losses = own_losses(match, viewer, legal) if viewer and legal else ()
    return Board(
        public=public,
        viewer=viewer,
        near=near,
        far=other(near),
        hands=hands_of(view, viewer, legal, texts),
        realms=numbered_for(view, public.realms, numbered),
        choices=tuple(map(OfferedAction, legal, losses)),
        buttons=tuple([name for name in BUTTONS if name in types]),
        can_act=bool(legal),
        can_undo=viewer is not None and match.can_undo(viewer),
        returning=_returning(view, viewer),
    )


def looked_on(model: Board) -> Board:
    """Return the board for a player whose partner acts now (H12)."""
    returning = model.returning
    return model._replace(can_undo=False, returning=returning and returning._replace(mine=False))


def why_not(match: Match, seat: Seat, place: int) -> EngineError | None:
    """Return the engine's reason why `seat` cannot play the card at `place` of the hand; None if it can."""
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
        {"player": one, "lane": lane, "index": 0} for one in SEATS for lane in LANES if len(view[one][lane])
    ]
    anywhere: At = {"player": "A", "lane": "top", "index": 0}
    return [{"type": "play", "hand": place, "target": targets[0] if targets else anywhere}]
