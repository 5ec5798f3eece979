// Where things are and go: rectangles of the window, and the place of the closer look.

import "./platform.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { freest, position } from "../../static/js/match/panel_position.js";
import { arc, cardBox, centre, offset, recount, rowsOf } from "../../static/js/match/places.js";
import { byId, shows } from "./document.js";

const box = (
  /** @type {number} */ left,
  /** @type {number} */ top,
  /** @type {number} */ width,
  /** @type {number} */ height,
) => ({
  left,
  top,
  width,
  height,
});

test("a tile stands up to act as a card of 5 by 7 around its middle, not too small and not too large", () => {
  const standing = box(10, 20, 100, 140);
  assert.equal(cardBox(standing), standing);
  const none = box(0, 0, 0, 0);
  assert.equal(cardBox(none), none);
  assert.deepEqual(cardBox(box(0, 0, 160, 60)), box(40, -26, 80, 112));
  assert.equal(cardBox(box(0, 0, 100, 50)).width, 60);
  assert.equal(cardBox(box(0, 0, 100, 110)).width, 60); // hardly higher than wide
  assert.equal(cardBox(box(0, 0, 100, 111)).width, 100);
  assert.equal(cardBox(box(0, 0, 300, 50)).width, 92);
  assert.deepEqual(centre(box(10, 20, 30, 50)), { x: 25, y: 45 });
});

test("a way is how far and how much larger; none where nothing moves or nothing is there", () => {
  assert.deepEqual(offset(box(10, 10, 20, 20), box(0, 0, 10, 10)), { x: 15, y: 15, scale: 2 });
  assert.equal(offset(box(0, 0, 100, 100), box(0.9, 0, 100, 100)), null);
  assert.ok(offset(box(0, 0, 100, 100), box(1, 0, 100, 100)));
  assert.ok(offset(box(0, 0, 100, 100), box(0, 1, 100, 100)));
  assert.ok(offset(box(-1, 0, 102, 100), box(0, 0, 100, 100)));
  assert.equal(offset(box(0, 0, 0, 10), box(50, 0, 10, 10)), null);
  assert.equal(offset(box(0, 0, 10, 10), box(50, 0, 0, 10)), null);
});

test("a long way is an arc, a short one straight", () => {
  const [far, near] = [200, 100].map((x) => arc({ x, y: 0, scale: 1 }, { x: 0, y: 0, scale: 2 }));
  assert.deepEqual(far, [
    { translate: "200px 0px", scale: "1" },
    { translate: "100px -24px", scale: "1.5" },
    { translate: "0px 0px", scale: "2" },
  ]);
  assert.equal(near[1].translate, "50px 0px");
  assert.equal(arc({ x: 0, y: -130, scale: 1 }, { x: 0, y: 0, scale: 1 })[1].translate, "0px -89px");
});

test("the closer look covers the least, and lies where it is expected if all is alike", () => {
  const [left, right] = [0, 300].map((at) => ({ left: at, top: 0, right: at + 280, bottom: 400 }));
  const seen = (/** @type {number} */ at, /** @type {number} */ width) => ({
    left: at,
    top: 100,
    right: at + width,
    bottom: 200,
  });
  assert.equal(freest([left, right], [seen(10, 50)]), right);
  assert.equal(freest([left, right], [seen(310, 50)]), left);
  assert.equal(freest([left, right], []), left);
  assert.equal(freest([left, right], [seen(10, 50), seen(310, 51)]), left);
  assert.equal(freest([left, right], [{ left: 10, top: 500, right: 60, bottom: 600 }, seen(310, 1)]), left); // below it
});

test("the closer look lies over the log while that is shown next to the table, else over the sea, as wide as it is styled", () => {
  shows(`<div id="table"><div class="sea"></div></div><div id="log-panel"></div><i id="card"></i><p id="look"></p>`);
  const [look, log, sea] = [byId("look"), byId("log-panel"), byId("table").children[0]];
  let place = "static";
  Object.assign(globalThis, {
    innerWidth: 900,
    innerHeight: 600,
    getComputedStyle: (/** @type {typeof look} */ { style }) => ({ position: place, width: style.width || "280px" }),
  });
  sea.box = box(0, 60, 600, 500);
  log.box = box(620, 60, 200, 500);
  byId("card").box = box(20, 100, 60, 80);
  const placed = () => {
    position(/** @type {any} */ (look), [/** @type {any} */ (byId("card"))]);
    return [look.style.left, look.style.width];
  };
  assert.deepEqual(placed(), ["620px", "200px"]);
  place = "fixed"; // it opens over the table
  assert.deepEqual(placed(), ["312px", "280px"]);
  place = "static";
  log.box = box(0, 0, 0, 0); // nothing is in it
  assert.deepEqual(placed(), ["312px", "280px"]);
  log.remove();
  assert.deepEqual(placed(), ["312px", "280px"]);
});

test("a zone says how many pieces it holds, where it does so at all: that sets the size of its cards", () => {
  shows(`<div id="realm" class="realm" data-count="1"><div><i id="elf" class="creature"></i><i class="creature"></i><i></i></div></div>
    <div id="hand" data-count="1"><div><i id="imp"></i><i></i><i></i></div></div><div id="pile"><div><i id="ogre"></i></div></div>`);
  recount(/** @type {any} */ (rowsOf(/** @type {any} */ (["elf", "imp", "ogre"].map(byId)))));
  assert.deepEqual(
    ["realm", "hand", "pile"].map((id) => byId(id).dataset.count),
    ["2", "3", undefined],
  );
});
