"""Printed pages: PDFs of Chromium, measured by poppler."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from app.base.i18n import LANGUAGES
from tests.support.browser import Visitors
from tests.support.need import missing

DOTS = 254  # an inch: ten of them are a millimetre
NEAR = 4  # dots


class Ink(NamedTuple):
    """The extent of what is not white on a page, in dots."""

    width: int
    height: int


def pages(pdf: Path) -> int:
    found = re.search(
        r"Pages:\s+(\d+)", subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
    )
    assert found is not None
    return int(found[1])


def ink(pdf: Path) -> Ink:
    command = ["pdftoppm", "-r", str(DOTS), "-gray", "-singlefile", str(pdf), str(pdf.with_suffix(""))]
    subprocess.run(command, check=True)
    _, size, _, dots = pdf.with_suffix(".pgm").read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    rows = [dots[at * width : (at + 1) * width] for at in range(height)]
    inked = [row for row in rows if min(row) < 250]
    left = min(len(row) - len(row.lstrip(b"\xff")) for row in inked)
    right = max(len(row.rstrip(b"\xff")) for row in inked)
    return Ink(right - left, len(inked))


def printed(page: Page, path: str, pdf: Path) -> Path:
    page.goto(path)
    page.pdf(path=pdf, prefer_css_page_size=True, format="A4", print_background=True)
    return pdf


def test_cards_are_printed_in_the_size_of_sleeves_and_the_rules_on_one_sheet(
    visitors: Visitors, tmp_path: Path
) -> None:
    if shutil.which("pdftoppm") is None:
        missing("pdftoppm", "poppler-utils")
    page, pdf = visitors.visitor(), tmp_path / "sheet.pdf"
    page.emulate_media(media="print")
    champion: dict[str, str | float | bool] = {
        "name": "Ann",
        "attack": "2",
        "health": "3",
        "icon": "sword",
        "ability": "rage",
    }
    for made, size in (
        (page.request.post("/designer", form=champion).url, (560, 870)),
        (
            page.request.post("/decks", form={"name": "Tides", "deck": "boom.ogre.zombie.naga.goblin-archer"}).url,
            (1680, 1740),
        ),
    ):
        page.goto(made)
        link = page.locator("a", has_text="Print for sleeves").get_attribute("href")
        found = ink(printed(page, str(link), pdf))
        assert all(abs(one - wanted) <= NEAR for one, wanted in zip(found, size, strict=True)), (made, found)
        assert pages(pdf) == 1
    for code in LANGUAGES:
        page.context.add_cookies([{"name": "language", "value": code, "url": page.url}])
        for sheet, letters in (("/rules/card", 1500), ("/rules/card/home", 750)):
            assert pages(printed(page, sheet, pdf)) == 1, (code, sheet)
            text = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True, check=True).stdout
            assert len(text) > letters, (code, sheet)
