"""No page and no fragment shows its reader a card that is hidden at that moment; nor does the most detailed log."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
import pytest
from websockets.sync.client import ClientConnection, connect

from app.players.identity import COOKIE
from engine import cards
from engine.match import Match
from engine.record import MatchRecord
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ServerProcess

SECRET_EVENTS = {"deck_chosen", "champion_chosen"}
MODES: list[dict[str, Any]] = [
    {"format": "preconstructed"},
    {"format": "constructed"},
    {"format": "draft", "sets": ["treachery", "elusive"]},
    {"mode": "solo"},
    {"mode": "solo", "format": "draft", "edition": "2021"},
]
CHECK_SECONDS = 15  # actions between two readings of the pages
SEED = 4_713_902_586_114  # by chance a match can end when hardly a card has been seen

WORD = re.compile(r"[\w-]+")
SLUGS = {card.name: slug for slug, card in cards.ALL.items()} | {slug: slug for slug in cards.ALL}
LONG_NAMES = sorted((name for name in SLUGS if not WORD.fullmatch(name)), key=len, reverse=True)


def shown(text: str) -> set[str]:
    """Return the cards that a page or frame shows.

    By name in its words, by slug in the ids and classes of its elements.
    """
    text = re.sub(r"\bcard-[AB]-([a-z0-9-]+?)(-\d+)?(?=[\"\\])", r" \1 ", text)
    found: set[str] = set()
    for name in LONG_NAMES:  # the Furious Treant is no Treant
        if name in text:
            found.add(SLUGS[name])
            text = text.replace(name, " ")
    return found | {SLUGS[word] for word in WORD.findall(text) if word in SLUGS}


def listening(url: str, player: ApiPlayer) -> ClientConnection:
    """Return a socket of this player."""
    return connect(url, additional_headers=player.headers, max_size=None, open_timeout=DEADLINE)


@dataclass
class Watcher:
    """A watcher of a match's page, and all that came, each with the number of actions played then."""

    player: ApiPlayer
    seat: str
    socket: ClientConnection
    texts: list[tuple[int, str]] = field(default_factory=list)

    def follow(self, seq: int) -> None:
        """Take frames until the one with action `seq`."""
        while True:
            text = self.socket.recv(DEADLINE)
            assert isinstance(text, str)
            self.texts.append((seq, text))
            if orjson.loads(text).get("seq") == seq:
                return

    def visit(self, match_id: str, seq: int) -> None:
        """Reload the page, and read the whole log."""
        for path in ("", "/log"):
            answer = self.player.client.request("GET", f"/match/{match_id}{path}", headers=self.player.headers)
            assert answer.status_code == 200
            self.texts.append((seq, answer.text))


class Table:
    """A match played by programs while both players and a spectator have its page open."""

    def __init__(self, server: ServerProcess, client: httpx.Client, open_: ExitStack, options: dict[str, Any]) -> None:
        ann, bob, eve = (ApiPlayer(client, name) for name in ("Ann", "Bob", "Eve"))
        self.players = {"A": ann, "B": bob}
        self.id = ann.open(seed=SEED, **options)
        self.solo = options.get("mode") == "solo"
        if not self.solo:
            bob.ok("POST", f"/{self.id}/join", {})
        seats = {"A": ann, "": eve} if self.solo else {"A": ann, "B": bob, "": eve}
        url = f"{server.ws_url}/match/{self.id}/{LIVE}"
        self.watchers = [
            Watcher(player, seat, open_.enter_context(listening(url, player))) for seat, player in seats.items()
        ]
        for watcher in self.watchers:
            watcher.follow(0)

    def play(self, rng: random.Random) -> dict[str, Any]:
        """Play to the end by chance; the record."""
        state = self.players["A"].state(self.id)
        while state["status"] != "over":
            seat = rng.choice(state["to_act"])
            mine = self.players[seat].state(self.id)
            if mine["seq"] % CHECK_SECONDS == 0:
                for watcher in self.watchers:
                    watcher.visit(self.id, mine["seq"])
            state = self.players[seat].act(self.id, mine["seq"], choose(mine, rng))
            for watcher in self.watchers:
                watcher.follow(state["seq"])
        return self.players["A"].ok("GET", f"/{self.id}/record")


@dataclass
class Moment:
    """The knowledge after so many actions: of all, of each player; `building` while lists of cards are shown."""

    public: set[str]
    own: dict[str, set[str]]
    building: bool
    over: bool


def named(data: object) -> set[str]:
    """Return all cards anywhere in a JSON value."""
    return set(re.findall(r'"([a-z0-9-]+)"', orjson.dumps(data).decode())) & cards.ALL.keys()


def moments(record: dict[str, Any]) -> list[Moment]:
    """Return the knowledge after each action, from the whole state and the uncensored events alone."""
    match, events = Match.start(MatchRecord.from_json(record).options)
    public: set[str] = set()
    own: dict[str, set[str]] = {"A": set(), "B": set(), "": set()}
    found: list[Moment] = []
    for entry in [None, *record["actions"]]:
        if entry is not None:
            match, events = match.apply(entry["by"], entry["action"])
            if entry["action"]["type"] in ("deck", "champion_choice"):
                own[entry["by"]] |= named(entry["action"])
        public |= named([event for event in events if event["type"] not in SECRET_EVENTS])
        position = match.to_json()["position"]
        if position is not None:
            for seat in ("A", "B"):
                own[seat] |= named(position["position"][seat].get("hand", []))
        building = match.position is None and match.setup.phase in ("deck", "champion", "ban")
        kept = {seat: set(known) for seat, known in own.items()}
        found.append(Moment(set(public), kept, building, match.status == "over"))
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that logs all it can."""
    started = ServerProcess(tmp_path_factory.mktemp("server"), {"rate_limit": "0", "log_level": "debug"})
    yield started.start()
    started.close()


@pytest.mark.parametrize("options", MODES, ids=str)
def test_no_page_and_no_fragment_shows_a_hidden_card(server: ServerProcess, options: dict[str, Any]) -> None:
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client, ExitStack() as open_:
        waiting = ApiPlayer(client, "Zoe")
        empty = client.get(f"/match/{waiting.open()}", headers=waiting.headers).text
        browser = client.post("/new", data={"mode": "solo", "format": "preconstructed", "name": "Yan"})
        client.cookies.clear()
        table = Table(server, client, open_, options)
        record = table.play(random.Random(3))
    known = moments(record)
    always = shown(empty)  # words of the page itself that are a card's name, too
    seen: set[str] = set()
    for watcher in table.watchers:
        checked = 0
        for seq, text in watcher.texts:
            moment = known[seq]
            if moment.over or (moment.building and watcher.seat):
                continue
            here = shown(text)
            leaked = here - always - moment.public - moment.own[watcher.seat]
            assert not leaked, (watcher.seat, seq, leaked, text[:2000])
            seen |= here & moment.public
            checked += 1
        assert checked > 3  # chance may end a match soon, and frames that wait are sent as one
    assert len(seen) > 5, "the test does not see what is public"
    _check_log(server.log, table, record, browser.cookies.get(COOKIE) or browser.history[0].cookies[COOKIE])


def _check_log(log: str, table: Table, record: dict[str, Any], cookie: str) -> None:
    """Also in the greatest detail: no card that is hidden at the beginning, no seed, no token, no cookie."""
    assert table.id in log
    secrets = [str(record["setup"]["seed"]), cookie, cookie.split(".")[0]]
    for player in (*table.players.values(), table.watchers[-1].player):
        secrets += [player.token, player.id]
    assert [secret for secret in secrets if secret in log] == []
    assert shown(log) == set()
