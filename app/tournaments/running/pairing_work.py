"""Pairing as work: long pairings are done in a helper process, so that no move waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Final

from app.helpers.process import HelperProcess
from app.tournaments.event import StoredEvent
from app.tournaments.rules.arena import arena_wave
from app.tournaments.rules.options import Arena, Swiss
from app.tournaments.rules.pairing import pair_round
from app.tournaments.rules.types import Apart, Pairing, PairingRefused, Waiting

SECONDS: Final = 60.0  # of one processor, for the largest field


def prepare() -> None:
    """Begin: import what takes a second, in this process alone."""
    import_module("networkx")


def is_long(event: StoredEvent) -> bool:
    """True if pairing may take seconds."""
    return isinstance(event.system, Swiss | Arena)


async def pair(helper: HelperProcess, event: StoredEvent, apart: Apart) -> list[Pairing] | PairingRefused:
    asked = (event.system, event.entrants, event.results, event.round + 1, event.seed, apart)
    drawn = await helper.run(pair_round, *asked) if is_long(event) else pair_round(*asked)
    return drawn if isinstance(drawn, PairingRefused) else _as_played(event, drawn)


def _as_played(event: StoredEvent, drawn: Sequence[Pairing]) -> list[Pairing]:
    """Let them meet with their own cards, or a computer play instead of a bye, where the organizer wants that; brackets
    keep theirs."""
    if event.options.box:
        return [replace(one, kind="box") if one.kind == "match" and one.outcome is None else one for one in drawn]
    wanted = event.options.computers is not None and event.options.decks != "own" and event.system.system != "knockout"
    return [Pairing(one.board, "match", one.a) if wanted and one.kind == "bye" else one for one in drawn]


async def pair_waiting(
    helper: HelperProcess, event: StoredEvent, waiting: Sequence[Waiting], apart: Apart, *, again: bool
) -> list[Pairing]:
    """Pair those who wait in an arena; `again`: also with the opponent they have just met."""
    assert isinstance(event.system, Arena)
    asked = (event.system, event.entrants, event.results, waiting, event.seed, apart, again)
    return _as_played(event, await helper.run(arena_wave, *asked))
