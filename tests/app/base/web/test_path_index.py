"""A request that tries few routes is answered as if it had tried all."""

from __future__ import annotations

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from app.base.web.layers import LayeredApp

GETS = ("/", "/{page}", "/matches/{id}", "/matches/new", "/matches", "/{kind}/new", "/talk/{id}/lines", "/@{name}/all")
POSTS = ("/matches/{id}/moves", "/matches")
PATHS = (
    *("/", "/x", "/x/", "/matches", "/matches/", "/matches/new", "/matches/7", "/matches/7/moves", "/matches//new"),
    *("/other/new", "/talk/1/lines", "/talk/1", "/@ann/all", "/files", "/files/a", "/files/a/b", "/none/of/these"),
    *("//matches", "/matche%73/7", "/MATCHES/7"),
)


def _answer(path: str) -> object:
    async def answer(request: Request) -> Response:
        return PlainTextResponse(
            f"{path} {sorted(request.path_params.items())} {request.url_for('/matches/{id}', id=3)}"
        )

    return answer


def _filled(app: FastAPI) -> FastAPI:
    router = APIRouter()
    for method, paths in (("GET", GETS), ("POST", POSTS)):
        for path in paths:
            router.add_api_route(path, _answer(path), methods=[method], name=path)  # type: ignore[arg-type]
    app.router.routes.extend(router.routes)
    app.router.routes.append(Mount("/files", Starlette(routes=[Route("/a", _answer("a file"))])))  # type: ignore[arg-type]
    return app


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_same_route_answers(method: str) -> None:
    with TestClient(_filled(FastAPI())) as tries_all, TestClient(_filled(LayeredApp({}))) as tries_few:
        for path in PATHS:
            asked = [each.request(method, path, follow_redirects=False) for each in (tries_all, tries_few)]
            expected, found = [(answer.status_code, answer.text, answer.headers) for answer in asked]
            assert found == expected, path
