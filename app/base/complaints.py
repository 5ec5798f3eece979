"""Complaints of pydantic about a request, as refusals."""

from collections.abc import Sequence
from typing import Final

from pydantic_core import ErrorDetails

from app.base.errors import AppError, Code
from engine.errors import EngineError, brief, printable

MAX_STEPS: Final = 8  # into a value, where something is wrong with it
MAX_SAID: Final = 200

_COMPLAINTS: Final = {
    ("missing", "union_tag_not_found"): Code.sent_missing,
    ("extra_forbidden",): Code.sent_unknown,
    ("int",): Code.sent_whole,
    ("float", "finite"): Code.sent_number,
    ("string_type",): Code.sent_text,
    ("bool",): Code.sent_truth,
    ("list", "tuple"): Code.sent_list,
    ("dict", "model"): Code.sent_object,
    ("greater_than",): Code.sent_least,
    ("less_than",): Code.sent_most,
    ("string_too_short", "too_short"): Code.sent_short,
    ("string_too_long", "too_long"): Code.sent_long,
    ("literal", "enum", "union_tag_invalid"): Code.sent_choice,
}
"""The sentences for pydantic's complaints, by how their types begin."""
_BOUNDS: Final = ("ge", "gt", "le", "lt", "min_length", "max_length", "expected", "expected_tags")
"""The parts of a complaint's context that say what would be right."""


def complaint(found: Sequence[ErrorDetails]) -> AppError:
    """Return the first complaint of pydantic in short: where and what, never the value, which may be anything.

    Its own words, and those of `ValueError`, are English and for programmers: nobody reads them.
    """
    first = found[0]
    kind, context = first["type"], first.get("ctx", {})
    steps = [str(brief(part)) for part in first["loc"][:MAX_STEPS] if part not in ("body", "query", "path")]
    if "discriminator" in context:
        steps.append(str(context["discriminator"]).strip("'"))
    where = ".".join(steps) or "body"
    if kind == "json_invalid":
        return AppError(EngineError("not_json"))
    if kind == "unknown_type":
        return AppError(Code.wrong_message)
    code = next((code for begins, code in _COMPLAINTS.items() if kind.startswith(begins)), Code.wrong_key)
    right = next((str(context[part]) for part in _BOUNDS if part in context), "")
    said = printable(right.replace("'", '"').replace(" or ", ", "))[:MAX_SAID]
    return AppError(code, key=where, bound=said, words=said)
