"""One's matches that are not over: where somebody waits comes first, the longest at the top."""

from __future__ import annotations

import random
import re

from starlette.testclient import TestClient

from app.matches.schemas import NewMatch
from tests.support.service import worker
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose

HTML = {"Accept": "text/html"}


def seated(host: ApiPlayer, guest: ApiPlayer, first: str) -> str:
    """Open a duel of the two that the seat `first` begins; the host has A."""
    match_id = host.open(first=first)
    guest.ok("POST", f"/{match_id}/join")
    return match_id


def listed(player: ApiPlayer) -> list[Json]:
    """Return the player's own list."""
    found: list[Json] = player.ok("GET", "/mine")["matches"]
    return found


def end_turn(player: ApiPlayer, match_id: str) -> None:
    """Act until somebody else is awaited."""
    while (state := player.state(match_id))["to_act"] == [state["seat"]]:
        player.act(match_id, state["seq"], choose(state, random.Random(state["seq"])))


def test_who_waits_longest_comes_first(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    theirs, first, second = (seated(ann, bob, seat) for seat in ("B", "A", "A"))
    alone, table, bot = ann.open(mode="solo"), ann.open(public=True), ann.open(opponent="bot:easy")
    over = seated(ann, bob, "A")
    ann.act(over, 0, {"type": "resign", "player": "A"})
    mine = listed(ann)
    assert [one["id"] for one in mine] == [first, second, bot, table, alone, theirs]
    assert [one["awaited"] for one in mine] == [True, True, False, False, False, False]
    assert mine[0]["names"] == {"A": "Ann", "B": "Bob"}
    assert (mine[0]["seat"], mine[0]["status"], mine[3]["status"]) == ("A", "playing", "open")
    assert mine[0]["since"] <= mine[1]["since"]
    assert [one["id"] for one in listed(bob) if one["awaited"]] == [theirs]

    end_turn(ann, first)
    end_turn(bob, theirs)
    assert [one["id"] for one in listed(ann) if one["awaited"]] == [second, theirs]
    assert [one["id"] for one in listed(bob) if one["awaited"]] == [first]
    assert client.get("/api/matches/mine").status_code == 401


def test_the_next_match_is_another_than_the_one_here(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    first, second = (seated(ann, bob, "A") for _ in range(2))

    def led(query: str = "", who: ApiPlayer = ann) -> str:
        answer = client.get(f"/matches/next{query}", headers=HTML | who.headers, follow_redirects=False)
        return str(answer.headers["location"])

    def shown(here: str) -> str:
        return client.get(f"/matches/awaiting?here={here}", headers=HTML | ann.headers).text

    assert (led(), led(f"?here={first}")) == (f"/match/{first}", f"/match/{second}")
    assert led(who=bob) == "/"
    assert f"/matches/next?here={first}" in shown(first)
    end_turn(ann, second)
    assert led(f"?here={first}") == "/"
    assert "next-match" not in shown(first)
    page = client.get("/matches/ongoing", headers=HTML | ann.headers).text
    assert re.findall(r'href="/match/([\w-]+)"', page) == [first, second]
    assert page.count("Your turn") == 1


async def test_a_move_at_another_worker_counts(sqlite: str) -> None:
    async with worker(sqlite) as one, worker(sqlite) as two:
        ann, bob = await one.players.create("Ann"), await one.players.create("Bob")
        live = await one.matches.opening.create(ann, NewMatch(seat="A", first="A"))
        await one.matches.opening.join(live.id, bob)
        assert [match.awaited for match in await two.matches.ongoing_of(bob)] == [False]
        await one.matches.act(live.id, ann, 0, {"type": "end_summon"})
        assert live.last.to_act == ("B",)
        assert [match.awaited for match in await two.matches.ongoing_of(bob)] == [True]
        assert [match.awaited for match in await two.matches.ongoing_of(ann)] == [False]


def test_the_list_says_whose_turn_it_is_and_how_long_there_is(client: TestClient) -> None:
    client.post("/settings/you", data={"name": "Ann", "language": ""})
    bob = ApiPlayer(client, "Bob")
    for first, clock in (("A", {"kind": "correspondence", "hours": 60}), ("B", None)):
        options = {"seat": "A", "first": first, **({"clock": clock} if clock else {})}
        opened = client.post("/api/matches", json=options)
        assert opened.status_code == 201, opened.text
        bob.ok("POST", f"/{opened.json()['id']}/join")
    page = client.get("/").text
    mine = page[page.index('id="ongoing"') :]
    assert 'data-waiting="1"' in page
    assert mine.index("Your turn") < mine.index("Their turn")
    assert "2 days left" in mine
