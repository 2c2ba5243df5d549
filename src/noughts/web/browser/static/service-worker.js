// Keeps all files of the site but the documentation, so that it works offline. `noughts site` writes the list of FILES
// above this line.
// A new version is loaded in the background, completely or not at all. It replaces the old version when no page of that
// version is open.

const root = new URL('.', globalThis.location.href);
const current = `noughts ${root.pathname} ${VERSION}`;

/** Return whether a file is kept. The documentation is large. @param {string} file */
const isKept = (file) => !file.startsWith('docs/');

/** @typedef {any} Extendable an ExtendableEvent or a FetchEvent */

globalThis.addEventListener('install', (/** @type {Extendable} */ event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(current);
  for (const file of FILES.filter(isKept)) {
    const response = await fetch(new URL(file, root), { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    const { headers } = response; // a new response, because a redirected response cannot be a page
    await cache.put(new URL(file, root), new Response(await response.blob(), { headers }));
  }
}

globalThis.addEventListener('activate', (/** @type {Extendable} */ event) => event.waitUntil(begin()));

/** Delete the files of other versions, and serve the page that was open before the worker, too: it may be offline next. */
async function begin() {
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith(`noughts ${root.pathname} `) && other !== current);
  await Promise.all(old.map((other) => caches.delete(other)));
  await /** @type {any} */ (globalThis).clients.claim();
}

globalThis.addEventListener('fetch', (/** @type {Extendable} */ event) => {
  const { method, url, mode } = event.request;
  if (method === 'GET' && url.startsWith(root.href) && isKept(url.slice(root.href.length)))
    event.respondWith(kept(new URL(url), mode === 'navigate', event.request));
});

/**
 * Return a file of the site. The page of a game or a puzzle is not a file: it is shown in the Play page, where Python
 * finds it.
 * @param {URL} url
 * @param {boolean} isPage
 * @param {Request} request
 */
async function kept(url, isPage, request) {
  const path = url.pathname.slice(root.pathname.length);
  const cache = await caches.open(current);
  if (!isPage) return (await cache.match(new URL(path, root))) ?? fetch(request);
  if (path && !path.endsWith('/') && FILES.includes(`${path}/index.html`)) {
    return Response.redirect(`${root.href}${path}/${url.search}`, 302);
  }
  const file = [path, `${path}index.html`].find((name) => FILES.includes(name));
  if (!file && /^(play|puzzles)\//.test(path)) {
    const play = await cache.match(new URL('play/index.html', root));
    const html = (await play?.text())?.replace('<base href="../">', `<base href="${root.href}">`);
    if (html) return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
  return (file && (await cache.match(new URL(file, root)))) || fetch(request);
}
