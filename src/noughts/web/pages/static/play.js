// The Play page: let two computers play.

import { part, whenShown } from './part.js';

let auto = null; // milliseconds between moves

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-auto]');
  if (button) toggleAuto(button);
});

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
  if (!step || step.disabled) auto = null; // the game is over, or another game is shown
  if (auto !== null) timer = setTimeout(() => step.isConnected && step.click(), Number(auto));
}

whenShown(watch);
