// The room of a game by link: close the question about resigning, and signal new offers.

import { find, need, on, whenShown } from './part.js';

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

let offered = '';
whenShown(() => {
  const offer = find('#offer')?.textContent.trim() ?? '';
  if (offer && offer !== offered) document.dispatchEvent(new Event('news'));
  offered = offer;
});
