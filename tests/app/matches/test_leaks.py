"""Nothing that anybody ever receives, nor any log, names a card that its reader may not know (R2.5a)."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx
import orjson
import pytest
from websockets.sync.client import ClientConnection, connect

from engine import cards
from engine.match import Match
from engine.seat import SEATS, Seat
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ServerProcess

WORD = re.compile(r'"([a-z0-9-]+)"')
SECRET_FORMATS: list[dict[str, Any]] = [
    {"format": "preconstructed"},
    {"format": "constructed"},
    {"format": "constructed", "champions": True},
    {"format": "constructed", "edition": "2021"},
    {"format": "draft", "sets": ["treachery", "resistance"]},
    {"mode": "solo"},
    {"mode": "solo", "format": "draft"},
]


def named(text: str) -> set[str]:
    """Return the cards that a text names."""
    return {word for word in WORD.findall(text) if word in cards.ALL}


class Listener(threading.Thread):
    """A listener at the stream that keeps every text."""

    def __init__(self, server: ServerProcess, player: ApiPlayer, match_id: str) -> None:
        super().__init__(daemon=True)
        self._address = f"{server.ws_url}/api/matches/{match_id}/stream"
        self._headers = player.headers
        self._socket: ClientConnection | None = None
        self._opened = threading.Event()
        self.received: list[str] = []
        self.start()
        assert self._opened.wait(DEADLINE)

    def run(self) -> None:
        """Listen until the socket is closed."""
        with connect(
            self._address, additional_headers=self._headers, max_size=None, open_timeout=DEADLINE
        ) as self._socket:
            self._opened.set()
            for text in self._socket:
                assert isinstance(text, str)
                self.received.append(text)

    def close(self, seq: int) -> list[str]:
        """Ask for everything again, the match having ended with action `seq`; everything received, in order."""
        assert self._socket is not None
        self._wait_for(1, seq)
        self._socket.send('{"since": 0}')
        self._wait_for(2, seq)
        self._socket.close()
        self.join(DEADLINE)
        return self.received

    def _wait_for(self, times: int, seq: int) -> None:
        last = f'"seq":{seq},'
        received = self.received
        wait_until(lambda: sum(last in text for text in received) >= times, "the stream does not tell of the end")


def before_the_end(texts: list[str]) -> list[str]:
    """Return the texts of a match that is not over: afterwards everything is shown."""
    return [text for text in texts if '"result":{' not in text]


class Table:
    """A match whose hidden cards the test knows, because it holds both players, and three listeners."""

    def __init__(self, server: ServerProcess, client: httpx.Client, options: dict[str, Any]) -> None:
        self.solo = options.get("mode") == "solo"
        self.players = {"A": ApiPlayer(client, "Ann"), "B": ApiPlayer(client, "Bob")}
        self.eve = ApiPlayer(client, "Eve")
        self.id = self.players["A"].open(**options)
        if not self.solo:
            self.players["B"].ok("POST", f"/{self.id}/join", {})
        self.listeners = {
            name: Listener(server, player, self.id) for name, player in {**self.players, "": self.eve}.items()
        }
        self.shown: set[str] = set()  # what everybody has seen
        self.own: dict[str, set[str]] = {"A": set(), "B": set(), "": set()}

    def play(self, rng: random.Random) -> dict[str, Any]:
        """Play to the end by chance, noting who may know what; the record."""
        state = self.players["A"].state(self.id)
        while state["status"] != "over":
            seat = rng.choice(state["to_act"])
            mine = self.players[seat].state(self.id)
            action = choose(mine, rng)
            self._note(seat, mine, action)
            state = self.players[seat].act(self.id, mine["seq"], action)
        return self.players["A"].ok("GET", f"/{self.id}/record")

    def _note(self, seat: Seat, mine: dict[str, Any], action: dict[str, Any]) -> None:
        if action["type"] == "deck":
            self.own[seat] |= set(action["cards"])
        elif action["type"] == "champion_choice":
            self.own[seat].add(action["card"])
        elif action["type"] == "play":
            self.shown.add(mine["view"][seat]["hand"][action["hand"]])

    def public(self, record: dict[str, Any]) -> set[str]:
        """Return the facts that everybody may know at the end of the match, before the hands are shown."""
        match, events = Match.start(_options(record))
        shown = self.shown | _answers(events)
        for entry in record["actions"]:
            match, events = match.apply(entry["by"], entry["action"])
            shown |= _answers(events)
        return shown


PUBLIC_EVENTS = {
    "draft_revealed", "picked", "banned", "decks_revealed", "champions_revealed",
    "revealed", "fizzled", "to_discard", "to_pile", "returned", "destroyed", "pile_hit",
}  # fmt: skip


def _answers(events: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the cards of those events that happen before everybody's eyes."""
    public = [event for event in events if event["type"] in PUBLIC_EVENTS]
    return named(orjson.dumps(public).decode())


