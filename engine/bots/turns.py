"""Whole turns without duplicates: every table that the active player can reach before the assault, each once.

Plays commute more often than not, so that a table is reached in many orders; `expand` tells most of them apart by the
key alone, before anything is copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import assault, play, summon
from engine.actions import ATTACK_ALL, END_SUMMON, END_TURN, Action, Cast, Order, Play
from engine.bots import quick
from engine.bots.keys import TableKey, table_key
from engine.position import ASSAULT, ORDER, OVER, SUMMON, Position


class Table:
    """A position in which the active player may go on playing or stop, and the plays that led to it.

    `cut` is true where a play on the way made somebody order returning cards
    (2021): they return as listed here, and what comes after is thought through anew when they have.
    """

    __slots__ = ("position", "key", "parent", "action", "cut", "_more")

    def __init__(
        self, position: Position, key: TableKey, parent: Table | None, action: Action | None, cut: bool
    ) -> None:
        self.position = position
        self.key = key
        self.parent = parent
        self.action = action
        self.cut = cut
        self._more: list[Action] | None = None

    @property
    def more(self) -> list[Action]:
        """The plays that are legal here; found out when they are asked for, because most tables are never played on."""
        if self._more is None:
            self._more = summon.legal(self.position) if self.position.phase == SUMMON else []
        return self._more

    def actions(self) -> list[Action]:
        """Return the plays from the root to this table, up to the first one that makes somebody order cards."""
        path: list[Table] = []
        node: Table | None = self
        while node is not None and node.parent is not None:
            path.append(node)
            node = node.parent
        plays: list[Action] = []
        for node in reversed(path):
            assert node.action is not None
            plays.append(node.action)
            if node.cut and not (node.parent is not None and node.parent.cut):
                break
        return plays


def root(position: Position) -> Table:
    """Return the table from which a turn is thought through; the position is not changed by what follows."""
    return Table(position, table_key(position, position.active), None, None, False)


def expand(table: Table, seen: set[TableKey], narrow: bool = False) -> list[Table]:
    """Return the tables one play further that are not in `seen`, which grows by them.

    Plays that end the match against the player who makes them are left out; if `narrow`, incantations on one's own
    creatures, too, which are seldom worth a thought.
    """
    position = table.position
    found: list[Table] = []
    for action in table.more:
        if narrow and type(action) is Cast and action.seat == position.active:
            continue
        cut = table.cut
        if type(action) is Play and _is_plain(position, action):
            index, fort_at = _leaves(position, action)
            key = _foretold(table, action, index, fort_at)
            if key in seen:
                continue
            after = quick.put(position, index, action.lane, fort_at)
        else:
            after = position.clone()
            play.advance(after, action, None)
            cut = settle(after) or cut
            if after.phase == OVER and after.winner != position.active:
                continue
            key = table_key(after, position.active)
            if key in seen:
                continue
        seen.add(key)
        found.append(Table(after, key, table, action, cut))
    return found


def _leaves(position: Position, action: Play) -> tuple[int, int]:
    """Which card a play takes from the hand, and where that leaves the fortress."""
    fort_at = position.sides[position.active].fort_at
    return (action.place, fort_at - 1) if action.place < fort_at else (action.place - 1, fort_at)


def _is_plain(position: Position, action: Play) -> bool:
    """Return whether a play puts a creature into a lane and does nothing else.

    Paid in full, the fortress stands, no Champion gets ready.
    """
    side = position.sides[position.active]
    index, fort_at = _leaves(position, action)
    card = side.hand[index]
    if action.onto is not None or card.cost > position.mana or fort_at >= len(side.hand) - 1:
        return False
    return not _untaps(position, card.cost)


def _foretold(table: Table, action: Play, index: int, fort_at: int) -> TableKey:
    """Return the key after a plain play."""
    mana, _, is_fort, cards, top, bottom, rest = table.key
    card = table.position.sides[table.position.active].hand[index]
    cards = cards[:index] + cards[index + 1 :]
    if action.lane == 0:
        top = (*top, card.key)
    else:
        bottom = (*bottom, card.key)
    return (mana - card.cost, fort_at, is_fort, cards, top, bottom, rest)


def _untaps(position: Position, cost: int) -> bool:
    for side in position.sides.values():
        champion = side.champion
        if champion is not None and champion.cost == cost and not side.ready and not side.in_play:
            return True
    return False


def settle(position: Position) -> bool:
    """Return cards in the order in which they are listed, whoever would be asked (2021); whether anybody was."""
    asked = False
    while position.phase == ORDER and position.pending is not None:
        asked = True
        play.advance(position, Order(position.pending.cards), None)
    return asked


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
    after = quick.finished(position)
    if after is None:
        after = position.clone()
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
