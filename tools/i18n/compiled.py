"""The catalogues as an installed site has them: compiled, without their sources."""

from pathlib import Path

from app.base.i18n.catalogue import compile_catalogue


def compile_catalogues(locales: Path) -> None:
    """Replace every messages.po in the folder `locales` by the messages.mo that a site reads in its place."""
    for path in sorted(locales.glob("*/LC_MESSAGES/messages.po")):
        path.with_suffix(".mo").write_bytes(compile_catalogue(path.read_bytes()))
        path.unlink()
