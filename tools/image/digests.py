"""`make digests`: has each image that is named by tag and digest still that digest? `update` writes the new ones.

Asks the registry with skopeo (on Debian: apt install skopeo). An official tag is rebuilt when a package in it is fixed,
so a release begins with this (docs/release.md).
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARGE = "deploy/kubernetes/large"
FILES = ("Dockerfile", "docker-compose.yml", "docker-compose.scale.yml", f"{LARGE}/proxy.yaml", f"{LARGE}/redis.yaml")
PINNED = re.compile(r"([a-z0-9./-]+:[\w.-]+)@(sha256:[0-9a-f]{64})")


class Unreachable(Exception):
    """The registry did not resolve a tag; the text is skopeo's output."""


def pinned(text: str) -> dict[str, str]:
    """Return the digest of each image that a file names, by its name and tag."""
    return dict(PINNED.findall(text))


def replaced(text: str, digests: dict[str, str]) -> str:
    """Return the text with other digests for the images named."""
    return PINNED.sub(lambda match: f"{match[1]}@{digests.get(match[1], match[2])}", text)


def newest(image: str, transport: str = "docker://") -> str:
    """Ask for the digest that a tag stands for now: that of the index over all platforms. Raises Unreachable."""
    command = ["skopeo", "inspect", "--raw", transport + image]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise Unreachable(done.stderr.decode(errors="replace").strip())
    return f"sha256:{hashlib.sha256(done.stdout).hexdigest()}"


def main(update: bool) -> int:
    """Print for each image whether it is as pinned; returns 1 if one is not, or could not be checked."""
    if shutil.which("skopeo") is None:
        print("make digests needs skopeo: install it first (on Debian: apt install skopeo).", file=sys.stderr)
        return 1
    texts = {path: path.read_text("utf-8") for path in (ROOT / name for name in FILES)}
    known = {image: digest for text in texts.values() for image, digest in pinned(text).items()}
    fresh: dict[str, str] = {}
    for image, digest in sorted(known.items()):
        try:
            fresh[image] = newest(image)
        except Unreachable as problem:
            print(f"{image}: not known, the registry did not answer ({problem})", file=sys.stderr)
            continue
        print(f"{image}: {'as pinned' if fresh[image] == digest else f'newer: {fresh[image]}'}")
    if update:
        for path, text in texts.items():
            path.write_text(replaced(text, fresh), "utf-8")
        return int(fresh.keys() != known.keys())
    return int(fresh != known)


if __name__ == "__main__":
    sys.exit(main("update" in sys.argv[1:]))
