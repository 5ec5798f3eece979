"""Whole turns without duplicates: every position that the active player can reach before the assault, each once.

Plays commute more often than not, so that a position is reached in many orders; `expand` tells nodes apart by the key,
which most plays find without anything being copied (`plays.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import assault, play
from engine.actions import ATTACK_ALL, END_SUMMON, END_TURN, Action
from engine.bots import endings, nodes
from engine.bots.evaluation import Evaluation
from engine.bots.nodes import NodeKey, PlayNode, TurnContext
from engine.bots.plays import Plays
from engine.bots.settling import settle
from engine.position import ASSAULT, OVER, SUMMON, Position


def root(position: Position, evaluation: Evaluation) -> PlayNode:
    """Return the node from which a turn is searched; the position is not changed by what follows."""
    evaluation.memo.tidy()
    return nodes.node_of(TurnContext(position, evaluation), position, None, None, False)


def expand(node: PlayNode, seen: set[NodeKey], narrow: bool = False) -> list[PlayNode]:
    """Return the nodes one play further that are not in `seen`, which grows by them.

    Plays that end the match against the player who makes them are left out; if `narrow`, incantations on the player's
    own creatures, too, which are seldom worth a thought.
    """
    return Plays(node, seen, narrow).all() if node.live else []


def replay(position: Position, plays: Iterable[Action]) -> Position:
    """Return the position after these plays, the given one left as it is; orders are answered as `settle` does."""
    now = position.clone()
    for action in plays:
        play.advance(now, action)
        settle(now)
    return now


def ended(position: Position, evaluation: Evaluation) -> Position:
    """Return the position after the rest of the turn, the given one left as it is.

    Creatures may be shared with others.
    """
    return stopped(root(position, evaluation))


def stopped(node: PlayNode) -> Position:
    """Return the position after a turn that stops at this node; creatures may be shared."""
    ending = endings.ending(node)
    return by_engine(node) if ending is None else ending.position()


def by_engine(node: PlayNode) -> Position:
    """Return the position after a node's turn, played to its end; the node's own where the match is over."""
    after = node.position
    if after.phase != OVER:
        after = after.clone()
        finish(after)
    return after


def finish(position: Position) -> None:
    """Play the rest of the turn in place: the assault without further incantations, and the end of the turn."""
    turn = position.turn
    settle(position)
    if position.phase == SUMMON and position.turn == turn:
        play.advance(position, END_SUMMON)
        settle(position)
    while position.phase == ASSAULT and position.turn == turn:
        left = assault.next_to_activate(position) is not None
        play.advance(position, ATTACK_ALL if left else END_TURN)
        settle(position)


def distinct(position: Position, evaluation: Evaluation, most: int = 100_000) -> Iterator[PlayNode]:
    """Yield every node that plays lead to, each once, the present position first; at most `most`."""
    start = root(position, evaluation)
    seen = {start.key}
    waiting = [start]
    yielded = 0
    while waiting:
        node = waiting.pop()
        yield node
        yielded += 1
        if yielded + len(waiting) < most:
            waiting += expand(node, seen)
        elif yielded >= most:
            return
