"""A player of Clash of Decks that is a program. It needs Python 3.11 and `pip install websockets`.

    python bot.py https://clash.example --token TOKEN
    python bot.py http://127.0.0.1:8000 --name Bolt --matches 3

Without a token it plays as a new bot account of that name. It asks for a quick match, plays all its matches to the
end, and prints what it is doing. Make `choose` better: that is all. The rest is in docs/api.md.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import random
import urllib.error
import urllib.request
import uuid

from websockets.asyncio.client import connect, process_exception
from websockets.exceptions import ConnectionClosed, InvalidStatus

AWAY = (OSError, http.client.HTTPException, ValueError)
"""What a call ends with: a refusal (HTTPError is an OSError), no answer, or one that is no JSON, from a proxy."""


def choose(match):
    """Return the action to play: `match` is what this player may see, `match["legal"]` what is allowed now."""
    return random.choice(match["legal"])


class Bot:
    """One player: `playing` are the matches that it is at, each with the task that plays it."""

    def __init__(self, site, token):
        self.site, self.token = site.rstrip("/"), token
        self.playing = {}

    def call(self, method, path, body=None, key=None):
        """Return the answer of the API to one call; sent again with the same key, it does nothing twice."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.site}/api{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    async def stream(self, path):
        """Yield each message of a socket of the API, with the socket, which is opened again whenever it breaks, as it
        does when the site restarts: its first message is always the present state."""
        headers, address = {"Authorization": f"Bearer {self.token}"}, self.site.replace("http", "ws", 1) + "/api" + path
        async for socket in connect(address, additional_headers=headers, process_exception=is_fatal):
            with contextlib.suppress(ConnectionClosed):
                async for message in socket:
                    state = json.loads(message)
                    if state["type"] == "error":  # such as "too_many": wait, and look again
                        await asyncio.sleep(5)
                        break
                    yield socket, state

    async def run(self, matches):
        """Play so many matches (0: forever). The stream sends all that are not over, again after each change."""
        async with contextlib.aclosing(self.stream("/stream")) as messages:
            async for _, state in messages:
                now = {match["id"]: match["status"] for match in state["matches"]}
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
        key = str(uuid.uuid4())  # an answer that was lost is given again
        while True:
            try:
                found = await asyncio.to_thread(self.call, "POST", "/matches/quick", {"format": "preconstructed"}, key)
            except AWAY as error:
                print("refused:", reason(error), "Trying again in 10 seconds.", flush=True)
                await asyncio.sleep(10)
                continue
            doing = "waiting for an opponent at" if found["status"] == "open" else "sitting down at"
            return print(f"{doing} {self.site}/match/{found['id']}", flush=True)

    async def play(self, match_id):
        """Play one match to its end; an action sent twice is refused. A player who stays away has lost."""
        async with contextlib.aclosing(self.stream(f"/matches/{match_id}/stream")) as messages:
            with contextlib.suppress(InvalidStatus):  # the match is there no more
                await self.play_on(match_id, messages)

    async def play_on(self, match_id, messages):
        """Answer each message of a match with an action, where one is expected."""
        seat = None
        async for socket, match in messages:
            seat = match.get("seat", seat)
            if match.get("absent") not in (None, seat):  # the opponent has left, or is back just now
                with contextlib.suppress(*AWAY):
                    await asyncio.to_thread(self.call, "POST", f"/matches/{match_id}/claim", {"take": "win"})
            if match["result"]:
                print(match_id, match["result"]["winner"], match["result"]["reason"], flush=True)
                return
            if match["legal"]:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(json.dumps({"type": "act", "seq": match["seq"], "action": choose(match)}))


def is_fatal(error):
    """Return the error unless the socket may be opened later: all may ask again at once when the site is back."""
    is_busy = isinstance(error, InvalidStatus) and error.response.status_code == 429
    return None if is_busy else process_exception(error)


def reason(error):
    """Return the sentence of a refusal, or why there was no answer."""
    with contextlib.suppress(AttributeError, KeyError, TypeError, ValueError):
        return json.load(error)["error"]
    return f"{getattr(error, 'reason', None) or error}."


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
    except AWAY as error:
        raise SystemExit(reason(error) if hasattr(error, "code") else f"{given.site}: {reason(error)}") from None
    asyncio.run(bot.run(given.matches))
