// The part of a page that changes, its <main>: a new one is loaded from the server and morphed into the old one, or
// takes its place if it belongs to another page. Without this script, the same links and forms load whole pages.
// No script knows the rules of a game.

/** The part of the page. It is another element after another page has been loaded. */
export let part = /** @type {HTMLElement} */ (need('#part', document));
const spoken = need('#spoken', document);
const away = need('#away', document);
/** @type {AbortController | null} */
let request = null; // of the request that is running
let announced = 0; // the latest version of the game that an event announced
let repeat = 0; // the timer of a request that is repeated because the server could not be reached
/** @type {(() => void) | null} */
let undoPending = null; // undoes what the page showed before the server confirmed it
/** @type {Promise<unknown>} */
let started = Promise.resolve(); // resolves when the modules of the part have started
let shownAddress = ''; // of the page that is shown
/** @type {Map<number, number>} */
const scrolls = new Map(); // where the reader was on each page of the history
let entry = history.state?.entry ?? newEntry(); // the number of the page in the history

/**
 * Find an element of the part.
 * @template {string} S
 * @param {S} selector
 * @returns {Selected<S> | null}
 */
export const find = (selector) => part.querySelector(selector);

/**
 * Find all such elements of the part.
 * @template {string} S
 * @param {S} selector
 * @returns {Selected<S>[]}
 */
export const findAll = (selector) => /** @type {Selected<S>[]} */ ([...part.querySelectorAll(selector)]);

/**
 * Find an element that must be there, by default in the part.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} [place]
 * @returns {Selected<S>}
 */
export function need(selector, place) {
  /** @type {Selected<S> | null} */
  const element = (place ?? part).querySelector(selector);
  return element ?? missing(selector);
}

/**
 * Find the element around another one, which must be there.
 * @template {string} S
 * @param {Element} element
 * @param {S} selector
 * @returns {Selected<S>}
 */
export function within(element, selector) {
  /** @type {Selected<S> | null} */
  const around = element.closest(selector);
  return around ?? missing(selector);
}

/** @param {string} selector @returns {never} */
function missing(selector) {
  throw new Error(`The page has no element ${selector}.`);
}

/**
 * Listen to events of the elements that match a selector, now or in a later part.
 * @template {keyof DocumentEventMap} T
 * @template {string} S
 * @param {T} type
 * @param {S} selector
 * @param {(element: Selected<S>, event: DocumentEventMap[T]) => void} listener
 */
export function on(type, selector, listener) {
  document.addEventListener(type, (event) => {
    /** @type {Selected<S> | false | null} */
    const element = event.target instanceof Element && event.target.closest(selector);
    if (element) listener(element, event);
  });
}

/** Let screen readers announce a text. @param {string} text */
export function announce(text) {
  if (spoken.textContent !== text) spoken.textContent = text;
}

/** Return whether the page shows a move that the server has not confirmed. */
export const isPending = () => undoPending !== null;

/** Return whether a request is running. */
export const isLoading = () => request !== null;

/** Return a promise that resolves when the modules of the part have started. */
export const whenStarted = () => started;

/** Name the function that undoes what the page shows early, in case the server refuses it. @param {() => void} undo */
export function pending(undo) {
  undoPending = () => {
    undoPending = null;
    undo();
  };
}

/**
 * Morph the part into a new one. Nodes of both are kept, so that the focus and what the reader typed are not lost.
 * @param {HTMLElement} next
 * @param {boolean} news whether others have changed the part: a note about what the reader has sent may stay
 */
function morph(next, news) {
  Idiomorph.morph(part, next, {
    callbacks: {
      beforeNodeMorphed(from, to) {
        if (!(from instanceof HTMLElement && to instanceof HTMLElement)) return true;
        if (isField(from) && isField(to)) keepTyped(from, to);
        return from.dataset.keep === undefined || from.dataset.source !== to.dataset.source;
      },
      beforeNodeRemoved: (node) => !(news && node instanceof HTMLElement && node.dataset.stays !== undefined),
      // The reader decides which details are open, and arrow keys where the Tab key stops.
      beforeAttributeUpdated: (name, { localName }) =>
        !(name === 'open' && localName === 'details') && !(name === 'tabindex' && localName === 'button'),
    },
  });
}

