"""Long matches with the position of a new one: their plays were taken back."""

from __future__ import annotations

from typing import Final

import httpx

from tools.rig.guests import Guest
from tools.rig.json import Json

MOVES: Final = 190
UNDO: Final = {"type": "undo"}


async def play_long(http: httpx.AsyncClient, pair: tuple[Guest, Guest], match_id: str) -> None:
    """Play MOVES moves of a new match: the same card again and again, taken back each time."""
    path = f"/api/matches/{match_id}"
    states = [(guest, await _ask(http, guest, path)) for guest in pair]
    mover, state = next((guest, state) for guest, state in states if state["legal"])
    play = next(action for action in state["legal"] if action["type"] == "play")
    for seq in range(MOVES):
        action = UNDO if seq % 2 else play
        await _ask(http, mover, f"{path}/actions", {"seq": seq, "action": action})


async def _ask(http: httpx.AsyncClient, guest: Guest, path: str, body: Json | None = None) -> Json:
    answer = await http.request("GET" if body is None else "POST", path, json=body, headers=guest.headers)
    http.cookies.clear()
    answer.raise_for_status()
    found: Json = answer.json()
    return found
