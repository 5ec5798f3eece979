"""The question before somebody signs in where there is a guest already."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.web.page_context import PageContext


@dataclass(frozen=True, kw_only=True)
class ChoicePage(PageContext):
    """The choice between two guests that become one and a browser that switches.

    `name`: who signs in; `here`: the guest of this browser, where there is something to choose; `path`: the next page;
    `is_new`: the provider's account is new here; `gated`: nobody is let in without one.
    """

    template = "site/account/choice.html"
    page = "settings"
    ticket: str
    name: str
    here: str
    path: str = ""
    is_new: bool = False
    gated: bool = False
