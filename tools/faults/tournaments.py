"""Tournaments that are played by programs while workers are killed: each entry has one seating in a round, each board
one match, each outcome is the record's, standings are those of the records alone, and the tournament ends."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

import httpx

from app.contests.tournaments.rules.standings import standings
from app.contests.tournaments.rules.types import BoardResult, Entrant
from app.contests.tournaments.schemas import NEW_TOURNAMENT
from tools.faults.drill import DrillStats, stumbles
from tools.rig.json import Json
from tools.rig.site import RunningSite
from tools.rig.tournaments import RunningTournament, is_open

PATIENCE: Final = 120.0  # seconds for which a program tries again
DEADLINE: Final = 1_500.0
ANSWER: Final = 3.0  # seconds for one answer: a killed worker's address takes requests until the worker is back
MET: Final = 25  # answers that programs get between two kills, however slow the machine is
RESTART: Final = 5  # kills before the database is restarted, at most
PASSING: Final = (408, 429, 500, 502, 503)


class PatientClient:
    """A client that goes to another worker where one does not answer, and tries again."""

    def __init__(self, site: RunningSite) -> None:
        self._site = site
        self._turn = 0
        self.answers = 0
        self._http = httpx.Client(timeout=ANSWER)

    def request(self, method: str, url: str, *, json: object = None, headers: Any = None) -> httpx.Response:
        """Return the first answer that is one."""
        give_up = time.monotonic() + PATIENCE
        while True:
            self._turn += 1
            with suppress(httpx.TransportError):
                answer = self._http.request(method, self._site.url(self._turn) + url, json=json, headers=headers)
                if answer.status_code not in PASSING:
                    self.answers += 1
                    return answer
            assert time.monotonic() < give_up, f"no worker answers {method} {url}"
            time.sleep(0.05)

    def close(self) -> None:
        """Close its connections."""
        self._http.close()


@dataclass(frozen=True)
class TournamentDrill:
    """A tournament that `count` programs play while workers are killed, one after the other, and the database once."""

    name: str
    count: int
    options: dict[str, Any]  # of a tournament, as the API takes them
    kills: int = 1000  # at most: the tournament ends before
    between: float = 1.0
    moves: int = 1  # at each board, before somebody resigns or both agree on a draw

    def run(self, site: RunningSite) -> DrillStats:
        """Carry it out."""
        found = DrillStats(self.name, f"{len(site.workers)} workers")
        began, logged = time.monotonic(), [len(worker.log) for worker in site.workers]
        with closing(PatientClient(site)) as client:
            tournament = RunningTournament(client, self.count, **self.options)
            _patiently(tournament, "start")
            blows = Blows(self, site, client)
            with blows.falling():
                self._play(tournament, found, blows)
            state = tournament.state
            found.lasted = time.monotonic() - began
            found.matches = sum(board["game"] for board in state["boards"])
            found.problems += [*blows.problems, *blows.missed(), *problems_of(site, tournament, state)]
        found.problems += stumbles(site, logged)
        restarts = ", database restarted" * blows.restarts
        found.note = f"{blows.count} kills{restarts}; {self.count} programs, {state['round']} rounds"
        return found

    def _play(self, tournament: RunningTournament, found: DrillStats, blows: Blows) -> None:
        """Play all boards until the tournament is over."""
        give_up = time.monotonic() + DEADLINE
        while (state := tournament.state)["status"] != "over":
            if time.monotonic() > give_up:
                found.problems.append(f"the tournament does not end: {state['status']}, round {state['round']}")
                return
            if state["system"] == "arena":
                for player in tournament.players.values():
                    player.ask_tournament("POST", f"/{tournament.id}/entries/me/wait")
            boards = [board for board in state["boards"] if is_open(board)]
            for board in boards:
                with suppress(AssertionError, KeyError):  # it has just ended, or moved on: the next round sees it
                    for _ in range(self.moves):
                        tournament.move(board)
                        found.acknowledged += 1
                    tournament.play(board)
            if not boards:
                blows.wait()


class Blows:
    """The kills of a drill, in a thread of their own; a failed one is a problem of the drill."""

    def __init__(self, drill: TournamentDrill, site: RunningSite, client: PatientClient) -> None:
        self._drill = drill
        self._site = site
        self._client = client
        self._stop = threading.Event()
        self._fallen = threading.Condition()
        self.count = self.restarts = 0
        self.problems: list[str] = []

    def missed(self) -> list[str]:
        """The blows that did not hit: the drill has shown nothing of them."""
        wanted = {"no worker was killed": self.count, "the database was not restarted": self.restarts}
        return [f"the fault did not bite: {what}" for what, times in wanted.items() if not times]

    @contextmanager
    def falling(self) -> Iterator[None]:
        thread = threading.Thread(target=self._run)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()

    def wait(self) -> None:
        """Wait a moment, for the next one at most."""
        with self._fallen:
            self._fallen.wait(0.1)

    def _run(self) -> None:
        met = 0
        try:
            while self.count < self._drill.kills and not self._stop.wait(self._drill.between):
                if self._client.answers < met:
                    continue
                self._strike(self.count)
                self.count += 1
                met = self._client.answers + MET
                with self._fallen:
                    self._fallen.notify_all()
        except Exception as error:
            self.problems.append(f"kill {self.count + 1} failed: {error}")

    def _strike(self, number: int) -> None:
        """Kill and restart a worker; once the database, too."""
        site = self._site
        worker = site.workers[number % len(site.workers)]
        worker.kill()
        worker.start()
        if number == min(self._drill.kills // 2, RESTART) and site.postgres is not None:
            site.postgres.kill()
            site.postgres.start()
            self.restarts += 1


def _patiently(tournament: RunningTournament, what: str) -> None:
    """Do an organizer's act; success, too, if it was done already."""
    answer = tournament.organizer.ask_tournament("POST", f"/{tournament.id}/{what}", {})
    assert answer.status_code == 200 or answer.json()["code"] == "not_now_in_tournament", answer.text


