"""Moderators: beginning and end of the role, its rights, the log; players found, names removed, tables closed, matches
ended."""

from __future__ import annotations

import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from engine.record import MatchRecord
from tests.app.site.admin.conftest import HERE
from tests.support.accounts import become
from tests.support.service import site_of
from tests.support.visitors import another
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel

PAGE = {"Accept": "text/html"}


def moderator(site: TestClient, name: str = "Mo") -> TestClient:
    """Return the browser of a new moderator, who has accepted a link."""
    browser = another(site)
    browser.follow_redirects = False
    become(browser, name)
    assert join(browser, link_ticket(site)).status_code == 303
    return browser


def link_ticket(site: TestClient) -> str:
    """Return the part after the # of a new link for a moderator."""
    made = site.post("/admin/staff/link", headers=PAGE)
    found = re.search(r'value="http://testserver/admin/join#([\w-]{43})"', made.text)
    assert found, made.text
    return found[1]


def join(browser: TestClient, ticket: str) -> Response:
    """Accept a link."""
    return browser.post("/admin/join", data={"ticket": ticket}, headers=PAGE)


def page_of(staff: TestClient, player_id: str) -> str:
    """Return the page of a player as one of the staff sees it."""
    answer = staff.get(f"/admin/players/{player_id}", headers=PAGE)
    assert answer.status_code == 200, answer.text
    return answer.text


