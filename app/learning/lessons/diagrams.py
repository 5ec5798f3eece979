"""A small board of the rulebook: a position as the real board shows it, and the effect of an action on each of its
pieces.

Nothing is drawn by hand: the position goes through the engine, and the marks on the pieces are the engine's events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.cards.gallery.abilities.figure import BLOCKED, BONUS, FALL, MOVE, ORDER, REST, VIEWER, WOUND, Figure
from app.matches.table import board
from app.matches.table.board import Board
from app.matches.table.realms import CreaturePiece
from engine.actions import LANES, At
from engine.events import Event
from engine.events.assault import Absorbed, Attacked, Destroyed, Evaded, FortressHit, Rested, Sprinted, Wounded
from engine.events.turns import Played
from engine.match import Match, Options
from engine.seat import SEATS

PieceSpot = tuple[str, str, int]  # player, lane, index from the bridge, before the action


@dataclass(frozen=True, slots=True)
class PieceMark:
    """A mark on a piece: its kind, and a number where there is one."""

    kind: str
    value: int = 0


@dataclass(slots=True)
class Marks:
    """All marks of a figure: by creature, and by lane for the fortress that is hit from there."""

    creatures: dict[PieceSpot, list[PieceMark]] = field(default_factory=dict)
    fortress: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(self, creature: CreaturePiece) -> list[PieceMark]:
        """Return the marks of a creature."""
        return self.creatures.get((creature.seat, creature.lane, creature.position), [])


@dataclass(frozen=True, slots=True)
class FigurePanel:
    """One state of a figure, ready to draw."""

    board: Board
    marks: Marks


def panels(figure: Figure) -> list[FigurePanel]:
    """Return the one or two states that a figure shows."""
    position = figure.position
    options = Options(seed=0, edition=position["edition"], format="position", position=position)
    match = Match.new(options)
    if figure.action is None:
        return [FigurePanel(board.build(match, VIEWER), Marks())]
    after, events = match.apply(figure.by, dict(figure.action))
    shown = [FigurePanel(board.build(match, VIEWER), _CreatureTracker(match, figure.kinds).follow(events))]
    return [*shown, FigurePanel(board.build(after, VIEWER), Marks())] if figure.after else shown


class _CreatureTracker:
    """Follows the creatures through the events of one turn, so that each mark finds the piece it belongs to."""

    def __init__(self, match: Match, kinds: frozenset[str]) -> None:
        view = match.table_view(None)
        self._lanes: dict[tuple[str, str], list[PieceSpot | None]] = {
            (seat, lane): [(seat, lane, index) for index in range(len(view[seat][lane]))]
            for seat in SEATS
            for lane in LANES
        }
        self._kinds = kinds
        self._marks = Marks()
        self._attacks = 0
        self._lane = LANES[0]

    def follow(self, events: Iterable[Event]) -> Marks:
        """Return the marks of the events up to the end of the turn."""
        for event in events:
            if event["type"] == "turn_ended":
                break
            handle = getattr(self, f"_{event['type']}", None)
            if handle is not None:
                handle(event)
        return self._marks

    def _creatures(self, at: At) -> list[PieceSpot | None]:
        return self._lanes[at["player"], at["lane"]]

    def _mark(self, at: At, kind: str, value: int = 0) -> None:
        spot = self._creatures(at)[at["index"]]
        if spot is not None and kind in self._kinds:
            self._marks.creatures.setdefault(spot, []).append(PieceMark(kind, value))

    def _played(self, event: Played) -> None:
        if not event["onto"]:
            self._lanes[event["player"], event["lane"]].append(None)

    def _attack(self, event: Attacked) -> None:
        self._lane = event["at"]["lane"]
        if event["cause"] == "activation":
            self._attacks += 1
            self._mark(event["at"], ORDER, self._attacks)

    def _rested(self, event: Rested) -> None:
        self._mark(event["at"], REST)

    def _wounded(self, event: Wounded) -> None:
        self._mark(event["at"], WOUND, event["amount"])

    def _absorbed(self, event: Absorbed) -> None:
        self._mark(event["at"], BLOCKED)

    def _destroyed(self, event: Destroyed) -> None:
        self._mark(event["at"], FALL)
        del self._creatures(event["at"])[event["at"]["index"]]

    def _evaded(self, event: Evaded) -> None:
        self._mark(event["at"], MOVE)
        self._move(event)

    def _sprint(self, event: Sprinted) -> None:
        self._mark(event["at"], BONUS, event["bonus"])
        self._move(event)

    def _move(self, event: Evaded | Sprinted) -> None:
        lane = self._creatures(event["at"])
        lane.insert(event["to"], lane.pop(event["at"]["index"]))

    def _fortress_hit(self, event: FortressHit) -> None:
        if WOUND in self._kinds:
            key = (event["player"], self._lane)
            self._marks.fortress[key] = self._marks.fortress.get(key, 0) + event["amount"]
