"""Sentences that are put together from parts, which no other language can put in its own order: found in the sources.

In Python by its syntax tree, in templates by Jinja's. The values of a text are arguments of `_()`; so a translated text
is never concatenated, formatted, joined or changed afterwards, and is in no f-string with other words.
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
    "lstrip",
    "rstrip",
    "strip",
}
FILLED_IN: Final = "app/base/i18n/current.py"  # where translated texts get their values, with %
_LETTERS: Final = re.compile(r"[^\W\d_]")
_NO_BORDER: Final = re.compile(r"[\s:,;.()]*")  # unlike the "·" between the parts of a title
_KEY: Final = re.compile(r"<kbd>[A-Za-z]{2,}")
_OTHER_STYLE: Final = re.compile(r"\{\w*\}|%(?!\(\w+\)s)")


def in_python(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of each translated text that is a part of something."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr) and _has_other_words(node):
            yield node.lineno, "a translated text next to something else in an f-string"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            filled_in = _parts(node.right) if isinstance(node.op, ast.Mod) else [node.right]
            if any(_is_translated(part) for part in (node.left, *filled_in)):
                yield node.lineno, "a translated text with + or %"
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            if _is_translated(node.value):
                yield node.lineno, "a translated text with +="
        elif isinstance(node, ast.Attribute) and node.attr in CHANGES and _is_translated(node.value, _LETTERS):
            yield node.lineno, f"a translated text with .{node.attr}"
        elif isinstance(node, ast.Call) and any(_is_translated(part) for part in _joined(node)):
            yield node.lineno, "a translated text that is joined"


def _joined(call: ast.Call) -> list[ast.expr]:
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "join":
        return []
    return [part for argument in call.args for part in _parts(argument)]


def _parts(node: ast.expr) -> list[ast.expr]:
    """Return the elements of a list, a tuple or a comprehension; for anything else itself."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return node.elts
    return [node.elt] if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp) else [node]


def _is_translated(node: ast.expr, with_text: re.Pattern[str] | None = None) -> bool:
    """True if this is a translated text; with a pattern, only if the English has that: "; " may join others."""
    if not isinstance(node, ast.Call) or _name_of(node.func) not in TRANSLATED:
        return False
    return with_text is None or any(
        with_text.search(str(arg.value)) for arg in node.args if isinstance(arg, ast.Constant)
    )


def _name_of(function: ast.expr) -> str:
    """Return the name of a called function or method: `gettext` for `narrator.gettext`."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _has_other_words(node: ast.JoinedStr) -> bool:
    """True if an f-string has a translated text, and letters or another value next to it."""
    values = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    words = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    between = re.sub(r"<[^>]*>|&\w+;", "", words)
    glued = _LETTERS.search(between) or (len(values) > 1 and _NO_BORDER.fullmatch(between))
    return bool(glued) and any(_is_translated(value) for value in values)


def in_template(source: str, environment: jinja2.Environment) -> Iterator[tuple[int, str]]:
    """Yield the texts glued together in a template."""
    tree = environment.parse(source)
    for key in _KEY.finditer(source):
        yield source.count("\n", 0, key.start()) + 1, "the name of a key, which each language prints in its own way"
    for concat in tree.find_all((nodes.Concat, nodes.Add, nodes.Mod)):
        parts = concat.nodes if isinstance(concat, nodes.Concat) else [concat.left, concat.right]  # type: ignore[attr-defined]
        if any(_is_call(part) for part in parts):
            yield concat.lineno, "a translated text with ~, + or %"
    for changed in tree.find_all(nodes.Filter):
        if changed.name in CHANGES and changed.node is not None and _is_call(changed.node):
            yield changed.lineno, f"a translated text with |{changed.name}"
    for output in tree.find_all(nodes.Output):
        yield from _adjoining(output)


def _is_call(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in TRANSLATED


def _is_value(node: nodes.Node) -> bool:
    """True if this is a value, perhaps through filters: `player|bdi`; such texts are whole sentences."""
    while isinstance(node, nodes.Filter) and node.node is not None and node.name != "join":
        node = node.node
    return isinstance(node, nodes.Name | nodes.Getattr | nodes.Getitem)


def _adjoining(output: nodes.Output) -> Iterator[tuple[int, str]]:
    """Yield where a text and a value (no icon, no other sentence) have but a space or a colon between them."""
    for first, between, second in zip(output.nodes, output.nodes[1:], output.nodes[2:], strict=False):
        if not isinstance(between, nodes.TemplateData) or isinstance(second, nodes.TemplateData):
            continue
        data = re.sub(r"</?bdi>", "", between.data)  # one with a class is a piece of the page on its own
        glued = _is_value(first) != _is_value(second) and re.fullmatch(r"\s*[:,;(]?\s*", data)
        if (_is_call(first) or _is_call(second)) and (glued or re.fullmatch(r"\s*[:,;.]\s*", data)):
            yield first.lineno, f"a translated text, {between.data!r} and another value"


def other_styles(template: Catalog) -> list[str]:
    """Return the texts with a placeholder of another style than %(name)s, or a bare percent sign."""
    texts = [form for message in template if message.id for form in forms_of(message.id)]
    return [text for text in texts if _OTHER_STYLE.search(text.replace("%%", ""))]


def faults(root: Path = ROOT) -> Iterator[str]:
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    paths = {*(root / "app").rglob("*.py"), *(root / "engine" / "narration").rglob("*.py")} - {root / FILLED_IN}
    for path in sorted(paths):
        for line, fault in in_python(path.read_text("utf-8")):
            yield f"{path.relative_to(root)}:{line}: {fault}"
    for path in sorted((root / "templates").rglob("*.*")):
        for line, fault in in_template(path.read_text("utf-8"), environment):
            yield f"{path.relative_to(root)}:{line}: {fault}"
