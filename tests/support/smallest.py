"""The smallest text and the smallest number that a page shows on its table."""

from __future__ import annotations

from typing import Final, NamedTuple

from playwright.sync_api import Page

TEXT, NUMBER = 11, 14  # pixels at least

# Every text of the table that is seen, with its size in pixels; the index of a creature in its lane is drawn by a rule.
SIZES: Final = """() => {
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const texts = [];
  const walker = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const parent = walker.currentNode.parentElement;
    const { width } = parent.getBoundingClientRect();
    if (!text || parent.closest(".visually-hidden") || !seen(parent) || width <= 1) continue;
    texts.push([parseFloat(getComputedStyle(parent).fontSize), text]);
  }
  for (const creature of document.querySelectorAll("#table .creature")) {
    const place = getComputedStyle(creature, "::after");
    if (place.display !== "none" && place.content !== "none") texts.push([parseFloat(place.fontSize), "1"]);
  }
  return texts;
}"""


class Sizes(NamedTuple):
    """The smallest text and the smallest number that are seen, in pixels."""

    text: float
    number: float


def sizes(page: Page) -> Sizes:
    """Return the smallest sizes on the table that `page` shows."""
    found: list[tuple[float, str]] = page.evaluate(SIZES)
    numbers = [size for size, text in found if text.lstrip("+-−").isdigit() or text == "X"]
    texts = [size for size, text in found if any(letter.isalpha() for letter in text) and text != "X"]
    return Sizes(min(texts), min(numbers))
