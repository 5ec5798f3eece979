"""The pages for hosts: their very configurations, in a real nginx and a real Caddy before the real server."""

import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from app.base.web.request_id import HEADER
from tests.support.need import missing
from tests.support.waiting import wait_until
from tools.rig import nginx
from tools.rig.nginx import changed
from tools.rig.pages import block_of
from tools.rig.ports import ReservedPort
from tools.rig.server import DEADLINE, ServerProcess

TRIES = 14
LOOPBACK = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site with a page /admin, whose password may be tried ten times a minute from one address."""
    server = ServerProcess(tmp_path_factory.mktemp("guarded"), {"admin_token": "a-long-enough-password"})
    yield server.start()
    server.close()


def program(name: str, package: str = "") -> str:
    """Return the path of a program; Debian keeps servers out of an ordinary PATH."""
    return shutil.which(name, path=nginx.PLACES) or missing(name, package or name)


@contextmanager
def running(command: list[str], url: str, trust: ssl.SSLContext | bool = True) -> Iterator[None]:
    """Run a proxy for as long as the block lasts, once it answers."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:

        def answers() -> bool:
            assert process.poll() is None, f"{command[0]} ended with code {process.returncode}"
            try:
                httpx.get(f"{url}/healthz", verify=trust, timeout=2)
            except httpx.TransportError:
                return False
            return True

        wait_until(answers, f"{command[0]} does not answer")
        yield
    finally:
        process.terminate()
        process.wait(DEADLINE)


def play_through(url: str, id_length: int, trust: ssl.SSLContext | bool = True) -> None:
    """Open a match through the proxy at `url` and get its state over a websocket; the proxy chooses requests' ids."""
    with httpx.Client(base_url=url, verify=trust, timeout=DEADLINE) as client:
        answer = client.get("/docs", headers={"accept": "text/html", HEADER: "mine"})
        assert (answer.status_code, len(answer.headers[HEADER])) == (200, id_length)
        token = client.post("/api/players", json={"name": "Host"}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        made = client.post("/api/matches", json={"mode": "duel"}, headers=headers).json()
    assert made["join_url"].startswith(f"{url}/"), "the site does not know under which address it is reached"
    stream = f"{url.replace('http', 'ws', 1)}/api/matches/{made['id']}/stream"
    context = trust if isinstance(trust, ssl.SSLContext) else None
    with connect(stream, additional_headers=headers, ssl=context, proxy=None, open_timeout=DEADLINE) as socket:
        assert '"seq"' in str(socket.recv(DEADLINE))


def certificate(folder: Path) -> ssl.SSLContext:
    """Return a certificate for 127.0.0.1 as cert.pem and key.pem in `folder`; returns a context that believes it."""
    words = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    command = [program("openssl"), "req", "-x509", *words, "-addext", "subjectAltName=IP:127.0.0.1", *files]
    subprocess.run(command, check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def nginx_command(folder: Path, configuration: str) -> list[str]:
    """Return the command that runs nginx with this configuration, away from the machine's own."""
    (folder / "nginx.conf").write_text(configuration, "utf-8")
    alone = "daemon off;" if not configuration.count("daemon ") else ""
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr", "-g", alone]


def page_command(folder: Path, port: int, site: ServerProcess, to: int | None = None) -> list[str]:
    """Return the command that runs nginx as its page says, before the site or another proxy.

    Cert.pem lies in `folder`.
    """
    block = changed(
        block_of("nginx.md", "nginx"),
        {
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "/etc/ssl/clash.example.pem": f"{folder}/cert.pem",
            "/etc/ssl/clash.example.key": f"{folder}/key.pem",
            "127.0.0.1:8000": f"127.0.0.1:{to or site.port}",
        },
    )
    folders = "".join(f"{name}_temp_path {folder}/{name};\n" for name in TEMPORARY)
    frame = f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{block}}}\n"
    return nginx_command(folder, frame)


def scale_command(folder: Path, port: int, site: ServerProcess, outer: str) -> list[str]:
    """Return the command that runs what docker-compose.scale.yml has before the workers, with this
    for OUTER_PROXIES."""
    return nginx.scale_command(program("nginx"), folder, port, [site.port], outer)


