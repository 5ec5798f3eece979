"""Tables: what a turn comes to before its assault, as values that share whatever a play does not change."""

from __future__ import annotations

from engine.abilities import BLOOD_PRICE
from engine.actions import Action
from engine.bots import rows
from engine.bots.hands import Hand, Hands
from engine.bots.rows import Row
from engine.cards import Card
from engine.position import SUMMON, Position, Side
from engine.seat import Seat, other
from engine.summon import PLAYABLE, champion_cost


class Across:
    """The side of whoever is not to move."""

    __slots__ = ("hand", "top", "bottom")

    def __init__(self, hand: Hand, top: Row, bottom: Row) -> None:
        self.hand = hand
        self.top = top
        self.bottom = bottom


class Start:
    """The common part of all tables of one search, and the hands and opposite sides that they have come to."""

    __slots__ = ("position", "seat", "hands", "has_champions", "_sides")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.seat: Seat = position.active
        self.hands = Hands()
        self.has_champions = any(side.champion is not None for side in position.sides.values())
        self._sides: dict[tuple[Hand, str, str, int], Across] = {}

    def across(self, hand: Hand, top: Row, bottom: Row, pile: int = 0) -> Across:
        """Return the other side with this hand, one of `hands`, and these rows: the same one for equal ones.

        `pile` is how many cards lie in the automaton's.
        """
        key = (hand, top.key, bottom.key, pile)
        found = self._sides.get(key)
        if found is None:
            found = self._sides[key] = Across(hand, top, bottom)
        return found


SearchTableKey = tuple[int, Hand, str, str, Across, object]
"""What makes two tables of one search the same; the last is who has won, if the match is over."""


class Table:
    """A position in which the active player may go on playing or stop, and the plays that led to it.

    `own`, `top` and `bottom` are the active player's hand and rows, `seen` as in `Position`. `base` is a position with
    everything else that a table needs. `live` is false where nothing can be played any more: `position` is all that
    counts then. `cut` is true where a play on the way made somebody order returning cards (2021): they return as listed
    here, and what comes after is thought through anew when they have.
    """

    __slots__ = (
        "start", "base", "mana", "own", "top", "bottom", "across", "seen", "parent", "action", "cut", "live",
        "_position",
    )  # fmt: skip

    def __init__(
        self,
        start: Start,
        base: Position,
        mana: int,
        own: Hand,
        top: Row,
        bottom: Row,
        across: Across,
        seen: int,
        parent: Table | None,
        action: Action | None,
        cut: bool,
        position: Position | None = None,
    ) -> None:
        self.start = start
        self.base = base
        self.mana = mana
        self.own = own
        self.top = top
        self.bottom = bottom
        self.across = across
        self.seen = seen
        self.parent = parent
        self.action = action
        self.cut = cut
        self.live = position is None or position.phase == SUMMON
        self._position = position

    @property
    def key(self) -> SearchTableKey:
        """The value that tells this table from others of its search."""
        winner = None if self.live else self.position.winner
        return (self.mana, self.own, self.top.key, self.bottom.key, self.across, winner)

    @property
    def position(self) -> Position:
        """The table as a position, whose creatures may be shared with others: clone it before anything is played."""
        if self._position is None:
            start = self.start
            now = bare(self.base)
            now.mana, now.seen = self.mana, self.seen
            fill(now.sides[start.seat], self.own, self.top, self.bottom)
            across = self.across
            fill(now.sides[other(start.seat)], across.hand, across.top, across.bottom)
            self._position = now
        return self._position

    @property
    def playable(self) -> bool:
        """Return whether anything can be played here."""
        if not self.live:
            return False
        own = self.own
        alone = len(own.cards) == 1
        for card in own.cards[:PLAYABLE]:
            if (card.cost <= self.mana or card.flags & BLOOD_PRICE) and (
                not alone if card.is_creature else self._has_targets()
            ):
                return True
        return own.ready and self._champion_playable()

    def _has_targets(self) -> bool:
        across = self.across
        return bool(self.top.creatures or self.bottom.creatures or across.top.creatures or across.bottom.creatures)

    def _champion_playable(self) -> bool:
        card = self.own.champion
        if card is None:
            return False
        return bool(card.flags & BLOOD_PRICE) or champion_cost(self.position, card) <= self.mana

    def untaps(self, cost: int) -> bool:
        """Return whether a Champion gets ready when a card of this cost is played (R9.5)."""
        return self.start.has_champions and (gets_ready(self.own, cost) or gets_ready(self.across.hand, cost))

    def plays(self) -> list[Action]:
        """Return the plays from the root to this table; the orders that they make somebody give are left out."""
        return [node.action for node in self._path() if node.action is not None]

    def actions(self) -> list[Action]:
        """Return the plays from the root to this table, up to the first one that makes somebody order cards."""
        plays: list[Action] = []
        for node in self._path():
            assert node.action is not None
            plays.append(node.action)
            if node.cut and not (node.parent is not None and node.parent.cut):
                break
        return plays

    def _path(self) -> list[Table]:
        path: list[Table] = []
        node: Table | None = self
        while node is not None and node.parent is not None:
            path.append(node)
            node = node.parent
        return path[::-1]


def gets_ready(hand: Hand, cost: int) -> bool:
    champion = hand.champion
    return champion is not None and champion.cost == cost and not hand.ready and not hand.in_play


def table_of(start: Start, position: Position, parent: Table | None, action: Action | None, cut: bool) -> Table:
    """Return the table of a position that the engine has made, or from which a search begins."""
    seat = start.seat
    own, foe = position.sides[seat], position.sides[other(seat)]
    top, bottom = _rows(own)
    across = start.across(start.hands.of(foe), *_rows(foe), 0 if foe.pile is None else len(foe.pile))
    hand, seen = start.hands.of(own), position.seen
    return Table(start, position, position.mana, hand, top, bottom, across, seen, parent, action, cut, position)


def _rows(side: Side) -> tuple[Row, Row]:
    top, bottom = side.lanes
    champion: Card | None = side.champion
    return rows.row_of(0, top, champion, side.gift), rows.row_of(1, bottom, champion, side.gift)


def bare(position: Position) -> Position:
    """Return a copy whose sides have the pile and discard of the original; the rest of them is to be filled in."""
    sides = position.sides
    copy = Position(position.edition, _bare_side(sides["A"]), _bare_side(sides["B"]), position.solo)
    copy.turn, copy.active, copy.phase, copy.mana = position.turn, position.active, position.phase, position.mana
    copy.winner, copy.reason, copy.pending = position.winner, position.reason, position.pending
    copy.seen = position.seen
    return copy


def _bare_side(side: Side) -> Side:
    copy = Side([], pile=side.pile)
    copy.champion, copy.gift, copy.discard = side.champion, side.gift, side.discard
    return copy


def fill(side: Side, hand: Hand, top: Row, bottom: Row) -> None:
    """Give a side this hand and these rows; the creatures are shared."""
    side.hand, side.fort_at, side.is_fort = list(hand.cards), hand.fort_at, hand.is_fort
    side.ready, side.in_play = hand.ready, hand.in_play
    side.lanes = (top.creatures[:], bottom.creatures[:])
