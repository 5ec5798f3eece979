"""A policy of these environments at a table of a site, through its open API. It needs `pip install websockets`.

python -m tools.packages.gym.examples.online https://clash.example policy.npy --token TOKEN
"""

from __future__ import annotations

import argparse
import json
import time
import urllib.request
from pathlib import Path
from typing import Any

import numpy as np
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from engine.seat import Seat
from tools.packages.gym import actions
from tools.packages.gym.actions import EngineAction
from tools.packages.gym.examples.linear import best
from tools.packages.gym.observation import observe
from tools.packages.gym.seat_env import Policy

TRIES = 30
WAIT = 2.0  # seconds between two of them


def answer(policy: Policy, seat: Seat, view: Any, legal: Any) -> EngineAction:
    """Return what a policy plays: the observation is made of the API's `view` and `legal` as they come.

    A deck is named card by card, as the policy has learnt it, and then handed in as a whole.
    """
    chosen: list[str] = []
    while True:
        numbered = actions.numbered(seat, view, legal, chosen)
        mask = np.zeros(actions.SIZE, dtype=np.int8)
        mask[list(numbered)] = 1
        number = policy({"observation": observe(seat, view, chosen), "action_mask": mask})
        action = numbered[number]
        if action is not None:
            return action
        chosen.append(actions.CARDS[number - actions.CARD])


class SitePlayer:
    """A player of a site; without a token a new bot account."""

    def __init__(self, site: str, token: str, name: str) -> None:
        self.site, self.token = site.rstrip("/"), token
        self.token = token or self.call("/players", {"name": name, "bot": True})["token"]

    def call(self, path: str, body: object) -> Any:
        """Return the answer of the API to one call."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.site}/api{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def play(self, match_id: str, policy: Policy) -> dict[str, Any]:
        """Play one match to its end, also where the site restarts meanwhile; returns its result."""
        for _ in range(TRIES):
            try:
                return self._play(match_id, policy)
            except (ConnectionClosed, InvalidStatus, OSError) as error:
                print("the line is away, trying again:", error, flush=True)
                time.sleep(WAIT)
        raise SystemExit(f"The site does not answer: the match {match_id} waits for you there.")

    def _play(self, match_id: str, policy: Policy) -> dict[str, Any]:
        path = f"{self.site.replace('http', 'ws', 1)}/api/matches/{match_id}/stream"
        played = -1
        match: dict[str, Any] = {}
        with connect(path, additional_headers={"Authorization": f"Bearer {self.token}"}) as socket:
            for text in socket:
                message = json.loads(text)
                if message["type"] == "error":
                    if message["code"] == "stale_seq":  # the other player was faster: the newer state follows
                        continue
                    raise SystemExit(f"The site refused: {message['error']}")
                match |= message
                if match["result"]:
                    result: dict[str, Any] = match["result"]
                    return result | {"seat": match["seat"]}
                if match["legal"] and match["seq"] != played:
                    played = match["seq"]
                    action = answer(policy, match["seat"], match["view"], match["legal"])
                    socket.send(json.dumps({"type": "act", "seq": played, "action": action}))
        raise ConnectionResetError("the site has closed the stream")


def main() -> None:
    """Play matches and print how they ended."""
    read = argparse.ArgumentParser(description="Let a trained policy play on a site.")
    read.add_argument("site")
    read.add_argument("policy", type=Path, help="the weights that the training has saved")
    read.add_argument("--token", default="", help="of a bot of yours; without one a new bot account")
    read.add_argument("--name", default="Learner")
    read.add_argument("--matches", type=int, default=1)
    read.add_argument("--match", default='{"opponent": "bot:1"}', help="the options of a match, as the API takes them")
    asked = read.parse_args()
    weights = np.load(asked.policy)
    player = SitePlayer(asked.site, asked.token, asked.name)
    for _ in range(asked.matches):
        opened = player.call("/matches", json.loads(asked.match))
        print("playing", f"{player.site}/match/{opened['id']}", flush=True)
        result = player.play(opened["id"], lambda seen: best(weights, seen))
        print(opened["id"], result["seat"], result["winner"], result["reason"], flush=True)


if __name__ == "__main__":
    main()
