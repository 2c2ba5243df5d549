// The first script of every page without a server. It starts Python in a worker and lets it answer the page's requests:
// `fetch` and `EventSource` are replaced, so that no other script knows where its answers come from. Requests that come
// before Python is ready are answered as soon as it is.

if (document.documentElement.className === 'old') throw new Error('This browser cannot run the page.');

const root = new URL('.', document.baseURI); // the folder with the pages
if (location.pathname.endsWith('/index.html')) history.replaceState(null, '', location.href.replace('index.html', ''));
document.querySelector('base')?.setAttribute('href', root.href); // also after the address of the page has changed

const AGAIN = 'Reload the page. What you played is kept.';
const FILES = /^(static|learn\/pictures|app-\w+|runtime-[\w.]+)\//; // files of the folder, which Python does not answer
const fromNetwork = globalThis.fetch.bind(globalThis);

/** Return whether Python answers requests for a URL. @param {string | URL} url */
function isAnswered(url) {
  const { href } = new URL(url, root);
  return href.startsWith(root.href) && !FILES.test(href.slice(root.href.length));
}

// The worker.

/** @typedef {{ id: number, start?: { status: number, headers: [string, string][] }, piece?: Uint8Array, end?: true, failed?: true }} Piece */
/** @typedef {{ loaded?: number, ready?: true, warning?: string, failed?: string }} News */

/** @type {Map<number, (piece: Piece) => void>} */
const waiting = new Map(); // the requests that are not answered completely, by their numbers
let count = 0;
let isReady = false;
let isStopped = false;

