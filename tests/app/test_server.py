"""The server as a process: starting, stopping, and sentences instead of tracebacks."""

import os
import signal
import socket
import subprocess
import sys
from importlib.metadata import packages_distributions
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import httpx
import pytest

from app.__main__ import main
from app.base import machine
from app.base.machine import own_addresses
from app.site import server
from app.site.server import UNREAD_MS
from tests.conftest import StartServer
from tools.rig.server import DEADLINE, ServerProcess


def app_command(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m app …` to its end, with these settings alone."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLASH_")} | variables
    command = [sys.executable, "-m", "app", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=2 * DEADLINE, check=False)


LATER: Final = "cryptography", "httpx", "http_ece", "networkx", "reportlab", "webauthn"
"""Packages that few visitors need: they are loaded with the first of those."""
AT_START: Final = 43


def test_a_start_loads_only_what_every_site_needs() -> None:
    code = "import sys, app.main, app.site.server; print(*sys.modules, sep='\\n')"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    found = {name.partition(".")[0] for name in names} & packages_distributions().keys()
    assert found.isdisjoint(LATER) and len(found) <= 1.1 * AT_START, sorted(found)


def test_killed_server_starts_again_at_the_same_address_answers_and_stops(start_server: StartServer) -> None:
    server = start_server()
    server.kill()
    server.start()
    assert httpx.get(f"{server.url}/openapi.json", timeout=DEADLINE).status_code == 200
    assert server.stop() == -signal.SIGTERM and "Application shutdown complete" in server.log


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux ends connections that take nothing")
def test_connections_that_take_nothing_end(site: ServerProcess) -> None:
    """Closing them would wait forever otherwise. Accepted sockets get the options of the listener, which is shared."""
    assert site.option(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNREAD_MS


def test_an_unknown_setting_and_a_busy_port_end_the_start_with_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        unknown = app_command("serve", CLASH_DATABSE_URL="x")
        taken = app_command("serve", "--port", str(port), CLASH_DATA_DIR=str(tmp_path))
    assert unknown.stderr.startswith("Unknown setting CLASH_DATABSE_URL")
    assert f"cannot listen on 127.0.0.1:{port}" in taken.stderr
    assert [(done.returncode, "Traceback" in done.stderr) for done in (unknown, taken)] == [(1, False)] * 2


def test_a_server_that_is_still_starting_refuses_connections() -> None:
    with server.bound_socket("127.0.0.1", 0) as opened:
        port = opened.getsockname()[1]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), DEADLINE)
        opened.listen()  # as uvicorn does when the site is open
        socket.create_connection(("127.0.0.1", port), DEADLINE).close()


def test_the_address_is_said_when_the_socket_listens(tmp_path: Path, port: int) -> None:
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    environment = os.environ | {"CLASH_DATA_DIR": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = next(line for line in process.stdout if "Ctrl+C" in line)
            socket.create_connection(("127.0.0.1", port), DEADLINE).close()
        finally:
            process.terminate()
    assert said == f"Clash of Decks is at http://localhost:{port} (stop with Ctrl+C)\n"


def test_a_server_on_all_interfaces_says_the_addresses_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "own_addresses", lambda: ["192.168.1.5", "[2001:db8::5]"])
    first = "Clash of Decks is at http://localhost:8000 (stop with Ctrl+C)"
    others = [f"Others in your network open http://{address}:8000" for address in ("192.168.1.5", "[2001:db8::5]")]
    for host in ("0.0.0.0", "::"):
        assert server.announcement("", host, 8000).splitlines() == [first, *others]
    assert server.announcement("", "127.0.0.1", 8000) == first
    assert server.announcement("https://clash.example", "0.0.0.0", 8000).splitlines() == [
        "Clash of Decks is at https://clash.example (stop with Ctrl+C)"
    ]
    assert server.announcement("", "::1", 80).startswith("Clash of Decks is at http://localhost:80 ")


def test_addresses_that_nobody_else_can_reach_are_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "CONTAINERS", ())
    for address in own_addresses():
        assert not ip_address(address.strip("[]")).is_loopback
        server.bound_socket(address.strip("[]"), 0).close()
    monkeypatch.setattr(machine, "ELSEWHERE", ("127.0.0.1", "::1"))
    assert own_addresses() == []
    monkeypatch.setattr(machine, "ip_address", lambda _: ip_address("192.168.1.5"))
    assert own_addresses() == ["192.168.1.5"]
    monkeypatch.setattr(machine, "CONTAINERS", (Path(__file__),))
    assert own_addresses() == []


def test_health_command(site: ServerProcess, port: int) -> None:
    assert main(["health", "--port", str(site.port)]) == 0 and main(["health", "--port", str(port)]) == 1
