"""The image and the compose files: hardened, pinned, and naming only what exists; `make image` builds and tries it."""

import re
from pathlib import Path

import yaml

from app.base.settings import PREFIX, Settings
from app.base.web.limits.connections import MAX_FILES
from tests.support.cases import case
from tools.rig.json import Json

ROOT = Path(__file__).resolve().parents[2]
FILES = ("docker-compose.yml", "docker-compose.scale.yml")
OWN_IMAGE = re.compile(r"^\$\{IMAGE:-clash-of-decks:\d+\.\d+\.\d+\}$")
PINNED = re.compile(r"^[a-z-]+:\d+\.\d+(\.\d+)?-[a-z0-9.-]+@sha256:[0-9a-f]{64}$")
IN_SECONDS = re.compile(r"^(\d+)s$")


def instructions(wanted: str) -> list[str]:
    """Return what follows such an instruction, of each in the Dockerfile."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    parted = [line.partition(" ") for line in lines if not line.startswith("#")]
    return [rest.strip() for word, _, rest in parted if word == wanted]


def test_the_image_has_a_pinned_base_and_packages_from_hashed_wheels_alone() -> None:
    assert {rest.partition(" AS ")[0] for rest in instructions("FROM")} == {"${BASE}"}
    (base,) = instructions("ARG")
    assert re.match(r"^BASE=python:3\.\d+\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64}$", base)
    installs = [rest for rest in instructions("RUN") if rest.startswith("pip ") and " install " in rest]
    (own,) = [each for each in installs if "--no-index --no-deps" in each]
    assert own.endswith("build/packages/*.whl")
    assert all("--require-hashes" in each and "--only-binary :all:" in each for each in installs if each != own)


def services(name: str) -> dict[str, Json]:
    """Return the services of a compose file."""
    found: dict[str, Json] = yaml.safe_load((ROOT / name).read_text("utf-8"))["services"]
    return found


ALL = [(file, name) for file in FILES for name in services(file)]
SETTINGS = {PREFIX + field.upper() for field in Settings.model_fields}


def test_every_service_is_hardened_bounded_pinned_and_names_what_exists() -> None:
    user = instructions("USER")[-1]
    for file, name in ALL:
        service = services(file)[name]
        with case(f"{file}: {name}"):
            assert service["read_only"] is True
            assert service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]
            assert "/tmp" in service["tmpfs"]
            assert (service.get("user") or user) not in (None, "root", "0", "0:0")
            assert service["ulimits"]["nofile"] >= MAX_FILES
            assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
            assert 0 < service["pids_limit"] <= 1000
            assert OWN_IMAGE.match(service["image"]) or PINNED.match(service["image"])
            assert {key for key in service.get("environment", {}) if key.startswith(PREFIX)} <= SETTINGS
            declared = yaml.safe_load((ROOT / file).read_text("utf-8"))["volumes"]
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                assert source in declared or (source.startswith("./") and (ROOT / source).is_file()), volume


def test_every_setting_in_the_pages_exists() -> None:
    for path in sorted((ROOT / "docs" / "hosting").iterdir()):
        with case(path.name):
            assert set(re.findall(r"\bCLASH_[A-Z_]+", path.read_text("utf-8"))) <= SETTINGS


def test_who_is_waited_for_has_a_health_check_without_curl() -> None:
    own_check = instructions("HEALTHCHECK")
    for file, name in ALL:
        for other, wanted in services(file)[name].get("depends_on", {}).items():
            service = services(file)[other]
            check = service.get("healthcheck", {}).get("test") or ("build" in service and own_check)
            with case(f"{file}: {other}"):
                assert wanted == {"condition": "service_healthy"}
                assert check and "curl" not in str(check)


def test_the_site_has_time_to_end_and_its_image_is_pulled_before_one_is_built() -> None:
    for file in FILES:
        matched = IN_SECONDS.match(services(file)["game"]["stop_grace_period"])
        assert matched and int(matched[1]) > Settings.model_fields["shutdown_grace_seconds"].default
        own = [service for service in services(file).values() if OWN_IMAGE.match(service["image"])]
        assert own and all(service["build"] == "." and "pull_policy" not in service for service in own)


def test_only_the_proxy_is_reachable_when_workers_trust_it() -> None:
    scale = services("docker-compose.scale.yml")
    assert [name for name, service in scale.items() if "ports" in service] == ["proxy"]


def test_commands_act_on_the_compose_file_that_runs() -> None:
    """Both files are one project, with the same name of the service: only COMPOSE_FILE in .env tells them apart."""
    chosen = "COMPOSE_FILE=docker-compose.scale.yml"
    head, _, _ = (ROOT / "docker-compose.scale.yml").read_text("utf-8").partition("\nservices:")
    assert chosen in head
    assert chosen in (ROOT / "docs" / "hosting" / "operations.md").read_text("utf-8").partition("\n## ")[0]
    for page in [ROOT / "docker-compose.scale.yml", ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        assert "compose -f docker-compose.scale.yml" not in page.read_text("utf-8"), page.name
