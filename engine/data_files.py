"""The files of `data/`, which ship with the engine."""

from pkgutil import get_data


def read(name: str) -> str:
    """Return the text of a file. (`importlib.resources` would be a sixth of the command line's start.)"""
    content = get_data("engine", f"data/{name}")
    assert content is not None
    return content.decode("utf-8")
