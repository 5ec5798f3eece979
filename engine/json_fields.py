"""Reading JSON objects field by field: right types, nothing unknown, a clear refusal otherwise."""

from __future__ import annotations

from typing import Any, TypeAlias

from engine.errors import BadPosition, brief

StoredJson: TypeAlias = dict[str, Any]
"""JSON as the engine itself writes it: its reader takes KeyError, TypeError or ValueError for an answer."""


class Fields:
    """The fields of one JSON object, taken out by name; `done` refuses what is left.

    Everything raises BadPosition with a code that says what is wrong with which field.
    """

    def __init__(self, data: object, what: str) -> None:
        """Read the object `data`; `what` names it in refusals."""
        if not isinstance(data, dict):
            raise BadPosition("option_object", option=what)
        self._left: dict[str, object] = dict(data)

    def word(self, key: str, default: str) -> str:
        """Return a string."""
        value = self._left.pop(key, default)
        if not isinstance(value, str):
            raise BadPosition("option_word", option=key)
        return value

    def optional_word(self, key: str) -> str | None:
        """Return a string or null."""
        value = self._left.pop(key, None)
        if value is not None and not isinstance(value, str):
            raise BadPosition("option_word", option=key)
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """Return a whole number (true and false are none); without a default it must be there."""
        value = self._left.pop(key, default)
        if type(value) is not int:
            raise BadPosition("option_integer", option=key)
        return value

    def optional_integer(self, key: str) -> int | None:
        """Return a whole number or null."""
        value = self._left.pop(key, None)
        if value is not None and type(value) is not int:
            raise BadPosition("option_integer", option=key)
        return value

    def boolean(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self._left.pop(key, default)
        if not isinstance(value, bool):
            raise BadPosition("option_boolean", option=key)
        return value

    def words(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Return a list of strings."""
        value = self._left.pop(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise BadPosition("option_words", option=key)
        return tuple(value)

    def anything(self, key: str, default: object = None) -> object:
        """Return any value; the caller checks it."""
        return self._left.pop(key, default)

    def done(self) -> None:
        """Refuse fields that were not asked for."""
        if self._left:
            raise BadPosition("option_unknown", option=brief(min(self._left, key=str)))
