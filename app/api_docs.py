"""What the OpenAPI description says of every refusal."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field


class ErrorOut(BaseModel):
    """Why something was refused; nothing was changed."""

    error: str = Field(description="one sentence, in the asker's language", examples=["It is not your turn."])
    code: str = Field(description="the same for programs", examples=["not_your_turn"])


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may answer with these statuses; 503 any of them may."""
    return {
        status: {"model": ErrorOut, "description": HTTPStatus(status).phrase} for status in sorted({*statuses, 503})
    }
