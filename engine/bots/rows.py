"""Lanes as a search goes through them: each distinct row of creatures once, with what comes of it remembered.

What happens in a lane depends on that lane alone but for Splash, and for Vulnerability at a fortress: so what an attack
or an incantation does to rows is played once, by the engine itself and with events, and kept, the rows after it and
what reached the hands and fortresses. The creatures of a row are shared: whoever plays on clones them first.
"""

from __future__ import annotations

from typing import Final

from engine import assault, realm, strike
from engine.abilities import CATALYST, INSTINCT, RAGE, SPLASH, VULNERABILITY
from engine.bots.evaluation import Evaluation, LaneWorth
from engine.bots.hands import Step
from engine.cards import Card
from engine.editions import BY_NAME
from engine.events import Event
from engine.position import ASSAULT, Creature, Position, Side
from engine.seat import Seat

Steps = tuple[Step, ...]
_DUMMIES: Final = 200
_MOST: Final = 100_000


class Row:
    """The creatures of a side in a lane, from the bridge to the rear.

    `champion` is the card of the side's Champion where that is among them, `gift` the abilities that all of the side
    have (R10.8); `key` is equal for rows that play on alike. `attacks`: whether any may attack in an assault, as none
    does where all were just played, without Rage; `strikes` are the abilities with which they may, `answers` those with
    which they may when they are attacked, by Instinct.
    """

    __slots__ = (
        "lane_no", "creatures", "champion", "gift", "key", "catalysts", "attacks", "strikes", "answers",
        "longer", "fights", "stages", "casts", "rested", "worths", "judge",
    )  # fmt: skip

    def __init__(self, lane_no: int, creatures: list[Creature], champion: Card | None, gift: int, key: str) -> None:
        self.lane_no = lane_no
        self.creatures = creatures
        self.champion = champion
        self.gift = gift
        self.key = key
        side = Side([])
        side.gift, side.lanes = gift, (creatures, [])
        self.catalysts = realm.count_with(side, CATALYST)
        able, fresh = 0, True
        for one in creatures:
            able |= one.flags | one.auras
            fresh = fresh and one.new
        self.attacks = not fresh or bool(able & RAGE)
        self.strikes = able if self.attacks else 0
        self.answers = able if able & INSTINCT else 0
        self.longer: dict[Card, Row] = {}
        self.fights: dict[Row, Fight | None] = {}
        self.stages: dict[tuple[Row, Row | None], FightStage] = {}
        self.casts: dict[tuple[Card, int, bool, Row | None], Struck] = {}
        self.rested: Row | None = None
        self.worths: dict[Row, LaneWorth] = {}
        self.judge: Evaluation | None = None

    def forget(self) -> None:
        """Let go of all other rows."""
        self.longer.clear()
        self.fights.clear()
        self.stages.clear()
        self.casts.clear()
        self.worths.clear()
        self.rested = None


class Fight:
    """The effect of an assault in one lane: both rows after it, and what reaches the attacker and the other."""

    __slots__ = ("own", "foe", "ours", "theirs")

    def __init__(self, own: Row, foe: Row, ours: Steps, theirs: Steps) -> None:
        self.own = own
        self.foe = foe
        self.ours = ours
        self.theirs = theirs


class FightStage:
    """The same before anything heals, and the attacked side's other row, which Splash reaches."""

    __slots__ = ("fight", "beside")

    def __init__(self, fight: Fight, beside: Row | None) -> None:
        self.fight = fight
        self.beside = beside


class Struck:
    """The effect of an incantation: the row it is aimed at and its neighbour after it, and what reaches caster and
    opponent.

    `several`: it destroys more than one creature, whose owner orders them in 2021 (R5.8).
    """

    __slots__ = ("row", "beside", "ours", "theirs", "several")

    def __init__(self, row: Row, beside: Row | None, ours: Steps, theirs: Steps, several: bool) -> None:
        self.row = row
        self.beside = beside
        self.ours = ours
        self.theirs = theirs
        self.several = several


class _Memory:
    """All rows of this process, by what stands in them; `count` is of what is remembered with them, too."""

    def __init__(self) -> None:
        self.rows: dict[tuple[object, ...], Row] = {}
        self.count = 0

    def empty(self) -> None:
        for row in self.rows.values():
            row.forget()
        self.rows.clear()
        self.count = 0


