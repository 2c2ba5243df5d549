// Slides: the page shows one slide at a time, and the hash of the address names it. Without this script, they stand one
// below the other.

import { announce, find, findAll, on, whenShown } from './part.js';

/** @type {Record<string, string>} */
const KEYS = {
  ArrowRight: 'next',
  PageDown: 'next',
  ' ': 'next',
  ArrowLeft: 'prev',
  PageUp: 'prev',
  Home: '.slide',
  End: '.slide:last-child',
};
let shown = { path: '', hash: '' }; // the slide, because an answer to a press on a board changes the address

function show() {
  const slides = findAll('.slide');
  if (!slides.length) return;
  const { pathname: path, href } = location;
  if (!location.hash && shown.hash && path === shown.path) {
    history.replaceState(history.state, '', `${href}${shown.hash}`);
  }
  const at = slides.find(({ id }) => `#${id}` === location.hash) ?? slides[0];
  for (const slide of slides) slide.classList.toggle('on', slide === at);
  shown = { path, hash: `#${at.id}` };
}
whenShown(show);

addEventListener('hashchange', turn);

function turn() {
  if (!find('.slide')) return;
  show();
  scrollTo(0, 0);
  announce(find('.slide.on')?.ariaLabel ?? '');
}

// A press on a cell leaves the keys to the slides. After the Tab key, the keys belong to the board.
on('click', '.slide .cell button', (button, event) => {
  if (/** @type {MouseEvent} */ (event).detail) button.blur();
});

on('keydown', 'body', (_, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !find('.slide')) return;
  if (!(event.target instanceof Element) || event.target.closest('.boards, dialog')) return;
  if (event.key === ' ' && event.target.closest('a, button')) return;
  const way = event.shiftKey && event.key === ' ' ? 'prev' : KEYS[event.key];
  if (!way) return;
  if (way.startsWith('.')) location.hash = find(way)?.id ?? '';
  else find(`.slide.on [rel=${way}]`)?.click();
  turn(); // before the next key
  event.preventDefault();
});
