"""Two players of one match, spectators, and viewers of its replay: each reads their own language.

One reads English, the others the language of tests, whose sentences stand in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from engine import cards
from tests.support.boards import HTML, BoardPage, boards, moved, seated
from tests.support.languages import no_further_languages_afterwards
from tests.support.visitors import another, kept
from tools.i18n.pseudo import CODE, write_locale

WISH = {"Accept-Language": CODE}
LOGGED = re.compile(r'<li class="line[^>]*>(.*?)</li>', re.DOTALL)
TAG = re.compile(r"<[^>]+>|\n")


def logged(html: str) -> list[str]:
    """Return the words of each line of the log in this HTML."""
    return [TAG.sub("", line) for line in LOGGED.findall(html)]


@pytest.fixture(scope="module")
def english(shared_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Provide an English browser of a site that offers the language of tests, too, with names of cards of its own."""
    locales = write_locale(tmp_path_factory.mktemp("locales") / "locales")
    names = [f"{slug},«{card.name}»" for slug, card in cards.ALL.items() if "," not in card.name]
    (locales / CODE / "cards.csv").write_text("\n".join(["slug,name", *names]), "utf-8")
    settings = shared_settings.model_copy(update={"locales": locales})
    with no_further_languages_afterwards(), TestClient(create_app(settings)) as started:
        yield started


@pytest.fixture
def duel(english: TestClient) -> tuple[TestClient, TestClient, str]:
    """Provide the browsers of an English host, who begins, and of a guest who has chosen the other language."""
    host, guest = another(english), another(english)
    guest.cookies.set("language", CODE)
    return host, guest, seated(host, guest)


@pytest.fixture
def sockets(duel: tuple[TestClient, TestClient, str]) -> Iterator[list[BoardPage]]:
    """Provide the sockets of both and of a spectator whose browser asks for the other language; the first frames are
    read."""
    host, guest, path = duel
    wishing = another(host)
    wishing.headers.update(WISH)
    with boards(path, host, guest, wishing) as opened:
        yield opened


def api(path: str) -> str:
    """Return the address of the match at `path` in the API."""
    return "/api" + path.replace("/match/", "/matches/")


def test_each_reads_what_happened_in_their_own_language(
    duel: tuple[TestClient, TestClient, str], sockets: list[BoardPage]
) -> None:
    host, _, path = duel
    mine, theirs, watching = sockets
    legal = host.get(api(path)).json()["legal"]
    play = next(action for action in legal if action["type"] == "play" and action.get("lane") == "top")
    mine.send_json({"type": "act", "seq": 0, "action": play})
    english, other, third = (moved(socket) for socket in (mine, theirs, watching))
    (said,) = logged(english["content"])
    assert re.fullmatch(r"Anna plays [\w ]+ in the mountain lane", said)
    for frame in (other, third):
        (foreign,) = logged(frame["content"])
        assert re.fullmatch(r"⟦Anna [^A-Za-z]+ «[\w ]+» [^A-Za-z]+⟧", foreign)
        assert any("⟦" in event.get("say", "") for event in frame["events"])
        assert "«" in "".join(frame["faces"].values())
    assert "⟦" not in str(english)
    assert "«" not in str(english)


def test_what_one_does_refuses_and_ends_in_the_language_of_each(
    duel: tuple[TestClient, TestClient, str], sockets: list[BoardPage]
) -> None:
    host, guest, path = duel
    mine, theirs, watching = sockets
    theirs.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    assert moved(theirs)["error"].startswith("⟦")
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "resign", "player": "A"}})
    english, other, third = (moved(socket) for socket in (mine, theirs, watching))
    assert logged(english["content"])[-1] == "Bo wins the match"
    for frame in (other, third):
        assert re.fullmatch(r"⟦Bo [^A-Za-z]+⟧", logged(frame["content"])[-1])
    for visitor, brackets in ((host, False), (guest, True)):
        replay = visitor.get(f"{path}/replay?step=1&from=open", headers=HTML)
        assert replay.status_code == 200
        assert ("Bo wins the match" in replay.text) is not brackets
        assert any("⟦Bo" in line for line in logged(replay.text)) is brackets
        record = visitor.get(f"{path}/replay/record")
        assert "⟦" not in record.text
    for wish in ({}, WISH):
        state = guest.get(api(path), headers=wish)
        assert state.status_code == 200
        assert "⟦" not in state.text


def test_a_further_browser_speaks_the_language_of_its_guest(duel: tuple[TestClient, TestClient, str]) -> None:
    host, guest, path = duel
    further = another(host)
    code = guest.post("/api/players/me/recovery").json()["code"]
    entered = further.post("/account/code", data={"code": code}, headers=HTML, follow_redirects=False)
    assert (entered.status_code, kept(further.cookies)["language"]) == (303, CODE)
    assert "⟦" in further.get(path, headers=HTML).text
    assert "language" not in kept(host.cookies)
