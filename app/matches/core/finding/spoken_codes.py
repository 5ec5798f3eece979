"""Spoken codes: four short words by which a friend in the same room, or on the telephone, finds a table.

A code belongs to one table at a time, and only while a seat is free there. Each language has its own 256 words (a file
in its folder) without homophones: a word is a number, so the same table is found in any of them. Codes are stored, and
given to programs, in English. Within a list no two words begin with the same three letters, so that typing errors after
those do no harm. Four of 256 words: four thousand million codes.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.i18n import DEFAULT, LANGUAGES, current_language
from app.base.i18n.comparing import plain
from app.base.store.upsert import add_new
from app.matches.core.storage.models import matches, spoken_codes

LENGTH: Final = 4
KNOWN_BY: Final = 3  # letters
MAX_TEXT: Final = 100
WORDS: Final = LANGUAGES[DEFAULT].words
AND: Final = frozenset({"and", "y", "e", "et", "och", "ו"})
"""The words for "and", which people say between the words of a code."""
ATTACHED_AND: Final = "ו"
"""Hebrew's, which is written as the beginning of the word that follows."""
_FINAL_LETTERS: Final = str.maketrans("ךםןףץ", "כמנפצ")  # an ending may follow them


def new_code() -> str:
    """Return four words by chance, with spaces between them."""
    return " ".join(secrets.choice(WORDS) for _ in range(LENGTH))


def translated(code: str) -> str:
    words = current_language().words
    return " ".join(words[WORDS.index(word)] for word in code.split()) if words else code


def read_codes(text: str) -> list[str]:
    """Return the codes that somebody may have typed: first the one in the current language's words.

    Capitals, accents, hyphens, slashes, commas, an "and" and endings do not matter; nor do spaces, where the words are
    whole. AppError(no_such_code).
    """
    said = re.findall(r"[^\W\d_]+", plain(unicodedata.normalize("NFKC", text[:MAX_TEXT])))
    typed = said if len(said) <= LENGTH else [word for word in said if word not in AND]
    languages = sorted(LANGUAGES.values(), key=lambda language: language is not current_language())
    read = [[_in_english(word, _by_beginning(language.words)) for word in typed] for language in languages]
    codes = [" ".join(words) for words in read if len(words) == LENGTH and all(words)]
    if not codes:
        letters = "".join(typed)
        codes = [" ".join(words) for language in languages for words in _apart(letters, _whole(language.words), LENGTH)]
    if not codes:
        raise AppError(Code.no_such_code)
    return codes


def _apart(letters: str, known: Mapping[str, str], number: int) -> Iterator[list[str]]:
    """Yield each way to read letters as so many whole words, without a space or with an "and" between them: the words
    of English codes."""
    if not number:
        if not letters:
            yield []
        return
    for start in {0, *(len(word) for word in AND if number < LENGTH and letters.startswith(word))}:
        for end in range(start + 1, len(letters) + 1):
            if (english := known.get(letters[start:end])) is not None:
                yield from ([english, *rest] for rest in _apart(letters[end:], known, number - 1))


def _in_english(word: str, known: Mapping[str, str]) -> str:
    """Return the word of English codes that was typed; "" for one that the list does not have."""
    return known.get(_beginning(word)) or known.get(_beginning(word.removeprefix(ATTACHED_AND)), "")


def _beginning(word: str) -> str:
    return word[:KNOWN_BY].translate(_FINAL_LETTERS)


@cache
def _whole(words: tuple[str, ...]) -> dict[str, str]:
    """The English words, by a language's."""
    return {plain(word): english for word, english in zip(words, WORDS, strict=False)}


@cache
def _by_beginning(words: tuple[str, ...]) -> dict[str, str]:
    """The English words, by the beginnings of a language's."""
    return {_beginning(plain(word)): english for word, english in zip(words, WORDS, strict=False)}


def give(connection: sa.Connection, match_id: str) -> str:
    """Give a new table a code that no other has, and return it."""
    while not add_new(connection, spoken_codes, {"match_id": match_id, "code": (code := new_code())}):
        pass
    return code


def code_of(connection: sa.Connection, match_id: str) -> str | None:
    """Return the code of a table that waits; None of any other."""
    return connection.execute(_open(spoken_codes.c.code).where(matches.c.id == match_id)).scalar_one_or_none()


def match_of(connection: sa.Connection, codes: Sequence[str]) -> str:
    """Return the id of the table with the first of these codes that has one; AppError(no_such_code)."""
    named = _open(spoken_codes.c.code).add_columns(spoken_codes.c.match_id).where(spoken_codes.c.code.in_(codes))
    found: dict[str, str] = {row.code: row.match_id for row in connection.execute(named)}
    for code in codes:
        if code in found:
            return found[code]
    raise AppError(Code.no_such_code)


def _open(column: sa.Column[str]) -> sa.Select[str]:
    return sa.select(column).join(matches, matches.c.id == spoken_codes.c.match_id).where(matches.c.status == "open")


def forget_begun(connection: sa.Connection) -> None:
    """Delete the codes of tables that no longer wait."""
    begun = sa.exists().where(matches.c.id == spoken_codes.c.match_id, matches.c.status != "open")
    connection.execute(sa.delete(spoken_codes).where(begun))
