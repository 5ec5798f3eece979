"""A turn that bots were advised, really played, and the opponent's after it: what hints are compared with."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from app.cards.gallery.notation import card_of
from app.cards.gallery.wording import card_name
from engine import actions, play
from engine.cards import CardNotation
from engine.events import Event
from engine.log import EventLog
from engine.match import Match
from engine.position import Position
from engine.seat import Seat, other
from engine.view import FORTRESS

ON: Final = ("end_summon", "attack_all", "end_turn", "order")
"""The actions of a turn without plays, in this order; what returns together comes back as it is offered (2021)."""


# Any: a view as JSON, of either kind of side.
class Course:
    """A turn really played, and the answer to it without another play."""

    def __init__(self, match: Match, seat: Seat, planned: tuple[Any, ...]) -> None:
        self.seat = seat
        self.foe = other(seat)
        self.before: Any = match.table_view(seat)
        self.events: list[Event] = []
        self.table = match.position
        self.after = self._played(match, planned)

    def _played(self, match: Match, planned: tuple[Any, ...]) -> Match:
        left = list(planned)
        turn = turn_of(match)
        while match.status == "playing" and turn_of(match) == turn:
            ours = match.to_act == (self.seat,) and left and match.table_view(self.seat)["phase"] != "order"
            action = left.pop(0) if ours else _plain_action(match)
            self.table = _at_the_end_of(match, action) or self.table
            match, events = match.apply(match.to_act[0], action)
            self.events += events
        self.events = list(takewhile(lambda event: event["type"] != "turn_ended", self.events))
        return match

    @cached_property
    def view(self) -> Any:
        """The table when the turn is over, as its player sees it; in solo after the automaton's turn."""
        return self.after.table_view(self.seat)

    @cached_property
    def answered(self) -> Match:
        """The match after the opponent's turn without a play."""
        return plainly(self.after)

    @cached_property
    def again(self) -> Match:
        """The match after another turn of the player without a play."""
        return plainly(self.answered)

    @property
    def won(self) -> bool:
        """True if the match ended in this turn, for its player."""
        return any(event["type"] == "over" and event["winner"] == self.seat for event in self.events)

    @property
    def destroyed(self) -> Counter[str]:
        """The opponent's creatures that were destroyed, by name."""
        gone = (event for event in self.events if event["type"] == "destroyed" and event["at"]["player"] == self.foe)
        return Counter(name_of(event["card"]) for event in gone)

    @property
    def moved(self) -> int:
        """The places that the opponent's fortress moved; none where another side of it is up."""
        was, now = self.before[self.foe], self.view[self.foe]
        if was["fortress"] != now["fortress"]:
            return 0
        return max(0, int(now["hand"].index(FORTRESS)) - int(was["hand"].index(FORTRESS)))

    @property
    def discarded(self) -> int:
        """The cards that the automaton's pile lost."""
        return sum(len(event["cards"]) for event in self.events if event["type"] == "pile_hit")

    @property
    def falls(self) -> str:
        """The side of the player's own fortress that the opponent's answer brings down: "bastion", "fort" or ""."""
        if self.after.status != "playing":
            return ""
        if self.answered.outcome is not None:
            return "fort" if self.answered.outcome.winner == self.foe else ""
        sides = [match.table_view(self.seat)[self.seat]["fortress"] for match in (self.after, self.answered)]
        return "bastion" if sides == ["bastion", "fort"] else ""

    def standing(self, match: Match) -> Counter[str]:
        """The player's own creatures in play, by name."""
        own: Any = match.table_view(self.seat)[self.seat]
        return Counter(name_of(creature["card"]) for lane in ("top", "bottom") for creature in own[lane])


class _TurnEnds(Exception):
    """The turn has ended, and nothing has come after it."""


class _UntilTheEnd(EventLog):
    """A log that stops the rules at the end of the turn, because against the automaton they play on at once."""

    def turn_ended(self, seat: Seat) -> None:
        raise _TurnEnds


def _at_the_end_of(match: Match, action: Any) -> Position | None:
    """Return the table after the assault if this action ends the turn."""
    if match.position is None or action["type"] not in ("end_summon", "end_turn"):
        return None
    table = match.position.clone()
    try:
        play.advance(table, actions.from_json(action), _UntilTheEnd())
    except _TurnEnds:
        return table
    return None


def turn_of(match: Match) -> tuple[int, Seat] | None:
    """Return the turn that is being played, and whose; None before the first."""
    return None if match.position is None else (match.position.turn, match.position.active)


def _plain_action(match: Match) -> Any:
    """Return the legal action that continues without a play."""
    kinds = {action["type"]: action for action in reversed(match.legal_actions(match.to_act[0]))}
    return next(kinds[kind] for kind in ON if kind in kinds)


def plainly(match: Match) -> Match:
    """Return the match after this turn, nothing played in what is left of it."""
    turn = turn_of(match)
    while match.status == "playing" and turn_of(match) == turn:
        match, _ = match.apply(match.to_act[0], _plain_action(match))
    return match


def name_of(card: CardNotation) -> str:
    return card_name(card_of(card))