const worker = new Worker(new URL('host.js', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => ('id' in data ? waiting.get(data.id)?.(data) : hear(data)));
worker.addEventListener('error', (event) => {
  event.preventDefault();
  hear({ failed: event.message || 'a file is missing, or the browser is too old' });
});

// A bar at the top of the page shows the progress of loading the program.

const bar = Object.assign(document.createElement('p'), { className: 'arriving' });
bar.setAttribute('role', 'status');
const progress = document.createElement('progress');
progress.setAttribute('aria-label', 'Loading the program');
const moment = Object.assign(document.createElement('p'), {
  className: 'lost',
  textContent: 'One moment: the program is still loading.',
}); // shown after a press that comes too early
moment.setAttribute('role', 'status');

/** @param {News} news */
function hear({ loaded, ready, warning, failed }) {
  if (loaded !== undefined && !ready) {
    progress.value = loaded;
    if (!bar.isConnected) {
      bar.replaceChildren(progress);
      document.body.prepend(bar);
    }
  }
  if (ready) {
    isReady = true;
    if (progress.isConnected) bar.remove();
    moment.remove();
    showOwn();
    document.documentElement.dataset.ready = '';
    setTimeout(() => document.getElementById('part')?.removeAttribute('inert'), 3000); // even if loading fails
    if ('serviceWorker' in navigator) navigator.serviceWorker.register(new URL('service-worker.js', root));
  }
  if (warning) say(warning);
  if (failed) {
    isStopped = true;
    say(`The program has stopped: ${failed}. ${AGAIN}`);
    for (const [id, answer] of [...waiting]) answer({ id, end: true, failed: true });
  }
}

/** Let the page load the reader's own part, as soon as no other request of it is running. */
function showOwn() {
  if (document.getElementById('part')?.hasAttribute('aria-busy')) setTimeout(showOwn, 50);
  else dispatchEvent(new Event('online'));
}

/** @param {string} sentence */
function say(sentence) {
  moment.remove();
  bar.className = 'arriving said';
  bar.replaceChildren(sentence);
  document.body.prepend(bar);
}

// The file of a page has the same content for everyone. If the address asks for more, the page ignores presses until
// the program has shown the rest.
if ('waits' in document.documentElement.dataset) document.getElementById('part')?.toggleAttribute('inert', true);
delete document.documentElement.dataset.waits;

// Requests.

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answered(request) {
  if (isStopped) throw new Error(`The program has stopped. ${AGAIN}`);
  const id = ++count;
  const body = new Uint8Array(await request.arrayBuffer());
  request.signal.throwIfAborted();
  /** @type {PromiseWithResolvers<{ status: number, headers: [string, string][] }>} */
  const started = Promise.withResolvers();
  const stream = new ReadableStream({
    start(controller) {
      waiting.set(id, ({ start, piece, end, failed }) => {
        if (start) started.resolve(start);
        if (piece) controller.enqueue(piece);
        if (!end) return;
        waiting.delete(id);
        started.reject(new Error(`The program has stopped. ${AGAIN}`));
        if (failed) controller.error(new Error(`The program has stopped. ${AGAIN}`));
        else controller.close();
      });
      request.signal.addEventListener('abort', () => {
        if (!waiting.delete(id)) return;
        started.reject(request.signal.reason);
        controller.error(request.signal.reason);
        worker.postMessage({ id, left: true });
      });
    },
    cancel() {
      if (waiting.delete(id)) worker.postMessage({ id, left: true });
    },
  });
  const headers = [...request.headers, ['cookie', document.cookie]];
  const { method, url } = request;
  worker.postMessage({ id, method, url, root: root.pathname.replace(/\/$/, ''), headers, body }, [body.buffer]);
  const { status, headers: received } = await started.promise;
  for (const [name, value] of received) {
    if (name === 'set-cookie')
      document.cookie = value.replace(/; HttpOnly/i, '').replace(/Path=\//i, `Path=${root.pathname}`);
  }
  const place = status === 303 && received.find(([name]) => name === 'location')?.[1];
  if (place) {
    const to = new URL(place.replace(/^\//, ''), root).href;
    const response = await answered(new Request(to, { headers: request.headers, signal: request.signal }));
    return Object.defineProperty(response, 'redirected', { value: true });
  }
  const empty = [204, 304].includes(status) || method === 'HEAD';
  return Object.defineProperty(new Response(empty ? null : stream, { status, headers: received }), 'url', {
    value: url,
  });
}

globalThis.fetch = async (input, options) => {
  const request = new Request(input instanceof URL ? input.href : input, options);
  if (!isAnswered(request.url)) return fromNetwork(request);
  return (isReady ? null : await early(request)) ?? answered(request);
};

/**
 * Before the program is there, answer a request for another page from its file, if it has one. The page loads the
 * reader's own part later. For everything else, say that it takes a moment.
 * @param {Request} request
 */
async function early({ method, url, headers, signal }) {
  if (!headers.has('x-part') || isStopped) return null;
  const { origin, pathname, search } = new URL(url);
  if (method === 'GET' && headers.get('x-part') === 'page' && !search) {
    const file = `${origin}${pathname.replace(/\/?$/, '/index.html')}`;
    const response = await fromNetwork(file, { signal }).catch(() => null);
    signal.throwIfAborted();
    if (response?.ok && !isReady) return Object.defineProperty(response, 'url', { value: url });
  }
  if (!isReady) document.body.append(moment);
  return null;
}

/** Server-sent events from Python, like those of the browser's own class. */
class HostEventSource extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;

  readyState = HostEventSource.CONNECTING;
  #left = new AbortController();

  /** @param {string | URL} url */
  constructor(url) {
    super();
    this.url = new URL(url, root).href;
    this.#listen();
  }

  close() {
    this.readyState = HostEventSource.CLOSED;
    this.#left.abort();
  }

  async #listen() {
    try {
      const response = await fetch(this.url, { signal: this.#left.signal });
      if (response.ok && response.body) {
        this.readyState = HostEventSource.OPEN;
        this.dispatchEvent(new Event('open'));
        await this.#read(response.body.pipeThrough(new TextDecoderStream()));
        this.readyState = HostEventSource.CONNECTING;
        setTimeout(() => this.#left.signal.aborted || this.#listen(), 1000);
      } else this.readyState = HostEventSource.CLOSED;
    } catch {
      this.readyState = HostEventSource.CLOSED; // the program has stopped
    }
    if (!this.#left.signal.aborted) this.dispatchEvent(new Event('error'));
  }

  /** @param {ReadableStream<string>} stream */
  async #read(stream) {
    const reader = stream.getReader(); // Safari has no loop over a stream
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const events = (text + piece.value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const fields = Object.fromEntries(event.split('\n').map((line) => line.split(/: ?(.*)/s)));
        const data = event.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
        if (data.length) this.dispatchEvent(new MessageEvent(fields.event || 'message', { data: data.join('\n') }));
      }
    }
  }
}
globalThis.EventSource = /** @type {any} */ (HostEventSource);

// Pictures and files, because browsers request them without `fetch`.

/** @param {HTMLImageElement | HTMLSourceElement} element @param {'src' | 'srcset'} name */
async function draw(element, name) {
  const url = element.getAttribute(name);
  if (!url || !isAnswered(url) || /^(blob|data):/.test(url)) return;
  element.removeAttribute(name);
  const response = await fetch(url);
  element.setAttribute(name, URL.createObjectURL(await response.blob()));
}

function drawAll() {
  for (const image of document.querySelectorAll('img[src]')) draw(/** @type {HTMLImageElement} */ (image), 'src');
  for (const source of document.querySelectorAll('source[srcset]')) {
    draw(/** @type {HTMLSourceElement} */ (source), 'srcset');
  }
}
new MutationObserver(drawAll).observe(document, { childList: true, subtree: true, attributeFilter: ['src', 'srcset'] });

document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hasAttribute('download') || link.protocol === 'blob:' || !isAnswered(link.href)) return;
  event.preventDefault();
  const response = await fetch(link.href).catch(() => null);
  const content = response?.ok ? await response.blob().catch(() => null) : null;
  if (!response || !content) return say(`The file could not be written. ${AGAIN}`);
  const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const file = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(content),
    download: name ?? link.download,
  });
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
});
