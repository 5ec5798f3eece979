"""The values that pages hand to their templates: each page of more than a few renders one documented object, which has
what its template asks for and nothing else; and parts that are kept for every visitor show nothing of one."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from jinja2 import meta, nodes

import app.main  # noqa: F401 - with every page
from app.base.services import make_templates
from app.base.settings import Settings
from app.base.web.page_context import PageContext
from app.cards.gallery import drawing as cards
from app.matches.play.create_page import CreatePage
from app.matches.play.join_page import JoinPage
from app.matches.table.match_page import MatchPage
from app.people import services as people
from app.site.lobby.home_page import HomePage

MAX_VALUES: Final = 4  # values, besides those of every page
OF_EVERY_PAGE: Final = {"page", "prefs", "gated", "request", "language"}
OF_EVERY_KEPT_PART: Final = {"language", "caller"}
OBJECTS: Final = {
    "site/lobby/home.html": ("home", HomePage), "matches/play/join.html": ("join", JoinPage),
    "matches/play/create.html": ("create", CreatePage), "matches/play/match.html": ("match", MatchPage),
}  # fmt: skip
"""Pages with one value that is an object: its name in the template."""
LOOSE: Final = {
    "cards/gallery/gallery.html": "its filters are those of the deck builder and of the Champions",
    "cards/decks/": "drawn in the same parts by the builder's pages and by the match that asks for a deck",
    "cards/designer/": "drawn in the same parts by the designer's pages, kept by their address or not",
    "contests/legacy/road.html": "drawn by the site, and by a browser without a connection",
    "learning/replay/offline.html": "the page of a replay, empty, drawn over the site's",
    "matches/table/prepare/": "parts of a match that asks for a choice, each of one search",
    "contests/tournaments/new.html": "the form, whose choices are a table by the name of each field",
}
"""Pages that have more values without an object, and why."""
PAGE_CALLS: Final = ("page", "kept_page")


@cache
def environment() -> jinja2.Environment:
    """Return the site's own."""
    templates = make_templates(Settings())
    templates.offer({**cards.HELPERS, **people.HELPERS})
    return templates.env


@cache
def drawn(name: str) -> tuple[nodes.Template, ...]:
    """Return the templates of which a page is made, without the blocks that it replaces."""
    found: tuple[nodes.Template, ...] = ()
    replaced = set[str]()
    while name:
        template = parsed(name)
        for block in template.find_all(nodes.Block):
            if block.name in replaced:
                block.body = []
            elif all(getattr(call.node, "name", "") != "super" for call in block.find_all(nodes.Call)):
                replaced.add(block.name)
        found += (template, *(part for each in template.find_all(nodes.Include) for part in drawn(constant(each))))
        parent = template.find(nodes.Extends)
        # A page that may be drawn over several others names each where it is made.
        has_name = parent is not None and isinstance(parent.template, nodes.Const)
        name = constant(parent) if parent is not None and has_name else ""
    return found


def parsed(name: str) -> nodes.Template:
    """Return a template's syntax tree."""
    loader = environment().loader
    assert loader is not None
    return environment().parse(loader.get_source(environment(), name)[0])


def constant(node: nodes.Include | nodes.Extends) -> str:
    """Return the name of the template that another names."""
    assert isinstance(node.template, nodes.Const)
    return str(node.template.value)


def asked(name: str) -> tuple[set[str], set[str]]:
    """Return the names that a page's templates need from it; those that they can do without, or some set themselves."""
    templates = drawn(name)
    own = {each.name for template in templates for each in template.find_all(nodes.Name) if each.ctx != "load"}
    for template in templates:
        for each in template.find_all(nodes.FromImport):
            own |= {alias if isinstance(alias, str) else alias[1] for alias in each.names}
        own |= {each.target for each in template.find_all(nodes.Import)}
        own |= {each.name for each in template.find_all(nodes.Macro)}
        for test in template.find_all((nodes.Filter, nodes.Test)):
            if test.name in ("default", "defined") and isinstance(test.node, nodes.Name):
                own.add(test.node.name)
    found = set[str]().union(*map(meta.find_undeclared_variables, templates))
    found -= OF_EVERY_PAGE | environment().globals.keys()
    return found - own, found & own


