// What the scripts find on a page without importing it.
declare const Idiomorph: typeof import('../../.venv/node_modules/idiomorph').Idiomorph;
declare function SwaggerUIBundle(options: object): void;
