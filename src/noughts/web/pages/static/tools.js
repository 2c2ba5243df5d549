// The tools of every page: keys, dark and light, sound, and copying.

import { announce, findAll, need, on, whenShown, within } from './part.js';

const root = document.documentElement;
const REMEMBERED = `path=${new URL(document.baseURI).pathname}; max-age=31536000; samesite=lax`; // of a cookie

/** Copy the field beside a button. If the browser does not allow that, select the text and say which keys copy it. */
on('click', '[data-copy]', async (button) => {
  const field = fieldOf(button);
  let taken = true;
  try {
    await navigator.clipboard.writeText(field.value); // not available over plain HTTP
  } catch {
    field.select();
    taken = document.execCommand('copy');
    if (taken) button.focus();
  }
  button.textContent = taken ? 'Copied' : 'Press Ctrl+C';
  announce(taken ? 'Copied' : 'The text is selected: press Ctrl+C to copy it.');
});

/** The field beside a button. @param {Element} button @returns {HTMLInputElement | HTMLTextAreaElement} */
function fieldOf(button) {
  const place = within(button, ':has(> :is(input, textarea))');
  return place.querySelector('input') ?? need('textarea', place);
}

/** What a button shares: a link of its own, or the field beside it, which has a link or several lines of text. */
function shared(/** @type {HTMLElement} */ button) {
  const { share: text, url } = button.dataset;
  if (url) return { text, url };
  const { value, type } = fieldOf(button);
  return type === 'textarea' ? { text: value } : { text, url: value };
}

on('click', '[data-share]', async (button) => {
  try {
    await navigator.share(shared(button));
  } catch {
    // the person closed the share sheet
  }
});

on('click', '[data-print]', () => print());

/** Single-letter keys. People who use voice control can turn the keys off, and the browser remembers the choice. */
const letters = need('input[data-letters]', document);
letters.checked = !/(^|; )keys=off/.test(document.cookie);
letters.addEventListener('change', () => {
  document.cookie = `keys=${letters.checked ? 'on' : 'off'}; ${REMEMBERED}`;
  nameKeys();
});
const keysDialog = need('dialog#keys', document);
need('[data-keys-button]', document).addEventListener('click', () => keysDialog.showModal());

// A link that looks like a button is pressed like one.
on('keydown', 'a[role=button]', (link, event) => {
  if (event.key !== ' ') return;
  event.preventDefault();
  link.click();
});

/** Name the key of each button in its title. */
function nameKeys() {
  for (const element of findAll('[data-key]')) {
    if (letters.checked) element.title = `${element.textContent.trim()} (${element.dataset.key})`;
    else element.removeAttribute('title');
  }
}

addEventListener(
  'keydown',
  (event) => {
    const types = event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]');
    if (event.key.length === 1 && event.key !== ' ' && !types && !letters.checked) event.stopImmediatePropagation();
  },
  true,
); // before all other listeners, including the explorer's

on('keydown', '*', (target, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog.open || event.defaultPrevented) return;
  if (target.closest('input, select, textarea, [data-keys]')) return;
  if (event.key === '?') keysDialog.showModal();
  const control = findAll('[data-key]').find((element) => element.dataset.key === event.key.toLowerCase());
  if (!control) return;
  event.preventDefault();
  control.click();
});

/** A choice in an open list closes the list. */
on('click', '[popover] :is(a, button)', (control) => within(control, '[popover]').hidePopover());

/** Sound is off by default. */
/** @type {AudioContext | null} */
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

on('click', '[data-sound]', (button) => {
  sound?.close();
  sound = sound ? null : new AudioContext();
  button.setAttribute('aria-pressed', String(Boolean(sound)));
  beep();
});

document.addEventListener('news', beep);

const theme = need('[data-theme-button]', document);
/** @param {string | undefined} name */
function paint(name) {
  if (name) root.dataset.theme = name;
  const dark = name ? name === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  theme.setAttribute('aria-pressed', String(dark));
}
theme.addEventListener('click', () => {
  const next = theme.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
  document.cookie = `theme=${next}; ${REMEMBERED}`; // the server renders the next page with it
  paint(next);
});
paint(root.dataset.theme);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(root.dataset.theme));
need('[data-tools]', document).hidden = false;

/** Typing another game chooses it, and choosing a game clears the typed text. Focusing a link selects its text. */
on('input', 'select[name=game]', ({ form, value }) => {
  /** @type {HTMLInputElement | null | undefined} */
  const typed = form?.querySelector('input[name=custom]');
  if (typed && value !== 'custom') typed.value = '';
});
on('input', 'input[name=custom]', ({ form, value }) => {
  /** @type {HTMLSelectElement | null | undefined} */
  const select = form?.querySelector('select[name=game]');
  if (select && value.trim()) select.value = 'custom';
});
on('focusin', 'input[readonly]', (field) => field.select());
on('focusin', 'textarea[readonly]', (field) => field.select());

whenShown(() => {
  for (const element of findAll('[data-copy], [data-print]')) element.hidden = false;
  for (const button of findAll('[data-share]')) button.hidden = !navigator.share;
  nameKeys();
});
