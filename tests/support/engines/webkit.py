"""WebKit, as WebKitGTK and WPE have it, by the WebDriver that comes with each."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx

from tests.support.engines.page import EngineError, Pointer, Step, call, moves, strokes
from tests.support.waiting import DEADLINE, wait_until
from tools.rig.ports import ReservedPort
from tools.rig.programs import program
from tools.rig.usage import descendants

ANSWERED: Final = 2 * DEADLINE
"""Seconds until the driver must have answered: it ends a script or a load of its own after DEADLINE, and says which."""
TIGHT: Final = "* { min-width: 0; margin: 0; padding: 0; }"
"""For GTK: the window's bar would be wider than a phone."""
SIZE: Final = "() => [innerWidth, innerHeight]"
STILL: Final = "[Settings]\ngtk-enable-animations=0\n"
"""To GTK, and so to pages: nothing moves."""
WPE: Final = {
    "wpe:browserOptions": {"binary": "/usr/bin/cog", "args": ["--platform=headless", "--automation"]},
}
ASYNC: Final = """const done = arguments[arguments.length - 1];
if (!window.complaints) {
  window.complaints = [];
  addEventListener("error", ({ message }) => window.complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => window.complaints.push(`${reason}`));
}
(async () => JSON.stringify([await %s ?? null, window.complaints.splice(0)]))()
  .then((text) => done({ text }), (error) => done({ error: `${error}` }));"""
"""A call in a page, and the errors of its scripts since the last one: WebKit's driver does not report them."""


@contextmanager
def screen() -> Iterator[Mapping[str, str]]:
    """Provide a screen that nobody sees, as variables for programs that want one."""
    command = [program("Xvfb", "xvfb"), "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield {"DISPLAY": f":{process.stdout.readline().strip()}"}
        finally:
            process.terminate()


def gtk(variables: Mapping[str, str], folder: Path) -> WebKit:
    """Return WebKitGTK's small browser, on a screen that `variables` name; its settings are in `folder`."""
    driver = program("WebKitWebDriver", "webkit2gtk-driver")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(TIGHT, "utf-8")
    (folder / "gtk-3.0" / "settings.ini").write_text(STILL, "utf-8")
    return WebKit("WebKitGTK", driver, {}, {**variables, "XDG_CONFIG_HOME": str(folder)})


def wpe() -> WebKit:
    """Return WPE's small browser without a window."""
    program("cog", "cog")
    return WebKit("WPE", program("WPEWebDriver", "wpewebkit-driver"), WPE, {})


class WebKit:
    """A browser with WebKit: WebKitGTK's MiniBrowser, or WPE's Cog."""

    has_touch = False
    """WebKit's driver has no fingers."""

    def __init__(self, name: str, driver: str, capabilities: Mapping[str, Any], variables: Mapping[str, str]) -> None:
        self.name = name
        self.complaints: list[str] = []
        self._port = ReservedPort()
        command = [driver, f"--port={self._port.number}"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, env={**os.environ, **variables}
        )
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{self._port.number}", timeout=ANSWERED, trust_env=False)
        wait_until(self._answers)
        wanted = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = "/session/" + self._send("POST", "/session", wanted)["sessionId"]
        self._post("/timeouts", script=int(DEADLINE * 1000), pageLoad=int(DEADLINE * 1000))

    def _answers(self) -> bool:
        try:
            return self._client.get("/status").status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def _send(self, method: str, path: str, content: object = None) -> Any:
        value = self._client.request(method, path, json=content).json()["value"]
        if isinstance(value, dict) and "error" in value and "stacktrace" in value:
            raise EngineError(f"{path}: {value['error']}: {value['message']} ({self._running()} still run)")
        return value

    def _running(self) -> str:
        """Return the names of the browser's processes: of one that dies in the middle of an action the driver says only
        "unknown error"."""
        names: list[str] = []
        for pid in descendants(self._process.pid):
            with suppress(OSError):  # it has just ended
                names.append(Path(f"/proc/{pid}/comm").read_text("utf-8").strip())
        return ", ".join(names) or "none"

    def _post(self, path: str, **content: object) -> Any:
        return self._send("POST", f"{self._session}{path}", content)

    def goto(self, url: str) -> None:
        self._post("/url", url=url)

    def evaluate(self, function: str, *arguments: object) -> Any:
        answer = self._post("/execute/async", script=ASYNC % call(function, arguments), args=[])
        if "error" in answer:
            raise EngineError(answer["error"])
        value, complaints = json.loads(answer["text"])
        self.complaints += complaints
        return value

    def point(self, kind: Pointer, steps: Sequence[Step]) -> None:
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": moves(steps)}
        self._post("/actions", actions=[source])

    def type(self, keys: Sequence[str]) -> None:
        self._post("/actions", actions=[{"type": "key", "id": "keys", "actions": strokes(keys)}])

    def resize(self, width: int, height: int) -> None:
        """Give the window such a size that the page in it has this one."""
        rect = self._send("GET", f"{self._session}/window/rect")
        wide, high = self.evaluate(SIZE)
        self._post("/window/rect", x=0, y=0, width=rect["width"] + width - wide, height=rect["height"] + height - high)
        wait_until(lambda: self.evaluate(SIZE) == [width, height])  # its screen tells it in its own time

    def close(self) -> None:
        """End the browser and its driver."""
        self._send("DELETE", self._session)
        self._client.close()
        self._process.terminate()
        self._process.wait(DEADLINE)
        self._port.close()
