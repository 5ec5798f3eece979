// Shows the OpenAPI description on the page /docs.
const place = document.getElementById("api-docs");
window.SwaggerUIBundle({ url: place.dataset.url, domNode: place, deepLinking: true });
