"""The services that all others stand on."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.health import Watch
from app.base.helper_trouble import HelperTrouble
from app.base.live.bus import Bus
from app.base.live.connection import PAGE_PROTOCOL
from app.base.live.presses import Presses
from app.base.live.shards import Shards
from app.base.settings import Settings
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.tasks import TaskHealth
from app.base.web.assets import static_files
from app.base.web.http import loopback_host
from app.base.web.limits import RateLimits
from app.base.web.link_pictures import LinkPictures
from app.base.web.metrics import Metrics
from app.base.web.page_cache import PageCache
from app.base.web.site_pages import FOLDER, SitePages
from app.base.web.templating import Templates


@dataclass(frozen=True, kw_only=True)
class Base:
    """The services of `app.base`."""

    settings: Settings
    database: Database
    metrics: Metrics
    health: TaskHealth
    writer: Writer
    shards: Shards
    bus: Bus
    helper_trouble: HelperTrouble
    watch: Watch
    limits: RateLimits
    presses: Presses
    page_cache: PageCache
    link_pictures: LinkPictures
    site_pages: SitePages
    templates: Templates

    @classmethod
    def open(cls, settings: Settings, database: Database) -> Base:
        """Make the services of the district on an open database."""
        metrics = Metrics()
        health = TaskHealth(metrics.count_restart)
        writer = Writer(database, health)
        shards = Shards(settings.worker - 1, settings.workers)
        bus = Bus(settings.redis_url, shards, health)
        helper_trouble = HelperTrouble()
        watch = Watch(database, writer, bus, settings.min_free_mb, health, helper_trouble)
        site_pages = SitePages(settings.house_texts or settings.data_dir / FOLDER)
        templates = make_templates(settings)
        templates.offer({"site_links": site_pages.links})
        gauge = metrics.gauge
        gauge("clash_commit_groups", "Transactions written so far.", lambda: writer.groups)
        gauge("clash_rows_written", "Pieces of work in those transactions.", lambda: writer.written)
        gauge("clash_ready", "1 if /readyz says ok.", lambda: watch.found.status == "ok")
        gauge("clash_writes_ok", "1 if the last write succeeded.", lambda: watch.found.writes == "ok")
        gauge("clash_disk_ok", "0 if no table can be opened for want of room.", lambda: watch.found.disk != "full")
        if bus.is_used:
            gauge("clash_redis_connected", "1 if other workers' hints arrive.", lambda: bus.connected)
            gauge("clash_lag_seconds", "From this worker through Redis and back.", lambda: bus.echo.seconds)
        return cls(
            settings=settings,
            database=database,
            metrics=metrics,
            health=health,
            writer=writer,
            shards=shards,
            bus=bus,
            helper_trouble=helper_trouble,
            watch=watch,
            limits=RateLimits(settings.rate_limit, settings.trusted_proxies),
            presses=Presses(),
            page_cache=PageCache(dev=settings.dev),
            link_pictures=LinkPictures(),
            site_pages=site_pages,
            templates=templates,
        )


def make_templates(settings: Settings) -> Templates:
    """Return the templates, which other districts offer further names."""
    names = {"loopback_host": loopback_host, "page_protocol": PAGE_PROTOCOL, "has_leaderboard": settings.leaderboard}
    return Templates(static_files(settings.dev), dev=settings.dev, helpers=names)
