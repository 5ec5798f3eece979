"""The engine's refusals: one exception for actions and one for positions.

Every refusal has a code and an English sentence made from `SENTENCES`; the sentence's template and parameters travel
with the exception so that a caller can translate it. A detail is a refusal, too: the parameter
`detail` of the first five, a code of `DETAILS` with a phrase that ends their sentence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Literal

SENTENCES: dict[str, str] = {
    "malformed": "This is not a well-formed action: %(detail)s.",
    "malformed_line": "This line is not a request the engine knows: %(detail)s.",
    "bad_position": "This position is impossible: %(detail)s.",
    "bad_options": "These options do not fit together: %(detail)s.",
    "bad_record": "This replay cannot be played back: %(detail)s.",
    "match_over": "The match is over.",
    "not_your_turn": "It is not your turn.",
    "wrong_phase": "That cannot be done in this phase.",
    "wrong_edition": "That does not exist in this edition.",
    "no_such_card": "There is no card in that place in the hand.",
    "is_fortress": "The Stronghold cannot be played.",
    "not_leftmost": "Only the four leftmost cards of the hand can be played.",
    "not_enough_mana": "%(card)s costs %(cost)s mana and you have only %(mana)s.",
    "last_card": "The last card beside the Stronghold may not be played if it is a creature.",
    "no_target": "There is no creature at that place to target.",
    "not_symbiote": "Only a Symbiote can be put on another creature.",
    "not_host": "A Symbiote needs a creature of your own that has no Symbiote.",
    "no_champion": "There is no Champion to play.",
    "champion_not_ready": "The Champion is not ready.",
    "nothing_to_undo": "There is nothing to undo this turn.",
    "too_many_undos": "Plays can be undone %(most)s times in a turn, and no more: play on.",
    "nothing_to_take_back": "There is no finished turn to take back.",
    "undo_off": "Undo is switched off in this match.",
    "nothing_to_activate": "Every creature has already been activated.",
    "still_to_activate": "Not every creature has been activated yet.",
    "order_first": "The returning cards must be put in order first.",
    "not_your_order": "Only the owner of the returning cards puts them in order.",
    "bad_order": "The order must name exactly the returning cards.",
    "cannot_resign": "That player cannot resign.",
    "not_offered": "That card is not on offer.",
    "bad_deck": "That deck is not allowed: %(detail)s.",
    "bad_champion": "That Champion is not allowed: %(detail)s.",
    "bad_design": "That card design is not allowed: %(detail)s.",
    # designed cards (R9.6)
    "design_keys": "A designed card has exactly these parts: %(keys)s.",
    "design_name": "A designed card needs a name of 1 to %(most)s printable characters.",
    "design_abilities": "The abilities of a designed card are a list of words.",
    "design_too_many": "A designed card has at most %(most)s abilities.",
    "design_unknown_ability": "There is no ability %(ability)s.",
    "design_aura": "An Aura cannot give %(ability)s.",
    "design_repeated": "A designed card has each ability only once.",
    "design_x": "The attack X goes with Vulnerability, and only with it.",
    "design_attack": "The attack of a designed card is a whole number from 0 to %(most)s.",
    "design_health": "The health of a designed card is a whole number from 1 to %(most)s.",
    "design_icon": "The picture of a designed card is named with 1 to %(most)s lowercase letters, digits and hyphens.",
    "design_cost_type": "The cost of a designed card is a whole number.",
    "design_cost": "A card of this design costs %(cost)s mana.",
    # the choice of a Champion (R9.1)
    "champion_not_creature": "A Champion is a creature.",
    "champion_mercenary": "A Champion cannot be a Mercenary.",
    "champion_unknown": "There is no card %(card)s.",
    "champion_in_deck": "%(card)s is in your deck, so it cannot be your Champion.",
    "champion_required": "This match is played with Champions: choose one.",
    # building a deck (R2.5)
    "deck_size": "A deck has %(size)s cards.",
    "deck_unknown_card": "There is no card %(card)s.",
    "deck_repeated": "A deck holds each card only once: %(card)s is there twice.",
    "deck_wrong_set": "%(card)s is not in this edition.",
    # the options of a match (sections 2, 9, 10)
    "option_object": "%(option)s must be an object.",
    "option_word": "%(option)s must be a word.",
    "option_integer": "%(option)s must be a whole number.",
    "option_boolean": "%(option)s must be true or false.",
    "option_words": "%(option)s must be a list of words.",
    "option_unknown": "There is no option %(option)s.",
    "seed": "The seed must be a whole number from 0 to 2^128 − 1.",
    "unknown_edition": "There is no edition %(edition)s.",
    "unknown_mode": "There is no mode %(mode)s.",
    "unknown_format": "There is no format %(format)s.",
    "unknown_seat": "A seat is A or B.",
    "unknown_set": "There is no set %(set)s.",
    "set_not_in_edition": "The set %(set)s is not part of the %(edition)s edition.",
    "no_sets": "Choose at least one set.",
    "repeated_set": "Choose each set only once.",
    "constructed_solo": "Constructed is for duels only.",
    "decks_format": "Only the preconstructed format takes deck numbers.",
    "decks_seats": "A preconstructed deck can be chosen for %(seats)s only.",
    "unknown_deck": "The preconstructed decks are %(least)s to %(most)s.",
    "same_deck": "The players must choose different preconstructed decks.",
    "mirror_format": "Only in a duel with preconstructed decks can both play the same one.",
    "mirror_decks": "In a mirror match both play the same preconstructed deck.",
    "settled_format": "Only a duel can begin with fixed decks, and only if no position is given.",
    "settled_decks": "Two fixed decks are needed, each of eight different cards from the edition.",
    "settled_starter": "A fixed deck takes the place of a starter deck: eight different cards from the edition.",
    "settled_draft": "The two decks of a draft share no cards, and all their cards come from the sets of the draft.",
    "champions_option": "Champions are played, not played, or optional.",
    "champions_edition": "There are no Champions in the %(edition)s edition.",
    "champions_format": "Champions are for draft, constructed and custom solo games.",
    "champions_optional_solo": "In a solo game Champions cannot be optional: play with one or without.",
    "first_in_solo": "Whether the automaton starts is an option of the custom solo game.",
    "position_format": 'Only the format "position" takes a position.',
    "position_differs": "The position belongs to a different edition or mode.",
    "position_settles": "A given position leaves nothing to choose: no first player, Champions or solo options.",
    # the custom solo game (R10.8, R10.9)
    "solo_in_duel": "Solo options are for solo games.",
    "solo_mana": "The automaton's fixed mana is a whole number from %(least)s to %(most)s.",
    "solo_per_creature": "The automaton's mana for each creature is 1 or 2.",
    "solo_unknown_ability": "There is no ability %(ability)s.",
    "solo_ability": "In the %(edition)s edition the automaton's creatures cannot be given %(ability)s.",
    "solo_repeated": "The automaton's creatures get each ability only once.",
    "solo_abilities": "Abilities that the automaton's creatures get in the %(edition)s edition: at most %(most)s.",
    "solo_no_bastion": "The game without a Bastion does not exist in the %(edition)s edition.",
    "solo_level_range": "These options are worth %(worth)s points: levels go from 0 to %(most)s.",
    "solo_level": "These options are worth %(worth)s points, not level %(level)s.",
    "bad_setup": "This stored set-up cannot be read.",
    # records
    "record_format": "Replay format %(format)s is not supported.",
    "record_rules": "This replay was made under version %(rules)s of the rules, which can no longer be played back.",
    "record_move": "This replay cannot be played back: its action %(number)s is refused. %(reason)s",
    "record_result": "This replay does not add up: it says %(recorded)s, but its actions lead to %(replayed)s.",
}

DETAILS: dict[str, str] = {
    # what is wrong with a key of JSON
    "key_object": '"%(key)s" must be an object',
    "key_list": '"%(key)s" must be a list',
    "key_most": '"%(key)s" must have at most %(most)s items',
    "key_boolean": '"%(key)s" must be true or false',
    "key_count": '"%(key)s" must be a whole number from %(least)s to %(most)s',
    "key_index": '"%(key)s" must be a whole number from 0',
    "key_choice": '"%(key)s" must be one of these: %(words)s',
    "key_unknown": '"%(key)s" has the unknown key "%(unknown)s"',
    "key_missing": '"%(key)s" lacks "%(missing)s"',
    "not_json": "it is not JSON",
    # values that a sentence does not repeat
    "quoted_number": "a very large number",
    "quoted_list": "a list",
    "quoted_object": "an object",
    # cards
    "card_notation": "a card is a slug or an object",
    "card_unknown": 'there is no card "%(card)s"',
    "card_edition": "%(card)s does not exist in the %(edition)s edition",
    "card_keys": "a designed card has these parts: %(keys)s",
    "card_name": "a designed card needs a name of 1 to %(most)s printable characters",
    "card_icon": "the picture of a designed card is named with 1 to %(most)s lowercase letters, digits and hyphens",
    "card_abilities": "the abilities of a designed card must be a list of slugs",
    "card_too_many": "a designed card has at most %(most)s abilities",
    "card_ability": "a designed card has an unknown or repeated ability, or one that an Aura cannot give",
    "card_x": 'the attack "X" goes with Vulnerability only',
    "card_number": 'the "%(key)s" of a designed card must be a whole number from %(least)s to %(most)s',
    "incantation_health": "an incantation has no health",
    "incantation_ability": "an incantation cannot have one of these abilities",
    # positions
    "incantation_in_play": "an incantation is in play",
    "symbiote_on": "only a Symbiote can lie on a creature, and never on another Symbiote",
    "wounds": "the damage to a creature in play must be a whole number from 0, below its health",
    "one_fortress": "a hand holds exactly one Stronghold",
    "far_right": "a Stronghold stands at the far right of the hand",
    "no_champions": "there are no Champions in the %(edition)s edition",
    "champion_kind": "a Champion is a creature without Mercenary",
    "champion_in_play": "a Champion in play is not ready",
    "champion_flags": "the Champion in play and the creatures flagged as Champion contradict each other",
    "champion_other": "the creature flagged as Champion is another card",
    "automaton_champion": "the automaton has no Champion",
    "automaton_pile": "the automaton's pile is empty",
    "automaton_shuffles": "the automaton's pile has been shuffled too often for a Bastion",
    "automaton_ability": 'the automaton\'s creatures cannot be given "%(ability)s" in this edition',
    "automaton_repeated": "the automaton has one of its abilities twice",
    "automaton_active": "the automaton cannot be the active player",
    "seed_text": "a seed that is text has at most %(most)s printable characters",
    "seed_number": "the seed must be a whole number of at most 128 bits, or text",
    "no_last_turn": "there is no last turn in the %(edition)s edition",
    "no_phase": 'there is no phase "%(phase)s" in the %(edition)s edition',
    "too_many_cards": "there are more than %(most)s cards in it, not counting Champions",
    "winner_over": "a match has a winner when it is over, and only then",
    "pending_phase": "cards are pending in the order phase and only in it",
    "pending_owner": "the pending cards are not an order of a human player's cards",
    "pending_many": "more cards are pending than can be destroyed together",
    "pending_then": "the pending cards cannot be resumed",
    # records
    "record_parts": "it has the parts %(keys)s, no others",
    "record_setup": "its setup is an object; edition and mode stand outside it",
    "record_names": "its names are those of A and B",
    "record_name": "a name is text of at most %(most)s characters, or null",
    "record_actions": "its actions are a list of at most %(most)s",
    "record_action": 'each action has "by", "action" and "at"',
    "record_time": '"at" is a number of seconds from 0 to %(most)s',
    "record_end": "its result has a winner and a reason, or is null",
    "record_reason": "its result names A, B or draw, and a reason: %(reasons)s",
    "notes_list": "its notes are a list of at most %(most)s",
    "notes_order": "its notes must be in the order of their steps, one for each",
    "note_parts": "a note has a step, and no other parts than these: %(keys)s",
    "note_text": 'the "%(key)s" of a note is text of at most %(most)s characters',
    "stored_match": "its stored data is incomplete",
    # actions
    "action_object": "an action is an object with a type",
    "action_unknown": 'there is no action "%(action)s"',
    "action_key": '"%(key)s" does not belong here',
    "action_parts": 'it has "type" and "%(key)s", nothing else',
    "target_needed": "an incantation needs a target",
    "target_of_creature": "a creature has no target",
    "draw_in_solo": "a solo game cannot end in a draw by agreement",
    "claim_in_solo": "a solo game has no opponent to claim it",
    "abort_in_solo": "only duels can be ended by the host of the site",
    "no_show_not_due": "only a player who is to act can fail to come",
    "flag_not_due": "only a player who is to act can run out of time",
    # lines of the command line
    "line_object": "it is not an object",
    "line_parts": 'it needs "position" and either "action" or "legal": true',
    "line_length": "it is longer than %(most)s characters",
}

TEMPLATES = SENTENCES | DETAILS
"""Everything that a refusal can say, by its code."""


MAX_QUOTED = 40


def printable(text: str) -> str:
    """Return the text with a mark for each character that a reader would not see, or that would lead one astray."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in text)


