"""Words about the project itself, as paragraphs of plain English: pages in Markdown, docstrings, comments."""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools.i18n.extraction import ROOT
from tools.i18n.style import Rule, broken, rules_of

FOLDERS: Final = (
    ".github", "app", "deploy", "docs", "engine", "migrations", "static/js", "static/examples", "templates", "tests",
    "tools",
)  # fmt: skip
NOT_ENGLISH: Final = re.compile(r"docs/(readme|languages)/")
READMES: Final = "docs/readme"
_CODE: Final = re.compile(r"\A---\n.*?\n---\n|^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
_BEGINS: Final = re.compile(r"\s*(?:[-*]|\d+\.) |[|#>]")
_LIST: Final = re.compile(r"^(?:[-*]|\d+\.|#+|>) ")
_NOT_WORDS: Final = (
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"), (re.compile(r"`[^`]*`|<https?:[^>]*>"), "N"),
    (re.compile(r"\*+|^Translators: |# (noqa|type): .*|@(type|typedef|param|returns?|template)\b.*"), ""),
)  # fmt: skip
_SPACES: Final = re.compile(r"[ \t\n]+")  # no narrow ones, which some marks need
_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"")
_IN_SCRIPT: Final = re.compile(r"/\*\*?(.*?)\*/|^\s*//([^\n]*(?:\n\s*//[^\n]*)*)", re.DOTALL | re.MULTILINE)
_IN_TEMPLATE: Final = re.compile(r"\{#(.*?)#\}", re.DOTALL)


class Paragraph(NamedTuple):
    """The line where it begins, and its words on one line: code is the letter N, a link is its text."""

    line: int
    text: str


def _plain(line: int, text: str) -> Paragraph:
    text = text.strip()
    for pattern, instead in _NOT_WORDS:
        text = pattern.sub(instead, text)
    return Paragraph(line, _SPACES.sub(" ", text).strip())


def in_markdown(source: str) -> Iterator[Paragraph]:
    """Yield the paragraphs, points of lists, headings and cells of a page."""
    source = _CODE.sub(lambda code: "\n" * code[0].count("\n"), source)
    began, words = 1, list[str]()
    for number, line in enumerate([*source.split("\n"), ""], start=1):
        if not line.strip() or _BEGINS.match(line):
            if words:
                yield _plain(began, " ".join(words))
            words = []
        if line.startswith("|"):
            yield from (_plain(number, cell) for cell in line.strip("| ").split("|"))
        elif line.strip():
            began = began if words else number
            words.append(_LIST.sub("", line.strip()))


def in_python(source: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of the docstrings of a module, and its comments, lines below each other as one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from (_plain(node.lineno, text) for text in node.value.value.split("\n\n"))
    began, last, words = 0, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        row, alone = token.start[0], token.line.lstrip().startswith("#")
        if words and not (alone and row == last + 1):
            yield _plain(began, " ".join(words))
            words = []
        began = began if words else row
        words.append(token.string.lstrip("# "))
        last = row
    if words:
        yield _plain(began, " ".join(words))


def in_script(source: str) -> Iterator[Paragraph]:
    """Yield the comments of a script."""
    for found in _IN_SCRIPT.finditer(source):
        text = found[2] if found[1] is None else found[1]
        yield _plain(source.count("\n", 0, found.start()) + 1, re.sub(r"\n\s*(?://|\*)?", " ", text))


def in_template(source: str) -> Iterator[Paragraph]:
    """Yield the comments of a template."""
    for found in _IN_TEMPLATE.finditer(source):
        yield _plain(source.count("\n", 0, found.start()) + 1, found[1])


KINDS: Final[Mapping[str, Callable[[str], Iterator[Paragraph]]]] = {
    ".md": in_markdown, ".py": in_python, ".js": in_script, ".html": in_template,
}  # fmt: skip


def documents(root: Path = ROOT) -> Iterator[Path]:
    """Yield the files that have words about the project, but those in other languages."""
    found = [*root.glob("*.md"), *(path for folder in FOLDERS for path in sorted((root / folder).rglob("*.*")))]
    for path in found:
        if path.suffix in KINDS and not NOT_ENGLISH.search(path.as_posix()) and "node_modules" not in path.parts:
            yield path


def document_faults(rules: list[Rule], root: Path = ROOT) -> Iterator[str]:
    """Yield for each paragraph and each rule that it breaks the place, what was found, and what to write instead."""
    for path in documents(root):
        for line, text in KINDS[path.suffix](path.read_text("utf-8")):
            for found, rule in broken(rules, _QUOTED.sub("N", text)):
                yield f"{path.relative_to(root)}:{line}: {found!r}: {rule.instead}"


def readme_faults(locales: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield the faults of the READMEs in other languages, each by its language's rules."""
    for path in sorted((root / READMES).glob("*.md")):
        rules = rules_of(locales, path.stem)
        for line, text in in_markdown(path.read_text("utf-8")):
            for found, rule in broken(rules, text):
                yield f"{path.relative_to(root)}:{line}: {found!r}: {rule.instead}"
