"""Positions as JSON (docs/notation.md): `to_json` writes them, `from_json` reads them and refuses impossible ones."""

from engine.notation.reading import from_json
from engine.notation.writing import (
    champion_to_json,
    header_to_json,
    pending_to_json,
    realm_to_json,
    solo_to_json,
    to_json,
)

__all__ = [
    "champion_to_json",
    "from_json",
    "header_to_json",
    "pending_to_json",
    "realm_to_json",
    "solo_to_json",
    "to_json",
]
