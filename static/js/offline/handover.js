// This browser has become somebody else's: what it keeps of the player before is not for the next, and where two
// players have become one, their things become one player's. The site has asked it to forget more (Clear-Site-Data), which not each browser does.

import { handOver } from "./store.js";

const PLAYER_KEY = "clash-who";
const before = localStorage.getItem(PLAYER_KEY) ?? "";
const now = window.prefs.who();

/** Notifications that were the other's end, and the number on the installed site's picture. */
async function endCalls() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await navigator.setAppBadge?.(0);
}

async function run() {
  const isOne = !before || window.prefs.was() === before;
  if (isOne && now) await handOver(before, now);
  else {
    const theirs = Object.keys(localStorage).filter((key) => key.startsWith("clash-") && key.includes(`-${before}`));
    for (const key of theirs) localStorage.removeItem(key);
    await endCalls();
  }
  localStorage.setItem(PLAYER_KEY, now);
}

run().catch(() => undefined); // all storage may be refused
