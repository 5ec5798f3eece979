"""`make image`: build the image, start it read-only as its own user, open a match through the API, and clean up.

Needs root, buildah, and the network for packages; where no image registry can be reached, debootstrap, too.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from tools.image import base
from tools.image.buildah import Buildah, BuildFailed
from tools.image.container import PATIENCE, USER, Broken, Container, expect

IMAGE = "localhost/clash-of-decks:check"
MEGABYTE = 1_000_000
MAX_MEGABYTES = 240  # over the base image; the README says how many it is


def size(root: Path) -> int:
    """Return the bytes that the files below a folder take, links counted as themselves and hard links once."""
    seen: set[tuple[int, int]] = set()
    total = 0
    for path in root.rglob("*"):
        about = path.lstat()
        if (about.st_dev, about.st_ino) not in seen and not path.is_dir():
            seen.add((about.st_dev, about.st_ino))
            total += about.st_size
    return total


def build(buildah: Buildah) -> None:
    """Build the Dockerfile as it is, on the available base image."""
    chosen = os.environ.get("BASE") or base.official()
    found = base.get(buildah, chosen)
    print(f"Building on {found}", flush=True)
    buildah.run("bud", "--pull-never", "--network", "host", "--build-arg", f"BASE={found}", "--tag", IMAGE, ".")
    _, root = buildah.root_of(found)
    _, built = buildah.root_of(IMAGE)
    before, after = size(root), size(built)
    over = (after - before) / MEGABYTE
    print(f"Size: {after / MEGABYTE:.0f} MB, {over:.0f} MB over its base of {before / MEGABYTE:.0f} MB", flush=True)
    expect(over < MAX_MEGABYTES, f"The image takes more than {MAX_MEGABYTES} MB over its base.")


def play(url: str) -> None:
    """A page with its styles, and a match against the automaton through the API, one turn of it."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        expect(client.get("/readyz").status_code == 200, "/readyz does not say yes.")
        page = client.get("/", headers={"accept": "text/html"})
        expect(page.status_code == 200 and "/static/" in page.text, "The first page does not come.")
        guest = client.post("/api/players", json={"name": "Check"}).raise_for_status().json()
        client.headers["authorization"] = f"Bearer {guest['token']}"
        opened = client.post("/api/matches", json={"mode": "solo"}).raise_for_status().json()
        match = client.get(f"/api/matches/{opened['id']}").raise_for_status().json()
        expect(match["status"] == "playing" and bool(match["legal"]), "The match that was opened cannot be played.")
        move = {"seq": match["seq"], "action": {"type": "end_summon"}}
        after = client.post(f"/api/matches/{opened['id']}/actions", json=move).raise_for_status().json()
        expect(after["seq"] == match["seq"] + 1, "A move through the API was not taken.")


def check(container: Container) -> None:
    """The container serves, read-only and as its user, and keeps what it must in its volume."""
    with container.serving() as server:
        status = Path(f"/proc/{server}/status").read_text("ascii")
        ids = next(line.split()[1:] for line in status.splitlines() if line.startswith("Uid:"))
        expect(set(ids) == {str(USER)}, f"The server runs as {ids}, not as {USER}.")
        expect(container.has_read_only_root(server), "The root is not read-only.")
        play(f"http://127.0.0.1:{container.port}")
        container.inside("clash-of-decks", "health", "--port", "8000")
        kept = container.data / "clash.db"
        expect(kept.exists() and kept.stat().st_uid == USER, "The database is not in the volume.")
    print(f"Started as {USER} on a read-only root: healthy, a match opened and played on, stopped in order")
    expect(not container.its_own(), f"Its user could change the program: {', '.join(container.its_own()[:5])}.")


def main() -> int:
    """Build and check; returns 1 with a sentence if the image is not as it should be."""
    if os.geteuid() != 0:
        print("make image needs root: a chroot and mounts are made. Try sudo make image.", file=sys.stderr)
        return 1
    if shutil.which("buildah") is None:
        print("make image needs buildah: install it first (on Debian: apt install buildah).", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the folders are removed then, too
    folder = Path(tempfile.mkdtemp(prefix="clash-image-"))
    buildah = Buildah(folder / "buildah")
    (folder / "buildah").mkdir()
    try:
        build(buildah)
        check(Container(buildah, IMAGE, folder))
    except (BuildFailed, Broken, httpx.HTTPError, subprocess.CalledProcessError) as problem:
        print(problem, file=sys.stderr)
        return 1
    finally:
        buildah.clear_away()
        shutil.rmtree(folder, ignore_errors=True)
    print("The image is good.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
