// What the scripts find on a page without importing it.
declare const Idiomorph: typeof import('../../build/node_modules/idiomorph').Idiomorph;
declare function SwaggerUIBundle(options: object): void;

// The type of the elements that a selector matches, as far as its text tells: 'td' and '#board td[data-x]' match cells.
type Selected<S extends string> = S extends `${string},${string}`
  ? HTMLElement
  : S extends `${string} ${infer Last}`
    ? Selected<Last>
    : Tagged<Before<'[', Before<':', Before<'#', Before<'.', S>>>>>;
type Before<Sign extends string, S extends string> = S extends `${infer Start}${Sign}${string}` ? Start : S;
type Tagged<Tag> = Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement;

// The version and the files of a site, which `noughts site` writes into its service worker.
declare const VERSION: string;
declare const FILES: string[];

// The modules of Node, without types.
declare module 'node:*';
