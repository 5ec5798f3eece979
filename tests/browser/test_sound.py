"""Sounds: each is audible and distinct; played only when switched on, and after a gesture."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors
from tests.support.table import open_solo

FOLDER = "/static/js/sound"
# The lengths of the sounds that really begin, and how many play at a time.
COUNT = """
window.heard = [];
window.buzzed = [];
window.most = 0;
let now = 0;
const real = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  if (this.context instanceof AudioContext) {
    window.heard.push(this.buffer.duration);
    now += 1;
    window.most = Math.max(window.most, now);
    this.addEventListener("ended", () => { now -= 1; });
  }
  return real.apply(this, when);
};
navigator.audioSession = {type: "auto"};  // only Safari has it
Object.defineProperty(Navigator.prototype, "vibrate", {value: (pattern) => window.buzzed.push(pattern)});
"""
ASK = "(names) => names.map((name) => document.dispatchEvent(new CustomEvent('game-sound', {detail: {name}})))"
# Late sounds are left out: poll until this many have begun.
ASK_UNTIL_MANY = f"([names, most]) => {{ ({ASK})(names); return window.most >= most; }}"
ASK_UNTIL = f"([names, count]) => {{ ({ASK})(names); return window.heard.length >= count; }}"
HIDE = "() => Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
LENGTH = """async ([folder, name]) => {
  const [{SOUNDS}, {secondsOf}] = await Promise.all(["sounds", "synth"].map((file) => import(`${folder}/${file}.js`)));
  return secondsOf(SOUNDS[name]);
}"""
NAMES = [
    "pick", "land", "cast", "lunge", "wound", "wound-hard", "wound-huge", "absorbed", "destroyed", "crack",
    "bastion-falls", "tick", "mana", "offer", "your-turn", "win", "loss", "draw",
]  # fmt: skip


def play(page: Page, names: list[str], count: int = 1) -> None:
    """Ask for sounds until `count` have begun since the page was loaded."""
    page.wait_for_function(ASK_UNTIL, arg=[names, count])


def heard(page: Page) -> int:
    """Return the number of sounds since the page was loaded."""
    count: int = page.evaluate("window.heard.length")
    return count


def test_sound_begins_with_a_gesture_is_muted_by_one_press_and_kept_from_hidden_tabs(visitors: Visitors) -> None:
    page = visitors.own()
    page.add_init_script(COUNT)
    table = open_solo(page)
    page.evaluate(ASK, NAMES)
    assert heard(page) == 0  # nobody has touched this page yet
    page.keyboard.press("Shift")
    play(page, ["land", "no such sound"])
    assert page.evaluate("navigator.audioSession.type") == "playback"  # on an iPhone that is silent, too
    page.wait_for_function(ASK_UNTIL_MANY, arg=[NAMES, 6])
    play(page, NAMES, heard(page) + 20)
    assert page.evaluate("window.most") == 6

    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    expect(button).to_have_attribute("aria-pressed", "false")
    before = heard(page)
    page.evaluate(ASK, NAMES)
    table.turn(1)
    assert heard(page) == before
    page.reload()
    table.settle()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Shift")
    page.evaluate(ASK, NAMES)
    assert heard(page) == 0
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    play(page, ["land"])

    page.reload()
    page.keyboard.press("Shift")
    page.evaluate(HIDE)
    play(page, ["land", "your-turn", "win"], 2)
    (length,) = {round(seconds, 2) for seconds in page.evaluate("window.heard")}
    assert length == round(page.evaluate(LENGTH, [FOLDER, "your-turn"]), 2)


def test_a_phone_is_felt_unless_its_owner_does_not_like_that_and_its_volume_is_a_tap_away(visitors: Visitors) -> None:
    page = visitors.own(phone=True)
    page.add_init_script(COUNT)
    table = open_solo(page)
    page.get_by_role("button", name="Menu").tap()
    page.evaluate(ASK, ["your-turn", "land", "bastion-falls"])
    assert len(page.evaluate("window.buzzed")) == 2
    vibrate = page.get_by_label("Vibrate when it is my turn, on hits and when a Stronghold falls")
    vibrate.uncheck()
    page.evaluate(ASK, ["your-turn"])
    assert len(page.evaluate("window.buzzed")) == 2
    page.keyboard.press("Escape")
    button, volume = page.get_by_role("button", name="Sound"), page.get_by_role("slider", name="Volume")
    expect(volume).to_be_hidden()
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    volume.fill("20")
    expect(button).to_have_attribute("aria-pressed", "true")  # moving the volume switches sound on
    page.keyboard.press("Escape")
    expect(volume).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(volume).to_be_visible()
    page.reload()
    table.settle()
    expect(volume).to_have_value("20")
    page.get_by_role("button", name="Menu").tap()
    expect(vibrate).not_to_be_checked()