def contexts(of: type[PageContext] = PageContext) -> Iterator[type[PageContext]]:
    """Yield the objects of all pages."""
    for each in of.__subclasses__():
        yield each
        yield from contexts(each)


def of_objects() -> Iterator[str]:
    """Yield pages whose object has other values than its templates ask for, or says nothing of itself."""
    for shown in (each for each in contexts() if "template" in vars(each)):
        known, (needed, perhaps) = shown.template_names() - OF_EVERY_PAGE, asked(shown.template)
        shared = [base for base in shown.__mro__ if issubclass(base, PageContext) and "template" not in vars(base)]
        unused = known - needed - perhaps - set[str]().union(*(part.template_names() for part in shared))
        if (shown.__doc__ or shown.__name__).startswith(shown.__name__):
            yield f"{shown.__name__}: what it shows is not said"
        yield from (f"{shown.__name__}: {shown.template} asks for {name}" for name in sorted(needed - known))
        yield from (f"{shown.__name__}: {shown.template} does not use {name}" for name in sorted(unused))
    for path, (value, kind) in OBJECTS.items():
        attributes = (each for template in drawn(path) for each in template.find_all(nodes.Getattr))
        wanted = {each.attr for each in attributes if isinstance(each.node, nodes.Name) and each.node.name == value}
        has = {*dir(kind), *(each.name for each in fields(kind))}
        yield from (f"{path}: {kind.__name__} has no {name}" for name in sorted(wanted - has))


def of_loose_values() -> Iterator[str]:
    """Yield pages that get more than a few values without an object."""
    names = {value for value, _ in OBJECTS.values()}
    for path in Path("app").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                template = str(call.args[1].value)
                if name in PAGE_CALLS and not template.startswith(tuple(LOOSE)):
                    values = asked(template)[0] - names
                    if len(values) > MAX_VALUES:
                        yield f"{path}: {template} gets {', '.join(sorted(values))}, and no object"


def of_kept_parts() -> Iterator[str]:
    """Yield values in a kept part that differ between visitors, and names that two parts have."""
    known = set[str]()
    common = OF_EVERY_KEPT_PART | environment().globals.keys()
    for path in environment().list_templates(["html"]):
        tree = parsed(path)
        imported = {each.target: each.template for each in tree.find_all(nodes.Import)}
        macros = {each for line in tree.find_all(nodes.FromImport) for each in line.names}
        for block in tree.find_all(nodes.CallBlock):
            if not (isinstance(block.call.node, nodes.Name) and block.call.node.name == "kept_part"):
                continue
            (name,) = block.call.args
            assert isinstance(name, nodes.Const)
            if name.value in known:
                yield f"{path}: another part is kept as {name.value}, too"
            known.add(name.value)
            within = {name for part in block.body for name in part.find_all(nodes.Name)}
            own = {each.name for each in within if each.ctx == "store"}
            used = {each.name for each in within if each.ctx == "load"} - own - common - macros
            yield from (f"{path}: {name} in a kept part" for name in sorted(used - imported.keys()))
            templates = [imported[name] for name in used & imported.keys()]
            templates += [each.template for part in block.body for each in part.find_all(nodes.Include)]
            for template in templates:
                assert isinstance(template, nodes.Const)
                strange = meta.find_undeclared_variables(parsed(template.value)) - common
                yield from (f"{path}: {name} of {template.value} in a kept part" for name in sorted(strange))


if __name__ == "__main__":
    found = [*of_objects(), *of_loose_values(), *of_kept_parts()]
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    sys.exit(1 if found else 0)
