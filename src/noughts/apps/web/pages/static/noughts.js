// The page's script. It knows no rule of any game: it sends what was pressed, and shows what the server answers.
// Without it the same links and forms work, a page at a time. Long, as one file is fetched sooner than several.

const root = document.documentElement;
const spoken = document.getElementById('spoken');
const away = document.getElementById('away');
let part = document.getElementById('part');
let stream = null;
let asking = null; // what is being asked for now
let heard = 0; // the newest version of the game that the server spoke of
let retry = 0; // the timer of what is sent again, as the server was away
let takeBack = null; // undoes what a press showed
let auto = null;
let started = Promise.resolve(); // when the modules of the part have started

const mark = {
  x: '<svg class="mark x" viewBox="0 0 20 20" aria-hidden="true"><path d="M4.5 4.5l11 11M15.5 4.5l-11 11"/></svg>',
  o: '<svg class="mark o" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="6"/></svg>',
};

/** What two nodes must have in common for one to become the other; a button that does something else is another. */
function kind(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  if (node.id) return `${node.localName}#${node.id}`;
  const own = { button: node.value, section: node.getAttribute('aria-label') }[node.localName];
  return [node.localName, node.getAttribute('name'), node.dataset.key, own].join(' ');
}

/** Make one element like another: what is alike stays, so that focus and what was typed are not lost. */
function morph(from, to) {
  const opens = from.localName === 'details'; // by who reads
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

/** Ask for a part and show it. Of several that are asked for, only the last one is shown.
 *  What is asked `again` is asked until the server is there; the words say so meanwhile.
 *  Returns whether it is shown. */
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
    else complain(gone ? `The server cannot be reached: ${again || 'nothing was changed, try again in a moment.'}` : error.message);
    if (gone && again) retry = setTimeout(load, 1500, url, { method, body, history: how, again });
    else takeBack?.();
    for (const form of part.querySelectorAll('form[data-sends]')) form.reset(); // it says what is shown
  } finally {
    if (asking === mine) {
      asking = null;
      part.removeAttribute('aria-busy');
    }
  }
  catchUp();
  return shown;
}

/** What a form has brought is in view, and keys go there: to what is to be mended, or else to the top of what is new. */
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
  if (!next) throw new Error('the answer was no page');
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
  if (held && document.activeElement === document.body) part.focus({ preventScroll: true }); // what had it is gone
  const after = statusText();
  const news = [after !== before && after, there() !== friends && there()].filter(Boolean).join(' ');
  if (news) spoken.textContent = news;
  if (after !== before) beep();
  ready();
  if (follow) setTimeout(() => part.dataset.next === follow && load(follow), 0); // the rematch was granted
}

const statusText = () => ['status', 'note'].map((id) => document.getElementById(id)?.textContent.trim()).filter(Boolean).join(' ');

const there = () => document.getElementById('there')?.textContent ?? '';

/** Put in place who is there; that a friend has come or gone is read out, how many watch is not. */
function meet(company) {
  const before = there();
  for (const [place, words] of Object.entries(company)) {
    const element = document.getElementById(place);
    if (element && element.textContent !== words) element.textContent = words;
  }
  if (there() && there() !== before) spoken.textContent = there();
}

function complain(said) {
  let note = document.getElementById('note');
  if (!note) {
    note = Object.assign(document.createElement('p'), { id: 'note' });
    (document.getElementById('status') ?? part.firstElementChild)?.after(note);
  }
  note.className = 'note refusal';
  note.textContent = said;
  if (spoken.textContent !== said) spoken.textContent = said;
}

/** After every change: wire up what the part asks for. */
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

/** Hear of changes of the game that is shown; not while nobody looks, as a browser holds few connections open. */
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
  const mine = (stream = new EventSource(url)); // it comes back by itself, unless it was refused
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

/** Who waits for news is told that none can come, if it lasts; a press is answered for itself. */
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

/** Ask for what has changed; while something else is being asked for, that comes first. */
function catchUp() {
  if (!asking && heard > Number(part.dataset.version)) refresh();
}

/** Show the page anew, unless a move is on its way: its answer is the newer one. */
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

/** Copy what stands in the field beside a button; where no way is left, it is chosen, and the button says which keys do. */
async function take(button) {
  const field = button.parentElement.querySelector('input');
  let taken = true;
  try {
    await navigator.clipboard.writeText(field.value); // a page that came over plain http has none
  } catch {
    field.select();
    taken = document.execCommand('copy');
    if (taken) button.focus();
  }
  button.textContent = taken ? 'Copied' : 'Press Ctrl+C';
  spoken.textContent = taken ? 'Copied' : 'The text is chosen: press Ctrl+C to copy it.';
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
      spoken.textContent = `${nameOf(chosen)} is chosen: press it again to play it.`;
      return;
    }
    chosen = '';
    press(form, button);
  }
  const url = new URL(button?.getAttribute('formaction') || form.getAttribute('action') || location.href, location.href);
  if (form.method === 'get') {
    url.search = new URLSearchParams([...fields].filter(([, value]) => value)).toString();
    const begins = form.dataset.setup !== undefined;
    const walks = document.activeElement?.matches('select:focus-visible'); // with keys, which may go on to the next
    load(url).then((shown) => {
      if (shown && begins) part.querySelector('[data-begin]')?.click(); // the computer's move needs no further press
      if (shown && button && form.matches('.setup')) sent(form);
      else if (!walks && part.querySelector('[data-module]')) started.then(() => part.focus({ preventScroll: true }));
    });
  } else {
    const body = form.enctype === 'multipart/form-data' ? fields : new URLSearchParams(fields);
    const again = form.dataset.board === undefined ? '' : 'your move is kept, and sent as soon as it is back.';
    load(url, { method: 'POST', body, again }).then((shown) => shown && form.matches('.setup') && sent(form));
  }
});

