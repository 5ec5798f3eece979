"""Events in the order in which they happen: a closed set of kinds, each with its keys and its audience.

An event is a JSON object with a `type`. Players are "A" and "B"; a creature is named by where it stood at that moment
(`at`: player, lane, index from the bridge) and its `card`; `place` counts in a hand with the fortress.
"""

from __future__ import annotations

from engine.events.assault import AssaultEvent
from engine.events.automaton import AutomatonEvent
from engine.events.preparing import SetupEvent
from engine.events.turns import KnownReason, Reason, TurnEvent

__all__ = ["Event", "KnownReason", "Reason"]

Event = TurnEvent | AssaultEvent | AutomatonEvent | SetupEvent
