// Players of a tournament are called on every page of the site: it asks for the way to their open match.

const EVERY_MS = 15_000;
const { site } = document.documentElement.dataset;
const tournament = new RegExp(`(?:^|; )tournament-${site}[-0-9]*=([\\w-]+)`).exec(document.cookie)?.[1];

if (tournament) {
  const call = document.createElement("div");
  call.setAttribute("role", "status");
  call.setAttribute("hx-get", `/tournament/${tournament}/call`);
  call.setAttribute("hx-trigger", "load, asked");
  call.setAttribute("hx-swap", "innerMorph");
  document.querySelector(".skip-link")?.after(call);
  htmx.process(call);
  setInterval(() => document.hidden || htmx.trigger(call, "asked"), EVERY_MS);
  document.addEventListener("visibilitychange", () => document.hidden || htmx.trigger(call, "asked"));
}
