"""Lanes as a search goes through them: each distinct line-up of creatures once, with the results of its fights. A fight
in a lane depends on that lane alone but for Splash, and for Vulnerability at a fortress: so the effect of an attack or
an incantation on line-ups is played once, by the engine itself and with events, and kept, with the line-ups after it
and its effects on the hands and fortresses. The creatures of a line-up are shared: clone them before playing on."""

from __future__ import annotations

from typing import Final

from engine import assault, realm, strike
from engine.abilities import CATALYST, INSTINCT, RAGE, SPLASH, VULNERABILITY
from engine.bots.hands import ChampionAside, HandStep, Healing, Return, Wounds
from engine.cards import Card
from engine.editions import BY_NAME
from engine.log import EventLog
from engine.position import ASSAULT, Creature, Position, Side
from engine.seat import BySeat, Seat

LaneWorth = tuple[float, int, int, int, int]
"""The worth of a lane; the damage and kills of the mover's assault in it, and of the assault that answers it."""
Steps = tuple[HandStep, ...]
_DUMMIES: Final = 200
_CACHE_SIZE: Final = 100_000


class Lineup:
    """The creatures of a side in a lane, from the bridge to the rear.

    `champion` is the card of the side's Champion where that is among them, `gift` the abilities that all of the side
    have (R10.8); `key` is equal for line-ups that play on alike. `attacks`: whether any may attack in an assault, as
    none does where all were just played, without Rage; `strikes` are the abilities with which they may, `answers` those
    with which they may when they are attacked, by Instinct. The other attributes are caches of `LaneMemo` and
    `Evaluation`.
    """

    __slots__ = (
        "lane_no", "creatures", "champion", "gift", "key", "catalysts", "attacks", "strikes", "answers",
        "extended", "fights", "clashes", "casts", "healed", "worths",
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
        self.extended: dict[Card, Lineup] = {}
        self.fights: dict[Lineup, Fight | None] = {}
        self.clashes: dict[tuple[Lineup, Lineup | None], Clash] = {}
        self.casts: dict[tuple[Card, int, bool, Lineup | None], CastEffect] = {}
        self.healed: Lineup | None = None
        self.worths: dict[Lineup, LaneWorth] = {}

    def forget(self) -> None:
        """Let go of all other line-ups."""
        self.extended.clear()
        self.fights.clear()
        self.clashes.clear()
        self.casts.clear()
        self.worths.clear()
        self.healed = None


class Fight:
    """The effect of an assault in one lane: both line-ups after it, and the steps in the hands of both sides."""

    __slots__ = ("own", "foe", "own_steps", "foe_steps")

    def __init__(self, own: Lineup, foe: Lineup, own_steps: Steps, foe_steps: Steps) -> None:
        self.own = own
        self.foe = foe
        self.own_steps = own_steps
        self.foe_steps = foe_steps


class Clash:
    """A fight before anything heals, and the attacked side's line-up in the other lane, which Splash reaches."""

    __slots__ = ("fight", "neighbour")

    def __init__(self, fight: Fight, neighbour: Lineup | None) -> None:
        self.fight = fight
        self.neighbour = neighbour


class CastEffect:
    """The effect of an incantation: its target's line-up and the one in the other lane after it, and the steps in the
    hands of caster and opponent.

    `several`: it destroys more than one creature, whose owner orders them in 2021 (R5.8).
    """

    __slots__ = ("lineup", "neighbour", "own_steps", "foe_steps", "several")

    def __init__(
        self, lineup: Lineup, neighbour: Lineup | None, own_steps: Steps, foe_steps: Steps, several: bool
    ) -> None:
        self.lineup = lineup
        self.neighbour = neighbour
        self.own_steps = own_steps
        self.foe_steps = foe_steps
        self.several = several


class LaneMemo:
    """The line-ups that searches have met; `count` includes their results."""

    __slots__ = ("count", "_lineups")

    def __init__(self) -> None:
        self.count = 0
        self._lineups: dict[tuple[object, ...], Lineup] = {}

    def tidy(self) -> None:
        """Forget everything if it is too much."""
        if self.count > _CACHE_SIZE:
            self.forget()

    def forget(self) -> None:
        """Forget everything; line-ups in use stay valid."""
        for lineup in self._lineups.values():
            lineup.forget()
        self._lineups.clear()
        self.count = 0

    def lineup(self, lane_no: int, creatures: list[Creature], champion: Card | None, gift: int) -> Lineup:
        """Return the line-up of creatures like these; `champion` is the card of their side's."""
        present: Card | None = None
        states: list[object] = []
        for one in creatures:
            if one.champion:
                present = champion
            states.append(_state(one))
        key = (lane_no, gift, present, *states)
        found = self._lineups.get(key)
        if found is None:
            kept = [one.clone() for one in creatures]
            found = Lineup(lane_no, kept, present, gift, repr([gift, *map(_printed_state, creatures)]))
            self._lineups[key] = found
            self.count += 1
        return found

    def extended(self, lineup: Lineup, card: Card) -> Lineup:
        """Return the line-up after a creature was played into its lane."""
        found = lineup.extended.get(card)
        if found is None:
            creatures = [*lineup.creatures, Creature(card, new=True)]
            found = lineup.extended[card] = self.lineup(lineup.lane_no, creatures, lineup.champion, lineup.gift)
            self.count += 1
        return found

    def fights(self, top: Lineup, bottom: Lineup, foe_top: Lineup, foe_bottom: Lineup) -> tuple[Fight, Fight] | None:
        """Return the assault of both lanes up to the end of the turn.

        None where it depends on a fortress' HP, or where Splash reaches a creature that answers it (Instinct).
        """
        above, below = self._fight(top, foe_top), self._fight(bottom, foe_bottom)
        if above is not None and below is not None:
            return above, below
        if (top.strikes | bottom.strikes | foe_top.answers | foe_bottom.answers) & VULNERABILITY:
            return None
        if foe_top.answers | foe_bottom.answers:
            return None
        first = self._clash(top, foe_top, foe_bottom if top.strikes & SPLASH else None)
        second = self._clash(
            bottom, first.neighbour or foe_bottom, first.fight.foe if bottom.strikes & SPLASH else None
        )
        foe = second.neighbour or first.fight.foe
        return self._at_rest(first.fight, foe), self._at_rest(second.fight, second.fight.foe)

    def _at_rest(self, fight: Fight, foe: Lineup) -> Fight:
        return Fight(self._healed(fight.own), self._healed(foe), fight.own_steps, fight.foe_steps)

    def _healed(self, lineup: Lineup) -> Lineup:
        """Return the line-up as it is when the turn has ended (R3.2)."""
        if lineup.healed is None:
            creatures = [one.clone() for one in lineup.creatures]
            _heal(creatures)
            lineup.healed = self.lineup(lineup.lane_no, creatures, lineup.champion, lineup.gift)
        return lineup.healed

    def _fight(self, own: Lineup, foe: Lineup) -> Fight | None:
        """Return an assault in one lane up to the end of the turn; None where it may depend on more than the lane."""
        try:
            return own.fights[foe]
        except KeyError:
            pass
        found: Fight | None = None
        if not own.attacks:
            found = Fight(self._healed(own), self._healed(foe), (), ())
        elif not (own.strikes | foe.answers) & (SPLASH | VULNERABILITY):
            sides = _Sides(own, foe, None)
            sides.assault()
            _heal(sides.own.lanes[own.lane_no])
            _heal(sides.foe.lanes[own.lane_no])
            found = self._fought(sides, own.lane_no)
        own.fights[foe] = found
        self.count += 1
        return found

    def _clash(self, own: Lineup, foe: Lineup, neighbour: Lineup | None) -> Clash:
        key = (foe, neighbour)
        found = own.clashes.get(key)
        if found is None:
            sides, lane_no = _Sides(own, foe, neighbour), own.lane_no
            sides.assault()
            reached = None if neighbour is None else self._of_side(sides.foe, 1 - lane_no)
            found = own.clashes[key] = Clash(self._fought(sides, lane_no), reached)
            self.count += 1
        return found

    def _fought(self, sides: _Sides, lane_no: int) -> Fight:
        own, foe = self._of_side(sides.own, lane_no), self._of_side(sides.foe, lane_no)
        own_steps, foe_steps = sides.steps()
        return Fight(own, foe, own_steps, foe_steps)

    def _of_side(self, side: Side, lane_no: int) -> Lineup:
        return self.lineup(lane_no, side.lanes[lane_no], side.champion, side.gift)

    def cast(self, target: Lineup, index: int, card: Card, own: bool, neighbour: Lineup | None) -> CastEffect:
        """Return the effect of an incantation on the creature at `index`; `own`: the caster's.

        `neighbour` is the line-up in the other lane, for Splash; None for other incantations.
        """
        key = (card, index, own, neighbour)
        found = target.casts.get(key)
        if found is None:
            sides = _Sides(target, None, neighbour) if own else _Sides(None, target, neighbour)
            sides.cast(card, "A" if own else "B", target.lane_no, index)
            side, lane_no = sides.own if own else sides.foe, target.lane_no
            several = sum(event["type"] == "destroyed" for event in sides.log.events) > 1
            reached = None if neighbour is None else self._of_side(side, 1 - lane_no)
            after = self._of_side(side, lane_no)
            own_steps, foe_steps = sides.steps()
            found = CastEffect(after, reached, own_steps, foe_steps, several)
            target.casts[key] = found
            self.count += 1
        return found


def _state(one: Creature) -> object:
    """Return the state of a creature; its card alone for one that is unchanged this turn."""
    if one.over is None and not (one.champion or one.hit or one.wounds or one.done or one.sprint):
        return (one.card, 1) if one.new else one.card
    return (one.card, one.over, one.wounds, one.new, one.done, one.hit, one.sprint, one.champion)


def _printed_state(one: Creature) -> tuple[object, ...]:
    over = None if one.over is None else one.over.key
    return (one.card.key, over, one.wounds, one.new, one.done, one.hit, one.sprint, one.champion)


def _heal(creatures: list[Creature]) -> None:
    for one in creatures:
        one.wounds = one.sprint = 0
        one.new = one.done = one.hit = False


_DUMMY = Card(None, "dummy", "incantation", 0, 0, 0, ())


class _Sides:
    """Both sides of a lane with copies of its line-ups, to be played on by the engine; "A" is to move.

    As in 2022: the editions differ in the order of returning cards alone.
    """

    __slots__ = ("own", "foe", "position", "log")

    def __init__(self, own: Lineup | None, foe: Lineup | None, neighbour: Lineup | None) -> None:
        self.own = _side(own, neighbour if foe is None else None)
        self.foe = _side(foe, None if foe is None else neighbour)
        self.position = Position(BY_NAME["2022"], self.own, self.foe)
        self.log = EventLog()

    def assault(self) -> None:
        """Play the assault."""
        self.position.phase = ASSAULT
        assault.activate_all(self.position, self.log)

    def cast(self, card: Card, owner: Seat, lane_no: int, index: int) -> None:
        """Cast an incantation on a creature in the realm of `owner`."""
        wounded = strike.incantation(self.position, "A", card, owner, lane_no, index, self.log)
        assault.after_incantation(self.position, owner, wounded, self.log)

    def steps(self) -> tuple[Steps, Steps]:
        """Return the effects on the hands and the fortresses of both sides."""
        steps: BySeat[list[HandStep]] = {"A": [], "B": []}
        returned = {seat: iter(side.hand[2 * _DUMMIES :]) for seat, side in self.position.sides.items()}
        for event in self.log.events:
            if event["type"] == "fortress_hit":
                steps[event["player"]].append(Wounds(event["amount"]))
            elif event["type"] == "regeneration":
                steps[event["player"]].append(Healing(event["steps"]))
            elif event["type"] == "returned":
                steps[event["player"]].append(Return(next(returned[event["player"]])))
            elif event["type"] == "aside":
                steps[event["player"]].append(ChampionAside())
        return tuple(steps["A"]), tuple(steps["B"])


def _side(lineup: Lineup | None, neighbour: Lineup | None) -> Side:
    """Return a side with copies of these line-ups, and a fortress that cannot fall."""
    side = Side([_DUMMY] * (2 * _DUMMIES))
    side.fort_at = _DUMMIES
    for one in (lineup, neighbour):
        if one is not None:
            side.lanes[one.lane_no].extend([creature.clone() for creature in one.creatures])
            side.champion = side.champion or one.champion
            side.gift = one.gift
    return side
