"""The version of the game: `python -m app --version`, `/status` and the API say it, pyproject.toml repeats it."""

from typing import Final

VERSION: Final = "1.0.0"
