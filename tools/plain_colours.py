"""Write static/vendor/plain_colours.css: the site's colours for browsers without `light-dark()` or `color-mix()`.

A custom property takes any value, so no plain value can stand before it: those of such browsers stand in a sheet of
their own, which js/prefs.js adds where it is needed. It holds the same rules with the colour by day, once more with the
one by night where the visitor's system or choice is dark, and for each part of a page that is always light or dark
(`color-scheme`) all colours of the page as that part has them. In place of a mixture stands the colour of which it has
most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from app.base.web.joined_files import with_shapes

Scheme = Literal["light", "dark"]

COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
PIECE: Final = re.compile(r"(?:\"[^\"]*\"|\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|[^;{}\"()])*[;{}]")
BY_SCHEME: Final = "light-dark("
MIXED: Final = "color-mix("
SHARE: Final = re.compile(r"\s+([\d.]+)%$")
HALF: Final = 50
NOT_MIXED: Final = "@supports not (color: color-mix(in srgb, #000, #fff))"
ROOT: Final = ":root"
LAYER: Final = "@layer"
BY_SYSTEM: Final = "@media (prefers-color-scheme: dark)"
BY_SYSTEM_ROOT: Final = ':root:not([data-theme="light"])'
CHOSEN_ROOT: Final = ':root[data-theme="dark"]'


@dataclass(frozen=True)
class Declaration:
    """One declaration, its selector, and the at-rules around it, the outermost first."""

    around: tuple[str, ...]
    selector: str
    name: str
    value: str


def declarations(css: str) -> Iterator[Declaration]:
    """Yield the declarations of a sheet in order; frames of animations are left out."""
    around: list[str] = []
    for piece in PIECE.findall(COMMENT.sub("", css)):
        words, end = piece[:-1].strip(), piece[-1]
        if end == "{":
            around.append(" ".join(words.split()))
            continue
        name, colon, value = words.partition(":")
        rules = [each for each in around if each.startswith("@")]
        if colon and around and not around[-1].startswith("@") and not any("keyframes" in rule for rule in rules):
            yield Declaration(tuple(rules), around[-1], name.strip(), " ".join(value.split()))
        if end == "}" and around:
            around.pop()


def arguments(value: str, function: str) -> tuple[str, list[str], str]:
    """Return what stands before a function's first call, the arguments of that call, and what stands after it."""
    before, rest = value.split(function, 1)
    depth, parts, start = 1, [], 0
    for index, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth or (depth == 1 and letter == ","):
            parts.append(rest[start:index].strip())
            start = index + 1
        if not depth:
            return before, parts, rest[start:]
    raise ValueError(f"{value}: a bracket is not closed")


def plain(value: str, scheme: Scheme) -> str:
    """Return a value with one colour in place of each choice by scheme and of each mixture."""
    while BY_SCHEME in value:
        before, (light, dark), after = arguments(value, BY_SCHEME)
        value = f"{before}{light if scheme == 'light' else dark}{after}"
    while MIXED in value:
        before, (_, first, second), after = arguments(value, MIXED)
        share = SHARE.search(first)
        most = second if share and float(share[1]) < HALF else SHARE.sub("", first)
        value = f"{before}{most}{after}"
    return value


def rule(declaration: Declaration, selector: str, scheme: Scheme, around: tuple[str, ...] = ()) -> str:
    """Return a rule of one declaration with its plain value."""
    text = f"{selector}{{{declaration.name}:{plain(declaration.value, scheme)}}}"
    for each in reversed((*around, *declaration.around)):
        text = f"{each}{{{text}}}"
    return text


def under(root: str, selector: str) -> str:
    """Return a selector's elements on pages whose root element is like `root`."""
    return ",".join(
        each.replace(ROOT, root) if ROOT in each else f"{root} {each}" for each in map(str.strip, selector.split(","))
    )


def always(found: list[Declaration]) -> Iterator[tuple[Declaration, Scheme]]:
    """Yield the parts of pages that are light or dark whatever the page is, which a visitor has chosen."""
    for each in found:
        is_of_part = any(not rule.startswith(LAYER) for rule in each.around) or not each.selector.startswith(ROOT)
        if each.name == "color-scheme" and is_of_part:
            if each.value == "light":
                yield each, "light"
            elif each.value == "dark":
                yield each, "dark"


def sheet(folder: Path) -> str:
    """Return the sheet for the style sheets of `folder`."""
    found = [each for path in sorted(folder.glob("*.css")) for each in declarations(path.read_text("utf-8"))]
    coloured = [each for each in found if BY_SCHEME in each.value or MIXED in each.value]
    lines = [rule(each, each.selector, "light", () if BY_SCHEME in each.value else (NOT_MIXED,)) for each in coloured]
    by_scheme = [each for each in coloured if BY_SCHEME in each.value]
    for each in by_scheme:
        lines.append(rule(each, under(BY_SYSTEM_ROOT, each.selector), "dark", (BY_SYSTEM,)))
        lines.append(rule(each, under(CHOSEN_ROOT, each.selector), "dark"))
    of_pages = [each for each in by_scheme if each.selector == ROOT]
    for part, scheme in always(found):
        selector = part.selector.replace(ROOT, ROOT * 3)  # on paper whatever the screen is
        lines += [rule(replace(each, around=part.around), selector, scheme) for each in of_pages]
    return with_shapes(("\n".join(lines) + "\n").encode()).decode()
