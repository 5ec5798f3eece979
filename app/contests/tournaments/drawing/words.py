"""The words of tournaments: systems, tie-breaks with a sentence each, results, acts of organizers."""

from __future__ import annotations

from app.base.i18n import _, pgettext
from app.contests.tournaments.tournament import StoredTournament

Named = dict[str, str]


def systems() -> Named:
    """Return the systems by name, each with its name in words."""
    return {
        "swiss": _("Swiss system"),
        "round_robin": _("Round robin"),
        "knockout": _("Knockout"),
        "league": _("League"),
        "arena": _("Arena"),
    }


def system_texts() -> Named:
    """Return a sentence on each system."""
    return {
        "swiss": _("A few rounds; in each you meet somebody with as many points as you have. Good for any number."),
        "round_robin": _("Everybody meets everybody. Good for up to ten."),
        "knockout": _("The loser is out, until two play the final."),
        "league": _("Everybody meets everybody, with days for each turn."),
        "arena": _("For a set time: players who have finished a match get the next opponent."),
    }


def formats() -> Named:
    """Return the decks that may be played, by format; "own" are handed in."""
    return {
        "preconstructed": _("Starter decks"),
        "draft": _("Draft"),
        "constructed": _("Constructed"),
        "own": _("Players' own decks, submitted on entry"),
    }


def statuses() -> Named:
    """Return the states of a tournament."""
    return {
        "open": _("Entry is open"),
        "playing": _("Being played"),
        "paused": _("Paused"),
        "over": _("Over"),
        "cancelled": _("Cancelled"),
    }


def states() -> Named:
    """Return the states of an entry; nothing for one that plays."""
    return {
        "in": "",
        "asked": _("Waiting for approval"),
        "paused": _("Pauses"),
        "out": _("Has left"),
    }


def tie_breaks() -> Named:
    """Return the names of the tie-breaks."""
    return {
        "direct_encounter": _("Direct encounter"),
        "buchholz_cut_1": _("Buchholz cut 1"),
        "buchholz": "Buchholz",
        "sonneborn_berger": "Sonneborn-Berger",
        "wins": _("Wins"),
        "fewer_starts": _("Times you began"),
        "lot": _("Drawing of lots"),
    }


def tie_break_texts() -> Named:
    """Return a sentence on each tie-break."""
    return {
        "direct_encounter": _("Points from the matches of those who are level, if all of them have met."),
        "buchholz_cut_1": _("The points of all your opponents together, without the one who has the fewest."),
        "buchholz": _("The points of all your opponents together."),
        "sonneborn_berger": _("The points of those you have beaten, and half the points of those you drew with."),
        "wins": _("Matches won by playing; a bye or an absent opponent does not count."),
        "fewer_starts": _("Matches in which you began: fewer are better."),
        "lot": _("Drawn once, and used only if everything else is level: a lower number is better."),
    }


def kinds() -> Named:
    """Return the words in place of an opponent."""
    return {
        "bye": _("Bye"),
        "half": _("Half a point"),
        "absent": _("Absent"),
        "match": _("The computer"),
        "box": "",
    }


def acts() -> Named:
    """Return the acts of organizers, as the log words them."""
    return {
        "start": _("Started the tournament"),
        "pause": _("Paused the tournament"),
        "resume": _("Resumed the tournament"),
        "next": _("Began the next round"),
        "end": _("Ended the tournament"),
        "pair": _("Paired the round again"),
        "ruling": _("Decided a result"),
        "extend": _("Gave more time"),
        "bye": _("Moved the bye"),
        "box": _("Moved a board to the players' own cards"),
        "online": _("Moved a board back to the site"),
        "approve": _("Approved an entry"),
        "remove": _("Removed an entry"),
        "organizer": _("Named an organizer"),
        "computer": _("Added a computer player"),
        "not_paired": _("The next round could not be paired"),
        "banned": _("Removed a banned player"),
    }


def troubles() -> Named:
    """Return the reasons why a round could not be paired, and an organizer's remedies."""
    return {
        "too_few": _("Fewer than two players are here for the next round. Wait for somebody, or end the tournament."),
        "round_open": _("One board of this round is still being played."),
        "no_legal_pairing": _("There is no longer an opponent for everybody. End the tournament."),
        "no_further_round": _("There is no further round. End the tournament."),
    }


def results() -> Named:
    """Return the results of a board as its first player and its second see them."""
    return {
        "a": "1 – 0",
        "b": "0 – 1",
        "draw": "½ – ½",
        "neither": "0 – 0",
        "": pgettext("result of a board", "being played"),
    }


def sheets() -> Named:
    """Return the sheets that can be printed."""
    return {
        "pairings": _("Pairings"),
        "slips": _("Score sheets"),
        "standings": _("Standings"),
        "crosstable": _("Empty crosstable"),
    }


def filled_sheets(tournament: StoredTournament) -> Named:
    """Return the sheets of a tournament that are not empty; an empty crosstable is for a tournament that continues."""
    found = sheets()
    if not tournament.round:
        del found["pairings"], found["slips"], found["standings"]
    if not tournament.is_running or not tournament.entries:
        del found["crosstable"]
    return found


def round_title(number: int) -> str:
    return _("Round %(round)s", round=number)
