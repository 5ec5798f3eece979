"""Chromium, driven by Playwright, for tests and tools; and where Firefox is."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools.rig.programs import NotInstalled

# Chromium would otherwise look for updates and hosts outside, and its sandbox does not work as root.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
]  # fmt: skip
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", SHELL)
ON_MACOS = "/Applications/{0}.app/Contents/MacOS/{0}"


def chromium() -> str:
    """Return the path of Chromium or Chrome; NotInstalled where there is neither."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    found += [path for name in ("Chromium", "Google Chrome") if Path(path := ON_MACOS.format(name)).exists()]
    if not found:
        raise NotInstalled("Chromium", "chromium")
    return found[0]


def headless_shell() -> str:
    """Return the path of Chromium without its windows, which needs a quarter less CPU time, or of Chromium."""
    return shutil.which(SHELL) or chromium()


def firefox() -> str:
    """Return the path of Firefox; NotInstalled where there is none."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        raise NotInstalled("Firefox", "firefox-esr")
    return found


@contextmanager
def running_browser(find: Callable[[], str] = chromium) -> Iterator[Browser]:
    """Run Chromium for as long as the block lasts."""
    path = find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
