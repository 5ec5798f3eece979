// The rulebook works without this: it marks in the contents which chapter one is reading.

import { all } from "./dom.js";

const links = new Map(all(".contents a").map((link) => [(link.getAttribute("href") ?? "").split("#")[1], link]));
/** @type {Set<string>} */
const visible = new Set();

function mark() {
  const first = [...links.keys()].find((id) => visible.has(id));
  for (const [id, link] of links) {
    if (id === first) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) visible.add(entry.target.id);
      else visible.delete(entry.target.id);
    }
    mark();
  },
  { rootMargin: "-20% 0px -60% 0px" },
);
for (const chapter of all(".chapter")) observer.observe(chapter);
