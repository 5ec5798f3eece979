"""`make lock`: compile requirements/*.in and package.json into lock files that carry hashes and no addresses.

Needs a network. uv (a throwaway tool, not a dependency) resolves for every supported Python and platform at once.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = ["pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
PLAIN = ["--no-emit-index-url", "--no-header"]
FOLDER = ROOT / "requirements"
NAMES = ("site", "compile", "dev", "learning", "node", "pip")


def lock_python(upgrade: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([f"{folder}/bin/pip", "install", "--quiet", "--only-binary", ":all:", "uv"], check=True)
        for name in NAMES:
            more = ["--upgrade"] if upgrade else []
            command = [f"{folder}/bin/uv", *COMPILE, *PLAIN, *more, f"{name}.in", "-o", f"{name}.txt"]
            subprocess.run(command, cwd=FOLDER, check=True)


def lock_node() -> None:
    """Write package-lock.json without download addresses and without links to sponsors."""
    if shutil.which("npm") is None:
        raise SystemExit("make lock needs npm: install Node.js first.")
    subprocess.run(["npm", "install", "--package-lock-only", "--ignore-scripts"], cwd=ROOT, check=True)
    path = ROOT / "package-lock.json"
    lock = json.loads(path.read_text("utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)
        package.pop("resolved", None)
    path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    lock_python("--upgrade" in sys.argv[1:])
    lock_node()
