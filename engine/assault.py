"""The assault: the order of activation, a creature's attacks, and the queue of Vanish and Instinct (section 5, G5)."""

from __future__ import annotations

from collections import deque

from engine import realm, strike
from engine.abilities import EVASION, INSTINCT, RAGE
from engine.actions import LANE_OF, at
from engine.events.assault import Cause
from engine.leave import NeedsOrder, Spot
from engine.log import Log
from engine.position import Creature, Position, Then
from engine.seat import Seat, other

Entry = tuple[int, Seat, int, Creature]
"""An entry of the queue: the ability (EVASION or INSTINCT), and whose creature of which lane."""


def next_to_activate(position: Position) -> Spot | None:
    """Return the next creature of the active player (R5.1): top lane, then bottom, from the rear.

    Read at each step (I2).
    """
    lanes = position.sides[position.active].lanes
    for lane_no in (0, 1):
        lane = lanes[lane_no]
        for index in range(len(lane) - 1, -1, -1):
            if not lane[index].done:
                return lane_no, index, lane[index]
    return None


def activate_all(position: Position, log: Log) -> None:
    """Activate the remaining creatures of the active player one by one."""
    while True:
        spot = next_to_activate(position)
        if spot is None:
            return
        try:
            activate(position, spot, log)
        except NeedsOrder as pause:
            pause.then["all"] = True
            raise


def activate(position: Position, spot: Spot, log: Log) -> None:
    """Activate one creature: it rests if it entered this turn without Rage (R5.2), else it attacks."""
    lane_no, index, creature = spot
    seat = position.active
    side = position.sides[seat]
    creature.done = True
    if creature.new and not realm.flags_at(side, side.lanes[lane_no], index) & RAGE:
        log.rested(seat, lane_no, index, creature, "new")
        return
    queue: deque[Entry] = deque()
    _attacks(position, seat, lane_no, creature, creature.new, "activation", queue, log)
    if queue:
        drain(position, queue, log)


def _attacks(
    position: Position,
    seat: Seat,
    lane_no: int,
    creature: Creature,
    limited: bool,
    cause: Cause,
    queue: deque[Entry],
    log: Log,
) -> None:
    """Carry out all attacks of one creature, including Berserk's; then what it wounded joins the queue."""
    marked: list[Spot] = []
    try:
        while strike.attack(position, seat, lane_no, creature, limited, cause, marked, log):
            cause = "berserk"
    except NeedsOrder as pause:
        index = realm.index_of(position.sides[seat].lanes[lane_no], creature)
        pause.then.update({"attacker": {**at(seat, lane_no, index), "limited": limited}, "all": False})
        raise
    if marked:
        _enqueue(position, other(seat), marked, queue, by_creature=True)


def resume(position: Position, then: Then, log: Log) -> None:
    """Continue after destroyed enemies were put in order (2021): Berserk, then the rest of the assault if `all`."""
    attacker = then["attacker"]
    seat, lane_no = attacker["player"], LANE_OF[attacker["lane"]]
    creature = position.sides[seat].lanes[lane_no][attacker["index"]]
    try:
        if then["again"]:
            queue: deque[Entry] = deque()
            _attacks(position, seat, lane_no, creature, attacker["limited"], "berserk", queue, log)
            drain(position, queue, log)
    except NeedsOrder as pause:
        pause.then["all"] = then["all"]
        raise
    if then["all"]:
        activate_all(position, log)


def after_incantation(position: Position, owner: Seat, wounded: list[Spot], log: Log) -> None:
    """Let an incantation's survivors with Vanish move in the realm of `owner`; Instinct answers creatures only."""
    if wounded:
        queue: deque[Entry] = deque()
        _enqueue(position, owner, wounded, queue, by_creature=False)
        drain(position, queue, log)


def _enqueue(position: Position, seat: Seat, marked: list[Spot], queue: deque[Entry], *, by_creature: bool) -> None:
    """Append the survivors with Vanish, then those with Instinct, in the order of R5.8, once each (G5)."""
    side = position.sides[seat]
    wanted = EVASION | INSTINCT if by_creature else EVASION
    spots: list[Spot] = []
    seen: set[int] = set()
    for lane_no, _, creature in marked:
        index = realm.index_of(side.lanes[lane_no], creature)
        if index >= 0 and id(creature) not in seen and realm.flags_at(side, side.lanes[lane_no], index) & wanted:
            seen.add(id(creature))
            spots.append((lane_no, index, creature))
    if not spots:
        return
    ordered = realm.return_order(spots)
    for ability in (EVASION, INSTINCT) if by_creature else (EVASION,):
        for lane_no, index, creature in ordered:
            if realm.flags_at(side, side.lanes[lane_no], index) & ability:
                queue.append((ability, seat, lane_no, creature))


def drain(position: Position, queue: deque[Entry], log: Log) -> None:
    """Carry out the queue from the front; a creature that has left play or lost the ability is skipped (G5, I5)."""
    while queue:
        ability, seat, lane_no, creature = queue.popleft()
        side = position.sides[seat]
        lane = side.lanes[lane_no]
        index = realm.index_of(lane, creature)
        if index < 0 or not realm.flags_at(side, lane, index) & ability:
            continue
        if ability == EVASION:
            _evade(position, seat, lane_no, index, log)
        else:
            _attacks(position, seat, lane_no, creature, False, "instinct", queue, log)


def _evade(position: Position, seat: Seat, lane_no: int, index: int, log: Log) -> None:
    """Move the creature to the rear of its lane."""
    lane = position.sides[seat].lanes[lane_no]
    rear = len(lane) - 1
    if index == rear:
        return
    creature = lane.pop(index)
    lane.append(creature)
    log.evaded(seat, lane_no, index, creature, rear)
