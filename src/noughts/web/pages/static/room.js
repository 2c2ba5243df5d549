// The room of a game by link: share the invitation, close the question about resigning, and signal new offers.

import { part, whenShown } from './part.js';

document.addEventListener('click', async ({ target }) => {
  const share = target.closest('[data-share]');
  if (share) {
    const url = share.parentElement.querySelector('input').value;
    try {
      await navigator.share({ text: share.dataset.share, url });
    } catch { /* the person closed the share sheet */ }
  }
  const open = part.querySelector('#resign[open]');
  if (open && !open.contains(target)) open.open = false;
});

document.addEventListener('keydown', (event) => {
  const open = part.querySelector('#resign[open]');
  if (event.key !== 'Escape' || !open) return;
  open.open = false;
  open.querySelector('summary').focus();
});

let offered = '';
whenShown(() => {
  for (const button of part.querySelectorAll('[data-share]')) button.hidden = !navigator.share;
  const offer = part.querySelector('#offer')?.textContent.trim() ?? '';
  if (offer && offer !== offered) document.dispatchEvent(new Event('news'));
  offered = offer;
});
