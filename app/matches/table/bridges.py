"""The wear of bridges, each half by the fortress of its side."""

from __future__ import annotations

from typing import Final, Protocol

BATTERED_BELOW: Final = 5  # HP: below, a bridge shows it


class Fortified(Protocol):
    """A side's hand or pile: the side of its fortress that is up, "bastion" or "fort", and its HP."""

    @property
    def side(self) -> str: ...

    @property
    def hp(self) -> int: ...


def wear_of(side: str, hp: int) -> int:
    """Return the wear of a side's bridges, by its fortress: 0 (whole) to 3."""
    return 2 * (side == "fort") + (hp < BATTERED_BELOW)


def bridge_wear(near: Fortified, far: Fortified) -> tuple[int, int]:
    """Return the wear of the two halves of each bridge, by the sides that it joins."""
    return wear_of(near.side, near.hp), wear_of(far.side, far.hp)
