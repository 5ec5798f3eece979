"""Requests of a page to speak, mute, block or report; and the page of blocked players."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import JSONResponse, Response

from app.base.i18n import _
from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.match_id import MatchId
from app.matches.core.reader_role import Sides
from app.matches.core.service import MatchService
from app.matches.talk.emotes import Emote
from app.matches.talk.models import MARKS_LENGTH, TEXT_LENGTH
from app.matches.talk.reports import Reports
from app.matches.talk.service import PersonRef, Said, TalkService
from app.people.players.bans.bans import BanList
from app.people.players.identity import MaybePlayer, guest, remember
from app.people.players.identity.counted import counted, counted_visitor
from app.people.players.player import Player

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form(max_length=TEXT_LENGTH)]
About = Annotated[str, Form(max_length=9, pattern=r"^(A|B|\d+)$")]


def _done(said: str = "") -> Response:
    """Return the answer to a script: the effect, in a sentence where the page does not show it."""
    return JSONResponse({"said": said}, headers={"Cache-Control": "no-store"})


def _person_ref(text: str) -> PersonRef:
    return text if text in ("A", "B") else int(text)  # type: ignore[return-value] # mypy does not narrow by `in`


@router.post("/match/{id}/talk")
async def say(
    request: Request,
    match_id: MatchId,
    player: Annotated[Player | None, counted_visitor("talk")],
    emote: Annotated[Emote | None, Form()] = None,
    text: Annotated[str | None, Form(max_length=TEXT_LENGTH)] = None,
    name: Annotated[str, Form(max_length=200)] = "",
    marks: Annotated[str | None, Form(max_length=MARKS_LENGTH)] = None,
    seq: Annotated[int, Form(ge=0, le=1_000_000)] = 0,
    side: Annotated[str, Form(pattern=r"^(A|B|AB)?$")] = "",
) -> Response:
    """Say an emote or a text, or draw marks. A visitor who only watches becomes a guest; the page then reloads.

    Everything is checked first, so that a refused line makes nobody a guest.
    """
    live, talk = await service_of(request, MatchService).live_match(match_id), service_of(request, TalkService)
    words = None if emote or marks is not None else text or ""
    said = Said(emote, words, marks, seq, cast("Sides", side) if side else None)
    await service_of(request, BanList).check("mute", player, request)
    talk.check_may_say(live.row, player.id if player else None, said)
    speaker = player or await guest(request, None, name)
    await talk.say(match_id, speaker, said)
    if player is not None:
        return _done()
    answer = JSONResponse({"said": "", "reload": True}, headers={"Cache-Control": "no-store"})
    await remember(request, answer, speaker)
    return answer


@router.post("/match/{id}/talk/mute")
async def mute(
    request: Request,
    match_id: MatchId,
    player: Annotated[Player, counted("talk")],
    person: About,
    on: Annotated[bool, Form()] = True,
) -> Response:
    """Mute somebody in this match (`on`), or unmute them."""
    await service_of(request, TalkService).mute(match_id, player, _person_ref(person), on=on)
    return _done()


@router.post("/match/{id}/talk/block")
async def block(
    request: Request,
    match_id: MatchId,
    player: Annotated[Player, counted("talk")],
    person: About,
) -> Response:
    """Block somebody everywhere: no chat, and no other table with them."""
    await service_of(request, TalkService).block(match_id, player, _person_ref(person))
    return _done(_("Blocked. You will no longer see each other's tables."))


@router.post("/match/{id}/talk/report")
async def report(
    request: Request,
    match_id: MatchId,
    player: Annotated[Player, counted("report")],
    person: About,
    why: Text = "",
) -> Response:
    """Report somebody to the site host, with the match and its last lines of chat."""
    await service_of(request, Reports).report(match_id, player, _person_ref(person), why)
    return _done(_("Thank you. The moderators will look into it."))


@router.get("/blocked", dependencies=[Depends(Limit("ask"))])
async def blocked_page(request: Request, player: MaybePlayer) -> Response:
    """Show the players the visitor has blocked."""
    found = await service_of(request, TalkService).blocks.of(player) if player else []
    return service_of(request, Templates).page(
        request, "matches/talk/blocked.html", {"blocks": found, "page": "blocked"}
    )


@router.post("/blocked/{id}/withdraw")
async def unblock(request: Request, player: Annotated[Player, counted("talk")], block_id: MatchId) -> Response:
    """Lift a block."""
    await service_of(request, TalkService).blocks.unblock(player, block_id)
    return see_other("/blocked")
