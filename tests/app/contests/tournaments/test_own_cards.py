"""Tournaments with the players' own cards: results come from two phones or an organizer, all else is as on the site."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
from starlette.testclient import TestClient

from app.contests.ratings.models import results
from app.contests.ratings.newcomers import too_many
from app.contests.ratings.verdicts import OF_A_PAIR, has_met_often
from app.contests.tournaments.storage.heads import RunningHead, read_heads
from app.people.players.player import Player
from tests.support.service import site_of
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.tournaments import RunningTournament, TournamentPlayer

PAGE = {"accept": "text/html"}
OUTCOMES = ("a", "draw", "b", "a", "b")


def at(board: Json) -> dict[str, int]:
    return {"round": board["round"], "board": board["board"]}


def report(tournament: RunningTournament, board: Json, side: str, outcome: str, **more: object) -> Json:
    return tournament.players[board[side]].tournament(
        "POST", f"/{tournament.id}/reports", {**at(board), "outcome": outcome, **more}
    )


def begun(tournament: RunningTournament, number: int) -> list[Json]:
    """Wait for a round, and return its boards."""
    wait_until(lambda: tournament.state["round"] == number)
    return [board for board in tournament.state["boards"] if board["round"] == number]


def seen(tournament: RunningTournament, board: Json) -> Json:
    """Return a board as it is now."""
    found: Json = next(one for one in tournament.state["boards"] if at(one) == at(board))
    return found


def settle(tournament: RunningTournament, board: Json, number: int) -> None:
    """Play a board with its own cards in one of the ways: confirmed, corrected, or decided by the organizer."""
    outcome = OUTCOMES[number % len(OUTCOMES)]
    report(tournament, board, "a", outcome)
    if number % 4 == 0:
        tournament.organize("rulings", **at(board), outcome=outcome)
        return
    if number % 4 == 1:  # they contradict each other until one of them corrects it
        report(tournament, board, "b", "b" if outcome != "b" else "a")
        assert seen(tournament, board)["outcome"] is None
    report(tournament, board, "b", outcome)


def test_a_swiss_of_16_half_of_it_with_cards_ends_as_another_program_has_it(
    visitor: TestClient, tmp_path: Path
) -> None:
    tournament = RunningTournament(visitor, 16, system="swiss", rounds=4, gap=None)
    tournament.organize("start")
    for number in range(1, 5):
        boards = begun(tournament, number)
        for board in boards[::2]:
            tournament.organize("boards", **at(board), kind="box")
            assert tournament.players[board["a"]].state(board["match"])["result"]["reason"] == "aborted"
        for place, board in enumerate(boards):
            if place % 2:
                tournament.play(board, OUTCOMES[(number + place) % 5])
            else:
                settle(tournament, board, number + place // 2)
        wait_until(lambda: not tournament.open_boards())
        path = tmp_path / f"{number}.trf"
        path.write_text(visitor.get(f"/api/tournaments/{tournament.id}/export.trf").text, "utf-8")
        if number < 4:
            theirs = {
                (one.white, one.black) for one in DutchEngine.generate_pairings(TrfParser.parse(path, strict=True))
            }
            tournament.organize("next")
            assert {(board["a"], board["b"]) for board in begun(tournament, number + 1)} == theirs
    wait_until(lambda: tournament.state["status"] == "over")
    state = tournament.state
    parsed = TrfParser.parse(path, strict=True)
    assert {one.starting_number: one.points_times_ten for one in parsed.player_sections} == {
        row["number"]: 10 * row["points"] for row in state["standings"]
    }
    assert [board["kind"] for board in state["boards"]] == ["box", "match"] * 16


def refused(
    player: TournamentPlayer, tournament: RunningTournament, board: Json, code: str, outcome: object = "a"
) -> None:
    player.tournament_refused("POST", f"/{tournament.id}/reports", {**at(board), "outcome": outcome}, code)


def test_only_the_two_report_once_and_an_organizer_mends_what_they_agreed_on(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 5, system="swiss", rounds=3, gap=None, box=True, computers=None)
    stranger, one = TournamentPlayer(visitor, "Eve"), tournament.players[1]
    tournament.organizer.tournament("POST", f"/{tournament.id}/entries/1", {"do": "organizer"})
    refused(one, tournament, {"round": 1, "board": 1}, "no_such_board")
    tournament.organize("start")
    boards = begun(tournament, 1)
    own = next(board for board in boards if 1 in (board["a"], board["b"]))
    other = next(board for board in boards if board not in (own,) and board["kind"] == "box")
    bye = next(board for board in boards if board["kind"] == "bye")
    assert [board["match"] for board in boards] == [None] * 3
    for who in (stranger, tournament.organizer, tournament.players[other["a"]]):
        refused(who, tournament, own, "not_your_board")
    refused(tournament.players[bye["a"]], tournament, bye, "board_on_site")
    for outcome in ("neither", "", None, 1):
        refused(one, tournament, own, "malformed", outcome)
    report(tournament, own, "a", "a")
    for path in ("pair", "boards"):  # a player who has reported has played
        tournament.organizer.tournament_refused(
            "POST", f"/{tournament.id}/{path}", {**at(own), "kind": "match"} if path == "boards" else {}, "round_begun"
        )
    report(tournament, own, "a", "a")
    assert (seen(tournament, own)["outcome"], seen(tournament, own)["report_a"]) == (None, "a")
    one.tournament_refused("POST", f"/{tournament.id}/rulings", {**at(own), "outcome": "a"}, "own_board")
    tournament.players[own["b"]].tournament(
        "DELETE", f"/{tournament.id}/entries/me"
    )  # a player who withdraws has still to confirm
    page = partial(visitor.get, f"/tournament/{tournament.id}")
    assert (
        "report"
        in page(headers=PAGE | tournament.players[own["b"]].headers)
        .text.split('id="own-zone"')[1]
        .split("</section>")[0]
    )
    report(tournament, own, "b", "a")
    assert seen(tournament, own)["outcome"] == "a"
    refused(tournament.players[own["b"]], tournament, own, "result_stands", "b")
    tournament.organize("rulings", **at(own), outcome=None, reason="They took the wrong board")
    assert [seen(tournament, own)[key] for key in ("outcome", "report_a", "report_b", "forfeit")] == [
        None,
        None,
        None,
        False,
    ]
    report(tournament, own, "b", "b")
    report(tournament, own, "a", "b")
    report(tournament, other, "a", "a")
    report(tournament, other, "b", "b")
    zone = page(headers=PAGE | tournament.organizer.headers).text.split('id="organize-zone"')[1].split("</section>")[0]
    decide = zone.split(f'id="reported-{other["round"]}.{other["board"]}.{other["a"]}.{other["b"]}"')[1].split(
        "</form>"
    )[0]
    assert "button-brass" in decide and zone.count("button-brass") == 1  # an organizer's next step
    tournament.organize("forfeits", **at(other), number=other["a"])
    assert (seen(tournament, other)["ruling"], seen(tournament, other)["forfeit"]) == ("b", True)
    tournament.organize("next")
    begun(tournament, 2)
    refused(tournament.players[other["a"]], tournament, other, "result_stands")
    tournament.organize("end")
    refused(one, tournament, own, "not_now_in_tournament")


def test_a_report_is_news_for_readers_and_no_work_for_the_driver(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 4, system="swiss", rounds=2, gap=None, box=True, computers=None)
    tournament.organize("start")
    board, other = begun(tournament, 1)
    base, portal = site_of(visitor).base, visitor.portal
    assert portal is not None

    def head() -> RunningHead:
        return portal.call(base.database.read, read_heads)[tournament.id]

    before = head()
    report(tournament, board, "a", "a")
    assert seen(tournament, board)["report_a"] == "a"  # what nobody follows is read again, too
    once = head()
    assert once.stamp != before.stamp
    assert not once.is_due(0.0, before.stamp)
    for one in (board, other):
        report(tournament, one, "a", "b")
        report(tournament, one, "b", "b")
    assert head().is_due(0.0, before.stamp)


def test_who_is_banned_or_gone_reports_nothing_and_an_organizer_confirms(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 4, system="swiss", gap=None, box=True)
    tournament.organize("start")
    boards = begun(tournament, 1)
    report(tournament, boards[0], "a", "draw")
    gone = tournament.players[boards[0]["b"]]
    assert visitor.request("DELETE", "/api/players/me", headers=gone.headers).status_code == 204
    tournament.organize("rulings", **at(boards[0]), outcome="draw")
    assert seen(tournament, boards[0])["ruling"] == "draw"
    site, banned = site_of(visitor), tournament.players[boards[1]["b"]]
    assert visitor.portal is not None
    stored = visitor.portal.call(site.contests.tournaments.tournament, tournament.id)
    player = stored.entry(boards[1]["b"]).player
    assert player is not None
    visitor.portal.call(partial(site.people.bans.add, "ban", player, "rude", None))
    refused(banned, tournament, boards[1], "banned")
    report(tournament, boards[1], "a", "a")
    tournament.organize("rulings", **at(boards[1]), outcome="a")
    assert not tournament.open_boards()
    rows = {row["number"]: row["points"] for row in tournament.state["standings"]}
    assert rows[boards[0]["a"]] == 0.5


def test_a_board_is_rated_only_if_a_named_organizer_said_so_and_both_agree(visitor: TestClient) -> None:
    named = TournamentPlayer(visitor, "Olga")
    asked = {"name": "Club", "box": True, "rated": True}
    named.tournament_refused("POST", "", asked, "own_cards_unrated")
    grant = partial(site_of(visitor).people.staff.grant, Player(named.id, "Olga"), "organizer")
    assert visitor.portal is not None
    visitor.portal.call(grant)

    def rated(tournament: RunningTournament) -> list[tuple[int, float | None]]:
        """Return for the two players how many matches have counted, and what their rating is then."""
        found = [
            one.client.request("GET", "/api/players/me/profile", headers=one.headers).json()
            for one in tournament.players.values()
        ]
        assert {kind["against"] for one in found for kind in one["ratings"]} <= {"cards"}
        return [(kind["matches"], kind["rating"]) for one in found for kind in one["ratings"]]

    def played(both: tuple[bool, bool], **options: Any) -> RunningTournament:
        tournament = RunningTournament(visitor, 2, organizer=named, system="round_robin", gap=None, **options)
        tournament.organize("start")
        board = begun(tournament, 1)[0]
        if board["kind"] == "match":
            tournament.organize("boards", **at(board), kind="box")
        for side, agrees in zip("ab", both, strict=True):
            report(tournament, board, side, "a", rated=agrees)
        assert seen(tournament, board)["outcome"] == "a"
        return tournament

    for both, options in (
        ((True, True), {"box": True}), ((True, True), {}), ((True, False), {"box": True, "rated": True}),
    ):  # fmt: skip
        assert not any(count for count, _ in rated(played(both, **options)))
    tournament = played((True, True), box=True, rated=True, cycles=2)
    before = rated(tournament)
    assert [count for count, _ in before] == [1, 1]
    tournament.organize("rulings", round=1, board=1, outcome=None, reason="The wrong board")
    assert [count for count, _ in rated(tournament)] in ([0, 0], [])
    for side in "ab":
        report(tournament, {**begun(tournament, 1)[0]}, side, "b", rated=True)
    assert [count for count, _ in rated(tournament)] == [1, 1]
    listed = visitor.get("/api/leaderboard", params={"against": "cards", "format": "preconstructed"})
    assert listed.status_code == 404
    assert "people.preconstructed.none" in (page := visitor.get("/leaderboard", headers=PAGE).text)
    assert "cards.preconstructed.none" not in page
    assert visitor.get("/api/players/me/profile", headers=named.headers).json()["ratings"] == []


def test_results_with_own_cards_change_no_rating_of_matches_that_were_seen(visitor: TestClient) -> None:
    """Neither that rating, nor the number of matches in a day, nor who is a newcomer."""
    named = TournamentPlayer(visitor, "Olga")
    assert visitor.portal is not None
    visitor.portal.call(partial(site_of(visitor).people.staff.grant, Player(named.id, "Olga"), "organizer"))
    tournament = RunningTournament(visitor, 2, organizer=named, system="round_robin", box=True, rated=True, gap=None)
    tournament.organize("start")
    board = begun(tournament, 1)[0]
    for side in "ab":
        report(tournament, board, side, "a", rated=True)
    one, two = (tournament.players[board[side]].id for side in "ab")

    def judged(connection: sa.Connection) -> tuple[bool, bool, bool]:
        now = time.time()
        values = [
            {"match_id": f"m{number}", "seat": seat, "player_id": player, "at": now, "against": "cards",
             "format": "preconstructed", "outcome": "won", "verdict": "counted"}
            for number in range(OF_A_PAIR) for seat, player in (("A", one), ("B", two))
        ]  # fmt: skip
        connection.execute(sa.insert(results), values)
        often = has_met_often(connection, one, two, now), has_met_often(connection, one, two, now, seen=False)
        return *often, too_many(connection, one, two)

    assert visitor.portal.call(site_of(visitor).base.writer.job, judged) == (False, True, False)
