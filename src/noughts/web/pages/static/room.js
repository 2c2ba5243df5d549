// The room of a game by link: share the invitation, close the question about resigning, and signal new offers.

import { find, findAll, need, on, whenShown, within } from './part.js';

const question = () => find('details#resign[open]');

on('click', '[data-share]', async (button) => {
  const url = need('input', within(button, ':has(> input)')).value;
  try {
    await navigator.share({ text: button.dataset.share, url });
  } catch {
    // the person closed the share sheet
  }
});

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
  for (const button of findAll('[data-share]')) button.hidden = !navigator.share;
  const offer = find('#offer')?.textContent.trim() ?? '';
  if (offer && offer !== offered) document.dispatchEvent(new Event('news'));
  offered = offer;
});
