"""The whole API against its own description: whatever comes in, nothing breaks, and every answer is as promised."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks

from app.base.settings import Settings
from app.main import create_app
from tests.conftest import UNANALYSED
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.server import DEADLINE, ServerProcess

EXAMPLES = int(os.environ.get("CLASH_TEST_EXAMPLES", "2"))  # of each operation; `make fuzz` asks for many
CHECKS = [
    checks.not_a_server_error, checks.status_code_conformance, checks.content_type_conformance,
    checks.response_schema_conformance,
]  # fmt: skip


LEAVING = "DELETE /api/players/me"


class Site:
    """A server for this module, a player there, and a match of that player."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
            ann, bob = ApiPlayer(client), ApiPlayer(client)
            self.headers = ann.headers
            self.match_id = ann.open(format="draft")
            bob.ok("POST", f"/{self.match_id}/join", {})

    def somebody_else(self) -> dict[str, str]:
        """Return the headers of a new player, who may leave for good."""
        with httpx.Client(base_url=self.server.url, timeout=DEADLINE) as client:
            return ApiPlayer(client).headers


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Provide the site that is tried out."""
    server = ServerProcess(tmp_path_factory.mktemp("api"), {**UNANALYSED, "rate_limit": "0"})
    yield Site(server.start())
    log = server.log
    server.close()
    assert "unexpected error" not in log and "Traceback" not in log


def _description() -> Json:
    with tempfile.TemporaryDirectory() as folder:
        return create_app(Settings(data_dir=Path(folder))).openapi()


schema = schemathesis.openapi.from_dict(_description())


@schema.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_every_operation_keeps_its_promises(case: schemathesis.Case[Any], api: Site) -> None:
    if "id" in case.path_parameters and len(str(case.path_parameters["id"])) % 2 == 0:
        case.path_parameters["id"] = api.match_id  # something that there is, half of the time
    headers = api.somebody_else() if case.operation.label == LEAVING else api.headers
    case.call_and_validate(base_url=api.server.url, headers=headers, checks=CHECKS, timeout=DEADLINE)
