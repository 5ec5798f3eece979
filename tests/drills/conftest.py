"""The image is built once, for the tests of the site in it and of the engine that is compiled for it."""

import subprocess
import sys

import pytest

from tests.drills.dockerfile import Stage, build


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Provide the last stage of the Dockerfile as a folder; making it takes minutes and the network."""
    folder = tmp_path_factory.mktemp("image")
    subprocess.run([sys.executable, "-m", "venv", folder / "base"], check=True)
    return build(folder, folder / "base" / "bin" / "python")
