"""The description of every refusal in OpenAPI."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI
from pydantic import BaseModel, Field


class ErrorOut(BaseModel):
    """A refusal and its reason; nothing was changed."""

    error: str = Field(description="one sentence, in the asker's language", examples=["It is not your turn."])
    code: str = Field(description="the same for programs", examples=["not_your_turn"])


def refusals(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Return the `responses` of a route that may answer with these statuses; 503 any of them may."""
    return {
        status: {"model": ErrorOut, "description": HTTPStatus(status).phrase} for status in sorted({*statuses, 503})
    }


def install(app: FastAPI) -> None:
    """Remove FastAPI's default answer to malformed input from the description: here that is a 400, ErrorOut."""
    describe = app.openapi

    def honest() -> dict[str, object]:
        if app.openapi_schema is None:
            described = describe()
            for methods in described["paths"].values():
                for operation in methods.values():
                    _correct(operation["responses"])
            for name in ("HTTPValidationError", "ValidationError"):
                described["components"]["schemas"].pop(name, None)
        return describe()

    app.openapi = honest  # type: ignore[method-assign] # FastAPI's documented way to change the description


def _correct(responses: dict[str, object]) -> None:
    if "HTTPValidationError" in str(responses.get("422")):
        del responses["422"]
        responses.setdefault("400", {"description": HTTPStatus(400).phrase, **_error_content()})


def _error_content() -> dict[str, object]:
    return {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}}
