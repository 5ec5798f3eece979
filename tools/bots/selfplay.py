"""Duels of the engine's bots against themselves, quickly: positions and their results for the fit."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from engine import abilities, cards, play
from engine.bots import search
from engine.bots.evaluation import Evaluation
from engine.bots.search import SearchBudget
from engine.editions import BY_NAME
from engine.position import DRAW, OVER, Position, Side, Solo
from engine.seat import ALONE, AUTOMATON, SEATS, BySeat, Seat, Winner

LONGEST = 120
"""Turns after which a duel counts as drawn."""
GIFTS = [ability.slug for ability in abilities.TABLE if ability.solo_2022]
CHAMPIONS = [card for card in cards.ALL.values() if card.is_creature and "mercenary" not in card.printed]


@dataclass(slots=True)
class PlayedGame:
    """The positions at the beginning of each turn, the decks, who began, and who won."""

    decks: BySeat[list[str]]
    first: Seat
    positions: list[Position] = field(default_factory=list)
    winner: Winner = DRAW


def deal(rng: random.Random, sets: tuple[str, ...], champions: bool) -> tuple[Position, PlayedGame]:
    """Return a duel with two decks of 8 by chance out of the sets."""
    slugs = cards.of_sets(sets)
    rng.shuffle(slugs)
    decks: BySeat[list[str]] = {"A": slugs[:8], "B": slugs[8:16]}
    first, second = sides = [Side([cards.ALL[slug] for slug in deck]) for deck in decks.values()]
    if champions:
        for side, deck in zip(sides, decks.values(), strict=True):
            side.champion = rng.choice([card for card in CHAMPIONS if card.slug not in deck])
            side.ready = True
    position = Position(BY_NAME["2022"], first, second)
    begins = rng.choice(SEATS)
    play.begin(position, begins, None)
    return position, PlayedGame(decks, begins)


def alone(rng: random.Random, evaluation: Evaluation, width: int) -> PlayedGame:
    """Return a game against the automaton with cards and options by chance."""
    slugs = cards.of_sets(("initiation",) if rng.random() < 0.5 else cards.SETS)
    rng.shuffle(slugs)
    decks: BySeat[list[str]] = {ALONE: slugs[:8], AUTOMATON: slugs[8:32]}
    pile = Side([], pile=[cards.ALL[slug] for slug in decks[AUTOMATON]])
    given = tuple(rng.sample(GIFTS, rng.choice((0, 0, 0, 1, 2))))
    pile.gift = abilities.parse(given)[0]
    solo = Solo(
        rng.choice((6, 6, 7, 8, 10)), rng.choice((1, 1, 2)), rng.random() < 0.2, given, seed=rng.getrandbits(32)
    )
    hand = Side([cards.ALL[slug] for slug in decks[ALONE]])
    position = Position(BY_NAME["2022"], hand, pile, solo)
    play.begin(position, ALONE, None)
    return _play_on(rng, position, PlayedGame(decks, ALONE), evaluation, width, 0, 0.12)


def kind(rng: random.Random) -> tuple[tuple[str, ...], bool]:
    """Return the sets of a duel and whether it has Champions: the Starter Kit often, all others sometimes."""
    toss = rng.random()
    if toss < 0.4:
        return ("initiation",), False
    if toss < 0.6:
        return (rng.choice(cards.SETS),), rng.random() < 0.3
    return cards.SETS, rng.random() < 0.3


def duel(rng: random.Random, evaluation: Evaluation, width: int, replies: int = 0, stray: float = 0.12) -> PlayedGame:
    """Return one duel; `replies` of the best turns are judged by the best reply, and some turns are strayed from by
    chance."""
    return _play_on(rng, *deal(rng, *kind(rng)), evaluation, width, replies, stray)


def _play_on(
    rng: random.Random,
    position: Position,
    game: PlayedGame,
    evaluation: Evaluation,
    width: int,
    replies: int,
    stray: float,
) -> PlayedGame:
    while position.phase != OVER and position.turn < LONGEST:
        game.positions.append(position)
        position = _turn(rng, position, evaluation, width, replies, stray)
    if position.phase == OVER and position.winner is not None:
        game.winner = position.winner
    return game


def _turn(
    rng: random.Random, position: Position, evaluation: Evaluation, width: int, replies: int, stray: float
) -> Position:
    seat = position.active
    budget = SearchBudget(3000)
    start = position.clone()
    found = search.beam(start, evaluation, budget, width, 300)
    if rng.random() < stray:
        return rng.choice(found[:8]).after
    best = found[:replies]
    if len(best) < 2:
        return found[0].after
    return max(best, key=lambda turn: search.reply_value(turn, seat, evaluation, budget, 4, 120)).after
