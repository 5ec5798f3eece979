"""The pages for hosts: their very configurations, in a real nginx and a real Caddy before the real server."""

import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml
from websockets.sync.client import connect

from tests.support.need import missing
from tests.support.server import PATIENCE, Server

PAGES = Path(__file__).resolve().parents[2] / "docs" / "hosting"
PLACES = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/opt/homebrew/bin"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def program(name: str) -> str:
    """The path of a program; Debian keeps servers out of an ordinary PATH."""
    return shutil.which(name, path=PLACES) or missing(name, name)


def block_of(page: str, language: str) -> str:
    """The configuration that a page shows."""
    found = re.search(rf"```{language}\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def changed(text: str, changes: dict[str, str]) -> str:
    """`text` with its example's addresses replaced by the test's; each must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def running(command: list[str], url: str, trust: ssl.SSLContext | bool = True) -> Iterator[None]:
    """A proxy for as long as the block lasts, once it answers."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        give_up = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, f"{command[0]} ended with code {process.returncode}"
            assert time.monotonic() < give_up, f"{command[0]} does not answer"
            try:
                httpx.get(f"{url}/healthz", verify=trust, timeout=2)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def play_through(url: str, trust: ssl.SSLContext | bool = True) -> None:
    """Open a match through the proxy at `url` and hear of it on a websocket."""
    with httpx.Client(base_url=url, verify=trust, timeout=PATIENCE) as client:
        assert client.get("/docs", headers={"accept": "text/html"}).status_code == 200
        token = client.post("/api/players", json={"name": "Host"}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        made = client.post("/api/matches", json={"mode": "duel"}, headers=headers).json()
    assert made["join_url"].startswith(f"{url}/"), "the site does not know under which address it is reached"
    stream = f"{url.replace('http', 'ws', 1)}/api/matches/{made['id']}/stream"
    context = trust if isinstance(trust, ssl.SSLContext) else None
    with connect(stream, additional_headers=headers, ssl=context, proxy=None, open_timeout=PATIENCE) as socket:
        assert '"seq"' in str(socket.recv(PATIENCE))


def certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for 127.0.0.1 as cert.pem and key.pem in `folder`; returns a context that believes it."""
    command = [
        program("openssl"),
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*command, "-addext", "subjectAltName=IP:127.0.0.1", *files], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def nginx_command(folder: Path, configuration: str) -> list[str]:
    """The command that runs nginx with this configuration, away from the machine's own."""
    (folder / "nginx.conf").write_text(configuration, "utf-8")
    alone = "daemon off;" if not configuration.count("daemon ") else ""
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr", "-g", alone]


def test_nginx_page(site: Server, tmp_path: Path, port: int) -> None:
    program("nginx")
    trust = certificate(tmp_path)
    block = changed(
        block_of("nginx.md", "nginx"),
        {
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "/etc/ssl/clash.example.pem": f"{tmp_path}/cert.pem",
            "/etc/ssl/clash.example.key": f"{tmp_path}/key.pem",
            "127.0.0.1:8000": f"127.0.0.1:{site.port}",
        },
    )
    folders = "".join(f"{name}_temp_path {tmp_path}/{name};\n" for name in TEMPORARY)
    frame = f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{block}}}\n"
    url = f"https://127.0.0.1:{port}"
    with running(nginx_command(tmp_path, frame), url, trust):
        play_through(url, trust)


def test_nginx_before_many_workers(site: Server, tmp_path: Path, port: int) -> None:
    configuration = changed(
        (PAGES / "scale-nginx.conf").read_text("utf-8"),
        {
            "listen 8080": f"listen 127.0.0.1:{port}",
            "set $workers game": "set $workers 127.0.0.1",
            "$workers:8000": f"$workers:{site.port}",
            " /tmp/": f" {tmp_path}/",
        },
    )
    url = f"http://127.0.0.1:{port}"
    with running(nginx_command(tmp_path, configuration), url):
        play_through(url)


def test_caddy_page(site: Server, tmp_path: Path, port: int) -> None:
    url = f"http://127.0.0.1:{port}"
    changes = {"clash.example {": f"{url} {{", "127.0.0.1:8000": f"127.0.0.1:{site.port}"}
    options = "{\n admin off\n auto_https off\n}\n"
    (tmp_path / "Caddyfile").write_text(options + changed(block_of("caddy.md", "caddyfile"), changes), "utf-8")
    own_folders = [f"XDG_CONFIG_HOME={tmp_path}", f"XDG_DATA_HOME={tmp_path}"]
    command = [
        "env",
        *own_folders,
        program("caddy"),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        str(tmp_path / "Caddyfile"),
    ]
    with running(command, url):
        play_through(url)


def test_traefik_page_names_the_service_and_its_port() -> None:
    class Loader(yaml.SafeLoader):
        """Knows Compose's tag that empties a list."""

    Loader.add_constructor("!reset", lambda _loader, _node: [])
    compose = yaml.safe_load((PAGES.parents[1] / "docker-compose.yml").read_text("utf-8"))
    shown = yaml.load(block_of("traefik.md", "yaml"), Loader)  # a safe loader with one more tag
    ((name, service),) = shown["services"].items()
    assert name in compose["services"]
    port = service["labels"]["traefik.http.services.clash.loadbalancer.server.port"]
    assert compose["services"][name]["ports"][0].endswith(f":{port}")


@pytest.mark.parametrize("page", ["nginx.md", "caddy.md"])
def test_pages_name_the_servers_default_port(page: str) -> None:
    assert "127.0.0.1:8000" in (PAGES / page).read_text("utf-8")
