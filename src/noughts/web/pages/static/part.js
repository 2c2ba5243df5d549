// The part of a page that changes, its <main>: links and forms with data-part load a new one and morph the old one into it.
// Without this script, the same links and forms load whole pages. No script knows the rules of a game.

const spoken = document.getElementById('spoken');
const away = document.getElementById('away');
export let part = document.getElementById('part');
let stream = null;
let asking = null; // the current request
let heard = 0; // the latest version of the game that an event announced
let retry = 0; // the timer of a request that is repeated because the server could not be reached
let takeBack = null; // undoes what the page showed before the server confirmed it
let started = Promise.resolve(); // resolves when the modules of the part have started

/** Let screen readers announce a text. */
export function announce(text) {
  if (spoken.textContent !== text) spoken.textContent = text;
}

/** Return whether the page shows a move that the server has not confirmed. */
export const isPending = () => takeBack !== null;

/** Name the function that undoes what the page shows early, in case the server refuses it. */
export function pending(undo) {
  takeBack = () => {
    takeBack = null;
    undo();
  };
}

/** Return the identity of a node. Only nodes with equal identities are morphed into each other. */
function kind(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  if (node.id) return `${node.localName}#${node.id}`;
  const own = { button: node.value, section: node.getAttribute('aria-label') }[node.localName];
  return [node.localName, node.getAttribute('name'), node.dataset.key, own].join(' ');
}

/** Make one element equal to another. Nodes with equal identities are kept, so that focus and typed text are not lost. */
function morph(from, to) {
  const opens = from.localName === 'details'; // the reader decides whether it is open
  for (const name of from.getAttributeNames()) {
    if (!to.hasAttribute(name) && !(opens && name === 'open')) from.removeAttribute(name);
  }
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name);
    if (from.getAttribute(name) === value || (opens && name === 'open')) continue;
    from.setAttribute(name, value);
    if (name === 'value' && from.localName === 'input') from.value = value;
  }
  if (from.localName === 'option' && from.defaultSelected) from.selected = true;
  if (from.dataset.keep !== undefined) return;
  const news = [...to.childNodes];
  let old = from.firstChild;
  for (const [index, node] of news.entries()) {
    let same = old;
    while (same && kind(same) !== kind(node)) same = same.nextSibling;
    const wanted = same !== old && news.slice(index).some((other) => kind(other) === kind(old));
    if (!same || wanted) {
      from.insertBefore(node, old);
      continue;
    }
    while (old !== same) {
      const gone = old;
      old = old.nextSibling;
      gone.remove();
    }
    if (node.nodeType === Node.ELEMENT_NODE) morph(old, node);
    else if (old.data !== node.data) old.data = node.data;
    old = old.nextSibling;
  }
  while (old) {
    const gone = old;
    old = old.nextSibling;
    gone.remove();
  }
}

/** Load a part and show it. If several requests overlap, only the last part is shown.
 *  If `again` is not empty, the request is repeated until the server answers. Meanwhile the page shows this text.
 *  Returns whether the part is shown. */
export async function load(url, { method = 'GET', body = null, history: how = 'push', again = '' } = {}) {
  clearTimeout(retry);
  asking?.abort();
  const mine = (asking = new AbortController());
  let shown = false;
  part.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(url, { method, body, headers: { 'X-Part': '1' }, signal: mine.signal });
    const kind = answer.headers.get('content-type') ?? '';
    if (!kind.startsWith('text/html')) throw new Error((await answer.text()).slice(0, 200) || answer.statusText);
    const place = method === 'GET' || answer.redirected ? answer.url : null;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.getElementById('part');
    if (!next) throw new Error('The response is not a page.');
    if (place && next.dataset.page !== part.dataset.page) { // another page has its own scripts and styles
      location.assign(place);
      return false;
    }
    show(page.title, next);
    if (place && how === 'push' && place !== location.href) history.pushState(null, '', place);
    shown = true;
    lost(false);
  } catch (error) {
    if (error.name === 'AbortError') return false;
    const gone = error instanceof TypeError;
    if (gone && how === 'keep') lost(true);
    else complain(gone ? `The server cannot be reached. ${again || 'Nothing was changed. Try again in a moment.'}` : error.message);
    if (gone && again) retry = setTimeout(load, 1500, url, { method, body, history: how, again });
    else {
      takeBack?.();
      retry = setTimeout(catchUp, 3000);
    }
    for (const form of part.querySelectorAll('form[data-sends]')) form.reset(); // the old tree is still shown, so restore the form that describes it
  } finally {
    if (asking === mine) {
      asking = null;
      part.removeAttribute('aria-busy');
    }
  }
  if (shown) catchUp();
  return shown;
}

