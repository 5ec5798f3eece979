"""Base of the objects that pages show: named values, documented."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Self


@dataclass(frozen=True, kw_only=True)
class PageContext:
    """Base of what a template shows: the public names of a subclass, fields or not, are those that `template` knows.

    `page` is the item of the menu at which its reader is.
    """

    template: ClassVar[str]
    page: ClassVar[str] = ""

    @classmethod
    def template_names(cls) -> set[str]:
        """Return the names that the template knows."""
        own = [base for base in cls.__mro__ if issubclass(base, PageContext)]
        found = {name for base in own for name in (*base.__annotations__, *vars(base)) if not name.startswith("_")}
        return {name for name in found if name != "of" and not name.startswith("template")}

    @classmethod
    def of(cls, *parts: PageContext, **more: object) -> Self:
        """Return the context that has what these parts have, and more."""
        shared = {field.name: getattr(part, field.name) for part in parts for field in fields(part)}
        return cls(**shared | more)

    def template_values(self) -> dict[str, object]:
        """Return their values."""
        return {name: getattr(self, name) for name in self.template_names()}
