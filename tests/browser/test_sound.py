"""Sounds: each is audible and distinct; played only when switched on, and after a gesture."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors
from tests.support.table import open_solo

RATE = 44_100
FOLDER = "/static/js/sound"
# Each sound as the player draws it: its length, how loud it is at most and at its end, and its energy in 12 bands.
RENDERED = """async ([folder, rate]) => {
  const {SOUNDS} = await import(`${folder}/sounds.js`);
  const {render, secondsOf} = await import(`${folder}/synth.js`);
  const bands = async (sound) => {
    const found = [];
    for (let n = 0; n < 12; n += 1) {
      const context = new OfflineAudioContext(1, sound.length, rate);
      const source = new AudioBufferSourceNode(context, {buffer: sound});
      const band = new BiquadFilterNode(context, {type: "bandpass", frequency: 60 * 1.7 ** n, Q: 2});
      source.connect(band).connect(context.destination);
      source.start();
      const samples = (await context.startRendering()).getChannelData(0);
      found.push(Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / rate));
    }
    return found;
  };
  const found = {};
  for (const [name, layers] of Object.entries(SOUNDS)) {
    const sound = await render(layers, rate);
    const samples = sound.getChannelData(0);
    const peak = (part) => part.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    found[name] = {
      seconds: sound.duration, wanted: secondsOf(layers), peak: peak(samples), end: peak(samples.slice(-200)),
      bands: await bands(sound),
    };
  }
  return found;
}"""
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
Object.defineProperty(Navigator.prototype, "vibrate", {value: (pattern) => window.buzzed.push(pattern)});
"""
ASK = "(names) => names.map((name) => document.dispatchEvent(new CustomEvent('game-sound', {detail: {name}})))"
# Late sounds are left out: poll until this many have begun.
ASK_UNTIL_MANY = f"([names, most]) => {{ ({ASK})(names); return window.most >= most; }}"
ASK_UNTIL = f"([names, count]) => {{ ({ASK})(names); return window.heard.length >= count; }}"
HIDE = "() => Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
SECONDS = """async ([folder, name]) => {
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


def received(page: Page) -> int:
    """Return the number of sounds since the page was loaded."""
    count: int = page.evaluate("window.heard.length")
    return count


def difference(one: dict[str, Any], two: dict[str, Any]) -> float:
    """Return the difference of two sounds over the bands and in time: 0 for the same."""
    bands: list[tuple[float, float]] = list(zip(one["bands"], two["bands"], strict=True))
    apart: float = abs(one["seconds"] - two["seconds"])
    return apart + sum(abs(a - b) for a, b in bands) / sum(max(a, b) for a, b in bands)


def test_every_sound_is_audible_none_is_too_loud_and_all_differ(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/rules")
    sounds: dict[str, dict[str, Any]] = page.evaluate(RENDERED, [FOLDER, RATE])
    assert list(sounds) == NAMES
    for name, sound in sounds.items():
        assert 0.15 < sound["peak"] <= 1, (name, sound["peak"])
        assert sound["end"] < 0.01, f"{name} ends with a click"
        assert 0.08 < sound["seconds"] < 2.2, (name, sound["seconds"])
        assert abs(sound["seconds"] - sound["wanted"]) < 0.01
    alike = [(a, b) for a, b in combinations(NAMES, 2) if difference(sounds[a], sounds[b]) < 0.2]
    assert alike == []


def test_sound_begins_with_a_gesture_and_one_press_mutes_it(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.add_init_script(COUNT)
    table = open_solo(page)
    page.evaluate(ASK, NAMES)
    assert received(page) == 0  # nobody has touched this page yet
    page.keyboard.press("Shift")
    play(page, ["land", "no such sound"])

    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    expect(button).to_have_attribute("aria-pressed", "false")
    before = received(page)
    page.evaluate(ASK, NAMES)
    table.turn(1)
    assert received(page) == before
    page.reload()
    table.settle()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Shift")
    page.evaluate(ASK, NAMES)
    assert received(page) == 0
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    play(page, ["land"])


def test_few_at_a_time_and_none_in_a_hidden_tab_but_the_call(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.add_init_script(COUNT)
    open_solo(page)
    page.keyboard.press("Shift")
    page.wait_for_function(ASK_UNTIL_MANY, arg=[NAMES, 6])
    play(page, NAMES, received(page) + 20)
    assert page.evaluate("window.most") == 6

    page.reload()
    page.keyboard.press("Shift")
    page.evaluate(HIDE)
    play(page, ["land", "your-turn", "win"], 2)
    (length,) = {round(seconds, 2) for seconds in page.evaluate("window.heard")}
    assert length == round(page.evaluate(SECONDS, [FOLDER, "your-turn"]), 2)


def test_a_phone_is_felt_unless_its_owner_does_not_like_that(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.add_init_script(COUNT)
    table = open_solo(page)
    page.get_by_role("button", name="Menu").tap()
    page.evaluate(ASK, ["your-turn", "land", "bastion-falls"])
    assert len(page.evaluate("window.buzzed")) == 2
    page.get_by_label("Vibrate when it is my turn, at blows and when a fortress falls").uncheck()
    page.evaluate(ASK, ["your-turn"])
    assert len(page.evaluate("window.buzzed")) == 2
    page.reload()
    table.settle()
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_label("Vibrate when it is my turn, at blows and when a fortress falls")).not_to_be_checked()


def test_the_volume_is_next_to_the_button_at_once_or_after_a_tap(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    table = open_solo(page)
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
