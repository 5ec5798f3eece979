"""The pages for contributors: every link leads somewhere, every rule that the code names has its number there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from app.base.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE = re.compile(r"`((?:app|engine|templates|static|tests|tools|docs|migrations)/[a-z0-9_./-]+)`")
INSTALLS = re.compile(r"\b(?:uvx|pipx run|pipx inject|install|uv add)\s+[`'\"]?clash-of-decks")
WHEEL = re.compile(r"clash_of_decks(?:_\w+)?-(\d[\w.]*)-py3")


def _tracked(*patterns: str) -> list[Path]:
    """Return the files under version control, or, in a copy without it, all that match."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [ROOT / name for name in listed.stdout.split("\0") if name]
    skip = {".venv", "node_modules"}
    found = (path for pattern in patterns for path in ROOT.rglob(pattern))
    return [path for path in found if not skip & set(path.relative_to(ROOT).parts)]


PAGES = _tracked("*.md")


def _anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as forges make them."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {heading.replace(" ", "-") for heading in plain}


def test_every_link_leads_somewhere_and_every_file_that_is_named_is_there() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        for link in LINK.findall(text):
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not link.startswith(("http://", "https://")):
                assert target.exists(), f"{page.name}: {link}"
                assert not anchor or anchor in _anchors(target.read_text("utf-8")), f"{page.name}: {link}"
        named = FILE.findall(text) if page.name != "CHANGELOG.md" else []
        made = "static/vendor"  # by make install: it is there afterwards only
        assert [name for name in named if not (ROOT / name).exists() and not name.startswith(made)] == [], page.name


def test_what_is_in_no_registry_is_installed_from_its_file() -> None:
    """Nothing is published: a name alone finds nothing, or one day somebody else's package."""
    for page in [*PAGES, *_tracked("*.py", "*.html", "*.po", "Makefile")]:
        if page == Path(__file__):
            continue
        text = page.read_text("utf-8")
        assert INSTALLS.findall(text) == [], page.name
        assert set(WHEEL.findall(text)) <= {VERSION}, page.name