def log_of(staff: TestClient) -> list[list[str]]:
    """Return the log: actor, act, subject, reason; the newest first."""
    table = staff.get("/admin", headers=PAGE).text.split('id="log-title"')[1]
    rows = re.findall(r"<tr><td><time.*?</tr>", table, re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td>(.*?)</td>", row)[1:]] for row in rows]


def test_a_link_makes_one_moderator_who_does_not_become_a_host(site: TestClient) -> None:
    ticket = link_ticket(site)
    browser = another(site)
    browser.follow_redirects = False
    become(browser, "Mo")
    assert 'type="password"' in browser.get("/admin", headers=PAGE).text
    for _ in range(2):  # opening it uses nothing up
        opened = browser.get("/admin/join", headers=PAGE)
        assert (opened.status_code, opened.headers["referrer-policy"]) == (200, "same-origin")
    assert join(browser, ticket[:-1]).status_code == 422 and join(browser, ticket).status_code == 303
    page = browser.get("/admin", headers=PAGE).text
    assert "You are acting as <bdi>Mo</bdi>: Moderator." in page
    for hosts_own in ("figures", "/admin/invites", "/admin/staff/link", "/admin/announcement"):
        assert hosts_own not in page
    late = another(site)
    become(late, "Eve")
    assert "That took too long, or has already been used" in join(late, ticket).text
    assert late.get("/admin/players?q=Mo").status_code == 403

    refused = {
        "/admin/announcement": {"text": "x"}, "/admin/stop": {"minutes": "5"}, "/admin/invites": {},
        "/admin/staff/link": {},
    }  # fmt: skip
    for path, data in refused.items():
        answer = browser.post(path, data=data)
        assert (answer.status_code, answer.json()["code"]) == (403, "host_only"), path


def test_a_role_is_given_and_withdrawn_at_once_and_protects_from_moderators(site: TestClient) -> None:
    mo = moderator(site)
    ann_browser = another(site)
    ann_browser.follow_redirects = False
    ann = become(ann_browser, "Ann")["id"]
    assert mo.post(f"/admin/players/{ann}/role", data={"role": "host"}).json()["code"] == "host_only"
    assert site.post(f"/admin/players/{ann}/role", data={"role": "host", "reason": "Trusted"}).status_code == 303
    assert "figures" in ann_browser.get("/admin", headers=PAGE).text
    for path, data in ((f"/admin/players/{ann}/rename", {}), ("/admin/bans", {"kind": "ban", "player": ann})):
        answer = mo.post(path, data=data)
        assert (answer.status_code, answer.json()["code"]) == (403, "staff_protected"), path
    me = mo.get("/api/players/me").json()["id"]
    assert ann_browser.post(f"/admin/players/{me}/role/withdraw").status_code == 303
    assert 'type="password"' in mo.get("/admin", headers=PAGE).text
    assert mo.post("/admin/bans", data={"kind": "mute", "player": ann}).json()["code"] == "wrong_password"
    assert log_of(site)[:2] == [
        ["Ann", "Role withdrawn", "Mo", "–"],
        ["Host, by password", "Role given", "Ann", "Trusted"],
    ]


def test_programs_do_not_moderate(site: TestClient) -> None:
    bot = ApiPlayer(another(site), "Botty", bot=True)
    assert site.post(f"/admin/players/{bot.id}/role", data={"role": "host"}).json()["code"] == "no_role_for_programs"
    ann = ApiPlayer(another(site), "Ann")
    assert site.post(f"/admin/players/{ann.id}/role", data={"role": "host"}).status_code == 303
    assert another(site).get("/admin/players?q=Ann", headers=ann.headers).json()["code"] == "wrong_password"


def test_players_are_found_by_name_old_name_and_id(site: TestClient) -> None:
    ann, bob, match_id = duel(another(site))
    other = ApiPlayer(another(site), "100%_<b>")
    mo = moderator(site)

    def found(text: str) -> set[str]:
        page = mo.get("/admin/players", params={"q": text}, headers=PAGE).text
        return set(re.findall(r'href="/admin/players/([\w-]+)"', page))

    assert ann.id in found("an") & found("AN") and found(bob.id) == {bob.id}
    assert found("%") == found("0%_<") == {other.id} and found("") == found("Nobody here") == set()
    assert "100%_&lt;b&gt;" in mo.get("/admin/players?q=100", headers=PAGE).text
    page = page_of(mo, ann.id)
    assert f'action="/admin/matches/{match_id}/end"' in page and mo.get("/admin/players/nobody").status_code == 404


def test_a_name_is_removed_everywhere_and_its_player_notified(site: TestClient) -> None:
    mo = moderator(site)
    rude = another(site)
    me = become(rude, "Rudename")["id"]
    bob = ApiPlayer(another(site), "Bob")
    match_id = bob.open()
    assert rude.post(f"/api/matches/{match_id}/join", json={}).status_code == 200
    bob.ok("POST", f"/{match_id}/talk", {"emote": "hello"})
    rude.post(f"/api/matches/{match_id}/talk", json={"emote": "hello"})
    waiting = rude.post("/api/matches", json={"public": True}).json()["id"]
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=bob.headers) as stream:
        stream.receive_json()  # the match is in memory, and must be read again
        assert mo.post(f"/admin/players/{me}/rename", data={"reason": "<i>Offensive</i>"}).status_code == 303
        stream.receive_json()  # boards are redrawn
        wait_until(lambda: bob.state(match_id)["players"]["B"]["name"] == "Guest")
    assert "Rudename" not in bob.ask("GET", f"/{match_id}/talk").text
    assert "Rudename" not in another(site).get(f"/match/{waiting}", headers=PAGE).text
    assert "have removed your name: <bdi>&lt;i&gt;Offensive&lt;/i&gt;</bdi>" in rude.get("/", headers=PAGE).text
    become(rude, "Polite")
    assert "have removed your name" not in rude.get("/", headers=PAGE).text
    assert log_of(site)[0] == ["Mo", "Name removed", "Rudename", "&lt;i&gt;Offensive&lt;/i&gt;"]