def test_an_outer_proxy_that_is_none_is_reported(guarded: ServerProcess, tmp_path: Path, port: int) -> None:
    command = scale_command(tmp_path, port, guarded, "10.0.0.1,traefik")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "'traefik' is neither an address nor a network" in done.stderr


def caddy_command(folder: Path, url: str, workers: dict[str, str], number: int = 0) -> list[str]:
    """Return the command that runs Caddy at `url` as this block of its page says, away from the machine's own;
    `workers` are the page's addresses of the game, and those to ask instead."""
    block = changed(block_of("caddy.md", "caddyfile", number), {"clash.example {": f"{url} {{", **workers})
    options = "{\n admin off\n auto_https off\n}\n"
    (folder / "Caddyfile").write_text(options + block, "utf-8")
    own_folders = [f"XDG_CONFIG_HOME={folder}", f"XDG_DATA_HOME={folder}"]
    return [
        "env", *own_folders, program("caddy"), *["run", "--adapter", "caddyfile", "--config"], f"{folder}/Caddyfile",
    ]  # fmt: skip


def refused_at(url: str, source: str, trust: ssl.SSLContext | bool = True) -> int | None:
    """The number of wrong passwords that a client at `source` may send who claims another address each time; None for
    more than TRIES."""
    transport = httpx.HTTPTransport(local_address=source, verify=trust)
    with httpx.Client(base_url=url, transport=transport, timeout=DEADLINE) as client:
        for tries in range(TRIES):
            forged = dict.fromkeys(("X-Forwarded-For", "X-Real-IP", "Forwarded"), f"203.0.113.{tries}")
            answer = client.post("/admin/login", data={"password": "wrong"}, headers=forged)
            if answer.status_code == 429:
                return tries
    return None


def is_right(url: str, id_length: int, source: str, trust: ssl.SSLContext | bool = True) -> None:
    """Play through the proxy at `url`; two addresses are distinguished, and neither evades its limit by headers."""
    play_through(url, id_length, trust)
    assert [refused_at(url, f"{source}{last}", trust) for last in (2, 3)] == [10, 10]


@LOOPBACK
def test_nginx_as_its_page_says(guarded: ServerProcess, tmp_path: Path, port: int) -> None:
    trust, url = certificate(tmp_path), f"https://127.0.0.1:{port}"
    with running(page_command(tmp_path, port, guarded), url, trust):
        is_right(url, 32, "127.0.1.", trust)


@LOOPBACK
def test_caddy_as_its_page_says(guarded: ServerProcess, tmp_path: Path, port: int) -> None:
    url = f"http://127.0.0.1:{port}"
    with running(caddy_command(tmp_path, url, {"127.0.0.1:8000": f"127.0.0.1:{guarded.port}"}), url):
        is_right(url, 36, "127.0.2.")


@LOOPBACK
def test_nginx_before_many_workers(guarded: ServerProcess, tmp_path: Path, port: int) -> None:
    url = f"http://127.0.0.1:{port}"
    with running(scale_command(tmp_path, port, guarded, ""), url):
        is_right(url, 32, "127.0.3.")


@LOOPBACK
def test_an_outer_proxy_that_is_named_shows_who_asks(guarded: ServerProcess, tmp_path: Path, port: int) -> None:
    trust, (outer, inner) = certificate(tmp_path), (tmp_path / "outer", tmp_path / "inner")
    outer.mkdir()
    inner.mkdir()
    between = ReservedPort()
    before_all, url = f"https://127.0.0.1:{port}", f"http://127.0.0.1:{between.number}"
    with (
        running(scale_command(inner, between.number, guarded, "127.0.0.1, 10.0.0.0/8"), url),
        running(page_command(tmp_path, port, guarded, to=between.number), before_all, trust),
    ):
        is_right(before_all, 32, "127.0.4.", trust)
        with httpx.Client(base_url=before_all, verify=trust, timeout=DEADLINE) as client:
            assert len(client.get("/healthz", headers={HEADER: "mine"}).headers[HEADER]) == 32
            assert "; secure" in client.post("/guest").headers["set-cookie"].lower()
        assert refused_at(url, "127.0.5.4") == 10, "who goes past the outer proxy is believed"
    between.close()