_memory = _Memory()


def tidy() -> None:
    """Forget all rows if there are too many."""
    if _memory.count > _MOST:
        forget()


def forget() -> None:
    """Forget all rows; those in use stay valid."""
    _memory.empty()


def row_of(lane_no: int, creatures: list[Creature], champion: Card | None, gift: int) -> Row:
    """Return the row of creatures like these; `champion` is the card of their side's."""
    mine: Card | None = None
    marks: list[object] = []
    for one in creatures:
        if one.champion:
            mine = champion
        marks.append(_mark(one))
    key = (lane_no, gift, mine, *marks)
    found = _memory.rows.get(key)
    if found is None:
        told = repr([gift, *map(_told, creatures)])
        kept = [one.clone() for one in creatures]
        found = _memory.rows[key] = Row(lane_no, kept, mine, gift, told)
        _memory.count += 1
    return found


def _mark(one: Creature) -> object:
    """Return what a creature is and has been through; its card alone for one that nothing has happened to this turn."""
    if one.over is None and not (one.champion or one.hit or one.wounds or one.done or one.sprint):
        return (one.card, 1) if one.new else one.card
    return (one.card, one.over, one.wounds, one.new, one.done, one.hit, one.sprint, one.champion)


def _told(one: Creature) -> tuple[object, ...]:
    over = None if one.over is None else one.over.key
    return (one.card.key, over, one.wounds, one.new, one.done, one.hit, one.sprint, one.champion)


def longer(row: Row, card: Card) -> Row:
    """Return the row after a creature was played into its lane."""
    found = row.longer.get(card)
    if found is None:
        fresh = Creature(card, new=True)
        found = row.longer[card] = row_of(row.lane_no, [*row.creatures, fresh], row.champion, row.gift)
        _memory.count += 1
    return found


def healed(row: Row) -> Row:
    """Return the row as it is when the turn has ended (R3.2)."""
    if row.rested is None:
        creatures = [one.clone() for one in row.creatures]
        _heal(creatures)
        row.rested = row_of(row.lane_no, creatures, row.champion, row.gift)
    return row.rested


def _heal(creatures: list[Creature]) -> None:
    for one in creatures:
        one.wounds = one.sprint = 0
        one.new = one.done = one.hit = False


def worth(row: Row, facing: Row, judge: Evaluation) -> LaneWorth:
    """Return what a lane is worth where `row` is that of whoever is to move."""
    if row.judge is not judge:
        row.judge = judge
        row.worths.clear()
    found = row.worths.get(facing)
    if found is None:
        found = judge.lane(row.lane_no, row.gift, row.creatures, facing.gift, facing.creatures)
        row.worths[facing] = found
        _memory.count += 1
    return found


def fight(row: Row, facing: Row) -> Fight | None:
    """Return the assault of a row up to the end of the turn; None where it may depend on more than the lane."""
    try:
        return row.fights[facing]
    except KeyError:
        pass
    found: Fight | None = None
    if not row.attacks:
        found = Fight(healed(row), healed(facing), (), ())
    elif not (row.strikes | facing.answers) & (SPLASH | VULNERABILITY):
        own, foe, ours, theirs = _assault(row, facing, None)
        creatures, others = own.lanes[row.lane_no], foe.lanes[row.lane_no]
        _heal(creatures)
        _heal(others)
        after = row_of(row.lane_no, creatures, own.champion, own.gift)
        found = Fight(after, row_of(row.lane_no, others, foe.champion, foe.gift), ours, theirs)
    row.fights[facing] = found
    _memory.count += 1
    return found


def fights(top: Row, bottom: Row, facing: Row, beneath: Row) -> tuple[Fight, Fight] | None:
    """Return the assault of both lanes, `facing` and `beneath` theirs, up to the end of the turn.

    None where it depends on a fortress' HP, or where who is reached by Splash answers it (Instinct).
    """
    above, below = fight(top, facing), fight(bottom, beneath)
    if above is not None and below is not None:
        return above, below
    if (top.strikes | bottom.strikes | facing.answers | beneath.answers) & VULNERABILITY:
        return None
    if facing.answers | beneath.answers:
        return None
    first = _stage(top, facing, beneath if top.strikes & SPLASH else None)
    second = _stage(bottom, first.beside or beneath, first.fight.foe if bottom.strikes & SPLASH else None)
    own, foe = first.fight.own, second.beside or first.fight.foe
    return (
        Fight(healed(own), healed(foe), first.fight.ours, first.fight.theirs),
        Fight(healed(second.fight.own), healed(second.fight.foe), second.fight.ours, second.fight.theirs),
    )


