"""Copy what the browser needs from node_modules to static/vendor: htmx, fonts, icons, the API's pages, and
what older browsers need on top, popovers, and colours without `light-dark()` (plain_colours.py). The colours of
abilities become a style sheet, too, and the numbers with which styles calculate.

Only the icons named in the data files below are taken, each as a file of its own with a <symbol id="i-NAME">, so that a
page loads those that it shows: <svg><use href="…/icons/NAME.svg#i-NAME"/></svg>. The pictures of the installed site are
drawn from our own SVG by resvg; the portraits of the computer opponents are composed of the same icons (portraits.py).
"""

import json
import re
import shutil
import sys
from pathlib import Path

from app.cards.gallery.abilities import PAGES
from tools import plain_colours, portraits

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
TARGET = ROOT / "static" / "vendor"
STYLES = ROOT / "static" / "css"
ACCENTS = "@layer tokens_cards {{\n{}}}\n"
NUMBERS = "@layer tokens_table {{\n{}}}\n"
COUNTED = ("count", "near", "far")  # attributes that say how many cards a zone has, or each side of a lane
MAX_COUNT = 17  # where more are, they lie as close as these
ICON_LISTS = (
    "app/cards/gallery/icons.json",
    "app/cards/gallery/ui_icons.json",
    "app/cards/gallery/designed_icons.json",
)

# One file: as two deferred scripts, core and websocket extension race, and the socket may never open.
HTMX_PARTS = ("htmx.org/dist/htmx.min.js", "htmx.org/dist/ext/hx-ws.min.js")
FONTS = (
    "@fontsource/cinzel/files/cinzel-latin-400-normal.woff2",
    "@fontsource/cinzel/files/cinzel-latin-700-normal.woff2",
    "@fontsource/cinzel/files/cinzel-latin-ext-400-normal.woff2",
    "@fontsource/cinzel/files/cinzel-latin-ext-700-normal.woff2",
    "@fontsource/suez-one/files/suez-one-hebrew-400-normal.woff2",
    "@fontsource-variable/assistant/files/assistant-latin-wght-normal.woff2",
    "@fontsource-variable/assistant/files/assistant-latin-ext-wght-normal.woff2",
    "@fontsource-variable/assistant/files/assistant-hebrew-wght-normal.woff2",
)
# For pictures that the server draws (app/base/web/png.py): resvg reads no woff2.
PICTURE_FONTS = (
    "@expo-google-fonts/assistant/700Bold/Assistant_700Bold.ttf",
    "@expo-google-fonts/cinzel/700Bold/Cinzel_700Bold.ttf",
    "@expo-google-fonts/suez-one/400Regular/SuezOne_400Regular.ttf",
)
# Shapes of an installed site: with round corners, from edge to edge for systems that cut it, and in one colour.
APP_ICONS = (
    ("icon", "static/img/favicon.svg", (192, 512)),
    ("full", "static/img/app.svg", (180, 512)),
    ("badge", "static/img/app-badge.svg", (96,)),
)
POPOVER = "@oddbird/popover-polyfill/dist/popover.min.js"
API_PAGES = ("swagger-ui-dist/swagger-ui-bundle.js", "swagger-ui-dist/swagger-ui.css")


TOO_FINE = re.compile(r"\.(\d)(\d)\d*")
HALF = 5


class AssetError(Exception):
    """A missing part of the build; the text is one sentence for the person who ran make."""


def icon_names(lists: list[Path]) -> dict[str, str]:
    """Return icon name → "file: slug" that asks for it, from JSON mappings of slug → icon name.

    A missing file counts as empty.
    """
    wanted: dict[str, str] = {}
    for path in lists:
        if path.exists():
            for slug, name in json.loads(path.read_text("utf-8")).items():
                wanted.setdefault(name, f"{path.name}: {slug}")
    return wanted


def wanted_icons() -> dict[str, str]:
    """Return icon name → who asks for it, for every icon of the site."""
    return icon_names([ROOT / name for name in ICON_LISTS]) | {
        page().icon: f"the ability {slug}" for slug, page in PAGES.items()
    }


def _to_a_tenth(decimals: re.Match[str]) -> str:
    """Return the decimals as one, without touching the digits before: numbers of a path may have nothing between."""
    tenth, next_digit = int(decimals[1]), int(decimals[2])
    return f".{min(9, tenth + (next_digit >= HALF))}"


