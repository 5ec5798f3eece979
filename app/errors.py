"""Every refusal that a visitor or a program can get: a code, a status, and one translated sentence."""

from collections.abc import Mapping, Sequence
from typing import Final

import structlog
from markupsafe import Markup, escape
from pydantic_core import ErrorDetails

from app.i18n import DEFAULT, current_language, gettext
from app.i18n.formats import LocalMoment, moment, utc
from engine.errors import TEMPLATES as ENGINE_TEMPLATES
from engine.errors import EngineError, Term, brief, printable

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("clash")

# Code → sentence. A new kind of refusal gets its line here; tools/i18n takes them to the translators.
SENTENCES: dict[str, str] = {
    "malformed": "This request is not well formed: %(detail)s.",
    "no_page": "There is no such page.",
    "no_method": "That cannot be done with this address.",
    "internal": "Something went wrong on the server; nothing was changed. Please try again.",
    # who asks
    "no_token": "This needs a player: send a token, or open the site in a browser first.",
    "bad_token": "This token is not known here.",
    "banned": "You have been banned from this site. Until: %(until)s. Reason: %(reason)s",
    "muted": "You have been muted on this site. Until: %(until)s. Reason: %(reason)s",
    "bad_network": "This is neither an address nor a network such as 203.0.113.0/24, or it is too wide.",
    "scope_needed": "This token does not allow that: it would need the scope %(scope)s.",
    "no_such_token": "You have no such token: perhaps it has already been revoked.",
    "no_such_bot_account": "You have no such bot.",
    "too_many_tokens": "You already have %(most)s tokens: revoke one first.",
    "too_many_bots": "You already have %(most)s bots, which is the limit.",
    "wrong_origin": "This request came from another site and was refused.",
    "too_many": "That was too fast: please wait %(seconds)s s.",
    "too_many_sockets": "%(most)s boards are already open from your address, which is the limit: close one first.",
    "too_large": "This is too large.",
    "too_busy": "The server is too busy right now: please try again in a moment.",
    "too_much_work": "This takes more time or memory than the server has for one visitor.",
    "storage_unavailable": "The server is catching its breath; nothing was lost. Please try again in a moment.",
    "disk_full": "The server has no room for new tables right now; open ones carry on. Please try again later.",
    "invite_needed": "This site is by invitation only: open the link in your invitation first.",
    "no_such_invite": "This invitation is unknown, used up or expired: ask whoever runs the site for another.",
    "no_such_session": "You have no such device: perhaps it has already been signed out.",
    "unknown_recovery_code": "This is no recovery code of this site: compare it with yours, character by character.",
    "ticket_expired": "That took too long, or has already been used: please start again.",
    "passkeys_need_https": "Passkeys only work on sites with https. Here you can use a recovery code instead.",
    "passkeys_need_name": "Passkeys need a site with a domain name, not a bare IP address."
    " Here you can use a recovery code instead.",
    "passkey_refused": "This passkey was not accepted: please try again.",
    "no_such_passkey": "This site does not know that passkey: perhaps it was removed.",
    "too_many_passkeys": "You already have %(most)s passkeys: remove one first.",
    "playing_each_other": "These two players are in a match against each other:"
    " finish it first, or switch player instead.",
    "already_here": "You are this guest already.",
    "still_in_matches": "One of your matches has gone on meanwhile: please try again.",
    "host_only": "Only a host of this site may do that.",
    "staff_protected": "This player helps run the site: only a host may do that.",
    "no_role_for_programs": "A program cannot moderate.",
    "wrong_password": "That is not the password.",
    "no_push": "None of your browsers can be notified: turn notifications on first, if this site offers them.",
    "push_silent": "This browser's notification service does not respond: please try again later.",
    "bad_push": "This site does not support this browser's notification service.",
    "bad_setting": "There is no such setting, or it cannot be set to that.",
    # matches
    "no_such_match": "There is no such match.",
    "no_such_code": "No open table has these words: check them with your friend.",
    "no_challenges": "This player does not accept challenges.",
    "profile_closed": "This player's profile is private.",
    "not_met": "You can only challenge people you have played with.",
    "not_challenged": "This table is kept for the player its host has challenged.",
    "no_such_challenge": "This challenge is no longer open.",
    "too_many_challenges": "%(most)s of your challenges are still open: close one first.",
    "no_such_profile": "No such player: perhaps all their data has been deleted.",
    "no_such_bot": "There is no such opponent.",
    "clock_in_solo": "Solo games have no clocks.",
    "bot_in_solo": "Solo games are against the automaton: for another opponent, start a duel.",
    "too_many_tables": "%(most)s tables from your address are already listed: close one, or wait for somebody.",
    "match_full": "Both seats of this match are taken.",
    "not_your_seat": "You have no seat in this match.",
    "not_started": "The match has not begun: a seat is still free.",
    "stale_seq": "The match has moved on: %(seq)s actions have been played. Look again, then decide.",
    "bad_since": "Only %(seq)s actions have been played.",
    "not_over": "The match is not over yet.",
    "match_too_long": "This match has reached %(most)s actions: now it can only be ended, by resigning or by a draw.",
    "no_expert_turn": "There is no expert line to show for that position.",
    "no_record": "This match was closed before it began: there is no replay of it.",
    "decks_settled": "Both decks of this match are settled already: sit down without choosing one.",
    "series_in_solo": "A series is for duels only.",
    "already_begun": "The match has already begun.",
    "not_playing": "That can only be done while a duel is being played.",
    "draw_by_offer": "A draw is offered and accepted: it is not an action.",
    "no_draw_offer": "There is no offer of a draw to answer.",
    "takeback_by_offer": "A finished turn can be taken back only if your opponent agrees: ask first.",
    "no_takeback_offer": "There is no request to take a turn back, or play has moved on.",
    "no_absence": "Your opponent is not absent: the match goes on.",
    "claim_by_offer": "A win or draw by absence has to be claimed: it is not an action.",
    "flag_by_offer": "Running out of time ends a match by itself: it is not an action.",
    "abort_by_offer": "Only those who run this site can end a match without a result: it is not an action.",
    "time_is_up": "Time is up: the match is over.",
    "stale_clock": "The clocks have changed meanwhile: look again.",
    "no_vacation": "This match has no vacation.",
    "no_vacation_left": "You have no vacation left in this match.",
    "too_many_bot_matches": (
        "The computer still has to think in several of your matches (%(number)s): play on in those first."
    ),
    "no_hints_here": "Hints are only for games against the computer: this match is between two people.",
    "no_hint_before_play": "Hints begin with the first turn.",
    "no_hint_now": "Hints are for your own turn: there is nothing for you to decide right now.",
    "opponent_left": "Your opponent has left this site for good.",
    "stale_offer": "The other player was faster: look again.",
    # talk
    "no_talk_here": "There is nobody to chat with at this table.",
    "words_to_friends": "Chat is only for friends who joined by link: with others, use emotes.",
    "words_off": "You have turned chat off: turn it back on to write.",
    "words_unread": "%(player)s has turned chat off: use emotes instead.",
    "nothing_said": "This message contains nothing that can be displayed.",
    "talk_full": "This match has reached its limit of %(most)s messages.",
    "nobody_there": "That person does not belong to this match.",
    "not_yourself": "You cannot do that with yourself.",
    "blocked": "You cannot sit at the same table: one of you has blocked the other.",
    "too_many_blocks": "You have already blocked %(most)s players, which is the limit.",
    "no_such_block": "You have not blocked this player.",
    "reported_already": "You have reported this player in this match already.",
    "no_such_report": "There is no such open report.",
    # decks and designed cards
    "code_missing": "There is no code in this text: it would begin with %(begins)s.",
    "code_other_kind": "That is another kind of code: the one needed here begins with %(begins)s.",
    "code_newer": "This code was made by a newer version of the game.",
    "code_wrong": "This code has a mistake in it: copy it again, from beginning to end.",
    "no_such_deck": "There is no such deck: perhaps it was deleted.",
    "not_your_deck": "Only the player who built this deck can edit it: save it to your own decks first.",
    "too_many_decks": "You already have %(most)s decks: delete one first.",
    "deck_too_large": "A deck here holds at most %(most)s cards.",
    "deck_empty": "Put a card into the deck first.",
    "no_such_design": "There is no such card: perhaps it was deleted.",
    "not_your_design": "Only the player who designed this card can edit it: save it to your own cards first.",
    "too_many_designs": "You already have %(most)s designed cards: delete one first.",
    # replays
    "record_missing": "Choose a replay file, or paste its text into the field.",
    "record_not_json": "This is not a replay file: it is not JSON.",
    "record_too_large": "This is too large for a replay: %(most)s KB at most.",
    "no_such_record": "There is no such replay: perhaps it was deleted.",
    "not_your_record": "Only the player who uploaded this replay can delete it.",
    "too_many_bytes": "No more replays can be uploaded from your address today: try again in %(hours)s h.",
    "too_many_records": "You have already uploaded %(most)s replays: delete one first.",
    "not_from_here": "No match can start here: the cards have not been dealt yet, or the match is already over.",
    # the tutorial
    "lesson_over": "This lesson is over: take the next one, or try it again.",
    "not_in_lesson": "The rules allow that, but this lesson is about something else.",
    # puzzles
    "puzzle_over": "This attempt is over: try again, or take the next puzzle.",
    "not_in_puzzle": "In a puzzle only the plays of this turn count.",
    # what is not well formed about a request, as the end of that sentence
    "wrong_game": "that game cannot be searched for",
    "wrong_key": '"%(key)s" cannot have that value',
    "wrong_message": "this message is not one of those known here",
    "one_proof": "give either a code or a passkey",
    "one_deck": "give cards or a code, not both",
    "not_storable": "it holds what cannot be stored",
    "unreadable": "it cannot be read",
    "actions_elsewhere": "actions go to the stream of the match",
}
MOST_STEPS: Final = 8  # into a value, where something is wrong with it
MOST_SAID: Final = 200
TOO_MANY: Final = 429


