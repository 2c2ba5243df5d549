// Values that appear on the board as the server proves them. The server sends the cells as HTML.

import { markCut } from './analyse.js';
import { announce, find, isPending, need, on, refresh, whenShown, within } from './part.js';

let url = ''; // of the position on the page
/** @type {EventSource | null} */
let stream = null;
/**
 * What the server has proved about the position.
 * @typedef {object} News
 * @property {string} [words]
 * @property {string} [status]
 * @property {string} [why]
 * @property {boolean} [proved]
 * @property {Record<string, { classes: string, inside: string, label: string }>} [cells] by their numbers
 */

/** @type {News} */
let known = { cells: {} }; // all that the stream has proved about this position

/** @param {string} [seconds] at most */
function open(seconds) {
  close();
  stream = new EventSource(seconds ? `${url}&seconds=${seconds}` : url);
  stream.addEventListener('values', ({ data }) => {
    const news = JSON.parse(data);
    known = { ...news, cells: { ...known.cells, ...news.cells } };
    show(news);
  });
  stream.addEventListener('end', ({ data }) => {
    const { words, again } = JSON.parse(data);
    close(words);
    announce(need('#status strong').textContent);
    if (again && !isPending()) refresh(); // the page has the reasons, too
  });
  stream.addEventListener('error', () => close('The search has stopped.'));
  show({ words: known.words ?? 'Still thinking …' });
}

function close(words = known.words) {
  stream?.close();
  stream = null;
  known.words = words;
  show({ words });
}

/**
 * Put words and cells in their places. A move that is being sent stays on the board.
 * @param {News} news
 */
function show({ words, status, why, cells = {} }) {
  const place = find('[data-values]');
  if (!place || place.dataset.values !== url) return;
  if (words) need('[data-known]').textContent = words;
  need('[data-think]').hidden = place.dataset.runs === undefined && !known.words;
  const [stop, longer] = [need('button[data-stop]'), need('button[data-longer]')];
  stop.disabled = !stream || Boolean(known.proved); // the server may still look for the reasons
  longer.disabled = Boolean(stream) || place.dataset.runs === undefined;
  if (isPending()) return;
  if (status) need('#status strong').textContent = status;
  if (why) need('#status :is(.why, .tip)').textContent = why;
  markCut();
  for (const [number, { classes, inside, label }] of Object.entries(cells)) {
    const button = document.getElementById(`c${number}`);
    if (!button) continue;
    const cell = within(button, '.cell');
    cell.className = cell.classList.contains('chosen') ? `${classes} chosen` : classes;
    button.innerHTML = inside;
    button.title = label;
    button.setAttribute('aria-label', label);
  }
}

/** Free the engine before the next position asks for it. */
function leave() {
  if (stream) close('Stopped.');
}

on('click', '[data-stop]', () => close(known.words?.replace('Still thinking', 'Stopped')));
on('click', 'button[data-longer]', (button) => open(button.value));
document.addEventListener('leave', leave);
addEventListener('popstate', leave);
addEventListener('pagehide', leave);

whenShown(() => {
  const place = find('[data-values]');
  const next = place?.dataset.values ?? '';
  if (next === url) return show(known);
  stream?.close();
  stream = null;
  url = next;
  known = { cells: {} };
  if (place?.dataset.runs !== undefined) open();
  else if (next) show({});
});
