"""Programs that some tests need and not every machine has.

On a machine without them those tests are skipped with a sentence; with CLASH_TEST_REQUIRE_ALL=1, as in CI, they fail.
"""

import os
import shutil
from pathlib import Path

import pytest

REQUIRE_ALL = "CLASH_TEST_REQUIRE_ALL"
POSTGRES_HOMES = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr/pgsql-*")
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ON_MACOS = "/Applications/{0}.app/Contents/MacOS/{0}"


def missing(program: str, package: str) -> str:
    """Skip the present test, or fail it where everything is required; never returns."""
    sentence = f"{program} is not installed on this machine (package {package})"
    if os.environ.get(REQUIRE_ALL):
        pytest.fail(f"{sentence}, and {REQUIRE_ALL} asks for every test.", pytrace=False)
    pytest.skip(f"{sentence}: tests that need it are skipped.")


def postgres_bin() -> Path:
    """The folder of PostgreSQL's server programs, the newest version's."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    homes = [path for home in POSTGRES_HOMES for path in Path("/").glob(home.lstrip("/"))]
    candidates = [path.parent for home in homes for path in home.glob("*/bin/initdb")]
    if not candidates:
        missing("PostgreSQL", "postgresql")
    return max(candidates, key=lambda path: [int(part) for part in path.parent.name.split("@")[-1].split(".") if part])


def redis_server() -> str:
    """The path of redis-server."""
    return shutil.which("redis-server") or missing("Redis", "redis-server")


def chromium() -> str:
    """The path of Chromium or Chrome."""
    found = [path for name in CHROMIUM_NAMES if (path := shutil.which(name))]
    found += [path for name in ("Chromium", "Google Chrome") if Path(path := CHROMIUM_ON_MACOS.format(name)).exists()]
    return found[0] if found else missing("Chromium", "chromium")
