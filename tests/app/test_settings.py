"""Settings come from CLASH_* variables, and each mistake in them is reported in one sentence."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from app.base.settings import Settings, SettingsError, load
from app.site.push.vapid import site_key
from tests.support.cases import in_turn


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("CLASH_")]:
        monkeypatch.delenv(name)


def loaded(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Settings:
    """Return settings with these variables set."""
    with monkeypatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        return load()


def test_defaults_need_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch)
    assert settings.database == f"sqlite:///{Path.cwd() / 'data' / 'clash.db'}" and settings.redis_url == ""
    assert loaded(monkeypatch, CLASH_BASE_URL="https://clash.example/").base_url == "https://clash.example"
    assert loaded(monkeypatch, CLASH_TEST_REQUIRE_ALL="1") == settings, "names of the tests are not settings"


def test_unknown_name_is_refused_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match=r"Unknown setting CLASH_DATABSE_URL: the known ones are .*DATABASE_URL"):
        loaded(monkeypatch, CLASH_DATABSE_URL="sqlite:///x")


@in_turn(
    ("name", "value"),
    [
        ("CLASH_BASE_URL", "clash.example"), ("CLASH_BASE_URL", "https://clash.example/game"),
        ("CLASH_DATABASE_URL", "mysql://x/y"), ("CLASH_REDIS_URL", "localhost:6379"),
        ("CLASH_REDIS_URL", "http://redis:6379"), ("CLASH_REDIS_URL", "redis://"),
        ("CLASH_REDIS_URL", "redis://redis:port/0"), ("CLASH_TRUSTED_PROXIES", "nginx"),
        ("CLASH_TRUSTED_PROXIES", "127.0.0.1,172.16.0.1/12"), ("CLASH_TRUSTED_PROXIES", "127.0.0.1;10.0.0.0/8"),
        ("CLASH_TRUSTED_PROXIES", "300.0.0.1"), ("CLASH_SECRET", "short"), ("CLASH_WORKER", "game"),
        ("CLASH_WORKER", "game-0"), ("CLASH_WORKER", "2"), ("CLASH_VAPID_KEY", "short"), ("CLASH_LOG_LEVEL", "loud"),
        ("CLASH_SHUTDOWN_GRACE_SECONDS", "-1"),
    ],
)  # fmt: skip
def test_impossible_value_is_refused_with_its_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=rf"^{name}: .*\.$"):
        loaded(monkeypatch, **{name: value})


@in_turn(
    ("name", "value"),
    [("trusted_proxies", value) for value in ("*", "127.0.0.1", "10.0.0.0/8, ::1,fd00::/8", "127.0.0.1,")]
    + [("redis_url", "redis://redis:6379/0"), ("redis_url", "rediss://user:word@redis.example/1")]
    + [("redis_url", "unix:///run/redis.sock"), ("redis_url", "redis://[::1]:1/0")],
)
def test_proxies_and_redis_by_address(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    assert getattr(loaded(monkeypatch, **{f"CLASH_{name.upper()}": value}), name) == value


def test_languages_are_in_a_folder_that_there_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert loaded(monkeypatch, CLASH_LOCALES=str(tmp_path)).locales == tmp_path
    with pytest.raises(SettingsError, match=r"^CLASH_LOCALES: .*must be a folder that there is\.$"):
        loaded(monkeypatch, CLASH_LOCALES=str(tmp_path / "none"))


def test_refused_secret_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError) as refusal:
        loaded(monkeypatch, CLASH_SECRET="hunter2")
    assert "hunter2" not in str(refusal.value)


@in_turn("scheme", ["postgres", "postgresql", "postgresql+psycopg", "postgresql+asyncpg"])
def test_every_spelling_of_postgresql_gets_the_driver(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    settings = loaded(monkeypatch, CLASH_DATABASE_URL=f"{scheme}://u:p@db/clash")
    assert settings.database == "postgresql+psycopg://u:p@db/clash"


def test_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    first = Settings(data_dir=tmp_path / "data").secret_key
    assert len(first) >= 32 and Settings(data_dir=tmp_path / "data").secret_key == first
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret"]


def test_workers_that_start_at_once_share_the_secret(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from app.base.settings import Settings; "
    code += "print(Settings(data_dir=Path(sys.argv[1])).secret_key)"

    def worker(_number: int) -> str:
        return subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True, text=True
        ).stdout

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(worker, range(4)))) == 1


def test_given_secret_needs_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, CLASH_SECRET="x" * 40, CLASH_DATA_DIR=str(tmp_path / "data"))
    assert settings.secret_key == "x" * 40 and not (tmp_path / "data").exists() and "x" * 40 not in repr(settings)


@in_turn("value", ["2", "game-2", "clash-game-2", " game-2"])
def test_a_worker_is_found_by_the_end_of_its_name(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    assert loaded(monkeypatch, CLASH_WORKER=value, CLASH_WORKERS="3").worker == 2
    with pytest.raises(SettingsError, match=r"^CLASH_WORKER: is 4, but CLASH_WORKERS is 3\.$"):
        loaded(monkeypatch, CLASH_WORKER="game-4", CLASH_WORKERS="3")


def pem(curve: ec.EllipticCurve) -> str:
    """Return a new private key of this curve."""
    key = ec.generate_private_key(curve)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def test_a_given_key_for_push_needs_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = pem(ec.SECP256R1())
    settings = loaded(monkeypatch, CLASH_VAPID_KEY=key, CLASH_DATA_DIR=str(tmp_path / "one"))
    other = loaded(monkeypatch, CLASH_VAPID_KEY=key, CLASH_DATA_DIR=str(tmp_path / "two"))
    assert site_key(settings).public == site_key(other).public and not list(tmp_path.iterdir())
    assert key.splitlines()[1] not in repr(settings) + repr(settings.changed)


def test_a_key_for_push_of_another_curve_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    key = pem(ec.SECP384R1())
    with pytest.raises(SettingsError, match=r"^CLASH_VAPID_KEY: must be .* P-256") as refusal:
        loaded(monkeypatch, CLASH_VAPID_KEY=key)
    assert key.splitlines()[1] not in str(refusal.value)
