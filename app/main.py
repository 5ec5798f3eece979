"""The application factory: settings in, the whole site out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from starlette_compress import CompressMiddleware

from app import api_pages, assets, errors, i18n, logs
from app.settings import Settings, load
from app.templating import ROOT, Templates

# Every part of the site that answers requests: add its router here.
ROUTERS: list[APIRouter] = [
    api_pages.router,
]


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """What lives as long as the server: opened in this order, closed in the other."""
    yield


def create_app(settings: Settings | None = None) -> FastAPI:
    """The site with these settings (by default the environment's).

    `app.state` holds `settings` and `templates` for the routes.
    """
    settings = settings or load()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    logs.configure(settings)
    app = FastAPI(title="Clash of Decks", version="0.1.0", lifespan=lifespan, docs_url=None, redoc_url=None)
    files = assets.Assets(ROOT / "static", dev=settings.dev)
    app.state.settings = settings
    app.state.templates = Templates(files, dev=settings.dev)
    errors.install(app)
    # The last one added is the outermost.
    app.add_middleware(i18n.LanguageMiddleware)
    app.add_middleware(CompressMiddleware)
    app.add_middleware(logs.RequestLog)
    for router in ROUTERS:
        app.include_router(router)
    app.mount(assets.PREFIX, files, name="static")
    return app