/** @param {Element} element */
const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/**
 * Keep what the reader typed or chose in a field, unless the server has another default now.
 * @param {HTMLInputElement | HTMLTextAreaElement} from
 * @param {HTMLInputElement | HTMLTextAreaElement} to
 */
function keepTyped(from, to) {
  if (from.type !== 'file' && from.defaultValue === to.defaultValue) {
    to.defaultValue = from.defaultValue; // without the attribute, Idiomorph would clear the field
    to.value = from.value;
  }
  if ('checked' in from && 'checked' in to && from.defaultChecked === to.defaultChecked) to.checked = from.checked;
}

/**
 * Load a part and show it. If several requests overlap, only the last part is shown.
 * @param {string | URL} url
 * @param {object} [options]
 * @param {string} [options.method]
 * @param {BodyInit} [options.body]
 * @param {'push' | 'replace' | 'keep'} [options.history] what happens to the address; with `keep`, errors of the
 *   connection are shown as such
 * @param {string} [options.repeats] if not empty, the request is repeated until the server answers; meanwhile the page
 *   shows this text
 * @param {boolean} [options.turns] whether the part is shown as another page, from its top, even if it is of the same
 *   kind. If that fails, the browser loads the page
 * @returns {Promise<boolean>} whether the part is shown
 */
export async function load(url, options = {}) {
  const { method = 'GET', body = null, history: how = 'push', repeats = '' } = options;
  let { turns = false } = options;
  let fallback = turns && method === 'GET' ? url : null;
  clearTimeout(repeat);
  request?.abort();
  const mine = new AbortController();
  request = mine;
  let shown = false;
  if (how !== 'keep') document.dispatchEvent(new Event('leave'));
  part.setAttribute('aria-busy', 'true');
  try {
    const headers = { 'X-Part': turns ? 'page' : '1' };
    const response = await fetch(url, { method, body, headers, signal: mine.signal });
    const place = method === 'GET' || response.redirected ? response.url : null;
    const page = await read(response);
    turns ||= page.next.dataset.page !== part.dataset.page;
    if (turns) {
      fallback = place;
      const dress = await prepare(page.head);
      mine.signal.throwIfAborted();
      dress();
    }
    if (place && place !== location.href && how === 'push') {
      scrolls.set(entry, scrollY);
      history.pushState(null, '', place);
      entry = newEntry();
    }
    if (place && how === 'replace') history.replaceState(history.state, '', place);
    shownAddress = address();
    show(page, turns);
    shown = true;
    showConnection(true);
  } catch (error) {
    if (error.name === 'AbortError') return false;
    if (fallback) {
      // It is a file, a page of another version, or an error that the browser explains.
      if (how === 'keep') location.reload();
      else location.assign(fallback);
      return false;
    }
    const unreachable = error instanceof TypeError;
    if (!unreachable) complain(error.message);
    else if (how === 'keep') showConnection(false);
    else complain(`The server cannot be reached. ${repeats || 'Nothing was changed. Try again in a moment.'}`);
    if (unreachable && (repeats || how === 'keep')) repeat = setTimeout(load, 1500, url, options);
    else {
      undoPending?.();
      repeat = setTimeout(catchUp, 3000);
    }
    for (const form of findAll('form[data-sends]')) form.reset(); // to the settings of the tree that is still shown
  } finally {
    if (request === mine) {
      request = null;
      part.removeAttribute('aria-busy');
    }
  }
  if (shown) catchUp();
  return shown;
}

/** Read the part in a response. @param {Response} response */
async function read(response) {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/html')) {
    throw new Error(text.slice(0, 200) || response.statusText);
  }
  return parse(text);
}

