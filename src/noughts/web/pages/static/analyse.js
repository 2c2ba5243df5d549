// The keys of the Analyse page: the arrows, Home and End walk through the moves. This script also marks a reason that
// is cut off.

import { find, on, part, whenShown } from './part.js';

/** @type {Record<string, string>} */
const STEPS = { ArrowLeft: 'undo', ArrowRight: 'redo', Home: 'start', End: 'end', ArrowUp: 'up', ArrowDown: 'down' };

// Saving the game also saves a typed comment.
on('formdata', '[data-saves]', (_, { formData }) => {
  const comment = find('textarea[name=comment]');
  if (comment && comment.value !== comment.defaultValue) formData.set('comment', comment.value);
});

on('keydown', '*', (target, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  const step = find(`a[data-step="${STEPS[event.key]}"]`);
  if (!step || target.closest('input, select, textarea, dialog, [data-keys]')) return;
  event.preventDefault();
  if (step.href && !part.hasAttribute('aria-busy')) step.click(); // a held key waits for each position
});

/** On a narrow screen, a long reason is cut. Say *more* only then. */
export function markCut() {
  const all = find('#status .all');
  if (!all || all === document.activeElement) return;
  all.toggleAttribute('data-cut', all.scrollHeight > all.clientHeight + 1);
  all.tabIndex = all.hasAttribute('data-cut') ? 0 : -1;
}
whenShown(markCut);
addEventListener('resize', markCut);

/** @type {Element | null} */
let asked = null; // what the reader came for, once shown
whenShown(() => {
  const first = find('#souvenir > [data-first]');
  if (first !== asked) first?.parentElement?.scrollIntoView({ block: 'nearest' });
  asked = first;
});
