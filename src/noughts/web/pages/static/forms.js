// Links and forms load a part instead of a page. With data-part, they change their own page. Without it, they turn to
// another page. Links with data-here lead to a place on the page.

import { find, load, need, on, part, whenStarted } from './part.js';

/** @type {Promise<boolean> | null} */
let choice = null; // the request of a choice, until its answer is shown

on('click', 'a[href]', async (link, event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
  if (event.defaultPrevented || link.matches('[download], [target], [type]')) return;
  if (!link.href.startsWith(document.baseURI)) return;
  event.preventDefault();
  if (link.dataset.here !== undefined) location.assign(new URL(link.hash, location.href));
  else if (await load(link.href, { turns: turns(link) })) {
    if (link.hash) document.getElementById(link.hash.slice(1))?.scrollIntoView();
    focusExplorer();
  }
});

on('submit', 'form:not([method=dialog])', (form, event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  if (choice && !button?.hidden)
    choice.then(() => button?.isConnected && form.requestSubmit(button)); // the form does not have this choice yet
  else if (button?.hasAttribute('formmethod')) choose(form, button);
  else if (form.method === 'get') get(form, button);
  else post(form, button);
});

// A game of one's own is shown after every change of its form, and the server offers only sizes that are possible. All
// changes are in the form, so the next request may replace the last one.
on('change', '#own :is(select, input)', () => need('#own [value=nearest]').click());

/** Return whether a link or a form turns to another page. @param {HTMLElement} element */
const turns = ({ dataset }) => dataset.part === undefined;

/** Send a choice with all other choices of the form. @param {HTMLFormElement} form @param {HTMLElement} button */
async function choose(form, button) {
  const mine = load(withQuery(form, button, () => true));
  choice = mine;
  const shown = await mine;
  if (choice === mine) choice = null;
  if (!shown || button.hidden) return;
  find('[data-begin]')?.click(); // the computer moves first
  const place = find('#note.refusal') ?? find('#status'); // on a phone, the games are below the board
  place?.scrollIntoView({ block: 'nearest' });
  if (form.matches('.setup')) finish(form);
}

/** Load what a form asks for. @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function get(form, button) {
  // With the focus on a list, the arrow keys may select another value next.
  const walks = document.activeElement?.matches('select:focus-visible') ?? false;
  const replaces = form.dataset.part === 'replace';
  const shown = await load(withQuery(form, button, Boolean), {
    history: replaces ? 'replace' : 'push',
    turns: turns(form),
  });
  if (shown && button && form.matches('.setup')) finish(form);
  else if (!walks && !replaces) focusExplorer();
}

/** Send a form to the server. @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function post(form, button) {
  const fields = new FormData(form, button);
  const body = form.enctype === 'multipart/form-data' ? fields : asQuery(fields);
  const repeats = form.dataset.board === undefined ? '' : 'Your move is kept, and will be sent as soon as it is back.';
  const before = part;
  const shown = await load(target(form, button), { method: 'POST', body, repeats, turns: turns(form) });
  if (shown && part === before && form.matches('.setup')) finish(form);
}

/** The address that a form is sent to. @param {HTMLFormElement} form @param {HTMLElement | null} button */
const target = (form, button) =>
  new URL(button?.getAttribute('formaction') || form.getAttribute('action') || location.href, document.baseURI);

/**
 * The address of a form with its fields, except those for posting only.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {(value: string) => boolean} isSent tells which values are sent
 */
function withQuery(form, button, isSent) {
  const url = target(form, button);
  const fields = new FormData(form, button);
  for (const field of form.querySelectorAll('[data-post]')) fields.delete(field.getAttribute('name') ?? '');
  url.search = String(asQuery(fields, isSent));
  return url;
}

/** The fields as they stand in an address. @param {FormData} fields @param {(value: string) => boolean} isSent */
function asQuery(fields, isSent = () => true) {
  const sent = /** @type {[string, string][]} */ ([...fields]).filter(([, value]) => isSent(value)); // no files
  return new URLSearchParams(sent);
}

/**
 * Clear an accepted form, so that it is not sent twice. A rejected form does not change.
 * @param {HTMLFormElement} form
 */
async function finish(form) {
  if (!find('#note.refusal')) form.reset();
  const fold = form.closest('details');
  if (fold) fold.open = Boolean(fold.querySelector('#note'));
  await whenStarted(); // the explorer changes the layout
  focusResult();
}

/** Focus and show the invalid field, or else the top of the new part. */
function focusResult() {
  const note = find('#note.refusal');
  const wrong = note && find('[aria-invalid=true]');
  (wrong ?? part).focus({ preventScroll: true });
  const place = note ?? need('section');
  const { top } = place.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.8) place.scrollIntoView({ block: 'start' });
}

/** Focus the part when its explorer has started, for the explorer's keys. */
async function focusExplorer() {
  if (!find('[data-module]')) return;
  await whenStarted();
  part.focus({ preventScroll: true });
}
