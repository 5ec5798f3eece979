"""Since when browsers know a feature, by MDN's data (@mdn/browser-compat-data), and the promised versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

FLOOR: Final = {"safari": "16.0", "firefox": "115", "chrome": "111"}
"""The oldest versions that the hosts' guide promises."""
DATA: Final = Path(__file__).resolve().parents[2] / "node_modules/@mdn/browser-compat-data/data.json"
PREFIX: Final = "-webkit-"
Branch: TypeAlias = Mapping[str, Any]


def version(text: object) -> tuple[int, ...] | None:
    """Return a version's numbers; None for one that is not known, or not there yet."""
    if not isinstance(text, str) or text in {"", "preview"}:
        return None
    return tuple(int(part) for part in text.removeprefix("≤").split("."))


@dataclass(frozen=True)
class WebFeature:
    """A feature by its name in the data ("css.types.color.light-dark"), and what the data say of it."""

    name: str
    support: Branch

    def since(self, browser: str, prefix: str = "") -> str:
        """Return the first version of a browser that knows it by this prefix, for good and without a switch, or ""."""
        stated = self.support.get(browser, [])
        known = [
            each["version_added"]
            for each in (stated if isinstance(stated, list) else [stated])
            if each.get("prefix", "") == prefix
            and not {"alternative_name", "flags", "version_removed"} & each.keys()
            and version(each["version_added"])
        ]
        return min(known, key=lambda text: version(text) or (), default="").removeprefix("≤")

    def _reaches(self, browser: str, prefix: str) -> bool:
        since = version(self.since(browser, prefix))
        return since is not None and since <= (version(FLOOR[browser]) or ())

    @property
    def is_promised(self) -> bool:
        """True if every promised browser knows it."""
        return all(self._reaches(browser, "") for browser in FLOOR)

    @property
    def is_prefixed(self) -> bool:
        """True if every promised browser knows it, some with a prefix only."""
        return all(self._reaches(browser, "") or self._reaches(browser, PREFIX) for browser in FLOOR)

    @property
    def versions(self) -> tuple[str, ...]:
        """The first versions of the promised browsers that know it."""
        return tuple(self.since(browser) for browser in FLOOR)


def features(tree: Branch, name: str) -> Iterator[WebFeature]:
    """Yield a branch of the data and everything in it."""
    if "__compat" in tree:
        yield WebFeature(name, tree["__compat"]["support"])
    for part, branch in tree.items():
        if part != "__compat":
            yield from features(branch, f"{name}.{part}")


def data() -> dict[str, WebFeature]:
    """Return the features of pages by name."""
    whole = json.loads(DATA.read_text("utf-8"))
    found = [each for part in ("css", "html", "api", "javascript") for each in features(whole[part], part)]
    return {each.name: each for each in found}
