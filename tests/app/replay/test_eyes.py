"""Whose eyes: a side sees what it saw during the match and no card more; open means everything."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.main import create_app
from app.matches.film import Film
from app.replay.eyes import eyes_of
from app.replay.scenes import Scenes
from app.settings import Settings
from engine import cards
from engine.record import Record
from tests.app.replay.records import GOLDEN, golden, with_second_thoughts

DUELS = [path for path in GOLDEN if "-duel-" in path.stem]


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The site's templates."""
    return create_app(Settings(data_dir=tmp_path_factory.mktemp("data"))).state.templates


def scenes(templates: Any, name: str) -> tuple[Film, Scenes]:
    """A golden playthrough as a replay."""
    film = Film(Record.from_json(golden(name)))
    return film, Scenes(templates, film, "/replays/x")


def slugs(value: Any) -> set[str]:
    """All cards in a view, by slug; designed ones by name."""
    if isinstance(value, dict):
        designed = {value["name"]} if "name" in value else set()
        return {slug for part in value.values() for slug in slugs(part)} | designed
    if isinstance(value, list):
        return {slug for part in value for slug in slugs(part)}
    return {value} if value in cards.ALL else set()


@pytest.mark.parametrize("path", DUELS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_side_finds_no_card_that_it_could_not_see(templates: Any, path: Path, seat: str) -> None:
    film = Film(Record.from_json(json.loads(path.read_text("utf-8"))))
    drawn = Scenes(templates, film, "/replays/x")
    eyes = eyes_of(seat, solo=film.solo)
    for step in {*range(0, film.last, 11), *range(min(8, film.last))}:
        match = film.at(step)
        view, whole = match.view_for(seat), match.view_for(None, everything=True)
        assert eyes.view(match) == view
        hidden = slugs(whole) - slugs(view)
        told = slugs(eyes.events(film, step))
        frame = drawn.frame(drawn.place(step, eyes)).decode()
        for slug in hidden - told:
            assert not re.search(rf"(?<![\w#-]){slug}(?![\w-])", frame), (step, slug)


def test_open_eyes_see_every_card(templates: Any) -> None:
    film, drawn = scenes(templates, "2022-duel-preconstructed")
    frame = json.loads(drawn.frame(drawn.place(0, eyes_of("open", solo=film.solo))))
    assert 'data-card="' in frame["content"]
    whole = film.at(0).view_for(None, everything=True)
    for seat in ("A", "B"):
        for slug in whole[seat]["hand"]:
            assert slug == "*" or f'data-card="{slug}"' in frame["content"]
    assert "card-back" not in frame["content"]


def test_only_known_words_are_eyes() -> None:
    duel, solo = (Film(Record.from_json(golden(name))) for name in ("2022-duel-draft", "2022-solo-draft"))
    assert [eyes_of(word, solo=duel.solo).slug for word in ("A", "B", "open", "", "C")] == [
        "A",
        "B",
        "open",
        "open",
        "open",
    ]
    assert [eyes_of(word, solo=solo.solo).slug for word in ("A", "B", "open")] == ["A", "open", "open"]
    assert [eyes_of(word, solo=duel.solo).near for word in ("A", "B", "open")] == ["A", "B", "A"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("eyes", ["A", "B", "open"])
def test_every_step_of_every_format_can_be_drawn(templates: Any, path: Path, eyes: str) -> None:
    film = Film(Record.from_json(json.loads(path.read_text("utf-8"))))
    drawn = Scenes(templates, film, "/replays/x")
    seen = eyes_of(eyes, solo=film.solo)
    for step in {*range(0, film.last, 23), *range(min(8, film.last)), film.last}:
        frame = json.loads(drawn.frame(drawn.place(step, seen)))
        assert frame["step"] == step
        assert frame["content"].count('id="stage"') == 1
        assert frame["content"].count('id="status"') == 1
    assert len(drawn.log(seen).lines) >= film.last / 2


def test_the_log_tells_of_undo_takeback_and_the_draw(templates: Any) -> None:
    film = Film(with_second_thoughts())
    drawn = Scenes(templates, film, "/replays/x")
    told = {line.step: line.text for line in drawn.log(eyes_of("open", solo=film.solo)).lines}
    assert told[2] == "Ann takes the last play back"
    assert told[5] == "Turn 1 is taken back: Ann plays it again"
    assert told[8] == "The match is a draw"


def test_a_place_knows_its_turn_and_the_way_to_the_others(templates: Any) -> None:
    film, drawn = scenes(templates, "2022-duel-preconstructed")
    second, third = film.turns[1], film.turns[2]
    place = drawn.place(second.step + 1, eyes_of("B", solo=film.solo))
    assert place.turn == second
    assert (place.before, place.after) == (second.step, third.step)
    assert place.link(7) == "/replays/x?step=7&from=B"
    assert place.link(7, "open") == "/replays/x?step=7&from=open"
    start, end = drawn.place(0, eyes_of("A", solo=film.solo)), drawn.place(film.last, eyes_of("A", solo=film.solo))
    assert (start.before, start.did) == (0, "The beginning")
    assert end.after == film.last
    assert "wins the match" in end.did
