"""A site with some of everything, made through the API and the forms that every release has had."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

import httpx

from tests.app.learning.replay.records import golden
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, play_on
from tools.rig.random_moves import choose
from tools.rig.tournaments import RunningTournament, TournamentPlayer

CLOCKS: Final[tuple[Json, ...]] = (
    {"kind": "turn", "seconds": 3600},
    {"kind": "fischer", "base": 10_800, "increment": 600},
    {"kind": "correspondence", "hours": 336, "vacation": 60},
)
DECK: Final = ["ogre", "assassin", "baron", "brute", "grrr", "martyr", "meteorite", "shaman"]
SYSTEMS: Final[dict[str, Json]] = {
    "Swiss": {"system": "swiss", "rounds": 3},
    "Round robin": {"system": "round_robin", "cycles": 2},
    "Knockout": {"system": "knockout", "best_of": 3},
    "League": {"system": "league", "clock": CLOCKS[2]},
    "Arena": {"system": "arena", "seconds": 21_600, "clock": CLOCKS[0]},
}
REX: Final = {"name": "Rex", "type": "creature", "attack": "3", "health": "3", "ability": "rage", "icon": "duck"}
END: Final = {"type": "end_summon"}
SHOW_UP: Final = 86_400
SETTINGS: Final = {
    **dict.fromkeys(("absence_grace_seconds", "bot_pause_seconds", "min_free_mb", "rate_limit"), "0"),
    **{f"keep_{what}": "0" for what in (
        "open_hours", "unfinished_days", "finished_days", "uploads_days", "guests_days", "talk_days", "reports_days",
    )},
    "analysis": "false", "log_level": "warning", "push_services": "none", "secret": "s" * 40,
}  # fmt: skip
"""With which nothing ends or is deleted by itself, in this year or a later one."""


class World:
    """Fills an empty site. `players` are its guests by name, `matches` and `pages` what there is to read."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.chance = random.Random(1)
        self.players: dict[str, ApiPlayer] = {}
        self.matches: dict[str, str] = {}
        self.tournaments: dict[str, str] = {}
        self.pages: list[str] = []
        for name in ("Ann", "Bob", "Cem", "Dora", "Eve"):
            self.players[name] = TournamentPlayer(client, name)
        self.players["Bolt"] = ApiPlayer(client, "Bolt", bot=True)
        self.ann, self.bob, self.cem, self.dora, self.eve, self.bolt = self.players.values()

    def fill(self) -> None:
        """Make everything."""
        self._preferences()
        self._duels()
        self._clocks()
        self._computers()
        self._together()
        self._open_tables()
        self._around()
        self._uploads()
        self._tournaments()

    def sent(self, player: ApiPlayer, path: str, form: Json | None = None, method: str = "POST", **json: object) -> str:
        """Send a form, or JSON; return where it leads, or else the answer's text."""
        headers = {"Accept": "text/html", **player.headers} if form is not None else player.headers
        answer = self.client.request(method, path, data=form, json=json or None, headers=headers)
        assert answer.status_code < 400, f"{method} {path}: {answer.status_code} {answer.text[:2000]}"
        return str(answer.headers.get("location", answer.text)).partition("?")[0]

    def _duel(self, name: str, moves: int = 0, guest: ApiPlayer | None = None, **options: Any) -> str:
        """Open a duel of Ann with Bob, or this guest, and make so many moves by chance."""
        host, guest = self.ann, guest or self.bob
        match_id = self.matches[name] = host.open(**options)
        guest.ok("POST", f"/{match_id}/join", {"rated": True} if options.get("rated") else {})
        play_on({"A": host, "B": guest}, match_id, self.chance, moves)
        return match_id

    def _ended(self, name: str, how: str, **options: Any) -> str:
        match_id = self._duel(name, 6, first="A", **options)
        if how == "draw":
            self.ann.ok("POST", f"/{match_id}/draw", {"do": "offer"})
            self.bob.ok("POST", f"/{match_id}/draw", {"do": "accept"})
        else:
            self.bob.act(match_id, self.bob.state(match_id)["seq"], {"type": "resign", "player": "B"})
        return match_id

    def _duels(self) -> None:
        self._duel("starter", 7, seed=5)
        self._duel("of 2021", 9, edition="2021", opponent_deck=3)
        self._duel("mirror", 5, mirror=True, undo=False, preview=False)
        self._duel("draft", 10_000, format="draft", sets=["initiation", "breaching"], public=True)
        self._duel("drafting", 5, format="draft", champions=True)
        self._duel("champions", 25, format="draft", champions="optional")
        self._duel("own decks", 10, format="constructed")
        self._duel("program", 8, guest=self.bolt, public=True, rated=True)
        self._ended("resigned", "resign", public=True)
        self._ended("drawn", "draw", rated=True)
        for offer in ("draw", "takeback"):
            match_id = self._duel(f"{offer} offered", 0, first="A")
            self.ann.act(match_id, 0, END)
            self.ann.ok("POST", f"/{match_id}/{offer}", {"do": "offer"})
        again = self._ended("rematch offered", "resign")
        self.ann.ok("POST", f"/{again}/rematch", {})
        again = self._ended("rematch", "resign")
        self.ann.ok("POST", f"/{again}/rematch", {})
        self.matches["rematch 2"] = self.bob.ok("POST", f"/{again}/rematch", {})["next"]
        for decks in ("kept", "anew"):
            first = self._ended(f"series {decks}", "resign", best_of=3, series_decks=decks)
            for player in (self.ann, self.bob):
                player.ok("POST", f"/{first}/rematch", {})
            self.matches[f"series {decks} 2"] = self.ann.state(first)["next"]
        self.matches["hot seat"] = self._form_match(mode="hotseat", second_name="Abe", name="Ann", format="draft")

    def _form_match(self, **form: str) -> str:
        return self.sent(self.ann, "/new", form).rpartition("/")[2]

    def _clocks(self) -> None:
        for clock in CLOCKS:
            self._duel(f"{clock['kind']} clock", 9, clock=clock, format="draft")
            self._ended(f"{clock['kind']} clock, over", "resign", clock=clock, public=True, rated=True)
        self._duel("vacation", 4, clock=CLOCKS[2])
        self.ann.ok("POST", f"/{self.matches['vacation']}/vacation", {"do": "begin"})

    def _computers(self) -> None:
        ann = {"A": self.ann}
        custom = {"fixed": 7, "per_creature": 2, "abilities": ["rage"], "automaton_starts": True}
        solo: dict[str, tuple[int, Json]] = {
            "solo": (4, {}),
            "solo, over": (10_000, {}),
            "solo, 2021": (5, {"edition": "2021", "solo": {"no_bastion": True, "fixed": 9}}),
            "solo, custom": (6, {"solo": custom}),
            "solo draft": (5, {"format": "draft", "champions": True, "solo": {"weakened": True, "fixed": 9}}),
        }
        for name, (moves, options) in solo.items():
            self.matches[name] = self.ann.open(mode="solo", **options)
            play_on(ann, self.matches[name], self.chance, moves)
        for opponent in ("1", "2", "novice", "ysolde"):
            match_id = self.matches[f"bot {opponent}"] = self.ann.open(opponent=f"bot:{opponent}", first="A")
            self._against_bot(match_id, 4)
            if opponent == "2":
                self.ann.act(match_id, self.ann.state(match_id)["seq"], {"type": "resign", "player": "A"})

    def _against_bot(self, match_id: str, moves: int) -> None:
        """Make some moves against a computer, and wait until it is Ann's turn again."""
        for _ in range(moves):
            wait_until(lambda: "A" in self.ann.state(match_id)["to_act"])
            state = self.ann.state(match_id)
            self.ann.act(match_id, state["seq"], choose(state, self.chance))
        wait_until(lambda: "A" in self.ann.state(match_id)["to_act"])

    def _together(self) -> None:
        for pairs in ("mine", "theirs", "both"):
            match_id = self.matches[f"pairs {pairs}"] = self.ann.open(pairs=pairs, first="A")
            if pairs != "theirs":
                self._sit(self.cem, self.ann, match_id, "beside")
            self.bob.ok("POST", f"/{match_id}/join", {})
            if pairs != "mine":
                self._sit(self.bolt, self.bob, match_id, "beside")
            self.ann.act(match_id, 0, END)
        self.cem.ok("POST", f"/{self.matches['pairs mine']}/team", {"do": "resign"})
        waiting = self.matches["pair, open"] = self.dora.open(pairs="mine")
        self._sit(self.eve, self.dora, waiting, "beside")
        alone = self.matches["pair, left"] = self.dora.open(pairs="mine", first="A")
        self._sit(self.eve, self.dora, alone, "beside")
        self.bob.ok("POST", f"/{alone}/join", {})
        self.eve.ok("POST", f"/{alone}/team", {"do": "leave"})
        self.matches["pair, one device"] = self._form_match(mode="solo", pairs="mine", name="Ann", partner="Amy")
        coached = self._duel("coach", first="A")
        self.ann.ok("POST", f"/{coached}/coach", {"do": "offer", "sees": "AB"})
        self.bob.ok("POST", f"/{coached}/coach", {"do": "accept", "sees": "AB"})
        self._sit(self.cem, self.bob, coached, "coach")
        offered = self._duel("coach offered", first="A")
        self.ann.ok("POST", f"/{offered}/coach", {"do": "offer", "sees": "A"})

    def _sit(self, player: ApiPlayer, host: ApiPlayer, match_id: str, where: str) -> None:
        key = host.ok("GET", f"/{match_id}/company")[where]
        player.ok("POST", f"/{match_id}/company/{key}")

    def _open_tables(self) -> None:
        opened: dict[str, Json] = {
            "open": {"public": True, "format": "draft", "sets": ["initiation", "breaching"]},
            "open by link": {"clock": CLOCKS[1], "rated": True, "best_of": 5},
            "open, seat B": {"seat": "B", "public": True, "clock": CLOCKS[2]},
        }
        for name, options in opened.items():
            self.matches[name] = self.dora.ok("POST", "", {"seat": "A", **options})["id"]
        self.matches["quick"] = self.eve.ok("POST", "/quick", {"format": "draft", "clock": CLOCKS[0]})["id"]
        closed = self.dora.open()
        self.sent(self.dora, f"/api/matches/{closed}", method="DELETE")

    def _around(self) -> None:
        met = self.matches["resigned"]
        self.sent(self.bob, "/api/challenges", met_in=met, format="draft", clock=CLOCKS[2])
        by_link = self.matches["rematch offered"]
        for player in (self.ann, self.bob):
            self.sent(player, "/api/friends", met_in=by_link)
        talked = self.matches["starter"]
        self.sent(self.ann, f"/api/matches/{talked}/talk", emote="hello")
        self.sent(self.bob, f"/api/matches/{talked}/talk", text="Well met")
        self.sent(self.eve, f"/api/matches/{self.matches['program']}/talk", text="What a match")
        self.sent(self.ann, f"/api/matches/{talked}/talk/report", whom="B", why="He sings")
        self._ended("with Dora", "resign")
        self._duel("blocked", guest=self.dora)
        self.sent(self.ann, f"/api/matches/{self.matches['blocked']}/talk/block", whom="B")
        self.sent(self.ann, "/api/players/me/tokens", label="attic", scopes=["play"], bot="Bit")
        self.sent(self.ann, "/api/players/me/recovery")
        over = self.matches["solo, over"]
        deal: Json = json.loads(self.sent(self.ann, "/api/deals", match=over))
        self.matches["deal"] = json.loads(self.sent(self.bob, f"/api/deals/{deal['id']}/play"))["match"]
        self.pages.append(f"/api/deals/{deal['id']}")
        self._former()

    def _former(self) -> None:
        gone = ApiPlayer(self.client, "Fay")
        match_id = self._duel("former", 6, guest=gone, first="A", public=True)
        gone.act(match_id, gone.state(match_id)["seq"], {"type": "resign", "player": "B"})
        self._duel("former, in play", 3, guest=gone, first="A")
        self.sent(gone, "/api/players/me", method="DELETE")

    def _preferences(self) -> None:
        chosen: Json = {"speed": "2", "theme": "dark", "friends": "on", "language": "fr"}
        self.sent(self.ann, "/api/players/me/settings", **chosen)
        if "face" in json.loads(self.sent(self.bob, "/api/players/me/settings", method="GET")):
            self.sent(self.bob, "/api/players/me/settings", face="ogre")

    def _uploads(self) -> None:
        for count in (8, 3):
            deck: Json = json.loads(self.sent(self.ann, "/api/decks", name=f"Deck {count}", cards=DECK[:count]))
            self.pages += [f"/api/decks/{deck['id']}", f"/decks/{deck['id']}"]
        self.pages.append(self.sent(self.ann, "/designer", {**REX}))
        record = self.sent(self.ann, "/replays", {"text": json.dumps(golden("2022-duel-draft"))})
        chapter = self.sent(self.ann, f"{record}/study", {"step": "3", "of": "replay"})
        own = self.sent(self.ann, f"/match/{self.matches['resigned']}/replay/study", {"step": "3", "of": "position"})
        self.pages += [record, f"{record}/record", chapter, own, f"{chapter.rpartition('/')[0]}/file"]

    def _tournaments(self) -> None:
        ann = self.players["Ann"]
        assert isinstance(ann, TournamentPlayer)

        def opened(name: str, **options: Any) -> RunningTournament:
            fixed: Json = {"name": name, "gap": None, "show_up": SHOW_UP}
            made = RunningTournament(self.client, 0, organizer=ann, **fixed, **options)
            self.tournaments[name] = made.id
            return made

        def entered(made: RunningTournament, *names: str, **entry: object) -> RunningTournament:
            for name in names:
                player = self.players[name]
                assert isinstance(player, TournamentPlayer)
                made.enter(player, **entry)
            return made

        everybody = ("Ann", "Bob", "Cem", "Dora", "Eve")
        for name, options in SYSTEMS.items():
            made = entered(opened(name, **options), *everybody)
            made.organize("start")
            if options["system"] == "arena":
                continue
            self._round(made, 1)
            for board in made.open_boards()[:1]:
                made.play(board, "a")
            for board in made.open_boards()[:1]:
                made.move(board)
        swiss = entered(opened("With rulings", rounds=4, caster=60), *everybody[1:])
        swiss.organize("start")
        self._later(swiss.open_boards)
        one, two = swiss.open_boards()
        swiss.organize("rulings", round=1, board=one["board"], outcome="a", reason="Asleep")
        swiss.organize("forfeits", round=1, board=two["board"], number=two["a"])
        swiss.organize("next")
        self._later(lambda: swiss.state["round"] == 2)
        swiss.players[1].tournament("POST", f"/{swiss.id}/entries/me/pause")
        swiss.organize("pause")
        over = entered(opened("Over", system="knockout"), "Bob", "Cem")
        over.organize("start")
        self._round(over, None)
        self._later(lambda: over.state["status"] == "over")
        entered(opened("Open", decks="own", format="constructed"), "Bob", deck=DECK)
        opened("By approval", entry="approval")
        entered(opened("With computers", computers=1, rounds=3), "Bob", "Cem", "Dora").organize("computers", level=1)
        entered(opened("Cancelled"), "Bob").organize("end")

    def _round(self, made: RunningTournament, number: int | None) -> None:
        """Play the first round of a tournament, and begin the next."""
        self._later(made.open_boards)
        while boards := made.open_boards():
            for board in boards:
                made.play(board, "a" if board["board"] % 2 else "draw" if made.state["system"] != "knockout" else "b")
            if made.state["options"].get("best_of"):
                break
        if number and not made.state["options"].get("best_of"):
            made.organize("next")
            self._later(lambda: made.state["round"] == number + 1)

    def _later(self, holds: Callable[[], object]) -> None:
        wait_until(lambda: bool(holds()))
