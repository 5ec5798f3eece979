"""Compiled templates are kept from one start to the next, and never used for another text or with other options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest

from app.base.drawing.compiled_templates import CompiledTemplates


class Counting(jinja2.Environment):
    """Counts what it compiles."""

    def __init__(self, folder: Path) -> None:
        super().__init__(loader=jinja2.FileSystemLoader(folder), bytecode_cache=CompiledTemplates(str(folder / "o.py")))
        self.compiled = 0

    def compile(self, *source: Any, **options: Any) -> Any:
        """Compile a template."""
        self.compiled += 1
        return super().compile(*source, **options)


def drawn(folder: Path) -> tuple[str, int]:
    """Return the page of a fresh start, and the number of templates that it compiled."""
    env = Counting(folder)
    return env.get_template("page.html").render(name="Ann"), env.compiled


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a folder with a template, and the file with the options."""
    (tmp_path / "o.py").write_text("autoescape = True")
    (tmp_path / "page.html").write_text("Hello {{ name }}")
    return tmp_path


def test_a_second_start_compiles_nothing(folder: Path) -> None:
    (folder / "__pycache__").mkdir()
    assert [drawn(folder), drawn(folder)] == [("Hello Ann", 1), ("Hello Ann", 0)]


def test_what_has_changed_is_compiled_again(folder: Path) -> None:
    (folder / "__pycache__").mkdir()
    drawn(folder)
    (folder / "page.html").write_text("Bye {{ name }}")
    assert [drawn(folder), drawn(folder)] == [("Bye Ann", 1), ("Bye Ann", 0)]
    (folder / "o.py").write_text("autoescape = False")
    assert [drawn(folder), drawn(folder)] == [("Bye Ann", 1), ("Bye Ann", 0)]
    assert len(list((folder / "__pycache__").iterdir())) == 1


def test_where_nothing_can_be_written_each_start_compiles(folder: Path) -> None:
    assert [drawn(folder), drawn(folder)] == [("Hello Ann", 1), ("Hello Ann", 1)]
