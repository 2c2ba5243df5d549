// The Play page: let two computers play.

import { find, isLoading, on, whenShown } from './part.js';

/** @type {number | null} */
let auto = null; // milliseconds between moves
let timer = 0;

/** Let two computers play without further clicks. */
on('click', '[data-auto]', (button) => {
  auto = auto === null ? Number(button.dataset.auto || 700) : null;
  watch();
});

function watch() {
  clearTimeout(timer);
  const step = find('button[value=step]');
  if (!step || step.disabled) auto = null; // the game is over, or another game is shown
  find('[data-auto]')?.setAttribute('aria-pressed', String(auto !== null));
  if (step && auto !== null) timer = setTimeout(() => (isLoading() ? watch() : step.isConnected && step.click()), auto);
}

whenShown(watch);
