"""Numbers, days, lists and names as the language of the visitor writes them; templates have each as a filter, too."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

from babel.dates import format_date, format_datetime
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, get_minus_sign_symbol, get_plus_sign_symbol
from babel.units import format_unit
from markupsafe import Markup

from app.base.i18n.current import current_language
from engine import narration

MAQAF: Final = "־"
_JOINED: Final = re.compile(r"(ו)\{(\d+)\}")
_MARKUP: Final = re.compile(r"<[^>]*>")
UNITS: Final = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def number(value: float, places: int = 0) -> str:
    """Return a number with so many decimal places, its thousands apart: "1,234.5"."""
    return format_decimal(value, _pattern("#,##0", places), locale=current_language().locale)


def rating(value: float) -> str:
    """Return a rating, a whole number whose thousands are not set apart: "1500"."""
    return format_decimal(value, "0", locale=current_language().locale)


def signed(value: float) -> str:
    """Return a whole number with its sign: "+3"."""
    locale, whole = current_language().locale, round(value)
    sign = get_minus_sign_symbol(locale) if whole < 0 else get_plus_sign_symbol(locale)
    return sign + number(abs(whole))


def percent(share: float, places: int = 0) -> str:
    """Return a share of 1 in percent: "57%" for 0.57."""
    pattern = current_language().locale.percent_formats[None].pattern
    return format_percent(share, pattern.replace("0", _pattern("0", places)), locale=current_language().locale)


def whole_percent(share: float) -> int:
    """Return a share of 1 in whole percents, rounded as `percent` shows it, for sums: 58 for 0.575."""
    return round(100 * Decimal(str(share)))


def day(at: float) -> str:
    """Return the day, UTC, of a moment in seconds since 1970."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=current_language().locale)


def duration(seconds: float) -> str:
    """Return a length of time in one unit, rounded up: "90 seconds", "3 minutes", "2 days"."""
    unit, size = next((unit, size) for unit, size in UNITS if seconds >= 2 * size or size == 1)
    return format_unit(max(1, math.ceil(seconds / size)), f"duration-{unit}", locale=current_language().locale)


@dataclass(frozen=True, slots=True)
class LocalMoment:
    """A moment in seconds since 1970, as a value of a sentence."""

    at: float


def utc(at: float) -> str:
    """Return day and time of a moment in seconds since 1970, in UTC, which it says."""
    return f"{format_datetime(datetime.fromtimestamp(at, UTC), 'short', locale=current_language().locale)} UTC"


def moment(at: float) -> Markup:
    """Return day and time of a moment as HTML, which a page shows in the reader's time zone (js/moments.js)."""
    iso = datetime.fromtimestamp(at, UTC).isoformat(timespec="minutes")
    return Markup('<time datetime="{}" data-moment>{}</time>').format(iso.replace("+00:00", "Z"), utc(at))


def rfc3339(at: float) -> str:
    """Return a moment in seconds since 1970 as programs read it: 2026-11-26T10:00:00Z."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def listing(words: Iterable[str]) -> str:
    """Return words as a list of a sentence: "Ogre, Elf, and Troll"; of pieces of HTML it is one, too."""
    found = list(words)
    pattern = format_list([f"{{{number}}}" for number in range(len(found))], locale=current_language().locale)
    return _around(found)(_JOINED.sub(lambda joined: _hyphenated(joined, found), pattern)).format(*found)


def _hyphenated(joined: re.Match[str], words: list[str]) -> str:
    """Return the Hebrew "and" with what it is joined to: before a word in other letters a maqaf stands between."""
    word = next((letter for letter in _MARKUP.sub("", words[int(joined[2])]) if letter.isalnum()), "א")
    return joined[0] if "א" <= word <= "ת" else f"{joined[1]}{MAQAF}{{{joined[2]}}}"


def series(words: Iterable[str]) -> str:
    """Return words one after another without an "and": "Ogre, Elf, Troll"; of pieces of HTML it is one, too."""
    found = list(words)
    between: str = current_language().locale.list_patterns["standard"]["middle"]
    return _around(found)(between.format("", "")).join(found)


def bdi(name: object) -> Markup:
    """Return a name so that the direction in which it is written does not touch the text around it."""
    return Markup("<bdi>{}</bdi>").format(name)


def _around(words: Iterable[str]) -> type[str]:
    """Return the type of a text that these words go into: HTML if one of them is."""
    return Markup if any(isinstance(word, Markup) for word in words) else str


def isolated(name: str) -> str:
    """Return a name for a sentence of plain text, set apart where it may be written the other way."""
    if current_language().direction == "rtl":
        return narration.APART.format(name)
    return name if name.isascii() else narration.isolated(name)


def _pattern(whole: str, places: int) -> str:
    return f"{whole}.{'0' * places}" if places else whole


_FILTERS: Final = (number, rating, signed, percent, day, duration, moment, rfc3339, listing, series, isolated, bdi)
FILTERS: Final[Mapping[str, Callable[..., str]]] = {function.__name__: function for function in _FILTERS}
