"""`python -m tools.code_lines tests`: print how many lines of Python do something, and of which folders.

Blank lines, comments, docstrings and imports are not counted.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SILENT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER
}  # fmt: skip


def code_lines(source: str) -> int:
    """Return the number of lines that do something."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SILENT:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in _unsaid(ast.parse(source)):
        found.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(found)


def _unsaid(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield imports, and texts that stand alone: docstrings, also those of names."""
    for node in ast.walk(tree):
        alone = (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        if isinstance(node, (ast.Import, ast.ImportFrom)) or alone:
            assert isinstance(node, ast.stmt)
            yield node


def main(folders: list[str]) -> None:
    """Print the lines of these folders."""
    lines: Counter[str] = Counter()
    for folder in folders:
        for path in Path(folder).rglob("*.py"):
            lines["/".join(path.parts[:2])] += code_lines(path.read_text("utf-8"))
    for name, number in lines.most_common():
        print(f"{number:7,}  {name}")
    print(f"{lines.total():7,}")


if __name__ == "__main__":
    main(sys.argv[1:])
