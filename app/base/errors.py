"""Every refusal that a visitor or a program can get: a code, a status, and one translated sentence."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from markupsafe import Markup, escape

from app.base.i18n import current_language, gettext
from app.base.i18n.formats import LocalMoment, isolated, moment, utc
from engine.errors import TEMPLATES as ENGINE_TEMPLATES
from engine.errors import EngineError, Term


class Code(Enum):
    """The site's refusals: the name is what programs read, then the HTTP status and the sentence for translators."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        self.sentence = sentence

    malformed = 400, "This request is not well formed: %(detail)s."
    no_page = 404, "There is no such page."
    no_method = 405, "That cannot be done with this address."
    internal = 500, "Something went wrong on the server; nothing was changed. Please try again."
    # access
    no_token = 401, "This needs a player: send a token, or open the site in a browser first."
    bad_token = 401, "This token is not known here."
    banned = 403, "You have been banned from this site. Until: %(until)s. Reason: %(reason)s"
    muted = 403, "You have been muted on this site. Until: %(until)s. Reason: %(reason)s"
    bad_network = 422, "This is neither an address nor a network such as 203.0.113.0/24, or it is too wide."
    scope_needed = 403, "This token does not allow that: it would need the scope %(scope)s."
    no_such_token = 404, "You have no such token: perhaps it has already been revoked."
    no_such_bot_account = 404, "You have no such bot."
    too_many_tokens = 422, "You already have %(most)s tokens: revoke one first."
    too_many_bots = 422, "You already have %(most)s bots, which is the limit."
    bad_key = 400, "An Idempotency-Key has 1 to %(most)s characters."
    key_reused = 422, "Another call has already been sent with this Idempotency-Key."
    still_running = 409, "The first call with this Idempotency-Key is still being carried out."
    no_cookies = 403, "This site needs a cookie to know whose seat is whose: allow cookies for it, then try again."
    wrong_origin = 403, "This request came from another site and was refused."
    too_many = 429, "That was too fast: please wait %(seconds)s s."
    too_many_sockets = 429, "%(most)s boards are already open from your address, which is the limit: close one first."
    too_many_pages = 429, "You have this tournament open %(most)s times, which is the limit: close one first."
    too_large = 413, "This is too large."
    too_busy = 503, "The server is too busy right now: please try again in a moment."
    helper_away = (
        503,
        "Part of the server that this needs is not running: the site's host has to check the log. Try again later.",
    )
    too_much_work = 422, "This takes more time or memory than the server has for one visitor."
    storage_unavailable = 503, "The server is catching its breath; nothing was lost. Please try again in a moment."
    disk_full = 503, "The server has no room for new tables right now; open ones carry on. Please try again later."
    invite_needed = 403, "This site is by invitation only: open the link in your invitation first."
    no_such_invite = 422, "This invitation is unknown, used up or expired: ask the host of this site for another."
    no_such_session = 404, "You have no such device: perhaps it has already been signed out."
    unknown_recovery_code = (
        422,
        "This is not a recovery code of this site: compare it with yours, character by character.",
    )
    ticket_expired = 422, "That took too long, or has already been used: please start again."
    passkeys_need_https = 409, "Passkeys only work on sites with https. Here you can use a recovery code instead."
    passkeys_need_name = (
        409,
        "Passkeys need a site with a domain name, not a bare IP address. Here you can use a recovery code instead.",
    )
    passkey_refused = 422, "This passkey was not accepted: please try again."
    no_such_passkey = 404, "This site does not know that passkey: perhaps it was removed."
    too_many_passkeys = 409, "You already have %(most)s passkeys: remove one first."
    provider_away = 503, "%(provider)s is not responding: please try again later. Everything else works as usual."
    provider_refused = 422, "%(provider)s did not sign you in: please try again."
    sign_in_refused = 422, "The sign-in with %(provider)s was not accepted: please try again."
    sign_in_needed = 401, "This site is only for those who sign in with an account at %(provider)s."
    account_stays = 409, "This site is only for accounts at %(provider)s, so yours cannot be removed from it."
    account_linked = 409, "You already sign in with an account at %(provider)s: remove it first."
    no_such_account = 404, "You have no account at %(provider)s here."
    both_linked = (
        409,
        "These two players sign in with two different accounts: remove one of these first, or switch player instead.",
    )
    sign_in_again = 403, "To open tournaments here, sign in with %(provider)s again."
    organizer_needed = 403, "Only organizers may open tournaments here: the host of this site can make you one."
    playing_each_other = (
        409,
        "These two players are in a match against each other: finish it first, or switch player instead.",
    )
    both_in_tournament = (
        409,
        "These two players are in the same tournament: wait until it is over, or switch player instead.",
    )
    already_here = 409, "You are already playing as this player."
    still_in_matches = 409, "One of your matches has gone on meanwhile: please try again."
    host_only = 403, "Only a host of this site may do that."
    staff_protected = 403, "This player helps run the site: only a host may do that."
    no_role_for_programs = 422, "A program cannot moderate."
    wrong_password = 403, "That is not the password."
    no_push = 409, "None of your browsers can be notified: turn notifications on first, if this site offers them."
    push_silent = 503, "This browser's notification service does not respond: please try again later."
    bad_push = 422, "This site does not support this browser's notification service."
    bad_hook = 422, "Messages can be sent only to an address that begins with https:// and is open to the internet."
    no_such_calendar = 404, "There is no calendar at this address: it may have been replaced."
    hook_silent = 503, "That address did not accept the message."
    hook_refused = 503, "That address did not accept the message: it answered %(status)s."
    bad_setting = 422, "There is no such setting, or it cannot have that value."
    # matches
    no_such_match = 404, "There is no such match."
    no_such_code = 404, "No open table has these words: check them with your friend."
    no_challenges = 403, "This player does not accept challenges."
    profile_closed = 403, "This player's profile is private."
    not_met = 403, "You can only challenge people you have played with."
    not_challenged = 403, "This table is kept for the player its host has challenged."
    no_such_challenge = 404, "This challenge is no longer open."
    too_many_challenges = 409, "%(most)s of your challenges are still open: close one first."
    no_such_profile = 404, "No such player: perhaps all their data has been deleted."
    no_such_bot = 422, "There is no such opponent."
    clock_in_solo = 422, "Solo games have no clocks."
    bot_in_solo = 422, "Solo games are against the automaton: for another opponent, start a duel."
    too_many_tables = 409, "%(most)s tables from your address are already listed: close one, or wait for somebody."
    match_full = 409, "Both seats of this match are taken."
    table_closed = 409, "The table was closed before anybody sat down."
    not_your_seat = 403, "You have no seat in this match."
    not_started = 422, "The match has not begun: a seat is still free."
    stale_seq = 409, "The match has moved on: %(seq)s actions have been played. Look again, then decide."
    bad_since = 422, "Only %(seq)s actions have been played."
    not_over = 403, "The match is not over yet."
    match_too_long = (
        422,
        "This match has reached %(most)s actions: now it can only be ended, by resigning or by a draw.",
    )
    no_expert_turn = 404, "There is no expert line to show for that position."
    no_record = 404, "This match was closed before it began: there is no replay of it."
    decks_settled = 422, "Both decks of this match are already fixed: sit down without choosing one."
    series_in_solo = 422, "A series is for duels only."
    already_begun = 409, "The match has already begun."
    not_playing = 422, "That can only be done while a duel is being played."
    draw_by_offer = 422, "A draw is offered and accepted: it is not an action."
    no_draw_offer = 409, "There is no offer of a draw to answer."
    takeback_by_offer = 422, "A finished turn can be taken back only if your opponent agrees: ask first."
    pairs_by_link = 422, "A table with two on a side is joined by link and cannot be listed."
    pairs_unrated = 422, "A match with two on a side is never rated."
    pairs_of_people = 422, "Only people can share a side: against a computer, only yours can be shared."
    partners_turn = 403, "It is your partner's turn: the two of you alternate."
    resign_together = 403, "You can only resign together: suggest it, and your partner has to agree."
    no_partner = 409, "You have no partner on this side."
    no_room_beside = 409, "Nobody can sit down here: the seat is taken, or the link is no longer valid."
    seated_already = 409, "You already have a seat in this match."
    no_coach_here = 409, "Only friendly matches between two people on two devices can have a coach."
    no_coach_by_clock = 409, "A match with clocks cannot have a coach."
    coach_settled = 409, "A coach has already been suggested or agreed on."
    no_coach_offer = 409, "No coach has been suggested, or the suggestion has changed."
    not_the_coach = 403, "Only the coach of this match may do that."
    no_side_here = 403, "You have no partner or opponent to send that to."
    no_takeback_offer = 409, "There is no request to take a turn back, or play has moved on."
    no_absence = 409, "Your opponent is not absent: the match continues."
    claim_by_offer = 422, "A win or draw by absence has to be claimed: it is not an action."
    flag_by_offer = 422, "Running out of time ends a match automatically: it is not an action."
    abort_by_offer = 422, "Only those who run this site can end a match without a result: it is not an action."
    no_show_by_offer = 422, "A player who does not turn up forfeits automatically: it is not an action."
    next_by_tournament = 409, "This match belongs to a tournament: your next match opens automatically."
    time_is_up = 409, "Time is up: the match is over."
    stale_clock = 409, "The clocks have changed meanwhile: look again."
    no_vacation = 422, "This match has no vacation."
    no_vacation_left = 409, "You have no vacation left in this match."
    too_many_bot_matches = (
        429,
        "The computer is still thinking in %(number)s of your matches: continue those first.",
    )
    no_hints_here = 403, "Hints are only for games against the computer: this match is between two people."
    no_hint_before_play = 409, "Hints are available from the first turn on."
    no_hint_now = 409, "Hints are for your own turn: there is nothing for you to decide right now."
    opponent_left = 409, "Your opponent has left this site for good."
    stale_offer = 409, "The other player was faster: look again."
    # tournaments
    no_such_tournament = 404, "There is no such tournament."
    no_such_entry = 404, "There is no such entry in this tournament."
    no_such_board = 404, "There is no such board in this tournament."
    not_entered = 404, "You have not entered this tournament."
    organizers_only = 403, "Only an organizer of this tournament may do that."
    own_board = 403, "You play at that board yourself: another organizer or the site host decides there."
    tournament_closed = 409, "Entry to this tournament is closed."
    tournament_full = 409, "This tournament is full: %(most)s entries is the limit."
    tournament_crowded = 409, "%(most)s entries in this tournament have come from your network, which is the limit."
    tournament_by_invitation = 403, "This tournament is by invitation only: open the link in your invitation."
    tournament_bars_you = 403, "An organizer has removed you from this tournament: ask them why."
    no_programs_here = 403, "Bots cannot enter this tournament."
    no_computers_here = 422, "This tournament does not accept computer players."
    computers_need_people = 409, "Computer players can join once two people have entered, and never outnumber them."
    own_deck_needed = 422, "Submit a deck of your own that is legal in this edition."
    no_deck_needed = 422, "In this tournament you choose your deck at the table, not when you enter."
    not_of_system = 422, "This system has no option %(option)s."
    own_decks_format = (
        422,
        "Decks can only be submitted for constructed matches of the 2022 edition without computer players.",
    )
    league_clock = 422, "A league is played with correspondence clocks."
    arena_clock = 422, "An arena is played with a clock, so that nobody waits for a match that never ends."
    box_of_people = 422, "With your own cards only people can play: no computer players and no bots."
    own_cards_unrated = 403, "Only organizers named by a host of this site may have matches with your own cards rated."
    not_your_board = 403, "You do not play at that board."
    board_on_site = 409, "That board is played on this site: its result is known when the match ends."
    result_stands = 409, "That result is settled: only an organizer can change it."
    decks_sealed = 403, "These decks are still in use: come back when the tournament or series is over."
    not_now_in_tournament = 409, "That is no longer possible: the tournament has moved on. Look again."
    too_few_entries = 409, "A tournament needs at least two entries to start."
    round_begun = 409, "Somebody has played in this round already."
    no_bye_here = 409, "There is no bye to move in this round."
    ruling_too_late = 409, "The next round of this knockout already depends on that result."
    caster_plays = 403, "Players in this tournament cannot see both hands."
    no_caster_here = 404, "There is no commentator's link to this tournament."
    too_many_tournaments = 409, "%(most)s of your tournaments are still open: end one first."
    # talk
    no_talk_here = 403, "There is nobody to chat with at this table."
    words_to_friends = 403, "Chat is only for friends who joined by link: with others, use emotes."
    words_off = 403, "You have turned chat off: turn it back on to write."
    words_unread = 403, "%(player)s has turned chat off: use emotes instead."
    nothing_said = 422, "This message contains nothing that can be displayed."
    talk_full = 409, "This match has reached its limit of %(most)s messages."
    nobody_there = 404, "That person does not belong to this match."
    not_yourself = 422, "You cannot do that with yourself."
    blocked = 403, "You cannot sit at the same table: one of you has blocked the other."
    too_many_blocks = 409, "You have already blocked %(most)s players, which is the limit."
    no_such_block = 404, "You have not blocked this player."
    no_such_friend = 404, "There is no such friend."
    not_by_link = 403, "Only players who met by link can become friends."
    too_many_friends = 409, "You already have %(most)s friends, which is the limit."
    reported_already = 409, "You have already reported this player in this match."
    study_reported_already = 409, "You have already reported this study."
    no_such_report = 404, "There is no such open report."
    # decks and designed cards
    code_missing = 422, "There is no code in this text: it would begin with %(begins)s."
    code_other_kind = 422, "That is another kind of code: the one needed here begins with %(begins)s."
    code_newer = 422, "This code was made by a newer version of the game."
    code_wrong = 422, "This code has a mistake in it: copy it again, from beginning to end."
    no_such_deck = 404, "There is no such deck: perhaps it was deleted."
    not_your_deck = 403, "Only the player who built this deck can edit it: save it to your own decks first."
    too_many_decks = 409, "You already have %(most)s decks: delete one first."
    deck_too_large = 422, "A deck here holds at most %(most)s cards."
    deck_empty = 422, "Put a card into the deck first."
    no_such_design = 404, "There is no such card: perhaps it was deleted."
    not_your_design = 403, "Only the player who designed this card can edit it: save it to your own cards first."
    too_many_designs = 409, "You already have %(most)s designed cards: delete one first."
    # replays
    record_missing = 422, "Choose a replay file, or paste its text into the field."
    record_not_json = 422, "This is not a replay file: it is not JSON."
    record_too_large = 413, "This is too large for a replay: %(most)s KB at most."
    no_such_record = 404, "There is no such replay: perhaps it was deleted."
    not_your_record = 403, "Only the player who uploaded this replay can delete it."
    too_many_bytes = 429, "No more replays can be uploaded from your address today: try again in %(hours)s h."
    too_many_records = 409, "You have already uploaded %(most)s replays: delete one first."
    not_from_here = 409, "No match can start here: the cards have not been dealt yet, or the match is already over."
    # studies
    no_such_study = 404, "There is no such study: perhaps it was deleted."
    not_your_study = 403, "Only the author of this study can change it: save a copy to your own studies first."
    too_many_studies = 409, "You already have %(most)s studies: delete one first."
    too_many_chapters = 409, "A study has at most %(most)s chapters: begin another one."
    too_many_notes = 409, "A chapter has comments at no more than %(most)s steps."
    study_too_large = 413, "This is too large for a study: %(most)s KB at most."
    study_changed = 409, "This study was changed in another window: reload the page, then try again."
    study_unreadable = 422, "This is not a study file: it is neither a replay nor a list of chapters."
    title_missing = 422, "Give it a title first."
    last_chapter = 409, "This is the only chapter: delete the whole study instead."
    no_such_step = 422, "There is no such step in this chapter."
    no_question_here = 409, "Put the question at a step in the middle of a finished turn."
    bad_marks = 422, "These marks cannot be read: at most %(most)s arrows and rings."
    # the tutorial
    lesson_over = 409, "This lesson is over: take the next one, or try it again."
    not_in_lesson = 422, "The rules allow that, but this lesson is about something else."
    # puzzles
    puzzle_over = 409, "This attempt is over: try again, or take the next puzzle."
    not_in_puzzle = 422, "In a puzzle only the plays of this turn count."
    # a player's own mistakes
    no_mistakes = 409, "No turn of yours in this match is clear enough to practise, or it has not been analysed yet."
    mistake_over = 409, "This attempt is over: try again, or take the next one."
    not_in_mistake = 422, "Here only the plays of this turn count."
    # deals
    deal_unfinished = 403, "These are the cards of a deal that you have not finished: play it first."
    deal_played = 409, "You have already played this deal, and the match has been deleted since."
    no_hints_in_deals = 409, "There are no hints in a deal that others also play, or on a road of Legacy."
    no_deal_here = 409, "Only a finished match against the automaton can be passed on as a deal."
    # Legacy
    road_moved_on = 409, "This road has moved on since: look at it again."
    road_over = 409, "This road is over."
    road_unfinished = 403, "This match belongs to a road that is not over yet, or that you still have to play."
    road_waits = 409, "First choose what the island gives you."
    # details of a malformed request, as the end of that sentence
    wrong_game = 400, "that game cannot be searched for"
    wrong_key = 400, '"%(key)s" cannot have that value'
    sent_missing = 400, '"%(key)s" is missing'
    sent_unknown = 400, '"%(key)s" does not belong here'
    sent_whole = 400, '"%(key)s" must be a whole number'
    sent_number = 400, '"%(key)s" must be a number'
    sent_text = 400, '"%(key)s" must be text'
    sent_truth = 400, '"%(key)s" must be true or false'
    sent_list = 400, '"%(key)s" must be a list'
    sent_object = 400, '"%(key)s" must be an object'
    sent_least = 400, '"%(key)s" must be at least %(bound)s'
    sent_most = 400, '"%(key)s" must be at most %(bound)s'
    sent_short = 400, '"%(key)s" is too short: at least %(bound)s'
    sent_long = 400, '"%(key)s" is too long: at most %(bound)s'
    sent_choice = 400, '"%(key)s" must be one of these: %(words)s'
    wrong_message = 400, "this message is not one of those known here"
    one_proof = 400, "give either a code or a passkey"
    one_deck = 400, "give cards or a code, not both"
    not_storable = 400, "it contains something that cannot be stored"
    unreadable = 400, "it cannot be read"
    actions_elsewhere = 400, "actions go to the stream of the match"


