"""The compose files: valid, hardened, pinned, and naming only what exists."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.settings import PREFIX, Settings
from app.web.limits.connections import MOST_FILES
from tests.drills.dockerfile import DOCKERFILE, instructions

ROOT = Path(__file__).resolve().parents[2]
FILES = ("docker-compose.yml", "docker-compose.scale.yml")
OWN_IMAGE = re.compile(r"^\$\{IMAGE:-clash-of-decks:\d+\.\d+\.\d+\}$")
PINNED = re.compile(r"^[a-z-]+:\d+\.\d+(\.\d+)?-[a-z0-9.-]+@sha256:[0-9a-f]{64}$")
SECONDS = re.compile(r"^(\d+)s$")


def services(name: str) -> dict[str, dict[str, Any]]:
    """Return the services of a compose file."""
    found: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / name).read_text("utf-8"))["services"]
    return found


ALL = [pytest.param(file, name, id=f"{file}:{name}") for file in FILES for name in services(file)]


@pytest.mark.parametrize("file", FILES)
def test_file_is_valid_by_the_compose_specification(file: str) -> None:
    command = [str(Path(sys.executable).with_name("check-jsonschema")), "--builtin-schema", "vendor.compose-spec", file]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("file", "name"), ALL)
def test_service_is_hardened(file: str, name: str) -> None:
    service = services(file)[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]
    user = next((words for word, words in reversed(instructions(DOCKERFILE)) if word == "USER"), None)
    assert (service.get("user") or user) not in (None, "root", "0", "0:0")


@pytest.mark.parametrize(("file", "name"), ALL)
def test_service_is_bounded(file: str, name: str) -> None:
    service = services(file)[name]
    assert service["ulimits"]["nofile"] >= MOST_FILES
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] <= 1000


@pytest.mark.parametrize(("file", "name"), ALL)
def test_image_is_pinned(file: str, name: str) -> None:
    image = services(file)[name]["image"]
    assert OWN_IMAGE.match(image) or PINNED.match(image)


@pytest.mark.parametrize(("file", "name"), ALL)
def test_every_setting_exists(file: str, name: str) -> None:
    known = {PREFIX + field.upper() for field in Settings.model_fields}
    given = {key for key in services(file)[name].get("environment", {}) if key.startswith(PREFIX)}
    assert given <= known


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "hosting").iterdir()), ids=lambda path: path.name)
def test_every_setting_in_the_pages_exists(path: Path) -> None:
    known = {PREFIX + field.upper() for field in Settings.model_fields}
    assert set(re.findall(r"\bCLASH_[A-Z_]+", path.read_text("utf-8"))) <= known


@pytest.mark.parametrize(("file", "name"), ALL)
def test_volumes_and_files_exist(file: str, name: str) -> None:
    declared = yaml.safe_load((ROOT / file).read_text("utf-8"))["volumes"]
    for volume in services(file)[name].get("volumes", []):
        source = volume.split(":")[0]
        assert source in declared or (source.startswith("./") and (ROOT / source).is_file()), volume


@pytest.mark.parametrize(("file", "name"), ALL)
def test_who_is_waited_for_has_a_health_check_without_curl(file: str, name: str) -> None:
    own_check = next(words for word, words in instructions(DOCKERFILE) if word == "HEALTHCHECK")
    for other, wanted in services(file)[name].get("depends_on", {}).items():
        assert wanted == {"condition": "service_healthy"}
        service = services(file)[other]
        check = service.get("healthcheck", {}).get("test") or ("build" in service and own_check)
        assert check
        assert "curl" not in str(check)


@pytest.mark.parametrize("file", FILES)
def test_stop_grace_is_longer_than_the_servers_own(file: str) -> None:
    matched = SECONDS.match(services(file)["game"]["stop_grace_period"])
    assert matched
    assert int(matched[1]) > Settings.model_fields["shutdown_grace_seconds"].default


def test_only_the_proxy_is_reachable_when_workers_trust_it() -> None:
    scale = services("docker-compose.scale.yml")
    assert [name for name, service in scale.items() if "ports" in service] == ["proxy"]


def test_one_container_needs_one_port_and_one_volume() -> None:
    file = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
    assert (list(file["services"]), list(file["volumes"])) == (["game"], ["data"])
    assert len(file["services"]["game"]["ports"]) == 1


@pytest.mark.parametrize("file", FILES)
def test_a_named_image_is_pulled_and_none_is_built(file: str) -> None:
    """Compose pulls what is named and, where that fails, builds, as long as no `pull_policy` says otherwise."""
    own = [service for service in services(file).values() if OWN_IMAGE.match(service["image"])]
    assert own
    assert all(service["build"] == "." and "pull_policy" not in service for service in own)
