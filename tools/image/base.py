"""The base image: the official one in the Dockerfile; where no registry answers, one made by debootstrap."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tools.image.buildah import ROOT, Buildah, BuildFailed

DOCKERFILE = ROOT / "Dockerfile"
STAND_IN = "localhost/stand-in:latest"
PACKAGES = "python3,python3-dev,python3-pip,python3-venv,ca-certificates"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
OUT_OF_REACH = re.compile(
    r"no such host|connection refused|network is unreachable|no route to host|timeout|deadline exceeded|x509|EOF"
    r"|server misbehaving|Forbidden|Bad Gateway|Service Unavailable",
    re.IGNORECASE,
)
CODENAME = re.compile(r"-slim-([a-z]+)")


def official() -> str:
    """Return the base image that the Dockerfile names, with its tag and digest."""
    named = re.search(r"^ARG BASE=(\S+)$", DOCKERFILE.read_text("utf-8"), re.MULTILINE)
    if named is None:
        raise SystemExit("The Dockerfile names no base image: it needs a line ARG BASE=name:tag@sha256:…")
    return named[1]


def codename(image: str) -> str:
    """Return the Debian release of an official slim image (`trixie`)."""
    found = CODENAME.search(image)
    if found is None:
        raise SystemExit(f"{image} does not say which Debian it is made of.")
    return found[1]


def get(buildah: Buildah, image: str) -> str:
    """Fetch the official image, or make the stand-in where no registry answers; return its name. Any other error, above
    all a digest that the registry does not know, ends the check."""
    try:
        buildah.run("pull", image)
        return image
    except BuildFailed as failed:
        if not OUT_OF_REACH.search(str(failed)):
            raise
    release = codename(image)
    print(f"No image registry can be reached: debootstrap makes a stand-in of Debian {release}.", flush=True)
    return _stand_in(buildah, release)


def _stand_in(buildah: Buildah, release: str) -> str:
    """Debian with its own Python where the official image has it; it trusts the same certificates as this machine."""
    if shutil.which("debootstrap") is None:
        raise SystemExit(
            "debootstrap is needed to make a base image: install it first (on Debian: apt install debootstrap)."
        )
    packages = ROOT / "build" / "debs"
    packages.mkdir(parents=True, exist_ok=True)
    container = buildah.run("from", "scratch")
    root = Path(buildah.run("mount", container))
    options = ["--variant=minbase", f"--include={PACKAGES}", f"--cache-dir={packages}"]
    command = ["debootstrap", *options, release, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildFailed(f"debootstrap failed:\n{(done.stdout + done.stderr)[-3000:]}")
    _as_the_official_one(root)
    buildah.run("config", "--env", "PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", container)
    buildah.run("commit", "--rm", container, STAND_IN)
    return STAND_IN


def _as_the_official_one(root: Path) -> None:
    """Names, package lists and permission to install as in the official image; certificates and npm as on this
    machine."""
    for name, target in (("python", "python3"), ("python3", "python3"), ("pip", "pip3")):
        (root / "usr/local/bin" / name).symlink_to(f"/usr/bin/{target}")
    for marker in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
        marker.unlink()
    for folder in ("var/lib/apt/lists", "var/cache/apt/archives"):
        shutil.rmtree(root / folder, ignore_errors=True)
    if CERTIFICATES.exists():
        shutil.copyfile(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
        (root / "root/.npmrc").write_text(f"cafile={CERTIFICATES}\n", "utf-8")
