"""`MatchId`: a match's id in the address of a page or a call."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Path

MatchId: TypeAlias = Annotated[str, Path(alias="id", max_length=64)]
