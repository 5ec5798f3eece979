// Shows the OpenAPI description on the page /docs.
const place = document.getElementById("api-docs");
if (place) window.SwaggerUIBundle({ url: place.dataset.url, domNode: place, deepLinking: true });
