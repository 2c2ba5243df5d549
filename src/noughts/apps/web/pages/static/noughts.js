// The script of all pages. It does not know the rules of any game: it sends the pressed cell or button to the server
// and shows the response. Without it, the same links and forms load whole pages.

const root = document.documentElement;
const spoken = document.getElementById('spoken');
const away = document.getElementById('away');
let part = document.getElementById('part');
let stream = null;
let asking = null; // the current request
let heard = 0; // the latest version of the game that an event announced
let retry = 0; // the timer of a request that is repeated because the server could not be reached
let takeBack = null; // removes a mark that was shown before the server confirmed it
let auto = null;
let started = Promise.resolve(); // resolves when the modules of the part have started

const mark = {
  x: '<svg class="mark x" viewBox="0 0 20 20" aria-hidden="true"><path d="M4.5 4.5l11 11M15.5 4.5l-11 11"/></svg>',
  o: '<svg class="mark o" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="6"/></svg>',
};

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
async function load(url, { method = 'GET', body = null, history: how = 'push', again = '' } = {}) {
  clearTimeout(retry);
  asking?.abort();
  const mine = (asking = new AbortController());
  let shown = false;
  part.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(url, { method, body, headers: { 'X-Part': '1', 'X-Version': String(heard) }, signal: mine.signal });
    const kind = answer.headers.get('content-type') ?? '';
    if (!kind.startsWith('text/html')) throw new Error((await answer.text()).slice(0, 200) || answer.statusText);
    show(await answer.text());
    const place = method === 'GET' || answer.redirected ? answer.url : null;
    if (place && how === 'push' && place !== location.href) history.pushState(null, '', place);
    shown = true;
    lost(false);
  } catch (error) {
    if (error.name === 'AbortError') return false;
    const gone = error instanceof TypeError;
    if (gone && how === 'keep') lost(true);
    else complain(gone ? `The server cannot be reached. ${again || 'Nothing was changed. Try again in a moment.'}` : error.message);
    if (gone && again) retry = setTimeout(load, 1500, url, { method, body, history: how, again });
    else takeBack?.();
    for (const form of part.querySelectorAll('form[data-sends]')) form.reset(); // the old tree is still shown, so restore the form that describes it
  } finally {
    if (asking === mine) {
      asking = null;
      part.removeAttribute('aria-busy');
    }
  }
  catchUp();
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

