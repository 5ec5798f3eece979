// The reader's time zone, for the times of a form.

import { byId } from "./dom.js";

byId("zone", HTMLInputElement).value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
