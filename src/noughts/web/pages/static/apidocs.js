// Swagger UI calls the API as a program would: with a secret in the Authorization header and without the cookie.
SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (/** @type {object} */ request) => Object.assign(request, { credentials: 'omit' }),
});