def icon_files(icons: dict[str, object], wanted: dict[str, str]) -> dict[str, str]:
    """Return icon name → an SVG file with one <symbol>, for each wanted icon, drawn to a tenth of its 512 units.

    `icons` is an Iconify collection; AssetError names the icons that it does not have.
    """
    bodies = icons["icons"]
    assert isinstance(bodies, dict)
    missing = [f"{name} ({asker})" for name, asker in sorted(wanted.items()) if name not in bodies]
    if missing:
        raise AssetError(f"game-icons has no icon called {', '.join(missing)}: choose another name.")
    files = {}
    for name in sorted(wanted):
        icon = bodies[name]
        width, height = (icon.get(side, icons.get(side, 512)) for side in ("width", "height"))
        symbol = (
            f'<symbol id="i-{name}" viewBox="0 0 {width} {height}">{TOO_FINE.sub(_to_a_tenth, icon["body"])}</symbol>'
        )
        files[name] = f'<svg xmlns="http://www.w3.org/2000/svg">{symbol}</svg>\n'
    return files


def portrait_files(icons: dict[str, object]) -> dict[str, str]:
    """Return the portrait of each character; AssetError names an icon that the collection does not have."""
    looks = portraits.looks()
    icon_files(icons, {look["icon"]: f"portraits.json: {slug}" for slug, look in looks.items()})
    bodies = icons["icons"]
    assert isinstance(bodies, dict)
    return {
        slug: portraits.portrait(look, TOO_FINE.sub(_to_a_tenth, bodies[look["icon"]]["body"]))
        for slug, look in looks.items()
    }


def accents() -> str:
    """Return the style sheet with the two tones of each ability (app/cards/gallery/abilities)."""
    rules = (
        f"  .accent-{slug} {{ --lit: {accent.lit}; --shade: {accent.shade}; }}\n"
        for slug, page in PAGES.items()
        if (accent := page().accent)
    )
    return ACCENTS.format("".join(rules))


def numbers() -> str:
    """Return the style sheet that gives the numbers of `data-count="7"` and the like to calc(), as --count.

    The browsers that we promise cannot read a number from an attribute, and a page may hold no styles of its own.
    """
    rules = (
        f"  [data-{name}{equals}] {{ --{name}: {number}; }}\n"
        for name in COUNTED
        for equals, number in (("", MAX_COUNT), *((f'="{number}"', number) for number in range(MAX_COUNT)))
    )
    return NUMBERS.format("".join(rules))


def without_map(parts: list[Path]) -> str:
    """Return the given scripts as one, without their source-map comments."""
    lines = [line for part in parts for line in part.read_text("utf-8").splitlines()]
    return "\n".join(line for line in lines if not line.startswith("//# sourceMappingURL")) + "\n"


def app_icons() -> dict[str, bytes]:
    """Return the pictures of the installed site as PNG by file name, from our own drawings."""
    # The only package that is needed here: imported late, so that the rest needs the standard library alone.
    from resvg_py import svg_to_bytes

    return {
        f"{name}-{size}.png": bytes(svg_to_bytes(svg_path=str(ROOT / drawing), width=size, height=size))
        for name, drawing, sizes in APP_ICONS
        for size in sizes
    }


def build() -> None:
    """Write all of static/vendor; AssetError when node_modules lacks a file or an icon is unknown."""
    sources = [MODULES / part for part in (*HTMX_PARTS, POPOVER, *FONTS, *PICTURE_FONTS, *API_PAGES)]
    for path in sources:
        if not path.exists():
            raise AssetError(f"{path.relative_to(ROOT)} is missing: run make install.")
    collection = json.loads((MODULES / "@iconify-json/game-icons/icons.json").read_text("utf-8"))
    icons = icon_files(collection, wanted_icons())
    faces = portrait_files(collection)
    shutil.rmtree(TARGET, ignore_errors=True)
    for folder, files in (("fonts", FONTS), ("pictures", PICTURE_FONTS), ("swagger-ui", API_PAGES)):
        (TARGET / folder).mkdir(parents=True)
        for file in files:
            shutil.copyfile(MODULES / file, TARGET / folder / Path(file).name)
    (TARGET / "popover.js").write_text(without_map([MODULES / POPOVER]), "utf-8")
    (TARGET / "plain_colours.css").write_text(plain_colours.sheet(STYLES), "utf-8")
    (TARGET / "accents.css").write_text(accents(), "utf-8")
    (TARGET / "numbers.css").write_text(numbers(), "utf-8")
    (TARGET / "htmx.js").write_text(without_map([MODULES / part for part in HTMX_PARTS]), "utf-8")
    (TARGET / "icons").mkdir()
    for name, drawing in icons.items():
        (TARGET / "icons" / f"{name}.svg").write_text(drawing, "utf-8")
    (TARGET / "portraits").mkdir()
    for slug, drawing in faces.items():
        (TARGET / "portraits" / f"{slug}.svg").write_text(drawing, "utf-8")
    (TARGET / "app").mkdir()
    for file, picture in app_icons().items():
        (TARGET / "app" / file).write_bytes(picture)
    # Last, because to make this file means that everything is there.
    (TARGET / ".built").touch()


if __name__ == "__main__":
    try:
        build()
    except AssetError as error:
        sys.exit(str(error))
