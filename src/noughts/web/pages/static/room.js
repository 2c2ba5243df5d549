// The room of a game by link: close the question about resigning, and signal new offers.

import { find, minutes, need, on, refresh, whenShown } from './part.js';

const question = () => find('details#resign[open]');

on('click', '*', (target) => {
  const open = question();
  if (open && !open.contains(target)) open.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  const open = question();
  if (key !== 'Escape' || !open) return;
  open.open = false;
  need('summary', open).focus();
});

// The clock of the player to move runs. When the clock reaches zero, the server decides the game.
let ticking = 0;
function tick() {
  const clock = find('.clock.runs');
  if (!clock) return;
  const left = Number(clock.dataset.left) - (performance.now() - shownAt);
  clock.textContent = minutes(left);
  ticking = setTimeout(left > 0 ? tick : refresh, left > 0 ? 200 : 300);
}

let shownAt = 0;
whenShown(() => {
  clearTimeout(ticking);
  shownAt = performance.now();
  tick();
});

let offered = '';
whenShown(() => {
  const offer = find('#offer')?.textContent.trim() ?? '';
  if (offer && offer !== offered) document.dispatchEvent(new Event('news'));
  offered = offer;
});
