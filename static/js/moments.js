// Moments in the reader's own time zone: the server writes them in UTC.

const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-moment]"))) {
  time.title = time.textContent ?? "";
  time.textContent = form.format(new Date(time.dateTime));
}
