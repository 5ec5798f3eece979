"""The tree of the compiled site has every module of it, however deep the compiled packages lie."""

from __future__ import annotations

from pathlib import Path

from tools import compile


def test_beside_what_is_compiled_is_the_whole_site(tmp_path: Path) -> None:
    for package in compile.PACKAGES:
        (tmp_path / package).mkdir(parents=True)
    gone = tmp_path / "app" / "gone.py"
    gone.symlink_to(tmp_path / "no-such-file.py")
    for _ in "12":  # made, and brought up to date
        compile.link_rest(tmp_path)
        own = tuple(f"{package}/" for package in compile.PACKAGES)
        paths = [path.relative_to(compile.ROOT).as_posix() for path in (compile.ROOT / "app").rglob("*.py")]
        assert [path for path in paths if not path.startswith(own) and not (tmp_path / path).exists()] == []
        assert not gone.is_symlink()
