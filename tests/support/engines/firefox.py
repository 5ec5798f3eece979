"""Firefox, as Debian has it, by WebDriver BiDi: one websocket to the browser, without a driver between."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

from tests.support.engines.page import EngineError, Pointer, Step, call, moves, strokes
from tests.support.waiting import DEADLINE, wait_until
from tools.rig.browser import firefox
from tools.rig.json import Json

SETTINGS: Final = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "focusmanager.testmode": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""Preferences with which nothing is looked for outside, there are fingers, and nothing moves."""
LEFT: Final = "NetworkError when attempting to fetch resource"
"""The error of requests under way when a page is left. Other engines have none, and complain of a server that does not
answer."""


class Firefox:
    """Firefox without a window, with a profile in `folder`."""

    name = "Firefox"
    has_touch = True

    def __init__(self, folder: Path) -> None:
        self.complaints: list[str] = []
        self._ids = count(1)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()]
        (folder / "user.js").write_text("".join(lines), "utf-8")
        command = [firefox(), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        where = folder / "WebDriverBiDiServer.json"
        wait_until(lambda: where.exists() and where.read_text().endswith("}"))
        address = json.loads(where.read_text())
        url = f"ws://{address['ws_host']}:{address['ws_port']}/session"
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(url, max_size=None, open_timeout=DEADLINE, ping_interval=None, proxy=None)
        )
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        # The tab that is there already never gets the focus.
        self._context = self._send("browsingContext.create", type="tab")["context"]

    def _send(self, method: str, **parameters: object) -> Json:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(DEADLINE))
            if answer.get("method") == "log.entryAdded":
                self._hear(**answer["params"])
            if answer.get("id") == number:
                if "error" in answer:
                    raise EngineError(f"{method}: {answer['error']}: {answer['message']}")
                result: Json = answer["result"]
                return result

    def _hear(self, level: str, text: str, **_: object) -> None:
        if level == "error" and LEFT not in text:
            self.complaints.append(text)

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: object) -> Any:
        text = f"(async () => JSON.stringify(await {call(function, arguments)}) ?? 'null')()"
        answer = self._send("script.evaluate", expression=text, target={"context": self._context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise EngineError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def point(self, kind: Pointer, steps: Sequence[Step]) -> None:
        self._perform({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": moves(steps)})

    def type(self, keys: Sequence[str]) -> None:
        self._perform({"type": "key", "id": "keys", "actions": strokes(keys)})

    def _perform(self, source: Any) -> None:
        self._send("input.performActions", context=self._context, actions=[source])

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def close(self) -> None:
        """End the browser."""
        self._open.close()
        self._process.terminate()
        self._process.wait(DEADLINE)
