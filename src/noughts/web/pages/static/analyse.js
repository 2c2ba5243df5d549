// The keys of the Analyse page: the arrows, Home and End walk through the moves.

import { part } from './part.js';

const STEPS = { ArrowLeft: 'undo', ArrowRight: 'redo', Home: 'start', End: 'end', ArrowUp: 'up', ArrowDown: 'down' };

// Saving the game also keeps a comment that is typed but not saved.
document.addEventListener('formdata', ({ target, formData }) => {
  const comment = document.querySelector('textarea[name=comment]');
  if (target.matches('[data-saves]') && comment && comment.value !== comment.defaultValue) formData.set('comment', comment.value);
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  const step = part.querySelector(`[data-step="${STEPS[event.key]}"]`);
  if (!step || event.target.closest?.('input, select, textarea, dialog, [data-keys]')) return;
  event.preventDefault();
  if (step.href && !part.hasAttribute('aria-busy')) step.click(); // a held key waits for each position
});
