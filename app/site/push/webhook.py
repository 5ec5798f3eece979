"""A message to an address outside: signed by Standard Webhooks, with a body that Slack and Mattermost (`text`), Discord
(`content`) and ntfy (`message`) show as it is."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from typing import Final

import orjson

from app.base.i18n.formats import rfc3339

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
MAX_CHARACTERS: Final = 1900  # characters of a text: Discord takes 2,000, ntfy 4,096 bytes
TYPES: Final = {
    "turn": "match.turn",
    "seat": "match.joined",
    "asked": "match.challenge",
    "round": "tournament.round",
    "over": "tournament.over",
    "trial": "test",
}
NTFY: Final = {"X-Template": "yes", "X-Title": "{{.title}}", "X-Message": "{{.message}}"}
"""Has ntfy show these two keys of the body."""
HARMLESS: Final = str.maketrans({"@": "＠", "<": "‹", ">": "›", "[": "(", "]": ")", "*": "∗", "`": "'", "_": "＿"})
"""A name calls nobody in a channel, and is neither a link nor markup there."""


def new_secret() -> str:
    """Return a secret that signs the messages to one address."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def body_of(message: Mapping[str, str | int], site: str) -> bytes:
    """Return the body of a message: nothing but its words, its link, and what kind it is."""
    title, words = (str(message[name]).translate(HARMLESS) for name in ("title", "body"))
    link = f"{site}{message.get('outside', message['url'])}"
    shown = f"{words[: MAX_CHARACTERS - len(title) - len(link)]}\n{link}"
    whole = f"{title}\n{shown}"
    return orjson.dumps(
        {
            "type": TYPES[str(message["kind"])],
            "timestamp": rfc3339(float(message["at"])),
            "data": {"url": link, "waiting": message["waiting"]},
            "title": title,
            "message": shown,
            "text": whole,
            "content": whole,
            "allowed_mentions": {"parse": []},
        }
    )


def headers_of(secret: str, message_id: str, body: bytes, now: float) -> dict[str, str]:
    """Return the headers of an attempt at this moment; the id is the same each time."""
    key, at = base64.b64decode(secret.removeprefix(PREFIX)), str(int(now))
    signature = hmac.digest(key, f"{message_id}.{at}.".encode() + body, "sha256")
    signed = {"webhook-id": message_id, "webhook-timestamp": at}
    signed["webhook-signature"] = f"v1,{base64.b64encode(signature).decode()}"
    return {"Content-Type": "application/json", **NTFY, **signed}
