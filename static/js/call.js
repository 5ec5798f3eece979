// Players of a tournament are called on every page of the site: it asks for the way to their open match.

const ASKED = "load, every 15s";
const tournament = /(?:^|; )event=([\w-]+)/.exec(document.cookie)?.[1];

if (tournament) {
  const call = document.createElement("div");
  call.setAttribute("role", "status");
  call.setAttribute("hx-get", `/tournament/${tournament}/call`);
  call.setAttribute("hx-trigger", ASKED);
  call.setAttribute("hx-swap", "innerMorph");
  document.querySelector(".skip-link")?.after(call);
  htmx.process(call);
}
