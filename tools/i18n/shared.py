"""The texts without a context that stand in several rooms (`python -m tools.i18n shared`).

French *aucune* is for one of her, *aucun* for one of him; a noun on a heading is a verb on a button. Where a language
needs two words the text gets a context (`pgettext`).
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.pofile import read_po

from tools.i18n.extraction import EXTRACT, SOURCES, pybabel
from tools.i18n.faults import forms_of


def shared() -> Iterator[str]:
    """Yield each text that stands in files of two folders or more, with those files."""
    located = [option for option in EXTRACT if option != "--no-location"]
    with TemporaryDirectory() as folder:
        target = Path(folder) / "messages.pot"
        if pybabel("extract", *located, f"--output-file={target}", *SOURCES):
            raise SystemExit("The texts could not be read, see above.")
        with target.open("rb") as file:
            template = read_po(file)
    for message in template:
        files = sorted({name for name, _ in message.locations})
        if message.id and not message.context and len({Path(name).parent.name for name in files}) > 1:
            yield f"{forms_of(message.id)[0]!r}: {' '.join(files)}"
