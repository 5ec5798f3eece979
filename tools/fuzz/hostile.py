"""Hostile values, and valid input made hostile: pure functions of a source of chance, so a seed finds a fault again."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any, Final

NUMBERS: Final = (
    -1, 0, 1, 2, 5, 9, 10, 99, 100, 127, 128, 199, 200, 1000, 5001, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63,
    2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**30, -(10**400), 10**4299, 0.5, -0.0, 1e308, 5e-324, True, False,
)  # fmt: skip
TEXTS: Final = (
    "", " ", "*", "?", "A", "B", "C", "top", "zombie", "ogre", "boom", "rage", "aura:rage", "2021", "2022", "solo",
    "\x00", "\x07", "\x1b[2J", "\n", "\r\n", "\u202e", "\u2066x\u2069", "\u200b", "\u200d", "\ufeff", "\u2028",
    "\ud800", "\U0001f0a1", "ﷺ" * 40, "é" + "\u0301" * 200, "x" * 41, "x" * 2_000, "W" * 9_000, "٣", "²", "½", "NaN",
    "1e999", "-1", "9" * 5_000, "solo-0019", "<script>", "'; --", "{name}", "%s%n", "../../etc/passwd", "DECK1-",
    "CARD1-0000", "DECK999-ZZZZ-ZZZZ", "null", "over", "order", "on", "yes",
)  # fmt: skip
KEYS: Final = ("type", "card", "x", "", "__class__", "\x00", "\u202e", "\ud800", "k" * 5_000, "over", "cards")
DEPTHS: Final = (3, 60, 200, 300, 900, 1_100, 5_000)
NO_VALUES: Final = (b"NaN", b"-Infinity", b"1e999", b"0x1", b"'", b"")
NOISE: Final = (b"\xff", b"\x00", b"\xed\xa0\x80", b"\xe2\x80\xae", b'"', b"}", b"\\")
LETTERS: Final = "az09AZ \"'<>&{}[]\\/:;,.*?äß漢🂡\u202e\x00\x1b\u0301\ud83d"

_NUMBER: Final = re.compile(rb"(?<=[\s:\[,=])-?\d+(?:\.\d+)?(?=[\s,}\]&]|$)")
_STRING: Final = re.compile(rb'"[^"\\]*"')


def number(dice: random.Random) -> Any:
    """Return a number that parsers may fail on."""
    return dice.choice(NUMBERS)


def text(dice: random.Random) -> str:
    """Return a text that parsers may fail on."""
    if dice.random() < 0.8:
        return dice.choice(TEXTS)
    return "".join(dice.choice(LETTERS) for _ in range(dice.randrange(60)))


def deep(dice: random.Random) -> Any:
    """Nested lists or objects, no deeper than Python's own encoder goes."""
    made: Any = value(dice, 9)
    for _ in range(dice.choice(DEPTHS[:4])):
        made = [made] if dice.random() < 0.5 else {"a": made}
    return made


def value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON value, odd ones preferred."""
    kind = dice.randrange(10 if depth < 3 else 7)
    if kind < 3:
        return number(dice)
    if kind < 6:
        return text(dice)
    if kind == 6:
        return None
    if kind == 7:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    if kind == 8:
        return {dice.choice(KEYS): value(dice, depth + 1) for _ in range(dice.randrange(4))}
    return deep(dice) if depth == 0 else []


# -- valid input, changed in places


def _spots(valid: Any) -> list[tuple[Any, Any]]:
    """Return every container inside a JSON value with each of its keys or indexes."""
    found: list[tuple[Any, Any]] = []
    left = [valid]
    while left:
        holder = left.pop()
        if not isinstance(holder, dict | list):
            continue
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            left.append(holder[key])
    return found


def mutated(dice: random.Random, valid: Any) -> Any:
    """Return a copy of a JSON value with one to three changes somewhere in it."""
    made = copy.deepcopy(valid)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        spots = _spots(made)
        if not spots:
            return value(dice)
        _change(dice, *dice.choice(spots))
    return made


def _change(dice: random.Random, holder: Any, key: Any) -> None:
    kind = dice.randrange(12)
    if kind < 6:
        holder[key] = _of_its_kind(dice, holder[key]) if dice.random() < 0.5 else value(dice)
    elif kind < 8:
        del holder[key]
    elif kind == 8 and isinstance(holder, list):
        holder += [holder[key]] * dice.choice((1, 2, 7, 60, 3_000))
    elif kind == 9 and isinstance(holder, dict):
        holder[dice.choice(KEYS)] = value(dice)
    elif kind == 10 and isinstance(holder, list):
        dice.shuffle(holder)
    else:
        holder[key] = [holder[key]] if dice.random() < 0.5 else {"type": holder[key]}


def _of_its_kind(dice: random.Random, old: Any) -> Any:
    """Another value of the same type, so that more than the check of types is tested."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        near = (old + 1, old - 1, -old, old * 1000) if abs(old) < 2**64 else ()
        return dice.choice((*near, number(dice)))
    if isinstance(old, str):
        return text(dice)
    return value(dice)


# -- text that is no longer JSON, or JSON that no encoder makes


def encoded(dice: random.Random, made: Any) -> bytes:
    """Return the JSON of a value, half of the time with its characters as they are (halves of characters included)."""
    plain = dice.random() < 0.5
    return json.dumps(made, ensure_ascii=not plain).encode("utf-8", "surrogatepass")


def broken(dice: random.Random, content: bytes) -> bytes:
    """Return the bytes damaged: with a number of thousands of digits, an abyss of brackets, a cut, or noise in them."""
    kind = dice.randrange(8)
    if kind == 0:
        return _swapped(dice, _NUMBER, content, b"1" * dice.choice((400, 4_299, 4_300, 4_301, 9_000)))
    if kind == 1:
        depth = dice.choice(DEPTHS)
        left, right = dice.choice(((b"[", b"]"), (b'{"a":', b"}")))
        return _swapped(dice, dice.choice((_NUMBER, _STRING)), content, left * depth + b"1" + right * depth)
    if kind == 2:
        return _swapped(dice, dice.choice((_NUMBER, _STRING)), content, dice.choice(NO_VALUES))
    at = dice.randrange(len(content) + 1)
    if kind == 3:
        return content[:at]
    if kind == 4:
        return content[:at] + dice.randbytes(dice.randrange(1, 9)) + content[at:]
    if kind == 5:
        return content[:at] + dice.choice(NOISE) + content[at:]
    if kind == 6:
        other = dice.randrange(len(content) + 1)
        return content[:at] + content[min(at, other) : max(at, other)] * 2 + content[at:]
    return b"[" * dice.choice((1, 500, 60_000)) + content[:at]


def _swapped(dice: random.Random, token: re.Pattern[bytes], content: bytes, new: bytes) -> bytes:
    found = list(token.finditer(content))
    if not found:
        return content + new
    old = dice.choice(found)
    return content[: old.start()] + new + content[old.end() :]
