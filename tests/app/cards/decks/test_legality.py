"""R2.5, R2.6: the words on a deck's legality agree with the engine."""

from __future__ import annotations

import random

from app.cards.decks.legality import is_legal, verdict, verdicts
from engine import cards, editions
from engine.errors import IllegalAction
from engine.setup.building import check_deck
from tests.support.cases import in_turn

STARTER = tuple(cards.of_sets(("initiation",)))


@in_turn(
    ("deck", "edition", "words"),
    [
        ((), "2022", "For 2022: 8 cards are missing (0 of 8)."),
        (STARTER[:7], "2022", "For 2022: 1 card is missing (7 of 8)."),
        (STARTER[:8], "2022", "Ready for 2022: 8 different cards."),
        (STARTER[:9], "2022", "For 2022: 1 card too many (9, not 8)."),
        (STARTER[:11], "2022", "For 2022: 3 cards too many (11, not 8)."),
        (
            STARTER[:10],
            "2021",
            "Ready for 2021: 10 different cards from the Initiation Pack, two of which will be banned.",
        ),
        (
            (*STARTER[:8], "naga"),
            "2021",
            "For 2021: 1 card is missing (9 of 10). For 2021: Naga is not in the Initiation Pack.",
        ),
        ((*STARTER[:8], "naga", "titan"), "2021", "For 2021: Naga and Titan are not in the Initiation Pack."),
        (
            (*STARTER[:7], "naga", "titan", "spectre"),
            "2021",
            "For 2021: 3 cards are not in the Initiation Pack (Naga and others).",
        ),
    ],
)
def test_legality_in_words(deck: tuple[str, ...], edition: str, words: str) -> None:
    assert verdict(deck, edition).words == words


def test_R2_5_the_verdict_is_the_engines() -> None:
    rng = random.Random(11)
    for _ in range(300):
        pool = STARTER if rng.random() < 0.5 else tuple(cards.ALL)
        deck = tuple(rng.sample(pool, rng.choice((7, 8, 9, 10, 11))))
        for said in verdicts(deck):
            rules = editions.BY_NAME[said.edition]
            try:
                check_deck(list(deck), rules)
                legal = True
            except IllegalAction:
                legal = False
            assert said.legal is legal is is_legal(deck, rules) and said.words.startswith("Ready") is legal


def test_R2_6_no_card_twice() -> None:
    assert not is_legal((*STARTER[:7], STARTER[0]), editions.BY_NAME["2022"])