def has_halves(text: str) -> bool:
    """True if the text holds surrogates (halves of characters), which JSON can name but no encoding can write."""
    return any(0xD800 <= ord(char) <= 0xDFFF for char in text)


def brief(value: object) -> str | EngineError:
    """Return a value from outside as a refusal may quote it: at most 40 characters, all of them printable.

    Lists and objects, which may be deep, are only called so.
    """
    if isinstance(value, str):
        return printable(value[:MAX_QUOTED])
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**MAX_QUOTED else EngineError("quoted_number")
    return EngineError("quoted_list" if isinstance(value, list) else "quoted_object")


@dataclass(frozen=True, slots=True)
class Term:
    """A card or an ability that a refusal names: its slug (none for a designed card), and its English name as text."""

    kind: Literal["card", "ability"]
    slug: str | None
    english: str

    def __str__(self) -> str:
        """Return the English name."""
        return self.english


class EngineError(ValueError):
    """A refusal: `code` (a key of TEMPLATES), `params` for its sentence, and the English sentence as its text.

    A parameter is a number, a word of the notation, a `Term`, or another refusal: each of them can be translated.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(TEMPLATES[code] % params)

    def __reduce__(self) -> tuple[object, ...]:
        """Return a refusal survives the way out of a worker process, which would break without this."""
        return partial(type(self), self.code, **self.params), ()


class IllegalAction(EngineError):
    """An action that the rules refuse; nothing has changed."""


class BadPosition(EngineError):
    """A position, record or set of options that is malformed or impossible."""


def bad_position(detail: str, **params: object) -> BadPosition:
    """Return the refusal of a position; `detail` is a key of `DETAILS`."""
    return BadPosition("bad_position", detail=EngineError(detail, **params))


def bad_record(detail: str, **params: object) -> BadPosition:
    """Return the refusal of a record; `detail` is a key of `DETAILS`."""
    return BadPosition("bad_record", detail=EngineError(detail, **params))
