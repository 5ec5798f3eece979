"""The image is built once, for the tests of the site in it and of the engine that is compiled for it."""

import os
import subprocess
import sys

import pytest

from tests.hosting.dockerfile import Stage, build
from tests.support.need import REQUIRE_ALL


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Provide the last stage of the Dockerfile as a folder.

    It needs the network, so only where every test is required.
    """
    if not os.environ.get(REQUIRE_ALL):
        pytest.skip(f"carrying out the Dockerfile takes a minute and the network: done with {REQUIRE_ALL}=1.")
    folder = tmp_path_factory.mktemp("image")
    subprocess.run([sys.executable, "-m", "venv", folder / "base"], check=True)
    return build(folder, folder / "base" / "bin" / "python")
