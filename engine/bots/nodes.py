"""Nodes of the search through the plays of a turn, as values that share whatever a play does not change."""

from __future__ import annotations

from engine.abilities import BLOOD_PRICE
from engine.actions import Action
from engine.bots.evaluation import Evaluation
from engine.bots.hands import Hand, Hands
from engine.bots.lane_memo import Lineup
from engine.cards import Card
from engine.position import SUMMON, Position, Side
from engine.seat import Seat, other
from engine.summon import PLAYABLE, champion_cost


class FacingSide:
    """The side of the player who is not to move."""

    __slots__ = ("hand", "top", "bottom")

    def __init__(self, hand: Hand, top: Lineup, bottom: Lineup) -> None:
        self.hand = hand
        self.top = top
        self.bottom = bottom


class TurnContext:
    """The common part of all nodes of one search: its beginning, its evaluation, and the values that its nodes
    share."""

    __slots__ = ("position", "evaluation", "memo", "seat", "hands", "has_champions", "_opponents")

    def __init__(self, position: Position, evaluation: Evaluation) -> None:
        self.position = position
        self.evaluation = evaluation
        self.memo = evaluation.memo
        self.seat: Seat = position.active
        self.hands = Hands()
        self.has_champions = any(side.champion is not None for side in position.sides.values())
        self._opponents: dict[tuple[Hand, str, str, int], FacingSide] = {}

    def opponent(self, hand: Hand, top: Lineup, bottom: Lineup, pile: int = 0) -> FacingSide:
        """Return the opponent with this hand, one of `hands`, and these line-ups: the same object for equal ones.

        `pile` is the number of cards in the automaton's.
        """
        key = (hand, top.key, bottom.key, pile)
        found = self._opponents.get(key)
        if found is None:
            found = self._opponents[key] = FacingSide(hand, top, bottom)
        return found

    def lineups(self, side: Side) -> tuple[Lineup, Lineup]:
        """Return the line-ups of a side of a position, top and bottom."""
        top, bottom = side.lanes
        champion: Card | None = side.champion
        return self.memo.lineup(0, top, champion, side.gift), self.memo.lineup(1, bottom, champion, side.gift)


NodeKey = tuple[int, Hand, str, str, FacingSide, object]
"""Equal for nodes of one search that are the same; the last value is the winner, if the match is over."""


class PlayNode:
    """A position in which the active player may continue to play or stop, and the plays that led to it.

    `own`, `top` and `bottom` are the active player's hand and line-ups, `seen` as in `Position`. `base` is a position
    with everything else that counts. `live` is false where nothing can be played any more: `position` is all that
    counts then. `cut` is true where a play on the way made somebody order returning cards (2021): they return as listed
    here, and later plays are decided when they have.
    """

    __slots__ = (
        "context", "base", "mana", "own", "top", "bottom", "opponent", "seen", "parent", "action", "cut", "live",
        "_position",
    )  # fmt: skip

    def __init__(
        self,
        context: TurnContext,
        base: Position,
        mana: int,
        own: Hand,
        top: Lineup,
        bottom: Lineup,
        opponent: FacingSide,
        seen: int,
        parent: PlayNode | None,
        action: Action | None,
        cut: bool,
        position: Position | None = None,
    ) -> None:
        self.context = context
        self.base = base
        self.mana = mana
        self.own = own
        self.top = top
        self.bottom = bottom
        self.opponent = opponent
        self.seen = seen
        self.parent = parent
        self.action = action
        self.cut = cut
        self.live = position is None or position.phase == SUMMON
        self._position = position

    @property
    def key(self) -> NodeKey:
        """The value that distinguishes this node from others of its search."""
        winner = None if self.live else self.position.winner
        return (self.mana, self.own, self.top.key, self.bottom.key, self.opponent, winner)

    @property
    def position(self) -> Position:
        """The node as a position, whose creatures may be shared with others: clone it before anything is played."""
        if self._position is None:
            seat = self.context.seat
            now = bare(self.base)
            now.mana, now.seen = self.mana, self.seen
            fill(now.sides[seat], self.own, self.top, self.bottom)
            opponent = self.opponent
            fill(now.sides[other(seat)], opponent.hand, opponent.top, opponent.bottom)
            self._position = now
        return self._position

    @property
    def playable(self) -> bool:
        """True if anything can be played here."""
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
        foe = self.opponent
        return bool(self.top.creatures or self.bottom.creatures or foe.top.creatures or foe.bottom.creatures)

    def _champion_playable(self) -> bool:
        card = self.own.champion
        if card is None:
            return False
        return bool(card.flags & BLOOD_PRICE) or champion_cost(self.position, card) <= self.mana

    def untaps(self, cost: int) -> bool:
        """True if a Champion gets ready when a card of this cost is played (R9.5)."""
        return self.context.has_champions and (self.own.gets_ready(cost) or self.opponent.hand.gets_ready(cost))

    def plays(self) -> list[Action]:
        """Return the plays from the root to this node; the orders that somebody must give for them are left out."""
        return [node.action for node in self._path() if node.action is not None]

    def actions(self) -> list[Action]:
        """Return the plays from the root to this node, up to the first one that makes somebody order cards."""
        plays: list[Action] = []
        for node in self._path():
            assert node.action is not None
            plays.append(node.action)
            if node.cut and not (node.parent is not None and node.parent.cut):
                break
        return plays

    def _path(self) -> list[PlayNode]:
        path: list[PlayNode] = []
        node: PlayNode | None = self
        while node is not None and node.parent is not None:
            path.append(node)
            node = node.parent
        return path[::-1]


def node_of(
    context: TurnContext, position: Position, parent: PlayNode | None, action: Action | None, cut: bool
) -> PlayNode:
    """Return the node of a position that the engine has made, or from which a search begins."""
    own, foe = position.sides[context.seat], position.sides[other(context.seat)]
    top, bottom = context.lineups(own)
    foe_top, foe_bottom = context.lineups(foe)
    pile = 0 if foe.pile is None else len(foe.pile)
    opponent = context.opponent(context.hands.of(foe), foe_top, foe_bottom, pile)
    hand, seen = context.hands.of(own), position.seen
    return PlayNode(context, position, position.mana, hand, top, bottom, opponent, seen, parent, action, cut, position)


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


def fill(side: Side, hand: Hand, top: Lineup, bottom: Lineup) -> None:
    """Give a side this hand and these line-ups; the creatures are shared."""
    side.hand, side.fort_at, side.is_fort = list(hand.cards), hand.fort_at, hand.is_fort
    side.ready, side.in_play = hand.ready, hand.in_play
    side.lanes = (top.creatures[:], bottom.creatures[:])
