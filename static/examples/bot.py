"""A player of Clash of Decks that is a program. It needs Python 3.11 and `pip install websockets`.

    python bot.py https://clash.example --token TOKEN
    python bot.py http://127.0.0.1:8000 --name Bolt --matches 3

Without a token it plays as a new bot account of that name. It asks for a quick match, plays all its matches to the
end, and prints what it is doing. Make `choose` better: that is all. The rest is in docs/api.md.
"""

import argparse
import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request

from websockets.asyncio.client import connect


def choose(match):
    """Return the action to play: `match` is what this player may see, `match["legal"]` what is allowed now."""
    return random.choice(match["legal"])


class Bot:
    """One player: `playing` are the matches that it is at, each with the task that plays it."""

    def __init__(self, site, token):
        self.site, self.token = site.rstrip("/"), token
        self.playing = {}

    def call(self, method, path, body=None):
        """Return the answer of the API to one call."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.site}/api{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def stream(self, path):
        """Return a socket of the API; iterated over, it is opened again whenever it breaks."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return connect(self.site.replace("http", "ws", 1) + "/api" + path, additional_headers=headers)

    async def run(self, matches):
        """Play so many matches (0: forever). The stream tells of all that are not over, again after each change."""
        async for socket in self.stream("/stream"):
            async for message in socket:
                told = json.loads(message)
                if told["type"] == "error":  # such as "too_many"
                    continue
                now = {match["id"]: match["status"] for match in told["matches"]}
                for match_id in self.playing.keys() - now.keys():
                    await self.playing.pop(match_id)
                    if (matches := matches - 1) == 0:
                        return
                for match_id in [one for one in now if now[one] != "open" and one not in self.playing]:
                    print("playing", match_id, flush=True)
                    self.playing[match_id] = asyncio.create_task(self.play(match_id))
                if not now:
                    await self.find_opponent()

    async def find_opponent(self):
        """Take a seat by the quick match: where somebody waits, or at a table of its own that the next one finds."""
        while True:
            try:
                found = await asyncio.to_thread(self.call, "POST", "/matches/quick", {"format": "preconstructed"})
            except urllib.error.HTTPError as refusal:
                print("refused:", json.load(refusal)["error"], "Trying again in 10 seconds.", flush=True)
                await asyncio.sleep(10)
                continue
            doing = "waiting for an opponent at" if found["status"] == "open" else "sitting down at"
            return print(f"{doing} {self.site}/match/{found['id']}", flush=True)

    async def play(self, match_id):
        """Play one match to its end; an action sent twice is refused. A player who stays away has lost."""
        seat = None
        async for socket in self.stream(f"/matches/{match_id}/stream"):
            async for message in socket:
                match = json.loads(message)
                if match["type"] == "error":  # such as "too_many": wait, and look again
                    await asyncio.sleep(5)
                    break
                seat = match.get("seat", seat)
                if match.get("absent") not in (None, seat):  # the opponent has left, or is back just now
                    with contextlib.suppress(urllib.error.HTTPError):
                        await asyncio.to_thread(self.call, "POST", f"/matches/{match_id}/claim", {"take": "win"})
                if match["result"]:
                    print(match_id, match["result"]["winner"], match["result"]["reason"], flush=True)
                    return
                if match["legal"]:
                    await socket.send(json.dumps({"type": "act", "seq": match["seq"], "action": choose(match)}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play Clash of Decks.")
    parser.add_argument("site")
    parser.add_argument("--token", default="")
    parser.add_argument("--name", default="Bolt")
    parser.add_argument("--matches", type=int, default=0, help="how many to play; 0: forever")
    given = parser.parse_args()
    bot = Bot(given.site, given.token)
    try:
        bot.token = given.token or bot.call("POST", "/players", {"name": given.name, "bot": True})["token"]
        bot.call("GET", "/players/me")
    except urllib.error.URLError as error:
        raise SystemExit(
            json.load(error)["error"] if hasattr(error, "code") else f"{given.site}: {error.reason}"
        ) from None
    asyncio.run(bot.run(given.matches))
