"""Whole tournaments over the API, with programs as players."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from functools import partial

import orjson
from starlette.testclient import TestClient

from tests.support.cases import in_turn
from tests.support.service import site_of
from tests.support.site_time import passes
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.random_moves import cards_to_build_with
from tools.rig.tournaments import RunningTournament, TournamentPlayer, is_open

LEAGUE = {"clock": {"kind": "correspondence", "hours": 168, "vacation": 7}}
SYSTEMS: dict[str, Json] = {
    "round robin": {"system": "round_robin"}, "double round robin": {"system": "round_robin", "cycles": 2},
    "knockout": {"system": "knockout"}, "knockout, best of 3": {"system": "knockout", "best_of": 3},
    "Swiss": {"system": "swiss", "rounds": 3}, "league": {"system": "league", **LEAGUE},
}  # fmt: skip


def round_begins(tournament: RunningTournament, number: int) -> None:
    """Wait until a round has begun, or the tournament is over."""
    wait_until(lambda: tournament.state["round"] >= number or tournament.state["status"] == "over")


def played_to_the_end(tournament: RunningTournament) -> Json:
    """Start a tournament, play all of it, and return its last state."""
    tournament.organize("start")
    wait_until(lambda: tournament.state["round"] > 0)
    while (state := tournament.state)["status"] != "over":
        for board in filter(is_open, state["boards"]):
            tournament.play(board)
        if not any(map(is_open, state["boards"])):
            wait_until(partial(_moved, tournament, state))
    return state


def _moved(tournament: RunningTournament, before: Json) -> bool:
    now = tournament.state
    return bool(now["status"] == "over" or now["round"] > before["round"] or any(map(is_open, now["boards"])))


def check_invariants(tournament: RunningTournament, state: Json) -> None:
    """Each entry has one seating in each round, each board one match, and each outcome is the record's."""
    by_round: dict[int, list[int]] = {}
    for board in state["boards"]:
        by_round.setdefault(board["round"], []).extend(number for number in (board["a"], board["b"]) if number)
    for numbers in by_round.values():
        assert max(Counter(numbers).values()) == 1
    matches = [board["match"] for board in state["boards"] if board["match"]]
    assert len(set(matches)) == len(matches)
    for board in state["boards"]:
        if board["match"] and board["ruling"] is None and state["options"]["best_of"] is None:
            assert tournament.organizer.state(board["match"])["result"]["winner"].lower() == board["outcome"]


@in_turn(("count", "options"), zip((5, 4, 5, 4, 5, 4), SYSTEMS.values(), strict=True), ids=SYSTEMS)
def test_a_tournament_plays_itself_to_its_end(visitor: TestClient, count: int, options: Json) -> None:
    tournament = RunningTournament(visitor, count, **options)
    state = played_to_the_end(tournament)
    check_invariants(tournament, state)
    assert state["round"] == state["rounds"]
    assert state["standings"][0]["rank"] == 1
    assert {row["number"] for row in state["standings"]} == set(tournament.players)
    acts = [act["what"] for act in tournament.organizer.tournament("GET", f"/{tournament.id}/acts")["acts"]]
    assert acts == ["start"]
    mine = tournament.players[1].tournament("GET", "/mine")["tournaments"]
    assert [(one["id"], one["status"]) for one in mine] == [(tournament.id, "over")]


def test_what_is_taken_away(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 4, system="knockout", best_of=3)
    state = played_to_the_end(tournament)
    trf = visitor.get(f"/api/tournaments/{tournament.id}/export.trf").text
    assert trf.startswith("012 Club evening\n")
    csv = visitor.get(f"/api/tournaments/{tournament.id}/export.csv").text
    assert csv.count("\r\n") == 5
    with zipfile.ZipFile(io.BytesIO(visitor.get(f"/api/tournaments/{tournament.id}/export.zip").content)) as packed:
        records = [name for name in packed.namelist() if name.startswith("round-")]
        assert len(records) == sum(board["game"] for board in state["boards"])
        assert all(orjson.loads(packed.read(name))["result"] for name in records)
        assert {"standings.csv", "report.trf", "log.json"} <= set(packed.namelist())


def test_its_stream_tells_everything_again_after_each_change(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, system="round_robin")
    one = tournament.players[1]
    with visitor.websocket_connect(f"/api/tournaments/{tournament.id}/stream", headers=one.headers) as stream:
        first = stream.receive_json()
        assert (first["type"], first["tournament"]["status"], first["tournament"]["you"]) == ("tournament", "open", 1)
        tournament.organize("start")
        while not any(map(is_open, (seen := stream.receive_json()["tournament"])["boards"])):
            pass
        tournament.play(seen["boards"][0], "a")
        while stream.receive_json()["tournament"]["status"] != "over":
            pass


