"""The nginx of docker-compose.scale.yml and deploy/kubernetes, with its very configuration, on this machine."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from tools.rig.ports import ReservedPort
from tools.rig.programs import program
from tools.rig.server import DEADLINE, ROOT
from tools.rig.waiting import wait_for

PROXY: Final = ROOT / "deploy" / "proxy"
PLACES: Final = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/opt/homebrew/bin"  # not all in an ordinary PATH


def changed(text: str, changes: dict[str, str]) -> str:
    """Return `text` with its example's addresses replaced by others; each must occur."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def scale_command(nginx: str, folder: Path, port: int, workers: Sequence[int], outer: str = "") -> list[str]:
    """Return the command that runs it at `port`, before workers at these ports, with this for OUTER_PROXIES."""
    configuration = changed(
        (PROXY / "scale-nginx.conf").read_text("utf-8"),
        {"listen 8080": f"listen 127.0.0.1:{port}", " /tmp/": f" {folder}/"},
    )
    (folder / "scale.conf").write_text(configuration, "utf-8")
    script = changed(
        (PROXY / "scale-nginx.sh").read_text("utf-8"),
        {
            "=/tmp/": f"={folder}/",
            "=/etc/nginx/nginx.conf": f"={folder}/scale.conf",
            "exec nginx": f"exec {nginx} -e stderr",
        },
    )
    (folder / "scale.sh").write_text(script, "utf-8")
    addresses = ",".join(f"127.0.0.1:{worker}" for worker in workers)
    return ["env", f"OUTER_PROXIES={outer}", f"WORKERS={addresses}", "sh", str(folder / "scale.sh")]


@contextmanager
def before(workers: Sequence[int]) -> Iterator[str]:
    """Run it before workers at these ports, and provide its address. NotInstalled where nginx is missing."""
    nginx = program("nginx", "nginx", PLACES)
    with tempfile.TemporaryDirectory(prefix="clash-nginx-") as folder:
        reserved = ReservedPort()
        url = f"http://127.0.0.1:{reserved.number}"
        command = scale_command(nginx, Path(folder), reserved.number, workers)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(process, lambda: httpx.get(f"{url}/healthz", timeout=2), httpx.TransportError)
            yield url
        finally:
            process.terminate()
            process.wait(DEADLINE)
            reserved.close()
