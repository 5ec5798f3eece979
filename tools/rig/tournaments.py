"""Tournaments that programs play over the API: one organizes, the others enter, come to their matches, and play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tools.rig.json import Json
from tools.rig.players import ApiPlayer, Client
from tools.rig.random_moves import choose


class TournamentPlayer(ApiPlayer):
    """A program that takes part in tournaments, and perhaps organizes one."""

    def tournament(self, method: str, path: str, json: object = None) -> Json:
        """Return the JSON of a request to /api/tournaments… that must succeed."""
        answer = self.ask_tournament(method, path, json)
        assert answer.status_code in (200, 201, 204), f"{method} {path}: {answer.status_code} {answer.text}"
        body: Json = answer.json() if answer.content else {}
        return body

    def ask_tournament(self, method: str, path: str, json: object = None) -> Any:
        """Return the answer to a request to /api/tournaments…"""
        return self.client.request(method, f"/api/tournaments{path}", json=json, headers=self.headers)

    def tournament_refused(self, method: str, path: str, json: object, code: str) -> None:
        """Send a request that must be refused with this code and one sentence."""
        body = self.ask_tournament(method, path, json).json()
        assert body.get("code") == code, body
        assert body["error"].strip()


class RunningTournament:
    """A tournament with players 1 to n, who are its entries of these numbers."""

    def __init__(
        self,
        client: Client,
        count: int,
        seed: int = 1,
        organizer: TournamentPlayer | None = None,
        **options: object,
    ) -> None:
        self.organizer = organizer or TournamentPlayer(client, "Olga")
        asked = {"name": "Club evening", "gap": 0, **options}
        self.id: str = self.organizer.tournament("POST", "", asked)["id"]
        self.players: dict[int, TournamentPlayer] = {}
        self.chance = random.Random(seed)
        for number in range(1, count + 1):
            self.enter(TournamentPlayer(client, f"P{number}"))

    def enter(self, player: TournamentPlayer, **entry: object) -> int:
        """Let a player enter, and return the number of the entry."""
        number: int = player.tournament("POST", f"/{self.id}/entries", entry)["number"]
        self.players[number] = player
        return number

    def organize(self, what: str, **body: object) -> Json:
        """Do an organizer's act."""
        return self.organizer.tournament("POST", f"/{self.id}/{what}", body)

    @property
    def state(self) -> Json:
        """The tournament as the organizer sees it."""
        return self.organizer.tournament("GET", f"/{self.id}")

    def open_boards(self) -> list[Json]:
        """Return the boards that are being played."""
        return [one for one in self.state["boards"] if is_open(one)]

    def play(self, board: Json, winner: str = "") -> None:
        """Play a board's match to its end: `winner` "a" or "b" by resignation, "draw" by agreement, else by chance."""
        numbers = {"A": board["a"], "B": board["b"]}
        players = {seat: self.players[number] for seat, number in numbers.items() if number in self.players}
        match_id = board["match"]
        result = winner or self.chance.choice(("a", "b", "draw"))
        one = next(iter(players.values()))
        if one.state(match_id)["status"] == "over":
            return
        if result == "draw" and len(players) == 2 and one.state(match_id)["status"] == "playing":
            players["A"].ok("POST", f"/{match_id}/draw", {"do": "offer"})
            players["B"].ok("POST", f"/{match_id}/draw", {"do": "accept"})
            return
        loser = "B" if result == "a" and "B" in players else "A" if "A" in players else "B"
        seq = players[loser].state(match_id)["seq"]
        players[loser].act(match_id, seq, {"type": "resign", "player": loser})

    def play_round(self, winner: Callable[[Json], str] = lambda board: "") -> None:
        """Play all boards that are being played now."""
        for board in self.open_boards():
            self.play(board, winner(board))

    def move(self, board: Json) -> None:
        """Make one legal move by chance at a board."""
        for seat, number in (("A", board["a"]), ("B", board["b"])):
            state = self.players[number].state(board["match"])
            if seat in state["to_act"]:
                self.players[number].act(board["match"], state["seq"], choose(state, self.chance))
                return


def is_open(board: Json) -> bool:
    """True if a board is being played."""
    return board["kind"] in ("match", "box") and (board["ruling"] or board["outcome"]) is None
