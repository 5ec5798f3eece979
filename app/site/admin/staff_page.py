"""The part that the pages of the staff have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.base.web.page_context import PageContext
from app.matches.table.match_summary import shown_name
from app.matches.table.match_words import format_words
from app.people.moderation.log import LogEntry
from app.people.moderation.staff import Staff
from app.people.players.bans.bans import Ban
from app.people.players.shown_names import marked_name
from app.site.admin.log_words import act_words, role_words


@dataclass(frozen=True, kw_only=True)
class StaffPage(PageContext):
    """A page with bans and entries of the log, which `staff` reads."""

    page = "admin"
    act_words = staticmethod(act_words)
    role_words = staticmethod(role_words)
    format_words = staticmethod(format_words)
    shown_name = staticmethod(shown_name)
    marked_name = staticmethod(marked_name)
    staff: Staff
    bans: Sequence[Ban]
    entries: list[LogEntry]
