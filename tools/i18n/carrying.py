"""Translations carried over from an English text to the one that took its place.

A comma mended in English makes a new key, and would cost every language its translation. One that went and one that
came which differ by marks, capitals or a single word are taken for the same text: the translation stays, and a comment
above it says what the English was. The site shows it; `make i18n` lists it until somebody has compared the two.
"""

import json
import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from tools.i18n.faults import entry_faults, forms_of, forms_of_one

MARK: Final = "Not compared yet, translated from: "
MAX_WORDS_CHANGED: Final = 1
_WORD: Final = re.compile(r"%\(\w+\)s|[\w'’]+")


class Carried(NamedTuple):
    """A translation that nobody has compared with its English: what the English was, what it is, the translation."""

    before: str
    now: str
    translation: str


def carry_over(catalogue: Catalog, template: Catalog) -> None:
    """Give each text of the template that is new in the catalogue the translation of the text it was before."""
    wanted = {(each.id, each.context) for each in template if each.id}
    here = {(each.id, each.context) for each in catalogue if each.id}
    gone = [each for each in catalogue if each.id and (each.id, each.context) not in wanted and _translated(each)]
    came = [each for each in template if each.id and (each.id, each.context) not in here]
    single = forms_of_one(catalogue.plural_expr, catalogue.num_plurals)
    found = [(new, old) for new in came if (old := _predecessor(new, gone, single))]
    for new, old in found:
        comments = [_mark_of(old) or MARK + json.dumps(forms_of(old.id)[0], ensure_ascii=False)]
        catalogue.add(new.id, old.string, user_comments=comments, context=new.context)


def carried(catalogue: Catalog) -> Iterator[Carried]:
    """Yield the translations that were carried over and that nobody has compared yet."""
    for message in catalogue:
        if message.id and (mark := _mark_of(message)):
            before = mark.removeprefix(MARK).strip('"')
            yield Carried(before, forms_of(message.id)[0], " | ".join(forms_of(message.string)))


def note_compared(path: Path, texts: Collection[str]) -> set[str]:
    """Take the marks from these English texts, or from all if there are none; returns those that had one."""
    found = set[str]()
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        text = forms_of(message.id)[0]
        if _mark_of(message) and (not texts or text in texts):
            message.user_comments = []
            found.add(text)
    if found:
        path.write_bytes(file_of(catalogue))
    return found


def _mark_of(message: Message) -> str:
    """Return the comment of a carried text, which Babel has wrapped, as one line; "" if it has none."""
    comment = " ".join(message.user_comments)
    return comment if comment.startswith(MARK) else ""


def _translated(message: Message) -> bool:
    return not message.fuzzy and all(forms_of(message.string))


def _predecessor(new: Message, gone: list[Message], single: list[bool]) -> Message | None:
    """Return the text that this one was before, the nearest of those whose translation fits its form; or None."""
    near = [(changed, old.context != new.context, old) for old in gone if (changed := _changed(old, new)) is not None]
    for *_, old in sorted(near, key=lambda each: each[:2]):
        if not any(entry_faults(Message(new.id, old.string), single)):
            return old
    return None


def _changed(old: Message, new: Message) -> int | None:
    """Return how many words differ between two English texts; None if they are not the same text."""
    before, now = forms_of(old.id), forms_of(new.id)
    if len(before) != len(now):
        return None
    counts = [_words_changed(*pair) for pair in zip(before, now, strict=True)]
    if any(not same or changed > min(MAX_WORDS_CHANGED, same) for changed, same in counts):
        return None
    return sum(changed for changed, _ in counts)


def _words_changed(before: str, now: str) -> tuple[int, int]:
    """Return how many words were put, left out or replaced, and how many stayed. Marks and capitals do not count."""
    old, new = _WORD.findall(before.casefold()), _WORD.findall(now.casefold())
    changed = same = 0
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            same += end - start
        else:
            changed += max(end - start, new_end - new_start)
    return changed, same


def file_of(catalogue: Catalog) -> bytes:
    """Return the file of a catalogue. No text is marked as a format in it: Babel sees that."""
    file = BytesIO()
    write_po(file, catalogue, ignore_obsolete=True, width=0)
    return file.getvalue().replace(b"\n#, python-format\n", b"\n")
