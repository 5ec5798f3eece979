"""The image: the Dockerfile's own instructions give a site that starts, is healthy, and writes to /data alone."""

import re
import signal
import subprocess
from pathlib import Path

import httpx

from tests.drills.dockerfile import DOCKERFILE, Stage, instructions
from tests.support.waiting import wait_until
from tools.rig.server import DEADLINE

BASE = re.compile(r"^BASE=python:3\.\d+\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64}$")
MEGABYTE = 1_000_000
MOST_MEGABYTES = 230  # the README has the size on top of the base image


def words_of(instruction: str) -> list[str]:
    """Return the arguments of each such instruction."""
    return [rest for word, rest in instructions(DOCKERFILE) if word == instruction]


def test_base_images_are_pinned_and_the_same() -> None:
    assert {rest.partition(" AS ")[0] for rest in words_of("FROM")} == {"${BASE}"}
    (base,) = words_of("ARG")
    assert BASE.match(base)


def test_packages_are_installed_from_hashed_wheels_alone() -> None:
    installs = [rest for rest in words_of("RUN") if rest.startswith("pip ")]
    assert len(installs) == 3
    for install in installs:
        assert "--require-hashes" in install
        assert "--only-binary :all:" in install
    assert [each.count("--no-binary http-ece --no-build-isolation") for each in installs] == [0, 1, 0]


def test_image_does_not_run_as_root_and_says_how_it_is() -> None:
    assert words_of("USER")[-1] == "10001:10001"
    assert words_of("HEALTHCHECK")
    assert "curl" not in DOCKERFILE.read_text("utf-8")


def files_of(folder: Path) -> dict[str, float]:
    """Return every file below `folder` with its time of change."""
    return {str(path): path.stat().st_mtime for path in folder.rglob("*") if path.is_file()}


def test_image_serves_is_healthy_and_stops(image: Stage, tmp_path: Path, port: int) -> None:
    data = tmp_path / "data"
    environment = image.environment | {"CLASH_DATA_DIR": str(data), "TMPDIR": str(tmp_path)}
    command = [str(port) if word == "8000" else word for word in image.command]
    health = [str(port) if word == "8000" else word for word in image.health]
    before = files_of(image.root)
    server = subprocess.Popen(
        [image.root / "venv/bin" / command[0], *command[1:]], cwd=image.inside("."), env=environment
    )
    try:

        def is_healthy() -> bool:
            assert server.poll() is None
            asked = [str(image.root / "venv/bin" / health[0]), *health[1:]]
            return subprocess.run(asked, cwd=image.inside("."), env=environment, check=False).returncode == 0

        wait_until(is_healthy, "the site of the image does not become healthy")
        page = httpx.get(f"http://127.0.0.1:{port}/", headers={"accept": "text/html"}, timeout=DEADLINE)
        assert page.status_code == 200
        scripts = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
        assert scripts
        addresses = [f"http://127.0.0.1:{port}{path}" for path in scripts]
        assert all(httpx.get(address, timeout=DEADLINE).status_code == 200 for address in addresses)
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(DEADLINE) in (0, -signal.SIGTERM)
    assert files_of(image.root) == before
    assert (data / "clash.db").exists()


def test_image_is_small(image: Stage) -> None:
    size = sum(path.lstat().st_size for path in image.root.rglob("*") if path.is_file() and not path.is_symlink())
    assert size < MOST_MEGABYTES * MEGABYTE, f"{size / MEGABYTE:.0f} MB"


def test_engine_and_drawing_are_compiled_and_the_compiler_left_behind(image: Stage) -> None:
    compiled = {path.name.partition(".")[0] for path in image.inside(".").rglob("*.so")}
    assert compiled >= {"position", "strike", "turns", "lane_memo", "drawing", "zones", "stages"}
    assert not image.inside("compiler").exists()
