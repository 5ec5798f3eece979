"""Bots by the clock, on a real server: `python -m tools.bots.clocks --levels 1 6 --seconds 10 --matches 20`.

A program that plays like level 4, so that matches last, plays `--at-once` of them at a time, with clocks of so many
seconds for the whole match; it watches each, so that the bot pauses between its actions. Prints for each level how many
matches were played, whose flag fell, how many the bot won, and in how many turns it had no time to wait for a process.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

from engine import bots, cards
from engine.bots import BotAction
from engine.knowledge import Facts
from engine.match import Options
from engine.seat import SEATS
from engine.setup.views import KnownDecks
from tools.rig.guests import ApiClient, Guest
from tools.rig.json import Json
from tools.rig.server import ServerProcess

HASTE: Final = "bot_in_haste"
SETTINGS: Final = {"rate_limit": "0", "log_level": "info"}
OWN_LEVEL: Final = 4
SILENCE: Final = 120.0
"""Seconds without any news of a match after which something is wrong."""


async def play(server: ServerProcess, http: httpx.AsyncClient, level: int, seconds: int, seed: int) -> str:
    """Play a rated match against a level; return "won", "lost" or "drawn" as the bot sees it, or whose flag fell."""
    guest = await ApiClient().guest(http, "Ann")
    clock = {"kind": "fischer", "base": seconds, "increment": 0}
    body = {"opponent": f"bot:{level}", "seat": "A", "deck": 1, "clock": clock}
    match_id = (await _ask(http, guest, "", body))["id"]
    async with connect(f"{server.ws_url}/api/matches/{match_id}/stream", additional_headers=guest.headers) as stream:
        state = await _to_the_end(http, guest, f"/{match_id}", stream, seed)
    result = state["result"]
    if result["reason"] == "time":
        return "its flag" if result["winner"] == "A" else "the program's flag"
    return {"A": "lost", "B": "won"}.get(result["winner"], "drawn")


async def _to_the_end(http: httpx.AsyncClient, guest: Guest, path: str, stream: ClientConnection, seed: int) -> Json:
    while (state := await _ask(http, guest, path))["status"] != "over":
        if state["seat"] not in state["to_act"]:
            async with asyncio.timeout(SILENCE):
                await stream.recv()
            continue
        seq = state["seq"]
        for number, action in enumerate(_plan(state, f"{seed}:{seq}")):
            body = {"seq": seq + number, "action": action}
            answer = await http.post(f"/api/matches{path}/actions", json=body, headers=guest.headers)
            if answer.status_code != 200:  # time is up, or a hidden card has turned out otherwise: look again
                break
    return state


def _plan(state: Json, seed: str) -> list[BotAction]:
    """Return a turn with what a program is told of a match with preconstructed decks."""
    decks: KnownDecks = {
        seat: sorted(slug for slug, card in cards.ALL.items() if card.deck == state["decks"][seat]) for seat in SEATS
    }
    facts: Facts = {"options": Options(seed=0).public(), "decks": decks}
    return bots.choose(OWN_LEVEL, state["seat"], state["view"], facts, state["legal"], seed=seed).actions


async def _ask(http: httpx.AsyncClient, guest: Guest, path: str, body: Json | None = None) -> Json:
    method = "GET" if body is None else "POST"
    answer = await http.request(method, f"/api/matches{path}", json=body, headers=guest.headers)
    answer.raise_for_status()
    found: Json = answer.json()
    return found


async def play_all(
    server: ServerProcess, levels: Sequence[int], seconds: int, matches: int, at_once: int
) -> dict[int, Counter[str]]:
    """Play so many matches against each level; return by level how often each thing happened."""
    found = {level: Counter[str]() for level in levels}
    room = asyncio.Semaphore(at_once)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=None)) as http:

        async def one(level: int, seed: int) -> None:
            async with room:
                found[level][await play(server, http, level, seconds, seed)] += 1

        async with asyncio.TaskGroup() as group:
            for seed in range(matches):
                for level in levels:
                    group.create_task(one(level, seed))
    return found


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5, 6])
    parser.add_argument("--seconds", type=int, nargs="+", default=[10, 30])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=6)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), SETTINGS).start()
        try:
            for seconds in asked.seconds:
                before = server.log.count(HASTE)
                found = asyncio.run(play_all(server, asked.levels, seconds, asked.matches, asked.at_once))
                for level, counts in found.items():
                    print(f"{seconds}+0, level {level}: {sum(counts.values())} matches, {dict(counts)}", flush=True)
                print(f"{seconds}+0: {server.log.count(HASTE) - before} turns in haste", flush=True)
        finally:
            server.close()


if __name__ == "__main__":
    main()
