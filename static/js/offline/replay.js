// The page of a replay without a connection: the worker draws what the site would have sent with the page.

import { byId } from "../dom.js";
import { lazy } from "../fragments.js";

const main = byId("replay", HTMLElement);
const { pathname, search, searchParams } = new URL(location.href);
main.dataset.base = pathname;
main.dataset.from = searchParams.get("from") ?? "open";
const drawn = await (await fetch(`${pathname}/page${search}`)).text();
await htmx.swap({ sourceElement: main, target: main, swap: "none", text: drawn });
await lazy("replay")();
