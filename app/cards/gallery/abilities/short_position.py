"""Positions as lessons and figures write them: those of docs/notation.md, without what has a default."""

from __future__ import annotations

from typing import Any, TypeAlias

ShortPosition: TypeAlias = dict[str, Any]  # of many shapes; the engine checks each when it is read
