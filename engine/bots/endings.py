"""The rest of a turn without playing it: the assault and the end of the turn, put together from remembered fights."""

from __future__ import annotations

from engine import hand as hands_of_the_rules
from engine import turn
from engine.abilities import CATALYST_MANA
from engine.bots import rows, tables
from engine.bots.evaluation import CERTAIN, Evaluation, Fort
from engine.bots.features import champion_state
from engine.bots.hands import Hand
from engine.bots.rows import Fight
from engine.bots.tables import Start, Table
from engine.hand import MatchEnded
from engine.position import DRAW, Position
from engine.seat import Winner, other


class Ending:
    """The outcome of a turn, at the beginning of the opponent's: what the assault did in both lanes, both hands then
    (as they were where the match ends), and who has won, if anybody has."""

    __slots__ = ("start", "top", "bottom", "own", "foe", "seen", "winner")

    def __init__(
        self, start: Start, top: Fight, bottom: Fight, own: Hand, foe: Hand, seen: int, winner: Winner | None
    ) -> None:
        self.start = start
        self.top = top
        self.bottom = bottom
        self.own = own
        self.foe = foe
        self.seen = seen
        self.winner: Winner | None = winner

    def value(self, judge: Evaluation) -> float:
        """Return what it is worth to whoever made the turn (log odds)."""
        if self.winner is not None:
            return 0.0 if self.winner == DRAW else CERTAIN if self.winner == self.start.seat else -CERTAIN
        own, foe = self.own, self.foe
        top, bottom = self.top, self.bottom
        mana = len(foe.cards) + 1 + CATALYST_MANA * (top.foe.catalysts + bottom.foe.catalysts)
        return -judge.total(
            rows.worth(top.foe, top.own, judge),
            rows.worth(bottom.foe, bottom.own, judge),
            judge.hand(0, mana, foe.cards),
            judge.hand(1, len(own.cards) + 1, own.cards),
            _fort(foe),
            _fort(own),
        )

    def position(self) -> Position:
        """Return the position that the turn leads to; its creatures may be shared."""
        start, top, bottom = self.start, self.top, self.bottom
        seat = start.seat
        now = tables.bare(start.position)
        now.seen = self.seen
        tables.fill(now.sides[seat], self.own, top.own, bottom.own)
        tables.fill(now.sides[other(seat)], self.foe, top.foe, bottom.foe)
        try:
            if self.winner is not None and self.winner != DRAW:
                raise hands_of_the_rules.end(now, self.winner, "fort", None)
            turn.begin(now, other(seat), None)
        except MatchEnded:
            pass
        return now


def _fort(hand: Hand) -> Fort:
    state = 0 if hand.champion is None else champion_state(hand.champion, hand.ready, hand.in_play)
    return (hand.is_fort, len(hand.cards) - hand.fort_at, hand.fort_at, state)


def ending(table: Table) -> Ending | None:
    """Return what a turn that stops at this table leads to; None where the engine itself must play it.

    That is against the automaton, where the match is over or the assault has begun, and with Vulnerability at a
    fortress. In 2021 cards destroyed together return as they would be listed.
    """
    start, across = table.start, table.across
    if not table.live or start.position.solo is not None:
        return None
    fights = rows.fights(table.top, table.bottom, across.top, across.bottom)
    if fights is None:
        return None
    top, bottom = fights
    own, foe = table.own, across.hand
    for fight in fights:
        ours, theirs = own.after(fight.ours), foe.after(fight.theirs)
        if ours is None or theirs is None:
            if ours is theirs:
                return None
            winner = start.seat if theirs is None else other(start.seat)
            return Ending(start, top, bottom, ours or own, theirs or foe, table.seen, winner)
        own, foe = ours, theirs
    end: Winner | None = DRAW if start.position.turn + 1 >= turn.LAST_TURN else None
    return Ending(start, top, bottom, own, foe, table.seen, end)