SENTENCES: Final = {code.name: code.sentence for code in Code}
"""The sentences that tools/i18n extracts for translation."""
ENGINE_STATUS: Final = {"malformed": 400, "not_your_turn": 403, "not_your_order": 403, "cannot_resign": 403}
"""All other refusals of the engine are 422."""


class AppError(Exception):
    """A refusal by the site or by the engine; `params` fill the sentence. Raise it anywhere below a route or a socket.

    `seconds` says after how long to try again, as a 429 always does.
    """

    def __init__(self, refused: Code | EngineError, **params: object) -> None:
        super().__init__(refused)
        if isinstance(refused, EngineError):
            self.code, self.status, self.params = refused.code, ENGINE_STATUS.get(refused.code, 422), refused.params
        else:
            self.code, self.status, self.params = refused.name, refused.status, params
        self.headers: dict[str, str] = {}
        if self.status == 429 or "seconds" in params:
            self.headers["Retry-After"] = str(params.get("seconds", 1))
        if self.status == 401:
            self.headers["WWW-Authenticate"] = "Bearer"

    def __str__(self) -> str:
        return self.code

    @property
    def sentence(self) -> str:
        """The sentence in the language of the present visitor."""
        return sentence(self.code, self.params)

    @property
    def html(self) -> Markup:
        """The sentence as HTML, with moments that a page shows in the reader's time zone."""
        values = {
            name: moment(value.at) if isinstance(value, LocalMoment) else escape(_shown(value))
            for name, value in self.params.items()
        }
        return Markup(gettext(_template(self.code), **values))

    @classmethod
    def of(cls, error: Exception) -> "AppError":
        """Return any exception as a refusal; an unexpected one is logged and reveals nothing."""
        if isinstance(error, AppError):
            return error
        if isinstance(error, EngineError):
            return cls(error)
        import structlog  # here: a browser that plays on its own logs nothing, and need not load it

        structlog.stdlib.get_logger("clash").error("unexpected error", exc_info=error)
        return cls(Code.internal)


def malformed(detail: Code | EngineError, **params: object) -> AppError:
    """Return the refusal of a malformed request; `detail` is what is wrong with it."""
    return AppError(Code.malformed, detail=AppError(detail, **params))


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
            return isolated(current_language().cards.get(slug or "", english))
        case Term("ability", _, english):
            return gettext(english)
        case LocalMoment(at):
            return utc(at)
        case EngineError() | AppError():
            return sentence(value.code, value.params)
    return value
