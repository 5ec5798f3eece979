// A sheet for the printer: its button does what the browser's menu does.

import { byId } from "./dom.js";

const button = byId("print", HTMLButtonElement);
button.hidden = false;
button.addEventListener("click", () => print());
