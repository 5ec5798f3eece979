"""The rest of a turn without playing it: the assault and the end of the turn, from remembered fights."""

from __future__ import annotations

from engine import hand as hands_of_the_rules
from engine import turn
from engine.abilities import CATALYST_MANA
from engine.bots import nodes
from engine.bots.evaluation import CERTAIN, Fort
from engine.bots.hands import Hand
from engine.bots.lane_memo import Fight
from engine.bots.measures import champion_state
from engine.bots.nodes import PlayNode, TurnContext
from engine.hand import MatchEnded
from engine.log import SILENT
from engine.position import DRAW, Position
from engine.seat import Winner, other


class Ending:
    """The outcome of a turn, at the beginning of the opponent's: the assault in both lanes, both hands after it (before
    it where the match ends), and the winner, if there is one."""

    __slots__ = ("context", "top", "bottom", "own", "foe", "seen", "winner")

    def __init__(
        self, context: TurnContext, top: Fight, bottom: Fight, own: Hand, foe: Hand, seen: int, winner: Winner | None
    ) -> None:
        self.context = context
        self.top = top
        self.bottom = bottom
        self.own = own
        self.foe = foe
        self.seen = seen
        self.winner: Winner | None = winner

    @property
    def value(self) -> float:
        """The worth to the player of the turn (log odds)."""
        if self.winner is not None:
            return 0.0 if self.winner == DRAW else CERTAIN if self.winner == self.context.seat else -CERTAIN
        own, foe, judge = self.own, self.foe, self.context.evaluation
        top, bottom = self.top, self.bottom
        mana = len(foe.cards) + 1 + CATALYST_MANA * (top.foe.catalysts + bottom.foe.catalysts)
        return -judge.total(
            judge.lineups(top.foe, top.own),
            judge.lineups(bottom.foe, bottom.own),
            judge.hand(0, mana, foe.cards),
            judge.hand(1, len(own.cards) + 1, own.cards),
            _fort(foe),
            _fort(own),
        )

    def position(self) -> Position:
        """Return the position that the turn leads to; its creatures may be shared."""
        context, top, bottom = self.context, self.top, self.bottom
        seat = context.seat
        now = nodes.bare(context.position)
        now.seen = self.seen
        nodes.fill(now.sides[seat], self.own, top.own, bottom.own)
        nodes.fill(now.sides[other(seat)], self.foe, top.foe, bottom.foe)
        try:
            if self.winner is not None and self.winner != DRAW:
                raise hands_of_the_rules.end(now, self.winner, "fort", SILENT)
            turn.begin(now, other(seat), SILENT)
        except MatchEnded:
            pass
        return now


def _fort(hand: Hand) -> Fort:
    state = 0 if hand.champion is None else champion_state(hand.champion, hand.ready, hand.in_play)
    return (hand.is_fort, len(hand.cards) - hand.fort_at, hand.fort_at, state)


def ending(node: PlayNode) -> Ending | None:
    """Return the ending of a turn that stops at this node; None where the engine itself must play it.

    That is against the automaton, where the match is over or the assault has begun, and with Vulnerability at a
    fortress. In 2021 cards destroyed together return as they would be listed.
    """
    context, opponent = node.context, node.opponent
    if not node.live or context.position.solo is not None:
        return None
    fights = context.memo.fights(node.top, node.bottom, opponent.top, opponent.bottom)
    if fights is None:
        return None
    top, bottom = fights
    own, foe = node.own, opponent.hand
    for fight in fights:
        own_after = own.after(fight.own_steps) if fight.own_steps else own
        foe_after = foe.after(fight.foe_steps) if fight.foe_steps else foe
        if own_after is None or foe_after is None:
            if own_after is foe_after:
                return None
            winner = context.seat if foe_after is None else other(context.seat)
            return Ending(context, top, bottom, own_after or own, foe_after or foe, node.seen, winner)
        own, foe = own_after, foe_after
    end: Winner | None = DRAW if context.position.turn + 1 >= turn.LAST_TURN else None
    return Ending(context, top, bottom, own, foe, node.seen, end)