class AppError(Exception):
    """A refusal: `code` is a key of SENTENCES, `status` the HTTP status, `params` fill the sentence.

    `headers` go into the answer; a 429 always says after how many seconds to try again. Raise it anywhere below a route
    or a socket.
    """

    def __init__(self, code: str, status: int, headers: Mapping[str, str] | None = None, **params: object) -> None:
        if code not in SENTENCES and code not in ENGINE_TEMPLATES:
            raise KeyError(f"error code {code!r} has no sentence")
        super().__init__(code)
        self.code = code
        self.status = status
        self.headers = headers
        if status == TOO_MANY and "Retry-After" not in (headers or {}):
            self.headers = {**(headers or {}), "Retry-After": str(params.get("seconds", 1))}
        self.params = params

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make it again at another process: exceptions are else made of their arguments alone."""
        return _again, (self.code, self.status, self.headers, self.params)

    @property
    def sentence(self) -> str:
        """The sentence in the language of the present visitor."""
        return sentence(self.code, self.params)

    @property
    def html(self) -> Markup:
        """The same as HTML, with moments that a page shows in the reader's time zone."""
        values = {
            name: moment(value.at) if isinstance(value, LocalMoment) else escape(_shown(value))
            for name, value in self.params.items()
        }
        return Markup(gettext(_template(self.code), **values))

    @classmethod
    def of(cls, error: Exception) -> "AppError":
        """Return any exception as a refusal: the engine's are 422, an unexpected one is logged and reveals nothing."""
        if isinstance(error, AppError):
            return error
        if isinstance(error, EngineError):
            return cls(error.code, 422, None, **error.params)
        log.error("unexpected error", exc_info=error)
        return cls("internal", 500)