def _stage(row: Row, facing: Row, beside: Row | None) -> FightStage:
    key = (facing, beside)
    found = row.stages.get(key)
    if found is None:
        own, foe, ours, theirs = _assault(row, facing, beside)
        lane = row.lane_no
        after = row_of(lane, own.lanes[lane], own.champion, own.gift)
        struck = Fight(after, row_of(lane, foe.lanes[lane], foe.champion, foe.gift), ours, theirs)
        reached = None if beside is None else row_of(1 - lane, foe.lanes[1 - lane], foe.champion, foe.gift)
        found = row.stages[key] = FightStage(struck, reached)
        _memory.count += 1
    return found


def cast(row: Row, index: int, card: Card, mine: bool, beside: Row | None) -> Struck:
    """Return what an incantation does to the creature at `index`; `mine`: of whoever casts it.

    `beside` is the row in the other lane, for Splash; None for other incantations.
    """
    key = (card, index, mine, beside)
    found = row.casts.get(key)
    if found is None:
        found = row.casts[key] = _cast(row, index, card, mine, beside)
        _memory.count += 1
    return found


# -- played by the engine


_DUMMY = Card(None, "dummy", "incantation", 0, 0, 0, ())


def _side(row: Row | None, beside: Row | None) -> Side:
    """Return a side with copies of these rows, and a fortress that cannot fall."""
    side = Side([_DUMMY] * (2 * _DUMMIES))
    side.fort_at = _DUMMIES
    for one in (row, beside):
        if one is not None:
            side.lanes[one.lane_no].extend([creature.clone() for creature in one.creatures])
            side.champion = side.champion or one.champion
            side.gift = one.gift
    return side


def _assault(row: Row, facing: Row, beside: Row | None) -> tuple[Side, Side, Steps, Steps]:
    """Play the assault of one lane; as in 2022: the editions' differ in the order of returning cards alone."""
    own, foe = _side(row, None), _side(facing, beside)
    now = Position(BY_NAME["2022"], own, foe)
    now.phase = ASSAULT
    log: list[Event] = []
    assault.activate_all(now, log)
    return own, foe, _steps(log, "A", own), _steps(log, "B", foe)


def _cast(row: Row, index: int, card: Card, mine: bool, beside: Row | None) -> Struck:
    owner, nobody = _side(row, beside), _side(None, None)
    now = Position(BY_NAME["2022"], *((owner, nobody) if mine else (nobody, owner)))
    seat: Seat = "A" if mine else "B"
    log: list[Event] = []
    wounded = strike.incantation(now, "A", card, seat, row.lane_no, index, log)
    assault.after_incantation(now, seat, wounded, log)
    several = sum(event["type"] == "destroyed" for event in log) > 1
    after = [row_of(lane, owner.lanes[lane], owner.champion, owner.gift) for lane in (0, 1)]
    ours, theirs = _steps(log, "A", now.sides["A"]), _steps(log, "B", now.sides["B"])
    return Struck(after[row.lane_no], None if beside is None else after[1 - row.lane_no], ours, theirs, several)


def _steps(log: list[Event], seat: Seat, side: Side) -> Steps:
    """Return what of these events reached the hand and the fortress of a side made by `_side`."""
    returned = iter(side.hand[2 * _DUMMIES :])
    steps: list[Step] = []
    for event in log:
        if event["type"] == "fortress_hit" and event["player"] == seat:
            steps.append((event["amount"], None))
        elif event["type"] == "regeneration" and event["player"] == seat:
            steps.append((-event["steps"], None))
        elif event["type"] == "returned" and event["player"] == seat:
            steps.append((0, next(returned)))
        elif event["type"] == "aside" and event["player"] == seat:
            steps.append((0, None))
    return tuple(steps)
