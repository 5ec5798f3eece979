"""`python -m tools.pictures`: make the pictures of the README, a match on a large screen and on a phone.

A match against a computer opponent that begins with a position of its own, on a site of its own, in a real Chromium.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize

from engine.match import Options
from engine.record import MatchRecord
from tools.rig.browser import running_browser
from tools.rig.json import Json
from tools.rig.server import ServerProcess

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
QUALITY: Final = 82
DRAWN: Final = (
    "document.getElementById('match')?.dataset.connection === 'open' && !document.querySelector('[data-playing]')"
)


def _side(hand: str, top: str, bottom: str) -> Json:
    lanes = {"top": [{"card": card} for card in top.split()], "bottom": [{"card": card} for card in bottom.split()]}
    return {"hand": hand.split(), "fortress": "bastion", "champion": None, **lanes}


def record() -> str:
    """Return the text of a record that begins with the position of the pictures."""
    position: Json = {
        "edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 9,
        "A": _side("growler * brute boom troll baron shaman", "ogre partisan", "zombie"),
        "B": _side("* reptile gnome mutant alpha", "lieutenant", "microctopus troll"),
    }  # fmt: skip
    options = Options(seed=1, edition="2022", mode="duel", format="position", position=position)
    return json.dumps(MatchRecord(options, {"A": "Anna", "B": "Bo"}, (), None).to_json())


def _posted(page: Page, address: str, **fields: str) -> str:
    answer = page.request.post(address, form=dict(fields), headers={"Accept": "text/html"}, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def take(browser: Browser, url: str, name: str, *, width: int, height: int, phone: bool) -> None:
    """Write the picture of a table on a screen of this size, in pixels of CSS; a phone's has two for each."""
    screen = ViewportSize(width=width, height=height)
    context = browser.new_context(
        base_url=url,
        viewport=screen,
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        color_scheme="light",
        locale="en-GB",
    )
    with closing(context):
        page = context.new_page()
        page.goto("/")
        replay = _posted(page, "/replays", text=record())
        page.goto(_posted(page, f"{replay}/play", step="0", how="bot", seat="A"))
        page.locator("#table").wait_for()
        page.wait_for_function(DRAWN)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=FOLDER / name, type="jpeg", quality=QUALITY, animations="disabled")


def main() -> None:
    """Make both pictures."""
    with (
        tempfile.TemporaryDirectory(prefix="clash-pictures-") as folder,
        closing(ServerProcess(Path(folder)).start()) as site,
        running_browser() as browser,
    ):
        take(browser, site.url, "board.jpg", width=1280, height=760, phone=False)
        take(browser, site.url, "phone.jpg", width=390, height=780, phone=True)


if __name__ == "__main__":
    main()