def _options(record: dict[str, Any]) -> Any:
    from engine.record import MatchRecord

    return MatchRecord.from_json(record).options


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide one server without limits for all tests here."""
    started = ServerProcess(tmp_path_factory.mktemp("server"), {"rate_limit": "0"})
    yield started.start()
    started.close()


@pytest.mark.parametrize("options", SECRET_FORMATS, ids=str)
def test_nobody_receives_what_they_may_not_know(server: ServerProcess, options: dict[str, Any]) -> None:
    before = len(server.log)
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        table = Table(server, client, options)
        record = table.play(random.Random(8))
        received = {name: listener.close(len(record["actions"])) for name, listener in table.listeners.items()}
    seed = str(record["setup"]["seed"])
    public = table.public(record)
    hands = _first_hands(record)
    for name, player in {**table.players, "": table.eve}.items():
        texts = before_the_end(received[name] + player.received)
        assert len(texts) > 5
        allowed = public | table.own[name] | hands.get(name, set())
        leaked = set().union(*(named(_without_lists_to_choose_from(text)) for text in texts)) - allowed
        assert not leaked, (name, leaked)
        assert named("".join(texts)) & public, "the test does not see what is public"
        others = [other for other in (*table.players.values(), table.eve) if other is not player]
        for text in texts:
            assert seed not in text
            assert not any(secret in text for other in others for secret in (other.id, other.token))
    _check_log(server.log[before:], table, seed)


def _without_lists_to_choose_from(text: str) -> str:
    """Return a text without the lists of all cards that may be built with: they reveal nothing hidden."""
    return re.sub(r'"(pool|sets)":\[[^\]]*\]', "", text)


def _first_hands(record: dict[str, Any]) -> dict[str, set[str]]:
    """Return each player's own deck, which that player knows from the deal on."""
    match = Match.start(_options(record))[0]
    for entry in record["actions"]:
        if match.status == "playing":
            break
        match = match.apply(entry["by"], entry["action"])[0]
    hands: dict[str, set[str]] = {}
    for seat in SEATS[:1] if record["mode"] == "solo" else SEATS:
        row = match.table_view(seat)[seat].get("hand")
        assert isinstance(row, list)
        hands[seat] = {card for card in row if isinstance(card, str)} & cards.ALL.keys()
    return hands


def _check_log(log: str, table: Table, seed: str) -> None:
    assert table.id in log  # it does have the events
    assert seed not in log
    for player in (*table.players.values(), table.eve):
        assert player.token not in log
        assert player.id not in log
    words = set(re.findall(r"[a-z0-9-]{5,}", log))
    assert not words & (cards.ALL.keys() - {"guard", "light", "reload"}), words & cards.ALL.keys()


def test_a_refusal_names_no_hidden_card(server: ServerProcess) -> None:
    """Every action that a player could try at the opponent's expense, and every answer to it."""
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann, bob = ApiPlayer(client), ApiPlayer(client)
        match_id = ann.open(format="preconstructed", first="A")
        bob.ok("POST", f"/{match_id}/join", {})
        seq = 0
        hidden = set(bob.state(match_id)["view"]["B"]["hand"]) - {"*"}
        ann.received.clear()
        for place in range(-1, 12):
            for lane in ("top", "bottom", "middle"):
                action: dict[str, Any] = {"type": "play", "hand": place, "lane": lane}
                answer = ann.ask("POST", f"/{match_id}/actions", {"seq": seq, "action": action})
                seq = answer.json().get("seq", seq)
            for player in "AB":
                target = {"player": player, "lane": "top", "index": place}
                action = {"type": "play", "hand": place, "target": target}
                answer = ann.ask("POST", f"/{match_id}/actions", {"seq": seq, "action": action})
                seq = answer.json().get("seq", seq)
        received = "".join(ann.received)
        assert not named(received) & hidden
        for slug in hidden:
            assert cards.ALL[slug].name not in received
