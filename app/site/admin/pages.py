"""`/admin`: tables, load, reports, notices, invitations, roles, the log."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.live.bus import Bus
from app.base.seconds import MINUTE, WEEK
from app.base.settings import Settings
from app.base.store.database import Database
from app.base.web.http import see_other, site_url
from app.base.web.limits import Limit, address_of
from app.base.web.logs import log
from app.base.web.metrics import Metrics
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.service import MatchService
from app.matches.talk.emotes import emote_words
from app.matches.talk.reports import Report, Reports
from app.people.moderation.log import Act, ModerationLog
from app.people.moderation.staff import RoleHolder, Staff, StaffService
from app.people.notices.models import NOTICE_LENGTH
from app.people.notices.notices import Notice, Notices
from app.people.players.bans.bans import BanList
from app.people.players.identity.counted import Count, counting
from app.people.players.invites import Invite, InviteService
from app.people.players.models import LABEL_LENGTH
from app.people.players.player import Player
from app.site.admin.login import COOKIE, PATH, MaybeStaff, RequiredHost, RequiredKey, RequiredStaff
from app.site.admin.staff_page import StaffPage
from app.site.admin.stats import SiteStats, WorkerStats, site_stats, worker_stats
from app.site.ops.counts import SiteCounter

router = APIRouter(include_in_schema=False, prefix=PATH)

Minutes = Annotated[int | None, Form(ge=1, le=WEEK // MINUTE)]
ASK = [Depends(Limit("ask"))]


def _back() -> Response:
    return see_other(PATH)


async def _logged(request: Request, staff: Staff, act: Act, about: Player | str = "", reason: str = "") -> Response:
    """Put what was done into the log, and show the page."""
    await service_of(request, ModerationLog).add(staff, act, about, reason=reason)
    return _back()


@router.get("", dependencies=ASK)
async def admin_page(request: Request, staff: MaybeStaff) -> Response:
    """Show the page, or the password form."""
    return _login(request) if staff is None else await _page(request, staff)


def _login(request: Request, error: str = "", status: int = 200) -> Response:
    return service_of(request, Templates).page(
        request, "site/admin/login.html", {"error": error, "page": "admin"}, status=status
    )


@dataclass(frozen=True, kw_only=True)
class AdminPage(StaffPage):
    """The page of a host or a moderator; `link`: of an invitation just made; `stop`: of the server, announced."""

    template = "site/admin/admin.html"
    emote_words = staticmethod(emote_words)
    lengths = MappingProxyType({"notice": NOTICE_LENGTH, "label": LABEL_LENGTH})
    holders: list[RoleHolder]
    site: SiteStats
    worker: WorkerStats
    worker_id: str
    reports: list[Report]
    reports_done: list[Report]
    invites: list[Invite]
    invite_only: bool
    announcement: Notice | None
    stop: Notice | None
    link: str


async def _page(request: Request, staff: Staff, link: str = "") -> Response:
    notices = service_of(request, Notices).shown()
    shown = AdminPage(
        staff=staff,
        holders=await service_of(request, StaffService).all() if staff.is_host else [],
        entries=await service_of(request, ModerationLog).newest(),
        site=await site_stats(service_of(request, Database), service_of(request, SiteCounter)),
        worker=worker_stats(service_of(request, Metrics), service_of(request, MatchService).hub.sockets),
        worker_id=service_of(request, Bus).worker,
        reports=await service_of(request, Reports).newest(),
        reports_done=await service_of(request, Reports).newest("done"),
        bans=await service_of(request, BanList).newest(),
        invites=await service_of(request, InviteService).all(),
        invite_only=service_of(request, Settings).invite_only,
        announcement=next((notice for notice in notices if notice.kind == "announcement"), None),
        stop=next((notice for notice in notices if notice.kind == "shutdown"), None),
        link=link,
    )
    return service_of(request, Templates).show(request, shown)


@router.post("/login")
async def login(
    request: Request,
    key: RequiredKey,
    count: Annotated[Count, counting("admin")],
    password: Annotated[str, Form(max_length=1000)] = "",
) -> Response:
    try:
        count(None)
        if not key.fits(password):
            log.warning("admin refused", address=address_of(request))
            raise AppError(Code.wrong_password)
    except AppError as error:
        return _login(request, error.sentence, error.status)
    log.info("admin admitted", address=address_of(request))
    response = _back()
    key.admit(request, response)
    return response


@router.post("/logout", dependencies=ASK)
async def logout(staff: RequiredStaff) -> Response:
    """Delete the cookie of this browser."""
    response = _back()
    response.delete_cookie(COOKIE, path=PATH)
    return response


@router.post("/announcement", dependencies=ASK)
async def announce(
    request: Request, staff: RequiredHost, text: Annotated[str, Form()] = "", minutes: Minutes = None
) -> Response:
    """Show a text on every page, or take it down."""
    await service_of(request, Notices).announce(text, minutes)
    return await _logged(request, staff, "announce", reason=text)


@router.post("/stop", dependencies=ASK)
async def announce_stop(
    request: Request, staff: RequiredHost, text: Annotated[str, Form()] = "", minutes: Minutes = None
) -> Response:
    """Announce a stop of the server on every page, in minutes from now, or withdraw that."""
    await service_of(request, Notices).announce_stop(minutes, text)
    return await _logged(request, staff, "stop", reason=text)


@router.post("/invites", dependencies=ASK)
async def invite(
    request: Request,
    staff: RequiredHost,
    label: Annotated[str, Form()] = "",
    uses: Annotated[int, Form(ge=1, le=1000)] = 1,
    days: Annotated[int, Form(ge=1, le=365)] = 14,
) -> Response:
    """Make an invitation; its link is shown this once."""
    code = await service_of(request, InviteService).mint(label, uses, days)
    await service_of(request, ModerationLog).add(staff, "invite", label)
    return await _page(request, staff, link=f"{site_url(request)}/invite?code={code}")


@router.post("/invites/{id}/withdraw", dependencies=ASK)
async def withdraw(
    request: Request, staff: RequiredHost, invite_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Withdraw an invitation, also from those who have accepted it."""
    label = next((one.label for one in await service_of(request, InviteService).all() if one.id == invite_id), "")
    await service_of(request, InviteService).withdraw(invite_id)
    return await _logged(request, staff, "uninvite", label)


@router.post("/reports/{id}/done", dependencies=ASK)
async def report_done(
    request: Request, staff: RequiredStaff, report_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Mark a report as done."""
    reports = service_of(request, Reports)
    reported = await reports.reported_in(report_id)
    await reports.done(report_id)
    return await _logged(request, staff, "report", reported or "")
