"""The routers of `app.matches`, the most frequent first."""

from typing import Final

from fastapi import APIRouter

from app.matches.core import api as matches_api
from app.matches.core.opponents import challenge_api, finding_api, friend_api, guest_seats_api
from app.matches.core.sockets import match_socket, own_socket
from app.matches.play import bots as bot_pages
from app.matches.play import guest_seat_pages, hints, page_socket, waiting_host, workshop
from app.matches.play import pages as match_pages
from app.matches.solo import pages as solo_pages
from app.matches.talk import api as talk_api
from app.matches.talk import pages as talk_pages
from app.matches.talk import socket as talk_socket

ROUTERS: Final[list[APIRouter]] = [
    finding_api.router,
    challenge_api.router,
    friend_api.router,
    matches_api.router,
    matches_api.records,
    hints.api,
    match_socket.router,
    page_socket.router,
    own_socket.router,
    match_pages.router,
    talk_api.router,
    talk_socket.router,
    talk_pages.router,
    workshop.router,
    bot_pages.router,
    waiting_host.router,
    guest_seat_pages.router,
    guest_seats_api.router,
    hints.router,
    solo_pages.router,
]
