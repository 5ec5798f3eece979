"""Compiled templates, kept where Python keeps compiled modules: a start compiles only what has changed."""

from __future__ import annotations

import sys
import zlib
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket


class CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Keeps templates compiled with the options in `source`, a file of Python; with other options they are compiled
    again. As with Python's modules, templates that cannot or must not (PYTHONDONTWRITEBYTECODE) be written are compiled
    again at the next start."""

    def __init__(self, source: str) -> None:
        super().__init__(str(Path(cache_from_source(source)).parent), "template-%s")
        self._options = zlib.crc32(Path(source).read_bytes())

    def get_source_checksum(self, source: str) -> str:
        return f"{super().get_source_checksum(source)}/{self._options:08x}"

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template to its file, if there is a place for it."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)
