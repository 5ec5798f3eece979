// The ticket of a link stands after its #, which no server sees: it goes into the form, and out of the address.

const field = document.querySelector("[data-ticket]");
const ticket = decodeURIComponent(location.hash.slice(1));
if (field instanceof HTMLInputElement && ticket) {
  field.value = ticket;
  field.closest("[data-ticket-field]")?.setAttribute("hidden", "");
  history.replaceState(null, "", location.pathname);
}
