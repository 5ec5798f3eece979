"""Is engine/ pure? Standard library only, nothing of app/, no clock, no global randomness, no I/O but its own data.

Only the command line may do I/O. Imports between packages are checked by import-linter (pyproject.toml), which cannot
see calls, nor know the impure modules of the standard library. Its refusals can be said in every language, too.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import check_refusals

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine"
OUTSIDE = {"__main__.py"}
IMPURE = {
    "asyncio", "datetime", "getpass", "http", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "pickle",
    "platform", "queue", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid", "warnings", "weakref",
}  # fmt: skip
# Data that ships with the package is read by data_files.py; a seeded random.Random is a value, not the world.
GLOBAL_RANDOM = {"choice", "choices", "randint", "random", "randrange", "sample", "seed", "shuffle"}
CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def complaints(path: Path, source: str) -> Iterator[str]:
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        for module in _imported(node):
            if module != "engine" and module not in sys.stdlib_module_names:
                yield f"{name}:{line}: imports {module}, which is not in the standard library"
            elif module in IMPURE and path.name not in OUTSIDE:
                yield f"{name}:{line}: imports {module}; the engine has no clock, files or network"
        if _is_global_random(node):
            yield f"{name}:{line}: uses the global random generator; take the match's own"
        if _calls_out(node) and path.name not in OUTSIDE:
            yield f"{name}:{line}: reads, prints or runs text"


def _calls_out(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        return [(node.module or "").partition(".")[0]]
    return []


def _is_global_random(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom) and node.module == "random":
        return any(alias.name in GLOBAL_RANDOM for alias in node.names)
    if isinstance(node, ast.Attribute) and node.attr in GLOBAL_RANDOM:
        return isinstance(node.value, ast.Name) and node.value.id == "random"
    return False


def imports_alone() -> bool:
    """True if every module of the engine imports in a Python that has no packages installed."""
    modules = [
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for path in sorted(ENGINE.rglob("*.py"))
        if path.name not in OUTSIDE
    ]
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nimport " + ", ".join(modules)
    return subprocess.run([sys.executable, "-I", "-S", "-c", code], check=False).returncode == 0


def main() -> int:
    found = [line for path in sorted(ENGINE.rglob("*.py")) for line in complaints(path, path.read_text("utf-8"))]
    found += check_refusals.complaints(ENGINE)
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found or not imports_alone() else 0


if __name__ == "__main__":
    sys.exit(main())
