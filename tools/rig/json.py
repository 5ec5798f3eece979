"""JSON as a site answers it, and as tools send it to one."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of JSON; its values are described by the notation and the API."""
