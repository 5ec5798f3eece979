// The page shown without a connection loads the one that was wanted as soon as the site answers again: a player who is called
// to a table while the server restarts gets there.

const AGAIN_MS = 4000;

async function look() {
  try {
    const answer = await fetch("/manifest.webmanifest", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {} // not yet
}

if (location.pathname !== "/offline") {
  addEventListener("online", look);
  setInterval(look, AGAIN_MS);
}