/** Find the title, the part, the head and the tabs in the HTML of a page or a part. @param {string} html */
export function parse(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const next = page.getElementById('part');
  if (!next) throw new Error('The response is not a page.');
  return { title: page.title, next, head: page.head, tabs: need('nav', page) };
}

/**
 * Load the stylesheets and the scripts of another page.
 * @param {HTMLHeadElement} head what the response names
 * @returns {Promise<() => void>} a function that applies these stylesheets and no others
 */
async function prepare(head) {
  const scripts = [...head.querySelectorAll('script[type=module]')].map((script) => script.getAttribute('src') ?? '');
  if (!document.querySelector(`script[src="${scripts[0]}"]`)) throw new Error('The server has a new version.');
  for (const link of links(head, 'modulepreload')) inDocument(link) ?? document.head.append(link);
  /** @type {Promise<unknown>[]} */
  const waits = scripts.map((script) => import(new URL(script, document.baseURI).href));
  const wanted = links(head, 'stylesheet');
  /** @type {HTMLLinkElement | null} */
  let next = null; // their order matters
  for (const link of wanted.toReversed()) {
    const known = inDocument(link);
    if (!known?.sheet) {
      link.media = 'not all';
      waits.push(new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject })));
      document.head.insertBefore(link, next);
    }
    next = known?.sheet ? known : link;
  }
  await Promise.all(waits);
  const names = wanted.map((link) => link.getAttribute('href'));
  return () => {
    for (const link of links(document.head, 'stylesheet')) {
      link.media = names.includes(link.getAttribute('href')) ? 'all' : 'not all';
    }
  };
}

/** @param {HTMLHeadElement} head @param {string} rel @returns {HTMLLinkElement[]} */
const links = (head, rel) => [...head.querySelectorAll('link')].filter((link) => link.rel === rel);

/** Find the same link in the document. @param {HTMLLinkElement} link */
const inDocument = (link) =>
  links(document.head, link.rel).find((known) => known.getAttribute('href') === link.getAttribute('href'));

/**
 * Show a new part.
 * @param {{ title: string, next: HTMLElement, tabs: HTMLElement }} page
 * @param {boolean} [turns] whether it is shown as another page
 * @param {boolean} [news] whether others have changed it
 */
export function show({ title, next, tabs }, turns = false, news = false) {
  const before = statusText();
  const friends = presence();
  const held = part.contains(document.activeElement);
  const label = document.activeElement?.textContent;
  const same = !turns && part.dataset.page === next.dataset.page;
  const { next: following, wait } = next.dataset;
  const goes = same && part.dataset.game === next.dataset.game && part.dataset.next !== following;
  document.title = title;
  undoPending = null;
  Idiomorph.morph(need('header nav', document), tabs);
  if (same) morph(next, news);
  else {
    part.replaceWith(next);
    part = next;
    part.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(title.replace(' · noughts', ''));
  }
  if (same && held && isGone(label)) part.focus({ preventScroll: true });
  const after = statusText();
  const said = [after !== before && after, presence() !== friends && presence()].filter(Boolean).join(' ');
  if (same && said) spoken.textContent = said;
  if (same && after !== before) document.dispatchEvent(new Event('news'));
  setUp();
  if (goes && following) goOn(following, Number(wait ?? 0));
}

/**
 * Load the next part after a while, but not before a running request has ended: the reader may have left.
 * @param {string} next
 * @param {number} wait in milliseconds
 */
function goOn(next, wait) {
  setTimeout(() => {
    if (part.dataset.next !== next) return;
    if (request) goOn(next, 100);
    else load(next);
  }, wait);
}

/** Return whether the focused control is gone, or has become another one. @param {string | null | undefined} label */
function isGone(label) {
  const focused = document.activeElement;
  if (!focused || focused.matches('body, :disabled')) return true;
  return focused.matches('a:not([id]), button:not([id])') && focused.textContent !== label;
}