function show(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const next = page.getElementById('part');
  if (!next) throw new Error('The response is not a page.');
  const before = statusText();
  const friends = there();
  const held = part.contains(document.activeElement);
  const same = part.dataset.page === next.dataset.page;
  if (!same || part.dataset.game !== next.dataset.game) chosen = '';
  const follow = same && part.dataset.game === next.dataset.game && !part.dataset.next ? next.dataset.next : undefined;
  document.title = page.title;
  takeBack = null;
  if (same) morph(part, next);
  else {
    part.replaceWith(next);
    part = next;
    part.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  if (held && document.activeElement === document.body) part.focus({ preventScroll: true }); // the focused element was removed
  const after = statusText();
  const news = [after !== before && after, there() !== friends && there()].filter(Boolean).join(' ');
  if (news) spoken.textContent = news;
  if (after !== before) beep();
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

function complain(message) {
  let note = document.getElementById('note');
  if (!note) {
    note = Object.assign(document.createElement('p'), { id: 'note' });
    (document.getElementById('status') ?? part.firstElementChild)?.after(note);
  }
  note.className = 'note refusal';
  note.textContent = message;
  if (spoken.textContent !== message) spoken.textContent = message;
}

/** Set up the part after every change. */
function ready() {
  for (const element of part.querySelectorAll('[data-copy], [data-auto]')) element.hidden = false;
  for (const time of part.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
  listen();
  watch();
  lookAgain();
  roving();
  choosing();
  nameKeys();
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
const refresh = () => takeBack || lookAt(location.href);
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
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    load(link.href);
    return;
  }
  const copy = event.target.closest('[data-copy]');
  if (copy) {
    take(copy);
    return;
  }
  if (event.target.closest('[data-auto]')) toggleAuto(event.target.closest('[data-auto]'));
});

/** Copy the field beside a button. If the browser does not allow that, select the text and say which keys copy it. */
async function take(button) {
  const field = button.parentElement.querySelector('input');
  let taken = true;
  try {
    await navigator.clipboard.writeText(field.value); // not available over plain HTTP
  } catch {
    field.select();
    taken = document.execCommand('copy');
    if (taken) button.focus();
  }
  button.textContent = taken ? 'Copied' : 'Press Ctrl+C';
  spoken.textContent = taken ? 'Copied' : 'The text is selected: press Ctrl+C to copy it.';
}

document.addEventListener('submit', (event) => {
  const form = event.target.closest('form[data-part]');
  if (!form) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  const button = event.submitter;
  if (form.dataset.board !== undefined) {
    if (!button || button.getAttribute('aria-disabled') === 'true' || takeBack) return;
    if (pointed && button.closest('.cell') && button.value !== chosen && cramped()) {
      chosen = button.value;
      choosing();
      spoken.textContent = `${nameOf(chosen)} is chosen. Press it again to play there.`;
      return;
    }
    chosen = '';
    press(form, button);
  }
  const url = new URL(button?.getAttribute('formaction') || form.getAttribute('action') || location.href, location.href);
  if (form.method === 'get') {
    url.search = new URLSearchParams([...fields].filter(([, value]) => value)).toString();
    const begins = form.dataset.setup !== undefined;
    const walks = document.activeElement?.matches('select:focus-visible'); // the arrow keys may select another value next
    load(url).then((shown) => {
      if (shown && begins) part.querySelector('[data-begin]')?.click(); // the computer moves first
      if (shown && button && form.matches('.setup')) sent(form);
      else if (!walks && part.querySelector('[data-module]')) started.then(() => part.focus({ preventScroll: true }));
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
  started.then(arrive); // wait for the explorer, which changes the layout
}

/* If cells are too small to tap reliably, the first press chooses and describes a cell, and the second press plays it. */
const SMALL = 24; // pixels
let chosen = ''; // the number of the cell
let pointed = false; // whether the last press came from a finger or a mouse, which can miss the cell, not from a key

addEventListener('click', (event) => { pointed = event.detail > 0; }, true);
addEventListener('resize', () => choosing());
document.addEventListener('focusin', ({ target }) => target.closest('.cell') && choosing(target));

const choiceBar = () => part.querySelector('[data-choice]');
const cellOf = (number) => document.getElementById(`c${number}`);
const nameOf = (number) => cellOf(number)?.getAttribute('aria-label').split(', ')[0] ?? '';
const cramped = () => choiceBar()?.closest('form').querySelector('.cell button').getBoundingClientRect().width < SMALL;

/** Describe the chosen cell, or else the focused one. */
function choosing(focused = null) {
  const bar = choiceBar();
  if (!bar) return;
  bar.hidden = !cramped();
  const [label, play] = bar.children;
  if (chosen && cellOf(chosen)?.getAttribute('aria-disabled')) chosen = ''; // it has been taken in the meantime
  for (const cell of part.querySelectorAll('.cell.chosen')) cell.classList.remove('chosen');
  const at = chosen ? cellOf(chosen) : focused;
  if (bar.hidden || !at) return;
  label.textContent = at.getAttribute('aria-label');
  play.hidden = !chosen;
  play.value = chosen;
  play.textContent = `Play ${nameOf(chosen)}`;
  if (chosen) at.closest('td').classList.add('chosen');
}

/** Show the mark of a move at once. The server's response confirms it. */
function press(form, button) {
  const cell = document.getElementById(`c${button.value}`);
  const turn = form.dataset.board;
  if (!cell || !mark[turn]) return;
  const place = cell.closest('td');
  const before = cell.innerHTML;
  if (!button.closest('.cell')) cell.focus({ preventScroll: true }); // the button for confirming disappears
  place.classList.remove('chosen');
  place.classList.add('pending');
  cell.innerHTML = mark[turn];
  takeBack = () => {
    place.classList.remove('pending');
    cell.innerHTML = before;
    takeBack = null;
  };
}

/** Single-letter keys. People who use voice control can turn them off, and the browser remembers it. */
const letters = document.querySelector('[data-letters]');
if (letters) letters.checked = !/(^|; )keys=off/.test(document.cookie);
letters?.addEventListener('change', () => {
  document.cookie = `keys=${letters.checked ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`;
  nameKeys();
});
const keysDialog = document.getElementById('keys');
document.querySelector('[data-keys-button]')?.addEventListener('click', () => keysDialog.showModal());

/** Name the key of each button in its title. */
function nameKeys() {
  for (const element of part.querySelectorAll('[data-key]')) {
    if (letters?.checked) element.title = `${element.textContent.trim()} (${element.dataset.key})`;
    else element.removeAttribute('title');
  }
}

addEventListener('keydown', (event) => {
  const types = event.target.closest?.('input, select, textarea, [contenteditable]');
  if (event.key.length === 1 && event.key !== ' ' && !types && !letters?.checked) event.stopImmediatePropagation();
}, true); // before all other listeners, including the explorer's

/** Keys: arrows move around the board, Page Up and Page Down change the layer, and letters press buttons. */
const WAYS = { // to the right, down, into the next layer
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog?.open) return;
  const cell = event.target.closest?.('.cell button');
  const step = WAYS[event.key];
  if (cell && step && (!step[2] || part.querySelectorAll('.board').length > 1)) {
    event.preventDefault();
    walk(cell, step);
    return;
  }
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName) || event.target.closest?.('[data-keys]')) return;
  const target = [...part.querySelectorAll('[data-key]')].find((element) => element.dataset.key === event.key.toLowerCase());
  if (target) {
    event.preventDefault();
    target.click();
  }
});

function walk(cell, [right, down, deep]) {
  const td = cell.closest('td');
  const rows = [...td.closest('tbody').rows];
  const at = rows.indexOf(td.parentElement);
  const boards = [...part.querySelectorAll('.board')];
  const beside = (steps) => boards[boards.indexOf(td.closest('.board')) + steps]?.tBodies[0].rows[at]?.cells;
  let next = deep ? beside(deep)?.[td.cellIndex] : rows[at + down]?.cells[td.cellIndex + right];
  if (right && !next?.matches('.cell')) { // past the edge, into the next layer
    const cells = beside(right);
    next = cells?.[right > 0 ? 1 : cells.length - 1];
  }
  next?.querySelector('button')?.focus();
  roving();
}

/** On large boards, the Tab key stops at only one cell. Arrows move from there. */
let stop = ''; // the cell where the Tab key stops
function roving() {
  const buttons = [...part.querySelectorAll('.cell button')];
  if (buttons.length < 26) return;
  const held = buttons.find((button) => button === document.activeElement);
  const now = held ?? buttons.find((button) => stop && button.id === stop) ?? buttons[buttons.length >> 1];
  stop = now.id;
  for (const button of buttons) button.tabIndex = button === now ? 0 : -1;
}

/** Let two computers play without further clicks. */
function toggleAuto(button) {
  auto = auto === null ? button.dataset.auto || '700' : null;
  button.setAttribute('aria-pressed', String(auto !== null));
  watch();
}

let timer = 0;
function watch() {
  clearTimeout(timer);
  const step = part.querySelector('[value="step"]');
  const button = part.querySelector('[data-auto]');
  button?.setAttribute('aria-pressed', String(auto !== null));
  if (!step) auto = null; // the game is over, or another game is shown
  if (auto !== null && step) timer = setTimeout(() => step.isConnected && step.click(), Number(auto));
}

/** Request an analysis again that was not ready. */
let later = 0;
function lookAgain() {
  clearTimeout(later);
  const wait = part.querySelector('[data-again]')?.dataset.again;
  if (wait) later = setTimeout(() => (document.hidden || asking ? lookAgain() : refresh()), Number(wait));
}

/** Sound is off by default. */
let sound = null;
function beep() {
  if (!sound) return;
  const tone = sound.createOscillator();
  const gain = sound.createGain();
  tone.frequency.value = 440;
  gain.gain.setValueAtTime(0.08, sound.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.12);
  tone.connect(gain).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.13);
}

