"""A player's matches that are not over: where somebody waits comes first, the longest at the top."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from tests.support.boards import HTML
from tests.support.duels import END, begun
from tests.support.service import worker
from tools.rig.json import Json
from tools.rig.players import ApiPlayer


def seated(host: ApiPlayer, guest: ApiPlayer, first: str, **options: object) -> str:
    """Open a duel of the two that the seat `first` begins; the host has A."""
    match_id = host.open(first=first, **options)
    guest.ok("POST", f"/{match_id}/join")
    return match_id


def listed(player: ApiPlayer) -> list[Json]:
    """Return the player's own list."""
    found: list[Json] = player.ok("GET", "/mine")["matches"]
    return found


def test_who_waits_longest_comes_first(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    theirs, first, second = (seated(ann, bob, seat) for seat in ("B", "A", "A"))
    alone, table, bot = ann.open(mode="solo"), ann.open(public=True), ann.open(opponent="bot:easy", first="A")
    over = seated(ann, bob, "A")
    ann.act(over, 0, {"type": "resign", "player": "A"})
    mine = listed(ann)
    assert [one["id"] for one in mine] == [first, second, bot, table, alone, theirs]
    assert [one["awaited"] for one in mine] == [True, True, False, False, False, False]
    assert mine[0]["names"] == {"A": "Ann", "B": "Bob"}
    assert (mine[0]["seat"], mine[0]["status"], mine[3]["status"]) == ("A", "playing", "open")
    assert mine[0]["since"] <= mine[1]["since"]
    assert [one["id"] for one in listed(bob) if one["awaited"]] == [theirs]
    ann.act(first, 0, END)
    bob.act(theirs, 0, END)
    assert [one["id"] for one in listed(ann) if one["awaited"]] == [second, theirs]
    assert [one["id"] for one in listed(bob) if one["awaited"]] == [first]
    assert visitor.get("/api/matches/mine").status_code == 401


def test_the_next_match_is_another_than_the_one_here(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    first, second = (seated(ann, bob, "A") for _ in range(2))

    def led(query: str = "", who: ApiPlayer = ann) -> str:
        answer = visitor.get(f"/matches/next{query}", headers=HTML | who.headers, follow_redirects=False)
        return str(answer.headers["location"])

    def shown(here: str) -> str:
        return visitor.get(f"/matches/awaiting?here={here}", headers=HTML | ann.headers).text

    assert (led(), led(f"?here={first}")) == (f"/match/{first}", f"/match/{second}")
    assert led(who=bob) == "/"
    assert f"/matches/next?here={first}" in shown(first)
    ann.act(second, 0, END)
    assert led(f"?here={first}") == "/"
    assert "next-match" not in shown(first)
    page = visitor.get("/matches/ongoing", headers=HTML | ann.headers).text
    assert re.findall(r'href="/match/([\w-]+)"', page) == [first, second]
    assert page.count('class="stronghold ') == 4  # of both players in two matches
    assert page.count("Your turn") == 2  # in the list and for the title


async def test_a_move_at_another_worker_counts(sqlite: str) -> None:
    async with worker(sqlite) as one, worker(sqlite) as two:
        pair, live = await begun(one, first="A")
        assert [match.awaited for match in await two.matches.service.ongoing_of(pair["B"].id)] == [False]
        await one.matches.service.act(live.id, pair["A"], 0, END)
        awaited = [(await two.matches.service.ongoing_of(player.id))[0].awaited for player in pair.values()]
        assert (live.last.to_act, awaited) == (("B",), [False, True])


def test_the_list_says_whose_turn_it_is_and_how_long_there_is(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    seated(ann, bob, "A", clock={"kind": "correspondence", "hours": 60})
    seated(ann, bob, "B")
    page = visitor.get("/", headers=HTML | ann.headers).text
    mine = page[page.index('id="ongoing"') :]
    assert 'data-waiting="1"' in page
    assert mine.index("Your turn") < mine.index("Their turn")
    assert "2 days left" in mine