/** Write a time as minutes and seconds, such as 2:59. @param {number} time in milliseconds */
export function minutes(time) {
  const seconds = Math.max(0, Math.ceil(time / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function statusText() {
  const texts = ['status', 'note'].map((id) => document.getElementById(id)?.textContent?.trim());
  return texts.filter(Boolean).join(' ');
}

const presence = () => document.getElementById('there')?.textContent ?? '';

/**
 * Show who is present. Screen readers announce when a friend comes or goes, but not the number of spectators.
 * @param {Record<string, string>} texts by the ids of the elements that show them
 */
export function showPresence(texts) {
  const before = presence();
  for (const [id, text] of Object.entries(texts)) {
    const element = document.getElementById(id);
    if (element && element.textContent !== text) element.textContent = text;
  }
  if (presence() && presence() !== before) spoken.textContent = presence();
}

/** Show an error, in the place that the page keeps for notes if there is one. @param {string} message */
export function complain(message) {
  let note = document.getElementById('note');
  if (!note) {
    const place = document.getElementById('note-place');
    note = Object.assign(document.createElement(place ? 'span' : 'p'), { id: 'note' });
    if (place) place.replaceChildren(note);
    else (document.getElementById('status') ?? part.firstElementChild)?.after(note);
  }
  note.className = 'note refusal';
  note.textContent = message;
  announce(message);
}

let noticeTimer = 0;
/**
 * Show whether the server can be reached. The notice that the connection is lost appears after a few seconds.
 * @param {boolean} works
 */
export function showConnection(works) {
  if (!works && noticeTimer) return;
  clearTimeout(noticeTimer);
  noticeTimer = 0;
  if (works) away.hidden = true;
  else {
    noticeTimer = setTimeout(() => {
      away.hidden = false;
      spoken.textContent = away.textContent;
    }, 3000);
  }
}

/** @type {((part: HTMLElement) => void)[]} */
const listeners = [];

/**
 * Call a function with the part now, and after every change of the part.
 * @param {(part: HTMLElement) => void} listener
 */
export function whenShown(listener) {
  listeners.push(listener);
  listener(part);
}

/** Set up the part after every change. */
function setUp() {
  need('a.skip', document).href = new URL(find('#board') ? '#board' : '#part', location.href).href;
  for (const time of part.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
  for (const listener of listeners) listener(part);
  started = Promise.all(findAll('[data-module]:not([data-mounted])').map(start)).catch((error) =>
    complain(error.message),
  );
}

/** Start the module of a place. @param {HTMLElement} place */
async function start(place) {
  place.dataset.mounted = 'yes';
  const module = await import(new URL(place.dataset.module ?? '', document.baseURI).href);
  module.start(place);
}

/** Load the version of the game that an event has announced, unless another request is running. */
export function catchUp(version = announced) {
  announced = version;
  if (announced > Number(part.dataset.version)) refresh();
}

/** Reload the part, unless a request is running: the reader may be leaving, and the response to a move will be newer. */
export const refresh = () => undoPending || request || load(location.href, { history: 'keep' });

/** The address of the page, without a place on it. */
const address = () => location.pathname + location.search;

/** Number the current entry of the history. */
function newEntry() {
  const number = Date.now();
  history.replaceState({ ...history.state, entry: number }, '');
  return number;
}

addEventListener('popstate', async ({ state }) => {
  scrolls.set(entry, scrollY);
  entry = state?.entry ?? newEntry();
  const turns = location.pathname !== shownAddress.split('?')[0];
  const ready = address() === shownAddress || (await load(location.href, { history: 'keep', turns }));
  const scroll = scrolls.get(entry);
  if (ready && scroll !== undefined) scrollTo(0, scroll);
});
addEventListener('pageshow', (event) => {
  history.scrollRestoration = 'manual'; // a page that is loaded in place is there only after the browser has scrolled
  if (event.persisted) refresh();
});
addEventListener('pagehide', () => {
  history.scrollRestoration = 'auto';
});
addEventListener('online', refresh);
shownAddress = address();
setUp();
