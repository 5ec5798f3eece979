"""The plays that are possible at a node, and the nodes that they lead to.

A play that only puts a creature into a lane, or an incantation whose effect is remembered, is put together from parts;
anything else, such as Symbiotes, Blood Price and Champions, is played by the engine.
"""

from __future__ import annotations

from engine import play, summon
from engine.abilities import BLOOD_PRICE, MERCENARY, SPLASH, SYMBIOTE
from engine.actions import Action, Cast, Play, PlayChampion
from engine.actions import plays as placements
from engine.bots import nodes
from engine.bots.hands import Hand, Return
from engine.bots.lane_memo import CastEffect, Lineup
from engine.bots.nodes import FacingSide, NodeKey, PlayNode
from engine.bots.settling import settle
from engine.cards import Card
from engine.position import OVER
from engine.seat import SEATS, Seat


class Plays:
    """The nodes one play after a given one: `all` of them that are not in `seen`, which grows by them."""

    __slots__ = ("node", "seen", "narrow", "found")

    def __init__(self, node: PlayNode, seen: set[NodeKey], narrow: bool) -> None:
        self.node = node
        self.seen = seen
        self.narrow = narrow
        self.found: list[PlayNode] = []

    def all(self) -> list[PlayNode]:
        """Return the nodes in the order of the legal actions (`summon.legal`)."""
        own, mana = self.node.own, self.node.mana
        for index, card in enumerate(own.cards[: summon.PLAYABLE]):
            if card.cost > mana and not card.flags & BLOOD_PRICE:
                continue
            if not card.is_creature:
                self._casts(index, card)
            elif len(own.cards) > 1:
                self._placed(index, card)
        if own.ready:
            for action in summon.legal(self.node.position):
                if type(action) is PlayChampion:
                    self._by_engine(action)
        return self.found

    def _placed(self, index: int, card: Card) -> None:
        """Add a creature that is put into either lane, or onto a host."""
        node = self.node
        own = node.own
        place = index if index < own.fort_at else index + 1
        fort_at = own.fort_at - 1 if index < own.fort_at else own.fort_at
        if card.cost <= node.mana and fort_at < len(own.cards) - 1 and not node.untaps(card.cost):
            memo, hand = node.context.memo, node.context.hands.without(own, index)
            top, bottom = placements(place)
            mana, seen = node.mana - card.cost, node.seen | card.bit
            self._add(top, mana, hand, memo.extended(node.top, card), node.bottom, node.opponent, seen)
            self._add(bottom, mana, hand, node.top, memo.extended(node.bottom, card), node.opponent, seen)
        else:
            for action in placements(place):
                self._by_engine(action)
        if card.flags & SYMBIOTE:
            for lane_no, lineup in enumerate((node.top, node.bottom)):
                for onto, host in enumerate(lineup.creatures):
                    if host.can_host:
                        self._by_engine(Play(place, lane_no, onto))

    def _casts(self, index: int, card: Card) -> None:
        """Add an incantation on each creature in play."""
        node = self.node
        context, own = node.context, node.own
        place = index if index < own.fort_at else index + 1
        plain = card.cost <= node.mana and context.position.solo is None and not node.untaps(card.cost)
        for seat in SEATS:
            on_own = seat == context.seat
            if on_own and self.narrow:
                continue
            lineups = (node.top, node.bottom) if on_own else (node.opponent.top, node.opponent.bottom)
            for lane_no in (0, 1):
                for target in range(len(lineups[lane_no].creatures)):
                    if not (plain and self._cast(index, card, place, seat, lineups, lane_no, target)):
                        self._by_engine(Cast(place, seat, lane_no, target))

    def _cast(
        self, index: int, card: Card, place: int, seat: Seat, lineups: tuple[Lineup, Lineup], lane_no: int, target: int
    ) -> bool:
        """Add an incantation from its stored effect; False if none is stored, so that the engine must play it."""
        node = self.node
        context = node.context
        on_own = seat == context.seat
        neighbour = lineups[1 - lane_no] if card.flags & SPLASH else None
        effect = context.memo.cast(lineups[lane_no], target, card, on_own, neighbour)
        if effect.several and context.position.edition.owner_orders:
            return False
        hands = self._hands(index, card, effect)
        if hands is None:
            return False
        own, foe = hands
        untouched = lineups[1 - lane_no] if effect.neighbour is None else effect.neighbour
        top, bottom = (effect.lineup, untouched) if lane_no == 0 else (untouched, effect.lineup)
        action = Cast(place, seat, lane_no, target)
        mana, seen = node.mana - card.cost, node.seen | card.bit
        if on_own:
            opponent = node.opponent
            if foe is not opponent.hand:
                opponent = context.opponent(foe, opponent.top, opponent.bottom)
            self._add(action, mana, own, top, bottom, opponent, seen)
        else:
            self._add(action, mana, own, node.top, node.bottom, context.opponent(foe, top, bottom), seen)
        return True

    def _hands(self, index: int, card: Card, effect: CastEffect) -> tuple[Hand, Hand] | None:
        """Return both hands after an incantation, whose card goes to the far right last; None where a Fort falls."""
        hands = self.node.context.hands
        own, foe = self.node.own, self.node.opponent.hand
        if effect.own_steps:
            own_after = own.after(effect.own_steps)
            if own_after is None:
                return None
            own = hands.known(own_after)
        foe_after: Hand | None = foe.after(effect.foe_steps)
        if foe_after is None:
            return None
        if card.flags & MERCENARY:
            own = hands.without(own, index)
            foe_after = foe_after.after((Return(card),))
            assert foe_after is not None
        else:
            own = hands.turned(own, index)
        if own.fort_at >= len(own.cards) or own.gets_ready(card.cost) or foe_after.gets_ready(card.cost):
            return None
        return own, foe if foe_after is foe else hands.known(foe_after)

    def _add(
        self, action: Action, mana: int, own: Hand, top: Lineup, bottom: Lineup, opponent: FacingSide, seen: int
    ) -> None:
        key = (mana, own, top.key, bottom.key, opponent, None)
        if key not in self.seen:
            self.seen.add(key)
            node = self.node
            self.found.append(
                PlayNode(node.context, node.base, mana, own, top, bottom, opponent, seen, node, action, node.cut)
            )

    def _by_engine(self, action: Action) -> None:
        """Add the engine's result of a play, unless that ends the match against the player who makes it."""
        node = self.node
        after = node.position.clone()
        play.advance(after, action)
        cut = settle(after) or node.cut
        if after.phase == OVER and after.winner != node.context.seat:
            return
        made = nodes.node_of(node.context, after, node, action, cut)
        key = made.key
        if key not in self.seen:
            self.seen.add(key)
            self.found.append(made)
