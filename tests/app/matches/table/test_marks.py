"""Marks on a table: their notation, and what they say to those who do not see them."""

from __future__ import annotations

import pytest

from app.matches.table.marks import MAX_MARKS, Mark, MarkSpot, clean_marks, marks_words, read_marks
from engine.match import Match
from engine.seat import BySeat
from tests.support.cases import in_turn
from tests.support.tables import table

NAMES: BySeat[str] = {"A": "Ann", "B": "Bob"}


def words(text: str, match: Match | None = None) -> str:
    """Return the words of marks for A."""
    return marks_words(read_marks(text), NAMES, match.table_view("A") if match else None)


def test_marks_are_written_as_they_were_read() -> None:
    text = "Ah3>Bt0 Bf Ac Bb At>Bt"
    assert clean_marks(text) == text
    assert read_marks("Ah3>Bt0 Bf")[0] == Mark(MarkSpot("A", "h", 3), MarkSpot("B", "t", 0))
    assert read_marks("Bf Bf") == (Mark(MarkSpot("B", "f")),), "a doubled one is drawn once"
    assert read_marks("") == ()


@in_turn("text", ["C", "Ah", "Ah1>", ">Ah1", "Ah1>Ah1", "Ah100", "Af1", "Ah1>Bt0>Bf", "<b>", "Ah٣", "Ah-1", "At0b"])
def test_other_texts_are_no_marks(text: str) -> None:
    with pytest.raises(ValueError, match=r"spot|arrow"):
        read_marks(text)


def test_there_is_a_limit() -> None:
    most = [f"Ah{place}" for place in range(MAX_MARKS)]
    assert len(read_marks(" ".join(most))) == MAX_MARKS
    with pytest.raises(ValueError, match="many"):
        read_marks(" ".join([*most, "Af"]))


def test_they_say_where_something_lies() -> None:
    assert words("Ah1>Bf") == "an arrow from Ann's hand, place 2 to Bob's Stronghold"
    assert words("Bt0 Ab") == "a ring around Bob's mountain lane, creature 1 and a ring around Ann's wave lane"


def test_they_name_the_cards_that_the_reader_knows_and_no_others() -> None:
    creature = {"card": "ogre", "over": None, "wounds": 0, "new": False, "done": False, "hit": False, "sprint": 0}
    match = table(B={"hand": ["*", "zombie"], "top": [creature | {"champion": False}]})
    assert words("Ah1>Bt0", match) == (
        "an arrow from Zombie (Ann's hand, place 2) to Ogre (Bob's mountain lane, creature 1)"
    )
    assert words("Bh1 Bh0 Bt5", match) == (
        "a ring around Bob's hand, place 2, a ring around Bob's hand, place 1 "
        "and a ring around Bob's mountain lane, creature 6"
    )