/** After a form was sent, focus and show the invalid field, or else the top of the new part. */
function arrive() {
  const note = part.querySelector('#note.refusal');
  const wrong = note && part.querySelector('[aria-invalid=true]');
  (wrong ?? part).focus({ preventScroll: true });
  const place = note ?? part.querySelector('section');
  const { top } = place.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.8) place.scrollIntoView({ block: 'start' });
}

function show(title, next) {
  const before = statusText();
  const friends = there();
  const held = part.contains(document.activeElement);
  const same = part.dataset.page === next.dataset.page;
  const follow = same && part.dataset.game === next.dataset.game && !part.dataset.next ? next.dataset.next : undefined;
  document.title = title;
  takeBack = null;
  if (same) morph(part, next);
  else {
    part.replaceWith(next);
    part = next;
    part.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  if (held && (document.activeElement === document.body || document.activeElement.disabled)) part.focus({ preventScroll: true });
  const after = statusText();
  const news = [after !== before && after, there() !== friends && there()].filter(Boolean).join(' ');
  if (news) spoken.textContent = news;
  if (after !== before) document.dispatchEvent(new Event('news'));
  ready();
  if (follow) setTimeout(() => part.dataset.next === follow && load(follow), 0); // the rematch has begun
}

const statusText = () => ['status', 'note'].map((id) => document.getElementById(id)?.textContent.trim()).filter(Boolean).join(' ');

const there = () => document.getElementById('there')?.textContent ?? '';

/** Show who is present. Screen readers announce when a friend comes or goes, but not the number of spectators. */
function meet(company) {
  const before = there();
  for (const [place, words] of Object.entries(company)) {
    const element = document.getElementById(place);
    if (element && element.textContent !== words) element.textContent = words;
  }
  if (there() && there() !== before) spoken.textContent = there();
}

/** Show an error, in the place that the page keeps for notes if there is one. */
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

const listeners = [];

/** Call a function with the part now, and after every change of the part. */
export function whenShown(listener) {
  listeners.push(listener);
  listener(part);
}

/** Set up the part after every change. */
function ready() {
  for (const time of part.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
  listen();
  lookAgain();
  for (const listener of listeners) listener(part);
  const places = [...part.querySelectorAll('[data-module]')].filter((place) => !place.dataset.mounted);
  started = Promise.all(places.map(async (place) => {
    place.dataset.mounted = 'yes';
    const module = await import(place.dataset.module);
    module.start(place);
  })).catch((error) => complain(error.message));
}

/** Listen to changes of the game, but not in a hidden tab, because browsers limit the number of open connections. */
function listen() {
  const url = document.hidden ? '' : (part.dataset.events ?? '');
  if ((stream?.path ?? '') === url && stream?.readyState !== EventSource.CLOSED) return;
  stream?.close();
  stream = null;
  heard = 0;
  if (!url) {
    lost(false);
    return;
  }
  const mine = (stream = new EventSource(url)); // it reconnects by itself, unless the server returned an error
  stream.path = url;
  stream.addEventListener('again', () => !asking && refresh());
  stream.addEventListener('part', ({ data }) => {
    const page = new DOMParser().parseFromString(data, 'text/html');
    const next = page.getElementById('part');
    heard = Number(next.dataset.version);
    if (!asking && !takeBack && heard > Number(part.dataset.version)) show(page.title, next);
  });
  stream.addEventListener('company', (event) => meet(JSON.parse(event.data)));
  stream.addEventListener('change', (event) => {
    heard = Number(event.data);
    catchUp();
  });
  stream.addEventListener('open', () => lost(false));
  stream.addEventListener('error', () => {
    if (stream !== mine) return;
    lost(true);
    if (mine.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

/** Show after a few seconds that the connection is lost. */
let missed = 0;
function lost(now) {
  if (now && missed) return;
  clearTimeout(missed);
  missed = now ? setTimeout(() => {
    away.hidden = false;
    spoken.textContent = away.textContent;
  }, 3000) : 0;
  if (!now) away.hidden = true;
}

/** Load the latest version, unless another request is running. */
function catchUp() {
  if (!asking && heard > Number(part.dataset.version)) refresh();
}

/** Reload the part, unless a move is being sent, whose response will be newer. */
export const refresh = () => takeBack || lookAt(location.href);
const lookAt = (url) => load(url, { history: 'keep', again: true });

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && part.dataset.events) refresh();
  listen();
});
addEventListener('popstate', () => lookAt(location.href));
addEventListener('pagehide', () => stream?.close());
addEventListener('pageshow', (event) => event.persisted && (listen(), refresh()));
addEventListener('online', refresh);

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-part]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  load(link.href).then((shown) => {
    if (shown && part.querySelector('[data-module]')) started.then(() => part.focus({ preventScroll: true })); // for its keys
  });
});

