"""Check every locked Python package for known vulnerabilities; without an answer of the service, print that and go
on."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILES = ("requirements/dev.txt", "requirements/learning.txt")  # the first includes the packages of the site
TIMEOUT = 120


def ask() -> list[dict[str, Any]]:
    """Return pip-audit's findings, one entry per package; empty when the service did not answer."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off"]
    try:
        done = subprocess.run(
            [*command, "--format=json", *(word for file in FILES for word in ("-r", file))],
            cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=False,
        )  # fmt: skip
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return []
    return found


def findings(packages: list[dict[str, Any]]) -> list[str]:
    """Return one line per known vulnerability."""
    return [
        f"{package['name']} {package['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or '-'}"
        for package in packages
        for hole in package.get("vulns", [])
    ]


def main() -> int:
    """Print the result; returns 1 only if a known vulnerability was found."""
    packages = ask()
    known = [package for package in packages if "skip_reason" not in package]
    if not known:
        print("Dependency audit skipped: the vulnerability service cannot be reached.")
        return 0
    holes = findings(known)
    for line in holes:
        print(line, file=sys.stderr)
    print(f"Dependency audit: {len(holes)} vulnerabilities in {len(known)} of {len(packages)} packages asked about.")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