def test_a_table_is_closed_and_its_host_notified(site: TestClient) -> None:
    mo = moderator(site)
    host = another(site)
    become(host, "Ann")
    waiting = host.post("/api/matches", json={"public": True, "seat": "A"}).json()["id"]
    path = f"/admin/matches/{waiting}/close"
    assert f'action="{path}"' in mo.get("/admin", headers=PAGE).text
    assert mo.post(path, data={"reason": "Advertising"}).status_code == 303
    assert "The moderators of this site have closed this table." in host.get(f"/match/{waiting}", headers=PAGE).text
    late = another(site).post("/api/players", json={"name": "Bob"}).json()["token"]
    joined = another(site).post(f"/api/matches/{waiting}/join", json={}, headers={"Authorization": f"Bearer {late}"})
    assert joined.status_code == 409 and mo.post(path).json()["code"] == "already_begun"
    assert log_of(site)[0] == ["Mo", "Table closed", "Ann · –", "Advertising"]


@pytest.mark.parametrize("options", [{}, {"format": "draft"}])
def test_a_match_is_ended_without_a_winner_and_counts_for_nobody(site: TestClient, options: Json) -> None:
    mo = moderator(site)
    ann, bob, match_id = duel(another(site), rated=True, **options)
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=bob.headers) as stream:
        stream.receive_json()
        assert mo.post(f"/admin/matches/{match_id}/end", data={"reason": "A bug"}).status_code == 303
        while not (state := stream.receive_json()).get("result"):  # word of who is there may come before
            pass
        assert state["result"] == {"winner": "draw", "reason": "aborted"}
    record = MatchRecord.from_json(ann.ok("GET", f"/{match_id}/record"))
    assert record.moves[-1].action == {"type": "abort"}
    *_, last = record.replay()
    assert last.match.outcome == record.result
    page = another(site).get(f"/match/{match_id}", headers=PAGE).text
    assert "The moderators of this site have ended this match. It counts for nobody." in page
    assert "Match ended" in page and 'id="ending-aborted"' in page and "The match is a draw." not in page
    with site_of(site).base.database.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM results").scalar_one() == 0
    assert mo.post(f"/admin/matches/{match_id}/end").json()["code"] == "not_playing"
    assert log_of(site)[0] == ["Mo", "Match ended", "Ann · Bob", "A bug"]


def test_players_cannot_end_a_match_so(site: TestClient) -> None:
    ann, _, match_id = duel(another(site))
    sent = {"seq": 0, "action": {"type": "abort"}}
    ann.refused("POST", f"/{match_id}/actions", sent, 422, "abort_by_offer")
    assert another(site).post(f"/admin/matches/{match_id}/end").json()["code"] == "wrong_password"


def test_the_hosts_own_network_is_kept_out_only_after_a_question(site: TestClient) -> None:
    form = {"kind": "ban", "network": "192.0.2.0/24", "days": "3", "reason": "A flood"}
    asked = site.post("/admin/bans", data=form, headers=PAGE)
    assert asked.status_code == 200 and HERE in asked.text and "you would ban yourself" in asked.text
    assert "/lift" not in site.get("/admin", headers=PAGE).text
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked.text))
    assert site.post("/admin/bans", data=hidden).status_code == 303
    page = site.get("/admin", headers=PAGE).text
    assert "192.0.2.0/24" in page
    assert re.search(r'<time datetime="[\dT:-]+Z" data-moment>[^<]+ UTC</time></td><td><bdi>A flood', page)
    assert log_of(site)[0] == ["Host, by password", "Banned", "192.0.2.0/24", "A flood"]
    refused = another(site).get("/", headers=PAGE)
    assert refused.status_code == 200, "the test's other browsers have no public address"


def test_who_is_banned_reads_the_end_in_their_own_time_zone(site: TestClient) -> None:
    browser = another(site)
    me = become(browser, "Ann")["id"]
    site.post("/admin/bans", data={"kind": "ban", "player": me, "days": "2", "reason": "<b>Rude</b>"})
    page = browser.get("/", headers=PAGE).text
    assert re.search(r"Until: <time datetime=[^>]+ data-moment>[^<]+ UTC</time>\. Reason: &lt;b&gt;Rude", page)
    assert "js/moments" in page and " UTC. Reason: <b>Rude</b>" in browser.get("/api/matches/mine").json()["error"]
