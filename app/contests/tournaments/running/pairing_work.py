"""Pairing as work: long pairings are done in a helper process, so that no move waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Final

from app.contests.tournaments.rules.arena import arena_wave
from app.contests.tournaments.rules.options import Arena, Swiss
from app.contests.tournaments.rules.pairing import pair_round
from app.contests.tournaments.rules.types import Apart, Pairing, PairingRefused, Waiting
from app.contests.tournaments.tournament import StoredTournament
from app.matches.helpers.process import HelperProcess

MAX_SECONDS: Final = 60.0  # of one processor, for the largest field


def prepare() -> None:
    """Begin: import what takes a second, in this process alone."""
    import_module("networkx")


def is_long(tournament: StoredTournament) -> bool:
    """True if pairing may take seconds."""
    return isinstance(tournament.system, Swiss | Arena)


async def pair(helper: HelperProcess, tournament: StoredTournament, apart: Apart) -> list[Pairing] | PairingRefused:
    asked = (tournament.system, tournament.entrants, tournament.results, tournament.round + 1, tournament.seed, apart)
    drawn = await helper.run(pair_round, *asked) if is_long(tournament) else pair_round(*asked)
    return drawn if isinstance(drawn, PairingRefused) else _as_played(tournament, drawn)


def _as_played(tournament: StoredTournament, drawn: Sequence[Pairing]) -> list[Pairing]:
    """Let them meet with their own cards, or a computer play instead of a bye, where the organizer wants that; brackets
    keep theirs."""
    if tournament.options.box:
        return [replace(one, kind="box") if one.kind == "match" and one.outcome is None else one for one in drawn]
    wanted = (
        tournament.options.computers is not None
        and tournament.options.decks != "own"
        and tournament.system.system != "knockout"
    )
    return [Pairing(one.board, "match", one.a) if wanted and one.kind == "bye" else one for one in drawn]


async def pair_waiting(
    helper: HelperProcess, tournament: StoredTournament, waiting: Sequence[Waiting], apart: Apart, *, again: bool
) -> list[Pairing]:
    """Pair those who wait in an arena; `again`: also with the opponent they have just met."""
    assert isinstance(tournament.system, Arena)
    asked = (tournament.system, tournament.entrants, tournament.results, waiting, tournament.seed, apart, again)
    return _as_played(tournament, await helper.run(arena_wave, *asked))
