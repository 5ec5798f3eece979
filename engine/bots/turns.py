"""Whole turns without duplicates: every table that the active player can reach before the assault, each once.

Plays commute more often than not, so that a table is reached in many orders; `expand` tells them apart by the key,
which most plays find without anything being copied (`plays.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import assault, play
from engine.actions import ATTACK_ALL, END_SUMMON, END_TURN, Action
from engine.bots import endings, plays, rows, tables
from engine.bots.settling import settle
from engine.bots.tables import SearchTableKey, Start, Table
from engine.position import ASSAULT, OVER, SUMMON, Position


def root(position: Position) -> Table:
    """Return the table from which a turn is thought through; the position is not changed by what follows."""
    rows.tidy()
    return tables.table_of(Start(position), position, None, None, False)


def expand(table: Table, seen: set[SearchTableKey], narrow: bool = False) -> list[Table]:
    """Return the tables one play further that are not in `seen`, which grows by them.

    Plays that end the match against the player who makes them are left out; if `narrow`, incantations on one's own
    creatures, too, which are seldom worth a thought.
    """
    return plays.Plays(table, seen, narrow).all() if table.live else []


def replay(position: Position, plays: Iterable[Action]) -> Position:
    """Return the position after these plays, the given one left as it is; orders are answered as `settle` does."""
    now = position.clone()
    for action in plays:
        play.advance(now, action, None)
        settle(now)
    return now


def ended(position: Position) -> Position:
    """Return the position after the rest of the turn, the given one left as it is.

    Creatures may be shared with others.
    """
    return stopped(root(position))


def stopped(table: Table) -> Position:
    """Return the position after a turn that stops at this table; creatures may be shared."""
    ending = endings.ending(table)
    return by_engine(table) if ending is None else ending.position()


def by_engine(table: Table) -> Position:
    """Return the same, played by the engine; the table's own position where the match is over."""
    after = table.position
    if after.phase != OVER:
        after = after.clone()
        finish(after)
    return after


def finish(position: Position) -> None:
    """Play the rest of the turn in place: the assault without further incantations, and the end of the turn."""
    turn = position.turn
    settle(position)
    if position.phase == SUMMON and position.turn == turn:
        play.advance(position, END_SUMMON, None)
        settle(position)
    while position.phase == ASSAULT and position.turn == turn:
        left = assault.next_to_activate(position) is not None
        play.advance(position, ATTACK_ALL if left else END_TURN, None)
        settle(position)


def distinct(position: Position, most: int = 100_000) -> Iterator[Table]:
    """Yield every table that the active player can reach by plays, each once, the present one first; at most `most`."""
    start = root(position)
    seen = {start.key}
    waiting = [start]
    yielded = 0
    while waiting:
        table = waiting.pop()
        yield table
        yielded += 1
        if yielded + len(waiting) < most:
            waiting += expand(table, seen)
        elif yielded >= most:
            return
