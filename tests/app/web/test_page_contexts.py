"""Each page of more than a few values renders one documented object: what its template asks for, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import jinja2
import pytest
from jinja2 import meta, nodes

import app.main  # noqa: F401 - with every page
from app.lobby.home_page import HomePage
from app.play.create_page import CreatePage
from app.play.join_page import JoinPage
from app.settings import Settings
from app.site import make_templates
from app.table.match_page import MatchPage
from app.web.page_context import PageContext

FEW = 4  # values, besides those of every page
OF_EVERY_PAGE = {"page", "prefs", "gated", "request", "language"}
OBJECTS = {"home": HomePage, "join": JoinPage, "create": CreatePage, "match": MatchPage}
"""One value that is an object, by its name in the template of that page."""
LOOSE = {
    "cards/gallery.html": "its filters are those of the deck builder and of the Champions",
    "decks/": "drawn in the same parts by the builder's pages and by the match that asks for a deck",
    "designer/": "drawn in the same parts by the designer's pages, kept by their address or not",
    "learn/marks": "the cards and creatures of one figure, on a page and in the help of a table",
    "table/prepare/": "parts of a match that asks for a choice, each of one search",
    "tournaments/new.html": "the form, whose choices are a table by the name of each field",
}
"""What has more values without an object, and why."""
PAGE_CALLS = ("page", "kept_page")


@cache
def environment() -> jinja2.Environment:
    return make_templates(Settings()).env


@cache
def drawn(name: str) -> tuple[nodes.Template, ...]:
    """The templates of which a page is made, without the blocks that it replaces."""
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
        name = constant(parent) if parent is not None else ""
    return found


def parsed(name: str) -> nodes.Template:
    loader = environment().loader
    assert loader is not None
    return environment().parse(loader.get_source(environment(), name)[0])


def constant(node: nodes.Include | nodes.Extends) -> str:
    assert isinstance(node.template, nodes.Const)
    return str(node.template.value)


def asked(name: str) -> tuple[set[str], set[str]]:
    """The names that a page's templates need from it; those that they can do without, or some set for themselves."""
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
    for each in of.__subclasses__():
        yield each
        yield from contexts(each)


ALL = sorted({each for each in contexts() if "template" in vars(each)}, key=lambda each: each.__name__)


@pytest.mark.parametrize("shown", ALL)
def test_a_template_uses_each_value_of_its_page_and_asks_for_no_other(shown: type[PageContext]) -> None:
    assert not (shown.__doc__ or shown.__name__).startswith(shown.__name__), "what it shows is not said"
    known, (needed, perhaps) = shown.template_names() - OF_EVERY_PAGE, asked(shown.template)
    shared = [base for base in shown.__mro__ if issubclass(base, PageContext) and "template" not in vars(base)]
    assert needed - known == set()
    assert known - needed - perhaps - set[str]().union(*(part.template_names() for part in shared)) == set()


def calls() -> Iterator[str]:
    """The templates of pages that get loose values."""
    for path in Path("app").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                if name in PAGE_CALLS:
                    yield str(call.args[1].value)


def test_what_gets_loose_values_gets_few_of_them() -> None:
    values = {name: sorted(asked(name)[0] - OBJECTS.keys()) for name in calls() if not name.startswith(tuple(LOOSE))}
    assert {name: names for name, names in values.items() if len(names) > FEW} == {}


@pytest.mark.parametrize("name", ["lobby/home.html", "play/join.html", "play/create.html", "play/match.html"])
def test_the_object_of_a_page_has_what_its_templates_ask_of_it(name: str) -> None:
    value = next(iter(asked(name)[0] & OBJECTS.keys()))
    attributes = (each for template in drawn(name) for each in template.find_all(nodes.Getattr))
    wanted = {each.attr for each in attributes if isinstance(each.node, nodes.Name) and each.node.name == value}
    has = set(dir(OBJECTS[value])) | {each.name for each in fields(OBJECTS[value])}
    assert wanted
    assert wanted - has == set()
