"""Refusals are in the visitor's language down to their details: no English phrase is filled into a sentence."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.errors import AppError, Code, malformed
from app.base.i18n import LANGUAGES, use_language
from app.base.i18n.catalogue import Language, read
from engine import actions, notation
from engine.__main__ import answer
from engine.errors import DETAILS, EngineError
from engine.record import MatchRecord
from tests.engine.language import automaton, design, duel, side, solo
from tests.engine.playing import record
from tests.support.cases import in_turn
from tools.i18n.catalogues import path_of
from tools.i18n.pseudo import CODE, write_locale

MINE = design("Mine", 3, 3, "rage aura:sprint", cost=4)
SPLASH = duel(A=side("* boom brute", top="parasite"), B=side(top="zombie microctopus", bottom="zombie"), edition="2021")
POSITIONS = (
    duel(A=side("* Mine brute", top="rascal+familiar", champion="Mine ready"), B=side("* grrr", top="gnome")).shown,
    SPLASH.end_summon().attack().shown,
    solo(A=side("* boom lich", top="giant"), B=automaton("ogre zombie", discard="boom", top="treant")).shown,
)
ACTIONS: tuple[object, ...] = (
    {"type": "play", "hand": 2, "lane": "top", "onto": 1},
    {"type": "play", "hand": 0, "target": {"player": "B", "lane": "top", "index": 0}},
    {"type": "order", "cards": ["gnome", "troll"]},
    {"type": "resign", "player": "B"},
)
REQUESTS: tuple[object, ...] = ({"position": POSITIONS[0], "legal": True}, {"position": None, "action": None})
BAD: tuple[object, ...] = (None, "nonsense", -1, 10**50, 1.5, True, [], {}, "boom", ["x"] * 200, "\x00")
PHRASE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
"""Two words in plain letters, which the language of tests has nowhere."""


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Show texts in the language of tests."""
    path = path_of(write_locale(tmp_path), CODE)
    monkeypatch.setitem(LANGUAGES, CODE, Language(CODE, "Pseudo", "ltr", read(path)))
    with use_language(CODE):
        yield


def _spoilt(value: object) -> Iterator[object]:
    """Yield a JSON value with one thing wrong in it, in every place and each way."""
    yield from BAD
    if isinstance(value, dict):
        yield {**value, "nonsense": 1}
        for key, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != key}
            yield from ({**value, key: bad} for bad in _spoilt(inner))
    elif isinstance(value, list):
        yield [*value, *value]
        for index, inner in enumerate(value):
            yield from ([*value[:index], bad, *value[index + 1 :]] for bad in _spoilt(inner))


def _refusals() -> Iterator[EngineError]:
    """Yield what the engine says to each of them."""
    game = record("2022-duel-preconstructed", 1).to_json()
    game["actions"] = game["actions"][:2]
    for reader, values in (
        (notation.from_json, POSITIONS),
        (actions.from_json, ACTIONS),
        (answer, REQUESTS),
        (lambda data: MatchRecord.from_json(data).check(), (game,)),
    ):
        for value in values:
            for spoilt in _spoilt(value):
                try:
                    reader(copy.deepcopy(spoilt))
                except EngineError as refusal:
                    yield refusal


def _codes(refusal: EngineError) -> Iterator[str]:
    yield refusal.code
    for value in refusal.params.values():
        if isinstance(value, EngineError):
            yield from _codes(value)


def test_no_refusal_has_english_in_it(pseudo: None) -> None:
    assert PHRASE.search(AppError(EngineError("bad_position", detail="a hand holds exactly one Stronghold")).sentence)
    sentences: dict[str, str] = {}
    seen: set[str] = set()
    for refusal in _refusals():
        sentences[str(refusal)] = AppError.of(refusal).sentence
        seen |= {*_codes(refusal)}
    assert [english for english, sentence in sentences.items() if PHRASE.search(sentence) or sentence[0] != "⟦"] == []
    assert len(seen & DETAILS.keys()) > len(DETAILS) / 2


FORTRESS = EngineError("bad_position", detail=EngineError("one_fortress"))
CHOICE = EngineError("bad_record", detail=EngineError("key_choice", key="by", words="A, B"))


@in_turn(
    ("language", "said"),
    [
        ("en", "This position is impossible: a hand holds exactly one Stronghold."),
        ("fr", "Cette position est impossible\u202f: une main contient exactement une forteresse."),
        ("es", "Esta posición es imposible: una mano contiene exactamente una fortaleza."),
        ("pt", "Esta posição é impossível: uma mão tem exatamente uma fortaleza."),
        ("sv", "Ställningen är omöjlig: en hand innehåller exakt en fästning."),
        ("he", "העמדה הזאת אינה אפשרית: ביד יש בדיוק מעוז אחד."),
    ],
)
def test_a_detail_is_said_in_the_language_of_the_sentence(language: str, said: str) -> None:
    with use_language(language):
        assert AppError.of(FORTRESS).sentence == said


def test_words_of_the_notation_stay() -> None:
    with use_language("he"):
        assert AppError.of(CHOICE).sentence.endswith("״by״ חייב להיות אחת מהמילים האלה: A, B.")
        assert malformed(Code.wrong_key, key="clock").sentence.endswith("״clock״ אינו יכול לקבל את הערך הזה.")


def test_a_refusal_comes_whole_from_another_process() -> None:
    for refusal in (AppError(Code.too_many, seconds=7), malformed(Code.wrong_game), AppError.of(FORTRESS)):
        again = pickle.loads(pickle.dumps(refusal))
        assert (again.code, again.status, again.headers) == (refusal.code, refusal.status, refusal.headers)
        assert again.sentence == refusal.sentence
