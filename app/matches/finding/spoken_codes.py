"""Spoken codes: four short words by which a friend in the same room, or on the telephone, finds a table.

A code belongs to one table at a time, and only while a seat is free there. No two words begin with the same three
letters, so what is typed wrongly after those does no harm. Four of 256 words: four thousand million codes.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

import sqlalchemy as sa

from app.errors import AppError, Code
from app.matches.storage.models import matches, spoken_codes

_LIST: Final = """
acorn agent album alley amber angle ankle apple apron arch arrow ash atlas attic badge bagel bake ball bamboo
band barn basil bath bench bike birch blaze block boat bone bowl box brass bread brick broom brush bucket
buddy bugle bunny bus butter cabin cactus cake camel candle cape card castle cat cave cedar cello chalk
cheese cider circle clay cliff clock cobra cocoa coin comb cook coral cotton cousin crab crow cup curl daisy
dance dart delta denim desk dice dish dog doll door dragon drum duck dune dusk eagle easel echo edge egg
elbow ember engine fable falcon farm fence fern finch fish flag flute foam fog forest fox frog fruit gable
garlic gate gem ghost giant ginger glove goat gold goose grape guitar hammer harp hat hawk hazel hedge helmet
hill hinge honey hook hotel house igloo ink iron island jacket jade jam jar jelly jewel jigsaw juice jungle
kayak kettle king kite kiwi koala lace ladder lake lamp laurel leaf lemon lily lime lion lizard lotus lunch
lute magnet maple marble mask meadow melon mill mirror moon mud muffin museum nail napkin nest nickel nylon
oak oasis ocean olive onion opal opera orange orbit orchid otter owl paddle panda paper parrot pasta peach
pepper piano pine pirate pizza polar poppy potato puzzle queen rabbit radio raven ribbon river rocket roof
ruby rug saddle salt scarf shirt silk skate soup star sugar table taco teapot temple tiger timber tomato
tower turtle vase violin wagon water wheel winter wolf yellow yoga zebra zero zigzag
"""
WORDS: Final = tuple(_LIST.split())
LENGTH: Final = 4
KNOWN_BY: Final = 3  # letters
MAX_TEXT: Final = 100
_BY_BEGINNING: Final = {word[:KNOWN_BY]: word for word in WORDS}


def new_code() -> str:
    """Return four words by chance, with spaces between them."""
    return " ".join(secrets.choice(WORDS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """Return the code that somebody typed: capitals, hyphens and endings do not matter. AppError(no_such_code)."""
    typed = re.findall(r"[a-z]+", text[:MAX_TEXT].lower())
    words = [_BY_BEGINNING.get(word[:KNOWN_BY], "") for word in typed]
    if len(words) != LENGTH or "" in words:
        raise AppError(Code.no_such_code)
    return " ".join(words)


def give(connection: sa.Connection, match_id: str) -> None:
    """Give a new table a code that no other has. Two transactions with the same one are sorted out by the key."""
    taken = sa.select(spoken_codes.c.code)
    while connection.execute(taken.where(spoken_codes.c.code == (code := new_code()))).first() is not None:
        pass
    connection.execute(sa.insert(spoken_codes).values(match_id=match_id, code=code))


def code_of(connection: sa.Connection, match_id: str) -> str | None:
    """Return the code of a table that waits; None of any other."""
    return connection.execute(_open(spoken_codes.c.code).where(matches.c.id == match_id)).scalar_one_or_none()


def match_of(connection: sa.Connection, code: str) -> str:
    """Return the id of the table with this code (see `read_code`); AppError(no_such_code)."""
    found = connection.execute(_open(spoken_codes.c.match_id).where(spoken_codes.c.code == code)).scalar_one_or_none()
    if found is None:
        raise AppError(Code.no_such_code)
    return found


def _open(column: sa.Column[str]) -> sa.Select[str]:
    return sa.select(column).join(matches, matches.c.id == spoken_codes.c.match_id).where(matches.c.status == "open")


def forget_begun(connection: sa.Connection) -> None:
    """Delete the codes of tables that no longer wait."""
    begun = sa.exists().where(matches.c.id == spoken_codes.c.match_id, matches.c.status != "open")
    connection.execute(sa.delete(spoken_codes).where(begun))
