"""The description of every refusal in OpenAPI."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from pydantic import BaseModel, Field

IDEMPOTENCY_KEY: Final = "Idempotency-Key"
MAX_KEY: Final = 200
SECRETS: Final = ("/players", "/tokens", "/recovery")  # calls whose answers nobody may keep


def takes_key(method: str, path: str) -> bool:
    """True if a call that creates something may be sent again with its key."""
    return method == "POST" and path.startswith("/api/") and not path.endswith(SECRETS)


class ErrorOut(BaseModel):
    """A refusal and its reason; nothing was changed."""

    error: str = Field(description="one sentence, in the asker's language", examples=["It is not your turn."])
    code: str = Field(description="the same for programs", examples=["not_your_turn"])


def refusals(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Return the `responses` of a route that may answer with these statuses; 503 any of them may."""
    return {
        status: {"model": ErrorOut, "description": HTTPStatus(status).phrase} for status in sorted({*statuses, 503})
    }


def file_of(media_type: str) -> dict[int | str, dict[str, object]]:
    """Return the `responses` of a route that answers with a file."""
    content: dict[str, object] = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return {200: {"content": content, "description": "a file"}}


def install(app: FastAPI) -> None:
    """Remove FastAPI's default answer to malformed input from the description: here that is a 400, ErrorOut."""
    describe = app.openapi

    def honest() -> dict[str, object]:
        if app.openapi_schema is None:
            described = describe()
            described["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            for path, methods in described["paths"].items():
                for method, operation in methods.items():
                    _correct(operation, may_repeat=takes_key(method.upper(), path))
            for name in ("HTTPValidationError", "ValidationError"):
                described["components"]["schemas"].pop(name, None)
        return describe()

    app.openapi = honest  # type: ignore[method-assign] # FastAPI's documented way to change the description


# Any: FastAPI's description has values of all types.
def _correct(operation: dict[str, Any], *, may_repeat: bool) -> None:
    """Say what every call has: a token, where one may be needed, the key of one that may be sent again, and an answer
    to a body that is too large."""
    responses = operation["responses"]
    if "HTTPValidationError" in str(responses.get("422")):
        del responses["422"]
        responses.setdefault("400", {"description": HTTPStatus(400).phrase, **_error_content()})
    if may_repeat and "201" in responses:
        schema = {"type": "string", "minLength": 1, "maxLength": MAX_KEY}
        operation.setdefault("parameters", []).append({"name": IDEMPOTENCY_KEY, "in": "header", "schema": schema})
        for status in (400, 409, 422):
            if str(status) not in responses:
                responses[str(status)] = {"description": HTTPStatus(status).phrase, **_error_content()}
    if "401" in responses:
        operation["security"] = [{"token": []}, {}]
    if "requestBody" in operation:
        responses.setdefault("413", {"description": HTTPStatus(413).phrase, **_error_content()})


def _error_content() -> dict[str, object]:
    return {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}}
