"""The features that the style sheets, scripts and templates use: by names, as a reader would see them, not by types.

A member of a script counts as the browser's if no script declares that name itself; it is new only if it is in every
interface that has one of that name. Some features have no name, but a form: those of `FORMS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tools.browsers.support import PREFIX, WebFeature
from tools.plain_colours import COMMENT, Declaration, declarations

ROOT: Final = Path(__file__).resolve().parents[2]
VALUE_WORD: Final = re.compile(r"(?<![\w-])[a-z][a-z0-9-]*(?![\w-])")
QUOTED: Final = re.compile(r"\"[^\"]*\"|url\([^)]*\)|--[\w-]+")
UNIT: Final = re.compile(r"\d([a-z]+)\b")
PSEUDO: Final = re.compile(r"::?([a-z][a-z-]+)")
AT_RULE: Final = re.compile(r"@([a-z-]+)")
FUNCTION: Final = re.compile(r"(?<![\w-])([a-z][a-z-]*)\(")
SCRIPT_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"])//[^\n]*", re.DOTALL)
STRING: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
MEMBER: Final = re.compile(r"(?<![\w.])(\w+)\??\.([A-Za-z_]\w*)")
MEMBER_OF_ANY: Final = re.compile(r"(?<!dataset)(?<!style)\.\s*([A-Za-z_]\w*)")
DECLARED: Final = re.compile(
    r"(?:function\*?|const|let|class|get|set|async|static)\s+#?(\w+)|^\s+#?(\w+)\(.*\{$|([A-Za-z_]\w*)\??\s*:(?!:)",
    re.MULTILINE,
)
GLOBALS: Final = {
    "navigator": "Navigator", "document": "Document", "window": "Window", "screen": "Screen", "history": "History",
    "location": "Location", "performance": "Performance", "caches": "CacheStorage", "crypto": "Crypto",
}  # fmt: skip
ATTRIBUTE: Final = re.compile(r"\s([a-z][a-z-]*)(?==\"|[\s>])")
ELEMENT: Final = re.compile(r"<([a-z][a-z0-9]*)[\s>]")
TEMPLATE_CODE: Final = re.compile(r"\{#.*?#\}|\{[{%].*?[%}]\}", re.DOTALL)
FORMS: Final = {
    ".css": (
        (re.compile(r"@media[^{]*\([^:)]*[<>]"), "css.at-rules.media.range_syntax"),
        (re.compile(r"[{;]\s*[&>+~]"), "css.selectors.nesting"),
        (re.compile(r"\((?:from)\s"), "css.types.color.rgb.relative_syntax"),
        (re.compile(r"linear\(\s*[\d.]"), "css.types.easing-function.linear-function"),
    ),
    ".js": (
        (re.compile(r"\(\?<[=!]"), "javascript.regular_expressions.lookbehind_assertion"),
        (re.compile(r"static\s*\{"), "javascript.classes.static.initialization_blocks"),
        (re.compile(r"/[dgimsuy]*v[dgimsuy]*[.,;)]"), "javascript.regular_expressions.character_class.unicode_class"),
        (re.compile(r"linear\("), "css.types.easing-function.linear-function"),
        (re.compile(r"[\"'`(\s]light-dark\("), "css.types.color.light-dark"),
        (re.compile(r":has\("), "css.selectors.has"),
        (re.compile(r":popover-open"), "css.selectors.popover-open"),
    ),
}

Known = Mapping[str, WebFeature]


def sources(folder: str, ending: str) -> Iterator[tuple[Path, str]]:
    """Yield our own files of a kind, without what is put in by the build."""
    for path in sorted((ROOT / folder).rglob(f"*{ending}")):
        if "vendor" not in path.parts:
            yield path, path.read_text("utf-8")


def forms(text: str, ending: str) -> set[str]:
    return {name for form, name in FORMS[ending] if form.search(text)}


def of_styles(css: str, known: Known) -> set[str]:
    """Return the features that a style sheet uses."""
    css = COMMENT.sub("", css)
    found = {f"css.selectors.{name}" for name in PSEUDO.findall(css)}
    found |= {f"css.at-rules.{name}" for name in AT_RULE.findall(css)} | forms(css, ".css")
    listed = list(declarations(css))
    for each in listed:
        own = f"css.properties.{each.name}"
        value = QUOTED.sub("", each.value)
        found.add(own)
        found |= {f"{own}.{word}" for word in VALUE_WORD.findall(value)}
        found |= {f"css.types.{kind}{name}" for name in FUNCTION.findall(value) for kind in ("", "color.", "image.")}
        found |= {f"css.types.length.{unit}" for unit in UNIT.findall(value)}
    return {name for name in found if name in known and not _is_prefixed(name, known[name], listed)}


def _is_prefixed(name: str, feature: WebFeature, listed: Iterable[Declaration]) -> bool:
    """True if a property stands with its prefix in the same rules, where a promised browser wants that."""
    _, kind, own, *_ = name.split(".")
    if kind != "properties" or feature.is_promised or not feature.is_prefixed:
        return False
    places = {prefix: {(d.around, d.selector) for d in listed if d.name == prefix + own} for prefix in ("", PREFIX)}
    return places[""] <= places[PREFIX]


def declared(scripts: Iterable[str]) -> set[str]:
    """Return the names that scripts give to things of their own."""
    return {name for text in scripts for names in DECLARED.findall(text) for name in names if name}


def of_script(script: str, known: Known, members: Mapping[str, list[str]], own: set[str]) -> set[str]:
    """Return the features that a script uses; `members` are the browser's by their last name."""
    script = SCRIPT_COMMENT.sub("", script)
    found = {name for name in forms(script, ".js") if name in known}
    script = STRING.sub('""', script)
    for owner, name in MEMBER.findall(script):
        exact = f"api.{GLOBALS.get(owner, owner)}.{name}"
        if exact in known or f"{exact}_static" in known:
            found.add(exact if exact in known else f"{exact}_static")
            own = own | {name}
    for name in set(MEMBER_OF_ANY.findall(script)) - own:
        possible = members.get(name, [])
        if possible and not any(known[each].is_promised for each in possible):
            found.add(possible[0])
    return found


