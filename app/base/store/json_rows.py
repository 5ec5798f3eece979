"""The rows of a subquery as one JSON text, which each kind of database writes in its own way."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class JsonRows(FunctionElement[str]):
    """The aggregate of all rows as a JSON list of lists, in no order; null without a row."""

    inherit_cache = True
    type = sa.Text()


@compiles(JsonRows, "sqlite")
def _sqlite(element: JsonRows, compiler: SQLCompiler, **options: object) -> str:
    return f"json_group_array(json_array({compiler.process(element.clauses, **options)}))"


@compiles(JsonRows, "postgresql")
def _postgresql(element: JsonRows, compiler: SQLCompiler, **options: object) -> str:
    return f"CAST(json_agg(json_build_array({compiler.process(element.clauses, **options)})) AS text)"
