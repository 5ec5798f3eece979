"""A position with its sides exchanged, so that whoever is asked sits at A, as in every exercise."""

from __future__ import annotations

from typing import Final

from engine.json_fields import StoredJson

_OTHER: Final = {"A": "B", "B": "A"}


def mirrored(position: StoredJson) -> StoredJson:
    """Return a duel's position (docs/notation.md) with A and B exchanged."""
    turned = {**position, "A": position["B"], "B": position["A"]}
    turned["active"] = _OTHER[position["active"]]
    turned["winner"] = _OTHER.get(position["winner"], position["winner"])
    if "pending" in position:
        turned["pending"] = _pending(position["pending"])
    return turned


def _pending(pending: StoredJson) -> StoredJson:
    then = dict(pending["then"])
    if "attacker" in then:
        then["attacker"] = {**then["attacker"], "player": _OTHER[then["attacker"]["player"]]}
    return {**pending, "owner": _OTHER[pending["owner"]], "then": then}