/** A form was answered: what was taken does not stay in it, to be sent twice; what was refused does. */
function sent(form) {
  if (!part.querySelector('#note.refusal')) form.reset();
  started.then(arrive); // the explorer, if there is one, takes its room first
}

/* Cells that are easily missed: a press chooses one and says what is known of it, another press plays it. */
const SMALL = 24; // pixels
let chosen = ''; // the number of the cell
let pointed = false; // whether the last press came from a finger or a mouse; keys do not miss

addEventListener('click', (event) => { pointed = event.detail > 0; }, true);
addEventListener('resize', () => choosing());
document.addEventListener('focusin', ({ target }) => target.closest('.cell') && choosing(target));

const choiceBar = () => part.querySelector('[data-choice]');
const cellOf = (number) => document.getElementById(`c${number}`);
const nameOf = (number) => cellOf(number)?.getAttribute('aria-label').split(', ')[0] ?? '';
const cramped = () => choiceBar()?.closest('form').querySelector('.cell button').getBoundingClientRect().width < SMALL;

/** Show what is chosen, or what is known of the cell that has the focus. */
function choosing(focused = null) {
  const bar = choiceBar();
  if (!bar) return;
  bar.hidden = !cramped();
  const [said, play] = bar.children;
  if (chosen && cellOf(chosen)?.getAttribute('aria-disabled')) chosen = ''; // somebody else was quicker
  for (const cell of part.querySelectorAll('.cell.chosen')) cell.classList.remove('chosen');
  const at = chosen ? cellOf(chosen) : focused;
  if (bar.hidden || !at) return;
  said.textContent = at.getAttribute('aria-label');
  play.hidden = !chosen;
  play.value = chosen;
  play.textContent = `Play ${nameOf(chosen)}`;
  if (chosen) at.closest('td').classList.add('chosen');
}

/** Show a mark at once where a press will put it; the server's answer confirms it. */
function press(form, button) {
  const cell = document.getElementById(`c${button.value}`);
  const turn = form.dataset.board;
  if (!cell || !mark[turn]) return;
  const place = cell.closest('td');
  const before = cell.innerHTML;
  if (!button.closest('.cell')) cell.focus({ preventScroll: true }); // the button that confirms goes away
  place.classList.remove('chosen');
  place.classList.add('pending');
  cell.innerHTML = mark[turn];
  takeBack = () => {
    place.classList.remove('pending');
    cell.innerHTML = before;
    takeBack = null;
  };
}

/** Letters are keys unless that is switched off, as for who speaks to the browser; the browser remembers it. */
const letters = document.querySelector('[data-letters]');
if (letters) letters.checked = !/(^|; )keys=off/.test(document.cookie);
letters?.addEventListener('change', () => {
  document.cookie = `keys=${letters.checked ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`;
  nameKeys();
});
const keysDialog = document.getElementById('keys');
document.querySelector('[data-keys-button]')?.addEventListener('click', () => keysDialog.showModal());

/** Say beside each button which letter does the same. */
function nameKeys() {
  for (const element of part.querySelectorAll('[data-key]')) {
    if (letters?.checked) element.title = `${element.textContent.trim()} (${element.dataset.key})`;
    else element.removeAttribute('title');
  }
}

addEventListener('keydown', (event) => {
  const types = event.target.closest?.('input, select, textarea, [contenteditable]');
  if (event.key.length === 1 && event.key !== ' ' && !types && !letters?.checked) event.stopImmediatePropagation();
}, true); // before any other, those of the explorer too

/** Keys: arrows walk over the board, pages turn its layers; letters are those that the buttons name. */
const WAYS = { // to the right, down, into the next layer
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog?.open) return;
  const cell = event.target.closest?.('.cell button, .cell a');
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
  next?.querySelector('button, a')?.focus();
  roving();
}

/** On large boards the Tab key stops once: arrows do the rest. */
let stop = ''; // the cell at which it stops
function roving() {
  const buttons = [...part.querySelectorAll('.cell button, .cell a')];
  if (buttons.length < 26) return;
  const held = buttons.find((button) => button === document.activeElement);
  const now = held ?? buttons.find((button) => stop && button.id === stop) ?? buttons[buttons.length >> 1];
  stop = now.id;
  for (const button of buttons) button.tabIndex = button === now ? 0 : -1;
}

/** Two computers: a move every so often, if that is wished. */
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
  if (!step) auto = null; // the game is over, or another one
  if (auto !== null && step) timer = setTimeout(() => step.isConnected && step.click(), Number(auto));
}

/** What is still being thought about is asked for again. */
let later = 0;
function lookAgain() {
  clearTimeout(later);
  const wait = part.querySelector('[data-again]')?.dataset.again;
  if (wait) later = setTimeout(() => (document.hidden || asking ? lookAgain() : refresh()), Number(wait));
}

/** Sound: off until it is switched on. */
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
  document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`; // the server paints the next page
  paint(next);
});
if (theme) {
  paint(root.dataset.theme);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(root.dataset.theme));
}
document.querySelector('[data-tools]')?.removeAttribute('hidden');

/** Who types another game means it, until one is chosen; who clicks on a link means to copy it. */
document.addEventListener('input', ({ target }) => {
  const typed = target.name === 'game' && target.value !== 'custom' && target.form?.elements.namedItem('custom');
  if (typed) typed.value = '';
  const select = target.name === 'custom' && target.value.trim() && target.form?.elements.namedItem('game');
  if (select && [...select.options].some((option) => option.value === 'custom')) select.value = 'custom';
});
document.addEventListener('focusin', ({ target }) => target.matches('input[readonly]') && target.select());

ready();