document.querySelector('[data-sound]')?.addEventListener('click', (event) => {
  sound = sound ? (sound.close(), null) : new AudioContext();
  event.currentTarget.setAttribute('aria-pressed', String(Boolean(sound)));
  beep();
});

const theme = document.querySelector('[data-theme-button]');
function paint(name) {
  if (name) root.dataset.theme = name;
  const dark = name ? name === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  theme.setAttribute('aria-pressed', String(dark));
  return dark;
}
theme?.addEventListener('click', () => {
  const next = theme.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
  document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`; // the server renders the next page with it
  paint(next);
});
if (theme) {
  paint(root.dataset.theme);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(root.dataset.theme));
}
document.querySelector('[data-tools]')?.removeAttribute('hidden');

/** Typing another game chooses it, and choosing a game clears the typed text. Focusing a link selects its text. */
document.addEventListener('input', ({ target }) => {
  const typed = target.name === 'game' && target.value !== 'custom' && target.form?.elements.namedItem('custom');
  if (typed) typed.value = '';
  const select = target.name === 'custom' && target.value.trim() && target.form?.elements.namedItem('game');
  if (select && [...select.options].some((option) => option.value === 'custom')) select.value = 'custom';
});
document.addEventListener('focusin', ({ target }) => target.matches('input[readonly]') && target.select());

ready();