def problems_of(site: RunningSite, tournament: RunningTournament, state: Json) -> list[str]:
    """Return the mistakes in a tournament."""
    problems: list[str] = []
    options = NEW_TOURNAMENT.validate_python({"name": "x", "system": state["system"], **state["options"]})
    seatings = Counter((one["round"], number) for one in state["boards"] for number in (one["a"], one["b"]) if number)
    problems += [
        f"entry {number} has {count} seatings in round {r}" for (r, number), count in seatings.items() if count > 1
    ]
    if options.system in ("swiss", "round_robin", "league"):
        problems += [
            f"entry {one['number']} has no seating in round {r}"
            for one in state["entries"]
            for r in range(one["from_round"], state["round"] + 1)
            if not seatings[r, one["number"]]
        ]
    ids = Counter(board["match"] for board in state["boards"] if board["match"])
    problems += [f"match {match_id} is at {count} boards" for match_id, count in ids.items() if count > 1]
    results = [_by_record(tournament, board, problems) for board in state["boards"]]
    entrants = [Entrant(one["number"], one["rating"], one["state"], one["from_round"]) for one in state["entries"]]
    rows = standings(options, entrants, results, 0)
    unit = options.unit
    expected = {row.number: row.points / unit for row in rows}
    if expected != {row["number"]: row["points"] for row in state["standings"]}:
        problems.append("the standings are not those of the records")
    for number in range(len(site.workers)):
        seen = httpx.get(f"{site.url(number)}/api/tournaments/{tournament.id}", timeout=60).json()
        if seen["standings"] != state["standings"]:
            problems.append(f"worker {number} has other standings")
    return problems


def _by_record(tournament: RunningTournament, board: Json, problems: list[str]) -> BoardResult:
    """Return a board with the outcome that its match has, as its record ends."""
    outcome = board["outcome"]
    if board["match"] is not None:
        match = tournament.organizer.state(board["match"])
        result = match["result"] or {"winner": None, "reason": "none"}
        recorded = {"A": "a", "B": "b"}.get(result["winner"], "draw")
        if match["best_of"]:
            won = match["won_a"] - match["won_b"]
            recorded = "a" if won > 0 else "b" if won < 0 else "draw"
        if result["reason"] == "no_show" and result["winner"] == "draw":
            recorded = "neither"
        if recorded != outcome:
            problems.append(f"round {board['round']}, board {board['board']}: {outcome}, but {recorded} by the record")
        outcome = recorded
    named = ("round", "board", "kind", "a", "b", "ruling", "forfeit")
    return BoardResult(**{name: board[name] for name in named}, outcome=outcome)