def _again(code: str, status: int, headers: Mapping[str, str] | None, params: Mapping[str, object]) -> AppError:
    return AppError(code, status, headers, **params)


def malformed(detail: str, **params: object) -> AppError:
    """Return the refusal (400) of a request that is not well formed; `detail` is the code of what is wrong with it."""
    return AppError("malformed", 400, detail=AppError(detail, 400, None, **params))


def sentence(code: str, params: Mapping[str, object]) -> str:
    """Return the translated sentence of an error code, the site's own or the engine's, with its
    parameters filled in."""
    return gettext(_template(code), **{name: _shown(value) for name, value in params.items()})


def _template(code: str) -> str:
    return SENTENCES.get(code) or ENGINE_TEMPLATES[code]


def _shown(value: object) -> object:
    """Return a parameter of a refusal as the visitor reads it."""
    match value:
        case Term("card", slug, english):
            return current_language().cards.get(slug or "", english)
        case Term("ability", _, english):
            return gettext(english)
        case LocalMoment(at):
            return utc(at)
        case EngineError() | AppError():
            return sentence(value.code, value.params)
    return value


def complaint(found: Sequence[ErrorDetails]) -> str | AppError:
    """Return the first complaint of pydantic in short: where and what, never the value, which may be anything.

    What is in its own words, English: readers of another language are told where alone.
    """
    first = found[0]
    where = ".".join(str(brief(part)) for part in first["loc"][:MOST_STEPS] if part not in ("body", "query", "path"))
    if current_language().code != DEFAULT:
        named = where and first["type"] != "json_invalid"
        return AppError("wrong_key", 400, key=where) if named else AppError("unreadable", 400)
    said = printable(str(first["msg"]))[:MOST_SAID]
    return f"{where}: {said}" if where else said
