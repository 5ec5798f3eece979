"""`python -m app check`: a table that says of each part whether it is well, and what to do where it is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from app.__main__ import main
from app.base.web.seen import HEADER, PATH, Seen, signer
from app.site.ops.check import CheckedPart, check_proxy
from tests.conftest import StartServer
from tests.support.cases import in_turn
from tests.support.provider import own_provider
from tests.support.waiting import DEADLINE
from tools.rig.postgres import PostgresServer
from tools.rig.redis import RedisServer
from tools.rig.server import ServerProcess

Checked = Callable[..., tuple[int, dict[str, tuple[str, str]]]]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checked:
    """Provide the command: the exit code, and the state and the sentence of each part, with these settings."""

    def run(**settings: str) -> tuple[int, dict[str, tuple[str, str]]]:
        for name, value in settings.items():
            monkeypatch.setenv(f"CLASH_{name.upper()}", value)
        code = main(["check"])
        shown = capsys.readouterr()
        assert not shown.err
        return code, {line[:12].strip(): (line[12:18].strip(), line[18:]) for line in shown.out.splitlines()}

    return run


def test_a_site_that_is_well_and_one_part_after_the_other_that_is_not(
    start_server: StartServer, tmp_path: Path, own_redis: RedisServer, checked: Checked
) -> None:
    data = str(tmp_path / "data")
    code, rows = checked(data_dir=data)
    assert code == 0
    assert {part: state for part, (state, _) in rows.items()} == {
        "settings": "ok", "code": "ok", "data folder": "note", "database": "note", "secret": "ok", "Redis": "ok",
        "address": "note", "push": "note",
    }  # fmt: skip
    assert not (tmp_path / "data").exists()  # it changes nothing
    assert data in rows["database"][1]

    server = start_server(tmp_path, redis_url=own_redis.url)
    well = {"data_dir": data, "redis_url": own_redis.url, "base_url": server.url}
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        assert client.post("/api/players", json={"name": "Ann"}).status_code == 201
    code, rows = checked(**well)
    assert (code, rows["address"][0], rows["websocket"][0], rows["Redis"][0]) == (0, "ok", "ok", "ok")
    assert "127.0.0.1" in rows["address"][1] and "guests: 1" in rows["database"][1]

    secret = tmp_path / "data" / "secret"
    secret.chmod(0o644)
    assert checked(**well)[1]["secret"][0] == "BAD"
    secret.rename(tmp_path / "kept")
    code, rows = checked(**well, min_free_mb="1000000000")
    assert (code, rows["secret"][0], rows["data folder"][0]) == (1, "BAD", "BAD")
    assert "guests: 1" in rows["secret"][1] and "put the old file back" in rows["secret"][1]
    assert rows["address"][0] == "BAD"  # with another secret it is another site
    (tmp_path / "kept").rename(secret)
    own_redis.close()
    server.close()
    code, rows = checked(**well)
    assert (code, rows["Redis"][0], rows["address"][0]) == (1, "BAD", "BAD") and "websocket" not in rows


def test_impossible_settings_and_databases_are_named(
    tmp_path: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, rows = checked(data_dir=str(tmp_path), rate_limit="often")
    assert code == 1 and "CLASH_RATE_LIMIT" in rows["settings"][1]
    monkeypatch.delenv("CLASH_RATE_LIMIT")
    code, rows = checked(data_dir=str(tmp_path), database_url="postgresql://ann:hush@127.0.0.1:1/clash")
    assert (code, rows["database"][0]) == (1, "BAD") and "hush" not in str(rows)


def test_a_postgresql_is_looked_into(postgres: PostgresServer, tmp_path: Path, checked: Checked) -> None:
    code, rows = checked(data_dir=str(tmp_path), database_url=postgres.create())
    assert (code, rows["database"][0]) == (0, "ok")
    assert rows["database"][1].startswith("postgresql")


def test_a_site_is_looked_into_by_its_file_of_settings_and_its_provider_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "clash.env"
    with own_provider() as provider, pytest.MonkeyPatch.context() as patch:
        for issuer, code, state in ((provider.url, 0, "ok"), (provider.url + "/typo", 1, "BAD")):
            lines = f"CLASH_DATA_DIR={tmp_path}\n# ours\nCLASH_OIDC_ISSUER='{issuer}'\nCLASH_OIDC_CLIENT_ID=clash\n"
            file.write_text(lines, "utf-8")
            for name in ("DATA_DIR", "OIDC_ISSUER", "OIDC_CLIENT_ID"):
                patch.setenv(f"CLASH_{name}", "x")  # so that it is as before afterwards
            assert main(["--env-file", str(file), "check"]) == code
            shown = capsys.readouterr().out
            assert f"sign-in     {state}" in shown
            assert str(tmp_path) in shown
    file.write_text("CLASH_DATA_DIR", "utf-8")
    assert main(["--env-file", str(file), "check"]) == main(["--env-file", str(tmp_path / "no"), "check"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_who_has_no_secret_of_the_site_is_not_answered(site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        assert client.get(PATH).status_code == 404
        wrong = signer("another secret").sign("seen").decode()
        assert client.get(PATH, headers={HEADER: wrong}).status_code == 404


@in_turn(
    ("site", "address", "missing"),
    [
        ("https://clash.example", "203.0.113.7", ""), ("http://clash.example", "203.0.113.7", "X-Forwarded-Proto"),
        ("https://10.0.0.2:8000", "203.0.113.7", "Host"), ("https://clash.example", "127.0.0.1", "X-Forwarded-For"),
    ],
)  # fmt: skip
def test_a_proxy_that_hides_something_is_found(site: str, address: str, missing: str) -> None:
    found: CheckedPart = check_proxy("https://clash.example", Seen(address=address, site=site))
    assert found.state == ("BAD" if missing else "ok") and missing in found.words
