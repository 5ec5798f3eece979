"""Spoken codes: easy to say, forgiving to type, and of one open table alone."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.base.i18n import LANGUAGES, use_language
from app.base.i18n.comparing import plain
from app.matches.core.finding import spoken_codes
from app.matches.core.finding.lobby import forget_begun
from app.matches.core.finding.spoken_codes import read_codes, translated
from app.matches.core.schemas import NewMatch
from app.matches.core.storage.models import spoken_codes as table
from tests.support.service import worker
from tools.rig.players import ApiPlayer

TRANSLATED = [code for code, language in LANGUAGES.items() if language.words]


def test_words_are_short_and_known_by_three_letters() -> None:
    for language in TRANSLATED:
        words = LANGUAGES[language].words
        assert len(words) == len({plain(word)[:3] for word in words}) == 256, language
        assert all(word.isalpha() and word == word.lower() and 3 <= len(word) <= 7 for word in words)


def test_what_is_said_in_one_language_is_found_in_any() -> None:
    code = "acorn candle river zigzag"
    for speaker in TRANSLATED:
        with use_language(speaker):
            said = translated(code)
            assert read_codes(said)[0] == code
        for reader in TRANSLATED:
            with use_language(reader):
                assert code in read_codes(said.upper()), (speaker, reader)
                assert code in read_codes(plain(said))


def test_a_code_is_read_as_people_type_it_and_nothing_else_is() -> None:
    read = (
        "acorn boat candle door",
        " Acorn-BOAT, candle/door. ",
        "acorns boats candel doors",
        "acorn, boat, candle and door",
        "acorn/boat/candle/door",
        "acorn／boat／candle／door",
        "acornboatcandledoor",
        "AcornBoat CandleDoor",
        "acornboatcandleanddoor",
    )
    for typed in read:
        assert read_codes(typed)[0] == "acorn boat candle door"
    for speaker, and_ in {"en": " and ", "es": " y ", "fr": " et ", "he": " ו", "pt": " e ", "sv": " och "}.items():
        with use_language(speaker):
            said = translated("acorn boat candle door").split()
            assert read_codes(and_.join(said))[0] == read_codes(", ".join(said[:3]) + and_ + said[3])[0]
            assert read_codes(and_.join(said))[0] == "acorn boat candle door", speaker
            assert read_codes("".join(said))[0] == "acorn boat candle door", speaker
            assert read_codes("/".join(said))[0] == "acorn boat candle door", speaker
    short = ("", "acorn boat candle", "aco bot can doo")
    for typed in (
        *short,
        "acorn boat candle door door",
        "acorn boat candle xylophone",
        "ä ö ü ß",
        "x" * 500,
        "acornboatcandle",
        "acornboatcandledoordoor",
        "e" * 100,
    ):
        with pytest.raises(AppError, match="no_such_code"):
            read_codes(typed)


async def test_a_code_is_of_one_table_and_only_while_it_waits(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(database_url) as site:
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        drawn = iter(["acorn acorn acorn acorn"] * 2 + ["boat boat boat boat"])
        monkeypatch.setattr(spoken_codes, "new_code", lambda: next(drawn))
        one = await site.matches.service.opening.create(ann, NewMatch())
        two = await site.matches.service.opening.create(ann, NewMatch(public=True))
        lobby = site.matches.service.lobby
        assert await lobby.code_of(one.id) == "acorn acorn acorn acorn"
        assert await lobby.code_of(two.id) == "boat boat boat boat"
        assert await lobby.match_of("Boat boat boat boat") == two.id
        await site.matches.service.joining.join(one.id, bob)
        await site.matches.service.open_tables.cancel(two.id, ann)
        for live in (one, two):
            assert await lobby.code_of(live.id) is None
        with pytest.raises(AppError):
            await lobby.match_of("acorn acorn acorn acorn")
        await site.base.writer.job(forget_begun)
        count = sa.select(sa.func.count()).select_from(table)
        assert await site.base.database.read(lambda connection: connection.execute(count).scalar_one()) == 0


def test_a_friend_finds_the_table_by_its_words(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    opened = ann.ok("POST", "", {})
    code = opened["code"]
    for between in ("-", "/", "%2F", ""):
        assert bob.ok("GET", f"/code/{code.replace(' ', between).upper()}") == {"id": opened["id"]}
    assert code in visitor.post(f"/match/{opened['id']}/waiting", headers=ann.headers).text
    found = visitor.post("/words", data={"words": code}, headers=bob.headers, follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, f"/match/{opened['id']}")
    bob.ok("POST", f"/{opened['id']}/join", {})
    bob.refused("GET", f"/code/{code}", None, 404, "no_such_code")
    answer = visitor.post("/words", data={"words": "<b>"}, headers={**bob.headers, "Accept": "text/html"})
    assert answer.status_code == 404
    assert "No open table has these words" in answer.text
    assert "&lt;b&gt;" in answer.text
    assert ann.ok("POST", "", {"mode": "solo"})["code"] is None
