"""The files of `data/`, which ship with the engine."""

from pkgutil import get_data
from typing import Final

_PACKAGE: Final = __name__.partition(".")[0]
"""The wheel has another name than the folder (`tools/packages/build.py`)."""


def read(name: str) -> str:
    """Return the text of a file. (`importlib.resources` would be a sixth of the command line's start.)"""
    content = get_data(_PACKAGE, f"data/{name}")
    assert content is not None
    return content.decode("utf-8")
