"""Parts of a page that are kept for every visitor show nothing of one."""

from __future__ import annotations

from jinja2 import meta, nodes

from app.drawing.renderer import FOLDER
from tests.support.tables import templates

COMMON = {"language", "caller"}


def parsed(name: str) -> nodes.Template:
    """Return a template's syntax tree."""
    return templates().env.parse((FOLDER / name).read_text("utf-8"))


def test_what_is_kept_names_nothing_that_differs_between_visitors() -> None:
    found: list[str] = []
    common = COMMON | templates().env.globals.keys()
    for path in templates().env.list_templates(
        filter_func=lambda name: "kept_part(" in (FOLDER / name).read_text("utf-8")
    ):
        tree = parsed(path)
        imported = {each.target: each.template for each in tree.find_all(nodes.Import)}
        for block in tree.find_all(nodes.CallBlock):
            if not (isinstance(block.call.node, nodes.Name) and block.call.node.name == "kept_part"):
                continue
            (name,) = block.call.args
            assert isinstance(name, nodes.Const)
            found.append(name.value)
            macros = {each for line in tree.find_all(nodes.FromImport) for each in line.names}
            within = {name for part in block.body for name in part.find_all(nodes.Name)}
            own = {each.name for each in within if each.ctx == "store"}
            for used in {each.name for each in within if each.ctx == "load"} - own - common - macros:
                assert used in imported, f"{path}: {used}"
                source = imported[used]
                assert isinstance(source, nodes.Const)
                assert meta.find_undeclared_variables(parsed(source.value)) <= common, source.value
            for each in (each for part in block.body for each in part.find_all(nodes.Include)):
                assert isinstance(each.template, nodes.Const)
                assert meta.find_undeclared_variables(parsed(each.template.value)) <= common, each.template.value
    assert len(found) == len(set(found)) >= 5
