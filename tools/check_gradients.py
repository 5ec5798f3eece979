"""Is text on gradients legible at every stop of them, by day and by night? Axe checks no contrast on gradients."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CSS: Final = Path(__file__).resolve().parents[1] / "static" / "css"
RULE: Final = re.compile(r"([^{};]+)\{([^{}]*)\}")
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
TEXT: Final = 4.5  # WCAG 1.4.3
LARGE: Final = 3.0
NO_TEXT_AT_THE_WORST: Final = frozenset({
    (".headline", "stands in the middle, the gradient ends in nothing"), (".headline-fall", "the same"),
    (".lane-emblem", "an icon, on the colour of its lane"),
    (".fig-emblem", "the same"), (".card-name", "on the colour of the card's set"), (".deck-line", "the same"),
    (".chip-set:has(:checked)", "the same"), (".draft", "text stands on panels"),
})  # fmt: skip
"""Rules that have both a gradient and a colour, and why the colour is not checked."""
SCHEMES: Final = ("day", "night")
Colour = tuple[float, float, float, float]  # red, green, blue from 0 to 255, and what it covers from 0 to 1

# Text that gets its colour from another rule: the sheet, the rule with the gradient, the colours on it, and the bound.
PAIRS: Final = (
    ("base", ".button", ("--ink",), TEXT),
    ("base", ".button-brass", ("--sand-22",), TEXT),
    ("match", ".match-header", ("--sand-94", "--sand-82", "--brass-light"), TEXT),
    ("turn_line", ".telling", ("--sand-94",), TEXT),
    ("turn_line", ".status", ("--sand-90", "--sand-94", "--brass-light"), TEXT),
    ("seats", ".seat", ("--sand-94", "--sand-80", "--brass-light", "--blue-89", "--sand-92"), TEXT),
)


def _tokens() -> dict[str, str]:
    found: dict[str, str] = {}
    for sheet in sorted(CSS.glob("tokens*.css")):
        css = COMMENT.sub("", sheet.read_text("utf-8"))
        for selector, body in RULE.findall(css):
            if selector.strip() == ":root":
                for name, value in re.findall(r"(--[\w-]+):\s*([^;]+)", body):
                    found.setdefault(name, value.strip())
    return found


TOKENS: Final = _tokens()


def _parts(text: str) -> list[str]:
    """Split at the commas outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _inside(text: str) -> str:
    return text[text.index("(") + 1 : text.rindex(")")]


def _colour(text: str, scheme: str) -> Colour:
    text = text.strip()
    if text.startswith("var("):
        return _colour(TOKENS[_inside(text)], scheme)
    if text.startswith("light-dark("):
        return _colour(_parts(_inside(text))[SCHEMES.index(scheme)], scheme)
    if text == "transparent":
        return 0, 0, 0, 0
    if text.startswith("#"):
        digits = text[1:] if len(text) > 4 else "".join(2 * digit for digit in text[1:])
        red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
        return red, green, blue, 1
    numbers = [float(number) for number in re.findall(r"[\d.]+", text)]
    return numbers[0], numbers[1], numbers[2], numbers[3] / 100 if len(numbers) > 3 else 1


def _over(top: Colour, below: Colour) -> Colour:
    part = top[3]
    red, green, blue = (above * part + under * (1 - part) for above, under in zip(top[:3], below[:3], strict=True))
    return red, green, blue, 1


def _luminance(colour: Colour) -> float:
    linear = [c / 12.92 if (c := value / 255) <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for value in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, two: Colour) -> float:
    """Return the contrast of WCAG 2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def _stops(layer: str, scheme: str) -> list[Colour]:
    """Return the colours of a layer of a background: of its gradient, or the one that it has; none of a picture."""
    if layer.startswith(("url(", "none")):
        return []
    if "-gradient(" not in layer:
        return [_colour(layer, scheme)]
    found = (re.match(r"(?:var|light-dark|rgb)\(|#|transparent", part) and part for part in _parts(_inside(layer)))
    return [_colour(re.sub(r"(\)|#\w+|transparent)[^)]*$", r"\1", part), scheme) for part in found if part]


def _grounds(background: str, scheme: str) -> Iterator[Colour]:
    """Yield each colour on which text may stand: every stop of every layer, over all that may be below."""
    below: list[Colour] = [_colour("var(--bg)", scheme)]
    for layer in reversed(_parts(background)):
        if stops := _stops(layer, scheme):
            below = [_over(stop, ground) for stop in stops for ground in below]
    yield from below


def _background(sheet: str, rule: str) -> str:
    css = COMMENT.sub("", (CSS / f"{sheet}.css").read_text("utf-8"))
    for selector, body in RULE.findall(css):
        found = re.search(r"background:\s*([^;]+)", body)
        if " ".join(selector.split()) == rule and found and "-gradient(" in found[1]:
            return found[1]
    raise AssertionError(f"{sheet}.css has no {rule} with a gradient")


def _own_pairs(scheme: str) -> Iterator[tuple[str, str, str]]:
    """Yield the sheet, rule and colour of text where a rule has both a gradient and a colour."""
    exempt = {rule for rule, _why in NO_TEXT_AT_THE_WORST}
    for path in sorted(CSS.glob("*.css")):
        for selector, body in RULE.findall(COMMENT.sub("", path.read_text("utf-8"))):
            colour = re.search(r"(?<!-)color:\s*(var\([^)]*\)|light-dark\(.*\))\s*;", body)
            if colour and re.search(r"background:\s*[^;]*-gradient\(", body):
                rule, is_dark = " ".join(selector.split()), "color-scheme: dark" in body
                if rule not in exempt and not (is_dark and scheme == "day"):
                    yield path.stem, rule, colour[1]


def complaints() -> Iterator[str]:
    """Yield the text on gradients that is not legible, and exemptions of rules that are gone, one line each."""
    for scheme in SCHEMES:
        wanted = [(sheet, rule, f"var({name})", least) for sheet, rule, names, least in PAIRS for name in names]
        wanted += [(sheet, rule, colour, TEXT) for sheet, rule, colour in _own_pairs(scheme)]
        for sheet, rule, colour, least in wanted:
            grounds = _grounds(_background(sheet, rule), scheme)
            worst = min(contrast(_colour(colour, scheme), ground) for ground in grounds)
            if worst < least:
                yield f"{sheet}.css: {rule}: {colour} has a contrast of {worst:.2f} by {scheme}, and needs {least}"
    rules = {
        " ".join(selector.split())
        for path in CSS.glob("*.css")
        for selector, _body in RULE.findall(COMMENT.sub("", path.read_text("utf-8")))
    }
    yield from (f"{rule}: is exempt and not there" for rule, _why in NO_TEXT_AT_THE_WORST if rule not in rules)
