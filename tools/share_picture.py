"""The preview picture of a link to this site: `python -m tools.share_picture` draws static/img/share.png.

Drawn by a real Chromium from our own drawing of a crowded puzzle; run again when that drawing changes.
"""

from __future__ import annotations

from pathlib import Path

from app.cards.drawing import HELPERS
from app.puzzles.puzzle_page import first_board
from app.table.board import Board
from app.web.assets import Assets
from app.web.templating import Templates
from engine.bots import puzzles
from tools.rig.browser import running_browser

STATIC = Path(__file__).resolve().parent.parent / "static"
TARGET = STATIC / "img" / "share.png"


def _crowd(shown: Board) -> int:
    return sum(len(realm.creatures) for realm in shown.realms.values())


def draw() -> None:
    """Write the picture: the board on its sea, 1200 by 630, with the game's name."""
    picture = Templates(Assets(STATIC), helpers=HELPERS).text(
        "table/picture.html", {"b": max(map(first_board, puzzles.load()), key=_crowd)}
    )
    with running_browser() as browser:
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.set_content(
            "<style>body{margin:0;overflow:hidden;background:#143c49;font:700 84px Georgia,serif;color:#fdf3dc}"
            "svg{display:block;width:1200px;height:auto;margin-top:-62px}"
            "p{position:absolute;inset:auto 0 0;margin:0;padding:60px 0 14px;text-align:center;"
            "background:linear-gradient(transparent,#0b222b 60%)}"
            f"</style>{picture}<p>Clash of Decks</p>"
        )
        page.screenshot(path=TARGET)


if __name__ == "__main__":
    draw()
