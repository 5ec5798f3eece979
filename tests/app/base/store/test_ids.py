"""Ids in links survive what chats do to links."""

from __future__ import annotations

from app.base.store.ids import LENGTH, linked, new_id, new_token
from tests.support.cases import in_turn


def test_no_chat_cuts_off_the_end_of_an_id_and_no_command_line_takes_it_or_a_token_for_an_option() -> None:
    for make, length in ((new_id, LENGTH), (new_token, 43)):
        made = {make() for _ in range(3000)}
        assert len(made) == 3000
        assert all(len(one) == length and one.isascii() and (one[0] + one[-1]).isalnum() for one in made)


@in_turn(
    ("text", "found"),
    [
        ("https://x.example/decks/q6xllcE2-wBiukT1", "q6xllcE2-wBiukT1"),
        ("look: /decks/q6xllcE2-wBiukT-, nice", "q6xllcE2-wBiukT-"), ("/decks/q6xllcE2-wBiukT_", "q6xllcE2-wBiukT_"),
        ("/decks/q6xllcE2-wBiukT1/edit", "q6xllcE2-wBiukT1"), ("/decks/q6xllcE2-wBiukT12", None),
        ("/decks/q6xllcE2-wBiuk", None), ("/designer/q6xllcE2-wBiukT1", None),
    ],
)  # fmt: skip
def test_a_link_is_found_in_a_text(text: str, found: str | None) -> None:
    assert linked("decks", text) == found
