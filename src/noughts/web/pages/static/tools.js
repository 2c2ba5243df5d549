// The tools of every page: keys, dark and light, sound, and copying.

import { announce, findAll, on, whenShown } from './part.js';

const root = document.documentElement;

/** Copy the field beside a button. If the browser does not allow that, select the text and say which keys copy it. */
on('click', '[data-copy]', async (button) => {
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
  announce(taken ? 'Copied' : 'The text is selected: press Ctrl+C to copy it.');
});

/** Single-letter keys. People who use voice control can turn them off, and the browser remembers it. */
/** @type {HTMLInputElement} */
const letters = document.querySelector('[data-letters]');
if (letters) letters.checked = !/(^|; )keys=off/.test(document.cookie);
letters?.addEventListener('change', () => {
  document.cookie = `keys=${letters.checked ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`;
  nameKeys();
});
const keysDialog = /** @type {HTMLDialogElement} */ (document.getElementById('keys'));
document.querySelector('[data-keys-button]')?.addEventListener('click', () => keysDialog.showModal());

/** Name the key of each button in its title. */
function nameKeys() {
  for (const element of findAll('[data-key]')) {
    if (letters?.checked) element.title = `${element.textContent.trim()} (${element.dataset.key})`;
    else element.removeAttribute('title');
  }
}

addEventListener(
  'keydown',
  (event) => {
    const types = event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]');
    if (event.key.length === 1 && event.key !== ' ' && !types && !letters?.checked) event.stopImmediatePropagation();
  },
  true,
); // before all other listeners, including the explorer's

on('keydown', '*', (target, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog?.open || event.defaultPrevented) return;
  if (target.closest('input, select, textarea, [data-keys]')) return;
  const control = findAll('[data-key]').find((element) => element.dataset.key === event.key.toLowerCase());
  if (!control) return;
  event.preventDefault();
  control.click();
});

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

on('click', '[data-sound]', (button) => {
  sound?.close();
  sound = sound ? null : new AudioContext();
  button.setAttribute('aria-pressed', String(Boolean(sound)));
  beep();
});

document.addEventListener('news', beep);

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
on('input', '[name=game]', ({ form, value }) => {
  const typed = value !== 'custom' && form?.elements.namedItem('custom');
  if (typed) typed.value = '';
});
on('input', '[name=custom]', ({ form, value }) => {
  const select = value.trim() && form?.elements.namedItem('game');
  if (select && [...select.options].some((option) => option.value === 'custom')) select.value = 'custom';
});
on('focusin', 'input[readonly]', (field) => field.select());

whenShown(() => {
  for (const element of findAll('[data-copy]')) element.hidden = false;
  nameKeys();
});