def test_four_words_lead_to_a_tournament_until_it_is_over(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, system="round_robin")
    words = tournament.state["code"]
    assert visitor.get(f"/api/tournaments/code/{words}").json() == {"id": tournament.id}
    tournament.organize("end")
    assert tournament.state["status"] == "cancelled"
    assert visitor.get(f"/api/tournaments/code/{words}").status_code == 404


def test_own_decks_are_checked_locked_and_shown_at_the_end(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 0, system="round_robin", format="constructed", decks="own")
    legal = cards_to_build_with({"edition": "2022"})
    ann, bob = TournamentPlayer(visitor, "Ann"), TournamentPlayer(visitor, "Bob")
    ann.tournament_refused("POST", f"/{tournament.id}/entries", {}, "own_deck_needed")
    ann.tournament_refused("POST", f"/{tournament.id}/entries", {"deck": legal[:7]}, "own_deck_needed")
    tournament.enter(ann, deck=legal[:8])
    tournament.enter(bob, deck=legal[8:16])
    tournament.organize("start")
    round_begins(tournament, 1)
    board = tournament.open_boards()[0]
    assert ann.state(board["match"])["status"] == "playing"
    seen = bob.tournament("GET", f"/{tournament.id}")
    assert [entry["deck"] is None for entry in seen["entries"]] == [True, False]
    tournament.play(board, "a")
    wait_until(lambda: tournament.state["status"] == "over")
    assert [entry["deck"] for entry in bob.tournament("GET", f"/{tournament.id}")["entries"]] == [
        legal[:8],
        legal[8:16],
    ]


def test_an_odd_one_plays_a_computer_where_the_organizer_wants_that(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 3, system="swiss", rounds=1, computers=1)
    tournament.organize("start")
    round_begins(tournament, 1)
    alone = next(board for board in tournament.open_boards() if board["b"] is None)
    match = tournament.players[alone["a"]].state(alone["match"])
    assert (match["players"]["B"]["kind"], match["rated"]) == ("bot", False)


def test_computers_fill_a_field(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 1, system="knockout", computers=2)
    tournament.organizer.tournament_refused("POST", f"/{tournament.id}/computers", {}, "computers_need_people")
    tournament.enter(TournamentPlayer(visitor, "P2"))
    for _ in range(2):
        tournament.organize("computers")
    tournament.organizer.tournament_refused("POST", f"/{tournament.id}/computers", {}, "computers_need_people")
    tournament.organize("start")
    round_begins(tournament, 1)
    assert sorted(number for board in tournament.open_boards() for number in (board["a"], board["b"])) == [1, 2, 3, 4]


def test_an_arena_pairs_programs_that_wait_until_its_time_is_over(visitor: TestClient) -> None:
    clock = {"kind": "turn", "seconds": 600}
    tournament = RunningTournament(visitor, 5, system="arena", seconds=300, clock=clock)
    tournament.organize("start")
    for _ in range(4):
        for player in tournament.players.values():
            player.tournament("POST", f"/{tournament.id}/entries/me/wait")
        wait_until(lambda: bool(tournament.open_boards()))
        tournament.play_round(lambda board: "a")
    for player in tournament.players.values():
        player.tournament("POST", f"/{tournament.id}/entries/me/pause")
    tournament.play_round(lambda board: "a")
    assert visitor.portal is not None
    visitor.portal.call(passes, site_of(visitor), 301.0)
    wait_until(lambda: tournament.state["status"] == "over")
    state = tournament.state
    check_invariants(tournament, state)
    assert {number for board in state["boards"] for number in (board["a"], board["b"])} == set(tournament.players)
    assert {row["number"]: row["points"] for row in state["standings"]} == arena_points(state)


def arena_points(state: Json) -> dict[int, int]:
    """Return two points for each win, and twice that from the third win running on."""
    points, running = dict.fromkeys(range(1, len(state["entries"]) + 1), 0), Counter[int]()
    for board in state["boards"]:
        winner, loser = (board["a"], board["b"]) if board["outcome"] == "a" else (board["b"], board["a"])
        points[winner] += 4 if running[winner] >= 2 else 2
        running[winner] += 1
        running[loser] = 0
    return points