let chosen = null; // the request of a choice, until its answer is shown

document.addEventListener('submit', (event) => {
  const form = event.target.closest('form[data-part]');
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  if (chosen) { // the form does not have this choice yet: what is pressed now must not undo it
    chosen.then(() => button?.isConnected && form.requestSubmit(button));
    return;
  }
  const fields = new FormData(form, button);
  const url = new URL(button?.getAttribute('formaction') || form.getAttribute('action') || location.href, location.href);
  const chooses = button?.hasAttribute('formmethod'); // a choice is sent with all other choices, also with empty names
  if (chooses || form.method === 'get') {
    for (const field of form.querySelectorAll('[data-post]')) fields.delete(field.name);
    url.search = new URLSearchParams([...fields].filter(([, value]) => value || chooses)).toString();
    const walks = document.activeElement?.matches('select:focus-visible'); // the arrow keys may select another value next
    const answered = load(url);
    if (chooses) chosen = answered.finally(() => { chosen = null; });
    answered.then((shown) => {
      if (shown && chooses) {
        part.querySelector('[data-begin]')?.click(); // the computer moves first
        part.querySelector('#status')?.scrollIntoView({ block: 'nearest' }); // on a phone, the games are below the board
      }
      if (shown && button && form.matches('.setup')) sent(form);
      else if (!chooses && !walks && part.querySelector('[data-module]')) started.then(() => part.focus({ preventScroll: true }));
    });
  } else {
    const body = form.enctype === 'multipart/form-data' ? fields : new URLSearchParams(fields);
    const again = form.dataset.board === undefined ? '' : 'Your move is kept, and will be sent as soon as it is back.';
    load(url, { method: 'POST', body, again }).then((shown) => shown && form.matches('.setup') && sent(form));
  }
});

/** Clear an accepted form, so that it is not sent twice. A rejected form does not change. */
function sent(form) {
  if (!part.querySelector('#note.refusal')) form.reset();
  const fold = form.closest('details');
  if (fold) fold.open = Boolean(fold.querySelector('#note'));
  started.then(arrive); // wait for the explorer, which changes the layout
}

/** Request an analysis again that was not ready. */
let later = 0;
function lookAgain() {
  clearTimeout(later);
  const wait = part.querySelector('[data-again]')?.dataset.again;
  if (wait) later = setTimeout(() => (document.hidden || asking ? lookAgain() : refresh()), Number(wait));
}

ready();
