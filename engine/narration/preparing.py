"""Sentences about the set-up: toss, draft, bans, decks and Champions."""

from __future__ import annotations

from typing import Final

from engine.cards import CardNotation
from engine.events.preparing import (
    Banned,
    ChampionChosen,
    ChampionsRevealed,
    CoinTossed,
    DeckChosen,
    DecksRevealed,
    Picked,
)
from engine.narration.narrator import PLAIN, Narrator, Narrators, Sentence
from engine.seat import BySeat


def _coin(narrator: Narrator, event: CoinTossed) -> Sentence:
    return Sentence(
        PLAIN, narrator.gettext("%(player)s wins the toss and starts", player=narrator.name(event["first"]))
    )


def _picked(narrator: Narrator, event: Picked) -> Sentence:
    words = {"player": narrator.name(event["player"]), "card": narrator.card(event["card"])}
    return Sentence(PLAIN, narrator.gettext("%(player)s takes %(card)s", **words))


def _banned(narrator: Narrator, event: Banned) -> Sentence:
    words = {"player": narrator.name(event["by"]), "card": narrator.card(event["card"])}
    return Sentence(PLAIN, narrator.gettext("%(player)s bans %(card)s", **words))


def _deck_chosen(narrator: Narrator, event: DeckChosen) -> Sentence:
    return Sentence(PLAIN, narrator.gettext("%(player)s has built a deck", player=narrator.name(event["player"])))


def _decks_revealed(narrator: Narrator, event: DecksRevealed) -> Sentence:
    return Sentence(PLAIN, narrator.gettext("Both decks are revealed"))


def _champion_chosen(narrator: Narrator, event: ChampionChosen) -> Sentence:
    player = narrator.name(event["player"])
    if "card" not in event:
        return Sentence(PLAIN, narrator.gettext("%(player)s has decided on a Champion", player=player))
    if event["card"] is None:
        return Sentence(PLAIN, narrator.gettext("%(player)s declines a Champion", player=player))
    return Sentence(
        PLAIN,
        narrator.gettext("%(player)s chooses the Champion %(card)s", player=player, card=narrator.card(event["card"])),
    )


def _champions_revealed(narrator: Narrator, event: ChampionsRevealed) -> Sentence:
    cards: BySeat[CardNotation | None] = {"A": event["A"], "B": event["B"]}
    chosen = [(narrator.name(seat), narrator.card(card)) for seat, card in cards.items() if card is not None]
    if not chosen:
        return Sentence(PLAIN, narrator.gettext("The match is played without Champions"))
    player, card = chosen[0]
    if len(chosen) == 1:
        return Sentence(PLAIN, narrator.gettext("%(player)s has the Champion %(card)s", player=player, card=card))
    words = {"player": player, "card": card, "other": chosen[1][0], "second": chosen[1][1]}
    return Sentence(PLAIN, narrator.gettext("%(player)s has the Champion %(card)s, %(other)s has %(second)s", **words))


PREPARING: Final[Narrators] = {
    "coin": _coin,
    "picked": _picked,
    "banned": _banned,
    "deck_chosen": _deck_chosen,
    "decks_revealed": _decks_revealed,
    "champion_chosen": _champion_chosen,
    "champions_revealed": _champions_revealed,
}
