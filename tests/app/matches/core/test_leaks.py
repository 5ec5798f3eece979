"""Nothing that anybody receives, by pages, frames, the API or its stream, nor the most detailed log, shows a card that
its reader may not know at that moment (R2.5a)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import httpx
import orjson
import pytest
from websockets.sync.client import ClientConnection, connect

from engine import cards
from engine.match import Match
from engine.record import MatchRecord
from engine.seat import SEATS
from tests.support.cases import case
from tests.support.players_faces import without_faces, without_pictures
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ServerProcess

SECRET_EVENTS = {"deck_chosen", "champion_chosen"}
FORMATS: list[Json] = [
    {"format": "preconstructed"},
    {"format": "constructed", "champions": True},
    {"format": "constructed", "edition": "2021"},
    {"format": "draft", "sets": ["treachery", "elusive"], "champions": True},
    {"mode": "solo", "solo": {"fixed": 7, "abilities": ["rage"], "level": 2}},
    {"mode": "solo", "format": "draft", "edition": "2021"},
]
CHECK_EVERY = 15  # actions between two readings of the pages

WORD = re.compile(r"[\w-]+")
SLUGS = {card.name: slug for slug, card in cards.ALL.items()} | {slug: slug for slug in cards.ALL}
LONG_NAMES = sorted((name for name in SLUGS if not WORD.fullmatch(name)), key=len, reverse=True)


def shown(text: str) -> set[str]:
    """Return the cards that a page or frame shows: by name in its words, by slug in ids and classes; players' faces are
    none."""
    text = re.sub(r"\bcard-[AB]-([a-z0-9-]+?)(-\d+)?(?=[\"\\])", r" \1 ", without_pictures(text))
    found: set[str] = set()
    for name in LONG_NAMES:  # the Furious Treant is no Treant
        if name in text:
            found.add(SLUGS[name])
            text = text.replace(name, " ")
    return found | {SLUGS[word] for word in WORD.findall(text) if word in SLUGS}


def named(text: str) -> set[str]:
    """Return the cards that a JSON text names, without players' faces and the lists of all cards that may be built
    with."""
    text = re.sub(r'"(pool|sets)":\[[^\]]*\]', "", without_faces(text))
    return set(re.findall(r'"([a-z0-9-]+)"', text)) & cards.ALL.keys()


def named_in(data: object) -> set[str]:
    """Return all cards anywhere in a JSON value."""
    return named(orjson.dumps(data).decode())


@dataclass
class Watcher:
    """A watcher of a match's page and stream, and all that came, each with the number of actions played then."""

    player: ApiPlayer
    seat: str
    page: ClientConnection
    stream: ClientConnection
    html: list[tuple[int, str]] = field(default_factory=list)
    json: list[tuple[int, str]] = field(default_factory=list)

    def follow(self, seq: int) -> None:
        """Take what both sockets send until action `seq`."""
        for socket, texts in ((self.page, self.html), (self.stream, self.json)):
            while not texts or orjson.loads(texts[-1][1]).get("seq") != seq:
                text = socket.recv(DEADLINE)
                assert isinstance(text, str)
                texts.append((seq, text))

    def visit(self, match_id: str, seq: int) -> None:
        """Reload the page, and read the whole log."""
        for path in ("", "/log"):
            answer = self.player.client.request("GET", f"/match/{match_id}{path}", headers=self.player.headers)
            assert answer.status_code == 200
            self.html.append((seq, answer.text))
        self.html.append((seq, '{"seq": -1}'))

    def everything_again(self, last: int) -> None:
        """Ask the stream for all that it has sent."""
        self.stream.send('{"since": 0}')
        seqs: list[int] = []
        while 1 not in seqs or seqs[-1] != last:
            text = self.stream.recv(DEADLINE)
            assert isinstance(text, str)
            seqs.append(orjson.loads(text)["seq"])
            self.json.append((seqs[-1], text))


class Table:
    """A match played by programs while both players and a spectator have its page and stream open."""

    def __init__(self, server: ServerProcess, client: httpx.Client, open_: ExitStack, options: Json) -> None:
        ann, bob, self.eve = (ApiPlayer(client, name) for name in ("Ann", "Bob", "Eve"))
        self.players = {"A": ann, "B": bob}
        self.id = ann.open(**options)
        seats = {"A": ann, "": self.eve}
        if options.get("mode") != "solo":
            bob.ok("POST", f"/{self.id}/join", {})
            seats["B"] = bob

        def listening(path: str, player: ApiPlayer) -> ClientConnection:
            address, headers = f"{server.ws_url}{path}", player.headers
            return open_.enter_context(
                connect(address, additional_headers=headers, max_size=None, open_timeout=DEADLINE)
            )

        self.watchers = [
            Watcher(
                player,
                seat,
                listening(f"/match/{self.id}/{LIVE}", player),
                listening(f"/api/matches/{self.id}/stream", player),
            )
            for seat, player in seats.items()
        ]
        for watcher in self.watchers:
            watcher.follow(0)

    def play(self, rng: random.Random) -> Json:
        """Play to the end by chance; the record."""
        state = self.players["A"].state(self.id)
        while state["status"] != "over":
            seat = rng.choice(state["to_act"])
            mine = self.players[seat].state(self.id)
            if mine["seq"] % CHECK_EVERY == 0:
                for watcher in self.watchers:
                    watcher.visit(self.id, mine["seq"])
            state = self.players[seat].act(self.id, mine["seq"], choose(mine, rng))
            for watcher in self.watchers:
                watcher.follow(state["seq"])
        for watcher in self.watchers:
            watcher.everything_again(state["seq"])
        record = self.eve.ok("GET", f"/{self.id}/record")
        times = [entry["at"] for entry in record["actions"]]
        assert (len(times), times) == (state["seq"], sorted(times))
        replayed = MatchRecord.from_json(record).check()
        assert replayed.outcome is not None and replayed.outcome.winner == state["result"]["winner"]
        assert replayed.view_for(None) == self.eve.state(self.id)["view"]
        return record


