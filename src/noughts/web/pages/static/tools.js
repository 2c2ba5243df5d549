// The tools of every page: keys, dark and light, sound, and copying.

import { announce, part, whenShown } from './part.js';

const root = document.documentElement;

document.addEventListener('click', (event) => {
  const copy = event.target.closest('[data-copy]');
  if (copy) take(copy);
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
  announce(taken ? 'Copied' : 'The text is selected: press Ctrl+C to copy it.');
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

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog?.open || event.defaultPrevented) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName) || event.target.closest?.('[data-keys]')) return;
  const target = [...part.querySelectorAll('[data-key]')].find((element) => element.dataset.key === event.key.toLowerCase());
  if (target) {
    event.preventDefault();
    target.click();
  }
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

document.querySelector('[data-sound]')?.addEventListener('click', (event) => {
  sound = sound ? (sound.close(), null) : new AudioContext();
  event.currentTarget.setAttribute('aria-pressed', String(Boolean(sound)));
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
document.addEventListener('input', ({ target }) => {
  const typed = target.name === 'game' && target.value !== 'custom' && target.form?.elements.namedItem('custom');
  if (typed) typed.value = '';
  const select = target.name === 'custom' && target.value.trim() && target.form?.elements.namedItem('game');
  if (select && [...select.options].some((option) => option.value === 'custom')) select.value = 'custom';
});
document.addEventListener('focusin', ({ target }) => target.matches('input[readonly]') && target.select());

whenShown(() => {
  for (const element of part.querySelectorAll('[data-copy]')) element.hidden = false;
  nameKeys();
});
