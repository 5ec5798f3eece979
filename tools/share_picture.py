"""The preview picture of a link to this site: `python -m tools.share_picture` draws static/img/share.png.

Drawn by a real Chromium from the start page's own picture of the game; run again when that changes.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.rig.browser import running_browser
from tools.rig.server import ROOT, ServerProcess

TARGET: Final = ROOT / "static" / "img" / "share.png"
WIDTH, HEIGHT, SCALE = 1000, 525, 1.2  # 1200 by 630 pixels
# Only the name and the picture are left, on the sea, at the whole page's size.
ALONE: Final = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
RULES: Final = """
.site-header, .hero-words > :not(h1), .home, .site-footer { display: none !important; }
.hero { position: fixed; inset: 0; display: grid; align-items: center; border: 0; }
.hero-inner {
  width: 100%; max-width: none; box-sizing: border-box; padding: 2rem 2.5rem;
  grid-template-columns: 19rem 1fr; gap: 2.5rem;
}
"""


def draw() -> None:
    """Write the picture: the game's name, and the showpiece of the start page."""
    with TemporaryDirectory() as folder, running_browser() as browser:
        site = ServerProcess(Path(folder)).start()
        try:
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE, reduced_motion="reduce"
            )
            page.goto(site.url, wait_until="networkidle")
            page.evaluate(ALONE, RULES)
            page.screenshot(path=TARGET)
        finally:
            site.stop()


if __name__ == "__main__":
    draw()
