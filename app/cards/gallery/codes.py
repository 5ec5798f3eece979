"""Short text codes that carry a deck or a designed card through a chat: `DECK1-7KQ2-M0XV-…`.

A code is its kind and version, then bytes and a checksum of 16 bits in Crockford's base 32: no letter that could be
read as a digit, small letters the same as capitals, dashes only for readability. See docs/decisions/codes.md.
"""

from __future__ import annotations

import contextlib
import re
import unicodedata
from binascii import crc_hqx
from typing import Final

from app.base.errors import AppError, Code

DECK: Final = "DECK"
CARD: Final = "CARD"
VERSION: Final = 1

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES: Final = {digit: value for value, digit in enumerate(_DIGITS)} | {"O": 0, "I": 1, "L": 1}
_GROUP: Final = 4
_DASHES: Final = "-‐‑‒–—−_"
_DASH: Final = rf"[ \t]*[{_DASHES}][ \t]*"
_FOUND: Final = re.compile(rf"(?i)\b(DECK|CARD)(\d{{1,3}}){_DASH}([0-9A-Z]+(?:{_DASH}[0-9A-Z]+)*)")
_MAX_READ: Final = 4000


def pack(kind: str, payload: bytes) -> str:
    """Return the code of `payload` (at least one byte) for `kind` DECK or CARD."""
    body = _to_digits(payload + _checksum(kind, VERSION, payload))
    groups = [body[start : start + _GROUP] for start in range(0, len(body), _GROUP)]
    return "-".join([f"{kind}{VERSION}", *groups])


def unpack(kind: str, text: str) -> bytes:
    """Return the payload of the first code of `kind` in `text`, which may hold other words around it.

    AppError: code_missing, code_other_kind (a card's where a deck's is wanted, or the other way round),
    code_newer (another version), code_wrong (mistyped or cut off).
    """
    whole = _plain(text[:_MAX_READ])
    found = list(_FOUND.finditer(whole))
    wanted = next((match for match in found if match[1].upper() == kind), None)
    if wanted is None:
        raise AppError(Code.code_other_kind if found else Code.code_missing, begins=f"{kind}{VERSION}-")
    version = int(wanted[2])
    if version != VERSION:
        raise AppError(Code.code_newer)
    groups = re.split(_DASH, wanted[3].upper())
    for most in range(len(groups), 0, -1):  # a word after the code may look like its next group
        with contextlib.suppress(AppError):
            return _checked(kind, version, "".join(groups[:most]))
    return _checked(kind, version, "".join(groups))


def _plain(text: str) -> str:
    """Return a text without what mail and chats do to a code: letters of full width, invisible characters, quoted and
    broken lines."""
    plain = "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")
    unquoted = re.sub(r"(?m)^[>|\s]+", "", plain)
    return re.sub(rf"(?<=[0-9A-Za-z])\s*\n(?=[{_DASHES}])|(?<=[{_DASHES}])\s*\n", "", unquoted)


def _checked(kind: str, version: int, body: str) -> bytes:
    try:
        data = _from_digits(body)
    except (KeyError, ValueError):
        raise AppError(Code.code_wrong) from None
    payload, checksum = data[:-2], data[-2:]
    if not payload or checksum != _checksum(kind, version, payload):
        raise AppError(Code.code_wrong)
    return payload


def _checksum(kind: str, version: int, payload: bytes) -> bytes:
    return crc_hqx(f"{kind}{version}".encode() + payload, 0xFFFF).to_bytes(2)


def _to_digits(data: bytes) -> str:
    length = -(-len(data) * 8 // 5)
    number = int.from_bytes(data) << (length * 5 - len(data) * 8)
    return "".join(_DIGITS[number >> shift & 31] for shift in range((length - 1) * 5, -1, -5))


def _from_digits(body: str) -> bytes:
    """Return the bytes of a code's digits; ValueError or KeyError for what `_to_digits` cannot have written."""
    number = 0
    for digit in body:
        number = number << 5 | _VALUES[digit]
    size, spare = divmod(len(body) * 5, 8)
    if spare >= 5 or number & ((1 << spare) - 1):
        raise ValueError(body)
    return (number >> spare).to_bytes(size)
