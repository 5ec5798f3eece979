"""Sentences that are put together from parts, which no other language can put in its own order: found in the sources.

In Python by its syntax tree, in templates by Jinja's. What a text is filled with is an argument of `_()`; so what is
translated is never added to, formatted, joined or changed afterwards, and stands in no f-string beside other words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import jinja2
from babel.messages.catalog import Catalog
from jinja2 import nodes

from tools.i18n.extraction import ROOT
from tools.i18n.faults import forms_of

TRANSLATED: Final = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
CHANGES: Final = {
    "capitalize",
    "format",
    "join",
    "lower",
    "removesuffix",
    "replace",
    "split",
    "title",
    "upper",
    "rstrip",
}
_LETTERS: Final = re.compile(r"[^\W\d_]")
_OTHER_STYLE: Final = re.compile(r"\{\w*\}|%(?!\(\w+\)s)")


def in_python(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of each translated text that is a part of something."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr) and _words_beside(node):
            yield node.lineno, "a translated text among other words in an f-string"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            if any(_is_translated(side) for side in (node.left, node.right)):
                yield node.lineno, "a translated text with + or %"
        elif isinstance(node, ast.Attribute) and node.attr in CHANGES and _is_translated(node.value, _LETTERS):
            yield node.lineno, f"a translated text with .{node.attr}"


def _is_translated(node: ast.expr, with_text: re.Pattern[str] | None = None) -> bool:
    """Return whether this is a translated text; with a pattern, only if the English has that: "; " may join others."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in TRANSLATED:
        return False
    return with_text is None or any(
        with_text.search(str(arg.value)) for arg in node.args if isinstance(arg, ast.Constant)
    )


def _words_beside(node: ast.JoinedStr) -> bool:
    """Return whether an f-string has a translated text, and letters or another value beside it."""
    translated = [part for part in node.values if isinstance(part, ast.FormattedValue) and _is_translated(part.value)]
    words = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return bool(translated) and bool(_LETTERS.search(re.sub(r"<[^>]*>|&\w+;", "", words)))


def in_template(source: str, environment: jinja2.Environment) -> Iterator[tuple[int, str]]:
    """Yield the same of a template."""
    tree = environment.parse(source)
    for concat in tree.find_all((nodes.Concat, nodes.Add, nodes.Mod)):
        parts = concat.nodes if isinstance(concat, nodes.Concat) else [concat.left, concat.right]  # type: ignore[attr-defined]
        if any(_is_call(part) for part in parts):
            yield concat.lineno, "a translated text with ~, + or %"
    for changed in tree.find_all(nodes.Filter):
        if changed.name in CHANGES and changed.node is not None and _is_call(changed.node):
            yield changed.lineno, f"a translated text with |{changed.name}"
    for output in tree.find_all(nodes.Output):
        yield from _beside(output)


def _is_call(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in TRANSLATED


def _beside(output: nodes.Output) -> Iterator[tuple[int, str]]:
    """Yield where a text and a value (no icon, no other sentence) have but a space or a colon between them."""
    for first, between, second in zip(output.nodes, output.nodes[1:], output.nodes[2:], strict=False):
        if not isinstance(between, nodes.TemplateData) or isinstance(second, nodes.TemplateData):
            continue
        values = [part for part in (first, second) if isinstance(part, nodes.Name | nodes.Getattr | nodes.Getitem)]
        glued = len(values) == 1 and re.fullmatch(r"\s*[:,;(]?\s*", between.data)
        if (_is_call(first) or _is_call(second)) and (glued or re.fullmatch(r"\s*[:,;.]\s*", between.data)):
            yield first.lineno, f"a translated text, {between.data!r} and another value"


def other_styles(template: Catalog) -> list[str]:
    """Return the texts with a placeholder of another style than %(name)s, or a bare percent sign."""
    texts = [form for message in template if message.id for form in forms_of(message.id)]
    return [text for text in texts if _OTHER_STYLE.search(text.replace("%%", ""))]


def faults(root: Path = ROOT) -> Iterator[str]:
    """Yield each fault in the sources as file, line and what it is."""
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    for path in sorted([*(root / "app").rglob("*.py"), *(root / "engine" / "narration").rglob("*.py")]):
        for line, fault in in_python(path.read_text("utf-8")):
            yield f"{path.relative_to(root)}:{line}: {fault}"
    for path in sorted((root / "templates").rglob("*.*")):
        for line, fault in in_template(path.read_text("utf-8"), environment):
            yield f"{path.relative_to(root)}:{line}: {fault}"