def members_of(known: Known) -> dict[str, list[str]]:
    """Return the names of interfaces' members with the features that have them, those of elements first."""
    found: dict[str, list[str]] = {}
    for name in sorted(known, key=lambda name: ("Element" not in name, name)):
        top, *_, last = name.split(".")
        if top in {"api", "javascript"} and name.count(".") <= 4:
            found.setdefault(last.removesuffix("_static").removesuffix("_event"), []).append(name)
    return found


def of_template(template: str, known: Known) -> set[str]:
    """Return the features that a template uses: elements, and attributes that are new wherever they stand."""
    html = TEMPLATE_CODE.sub("", template)
    found = {f"html.elements.{name}" for name in ELEMENT.findall(html)}
    for name in set(ATTRIBUTE.findall(html)):
        places = [each for each in (f"html.global_attributes.{name}",) if each in known]
        places += [
            each
            for element in sorted(set(ELEMENT.findall(html)))
            if (each := f"html.elements.{element}.{name}") in known
        ]
        if places and not any(known[each].is_promised for each in places):
            found.add(places[0])
    return {name for name in found if name in known}


def used(known: Known) -> dict[str, set[str]]:
    """Return the features that not every promised browser knows, each with the files that use it."""
    scripts = [(path, text) for path, text in sources("static/js", ".js")]
    members, own = members_of(known), declared(text for _, text in scripts)
    found: dict[str, set[str]] = {}
    every = [(path, of_styles(text, known)) for path, text in sources("static/css", ".css")]
    every += [(path, of_script(text, known, members, own)) for path, text in scripts]
    every += [(path, of_template(text, known)) for path, text in sources("templates", ".html")]
    for path, names in every:
        for name in names:
            if not known[name].is_promised:
                found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    return found