@dataclass
class Moment:
    """The knowledge after so many actions: of all, of each player; `building` while lists of cards are shown."""

    public: set[str]
    own: dict[str, set[str]]
    building: bool
    over: bool


def moments(record: Json) -> list[Moment]:
    """Return the knowledge after each action, from the whole state and the uncensored events alone."""
    match, events = Match.start(MatchRecord.from_json(record).options)
    public: set[str] = set()
    own: dict[str, set[str]] = {"A": set(), "B": set(), "": set()}
    found: list[Moment] = []
    for entry in [None, *record["actions"]]:
        if entry is not None:
            match, events = match.apply(entry["by"], entry["action"])
            if entry["action"]["type"] in ("deck", "champion_choice"):
                own[entry["by"]] |= named_in(entry["action"])
        public |= named_in([event for event in events if event["type"] not in SECRET_EVENTS])
        position = match.to_json()["position"]
        if position is not None:
            for seat in SEATS:
                own[seat] |= named_in(position["position"][seat].get("hand", []))
        building = match.position is None and match.setup.phase in ("deck", "champion", "ban")
        kept = {seat: set(known) for seat, known in own.items()}
        found.append(Moment(set(public), kept, building, match.status == "over"))
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that logs all it can."""
    settings = {"rate_limit": "0", "log_level": "debug", "analysis": "false"}
    started = ServerProcess(tmp_path_factory.mktemp("server"), settings)
    yield started.start()
    started.close()


def test_nobody_receives_what_they_may_not_know(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        waiting = ApiPlayer(client, "Zoe")
        empty = client.get(f"/match/{waiting.open()}", headers=waiting.headers).text
        always = shown(empty)  # words of the page itself that are a card's name, too
        for options in FORMATS:
            with case(str(options)), ExitStack() as open_:
                browser = client.post("/new", data={"mode": "solo", "format": "preconstructed", "name": "Yan"})
                client.cookies.clear()
                before = len(server.log)
                table = Table(server, client, open_, options)
                record = table.play(random.Random(3))
                check(table, record, always)
                check_log(server.log[before:], table, record, browser.headers["set-cookie"])


def check(table: Table, record: Json, always: set[str]) -> None:
    """Nobody has received a card, a seed, an id or a token too many."""
    known, seen = moments(record), set[str]()
    seed = str(record["setup"]["seed"])
    everybody = [*table.players.values(), table.eve]
    for watcher in table.watchers:
        others = [secret for other in everybody if other is not watcher.player for secret in (other.id, other.token)]
        answers = [(orjson.loads(text).get("seq"), text) for text in watcher.player.received]
        texts = [(seq, text, shown(text) - always) for seq, text in watcher.html if not hidden_in(known[seq], watcher)]
        texts += [(seq, text, named(text)) for seq, text in [*watcher.json, *answers] if seq is not None]
        texts = [each for each in texts if not known[each[0]].over]
        assert len(texts) > 5  # chance may end a match soon, and frames that wait are sent as one
        for seq, text, here in texts:
            moment = known[seq]
            leaked = here - moment.public - moment.own[watcher.seat]
            assert not leaked, (watcher.seat, seq, leaked, text[:2000])
            assert not [secret for secret in (seed, *others) if secret in text]
            seen |= here & moment.public
    assert len(seen) > 5, "the test does not see what is public"


def hidden_in(moment: Moment, watcher: Watcher) -> bool:
    """True while the pages of players show lists of all cards, to build with."""
    return moment.building and bool(watcher.seat)


def check_log(log: str, table: Table, record: Json, cookie: str) -> None:
    """Also in the greatest detail: no card that is hidden at the beginning, no seed, no token, no cookie."""
    assert table.id in log  # it does have the events
    value = cookie.partition("=")[2].partition(";")[0]
    secrets = [str(record["setup"]["seed"]), value, value.split(".")[0]]
    secrets += [secret for player in (*table.players.values(), table.eve) for secret in (player.token, player.id)]
    assert [secret for secret in secrets if secret in log] == []
    assert shown(log) == set()


def test_a_refusal_names_no_hidden_card(server: ServerProcess) -> None:
    """Every action that a player could try at the opponent's expense, and every answer to it."""
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann, bob = ApiPlayer(client), ApiPlayer(client)
        match_id = ann.open(format="preconstructed", first="A")
        bob.ok("POST", f"/{match_id}/join", {})
        hidden = set(bob.state(match_id)["view"]["B"]["hand"]) - {"*"}
        ann.received.clear()
        seq = 0
        for place in range(-1, 12):
            goals: list[Json] = [{"lane": lane} for lane in ("top", "bottom", "middle")]
            goals += [{"target": {"player": player, "lane": "top", "index": place}} for player in SEATS]
            for goal in goals:
                action = {"type": "play", "hand": place, **goal}
                answer = ann.ask("POST", f"/{match_id}/actions", {"seq": seq, "action": action})
                seq = answer.json().get("seq", seq)
        assert not shown(without_faces("".join(ann.received))) & hidden
