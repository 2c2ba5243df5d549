// Values that appear on the board as the server proves them. The server sends the cells as HTML.

import { announce, isPending, part, refresh, whenShown } from './part.js';

let url = ''; // of the position on the page
let stream = null;
let known = { cells: {} }; // all that the stream has proved about this position

const find = (what) => part.querySelector(`[data-${what}]`);

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
    announce(document.querySelector('#status strong').textContent);
    if (again && !isPending()) refresh(); // the page now has the reasons, too
  });
  stream.addEventListener('error', () => close('The server has stopped thinking about this.'));
  show({ words: known.words ?? 'Still thinking …' });
}

function close(words = known.words) {
  stream?.close();
  stream = null;
  known.words = words;
  show({ words });
}

/** Put words and cells in their places. A move that is being sent stays on the board. */
function show({ words, status, cells = {} }) {
  const place = find('values');
  if (!place || place.dataset.values !== url) return;
  if (words) find('known').textContent = words;
  find('think').hidden = place.dataset.runs === undefined && !known.words;
  find('stop').disabled = !stream || Boolean(known.proved); // the server may still look for the reasons
  find('longer').disabled = Boolean(stream) || place.dataset.runs === undefined;
  if (isPending()) return;
  if (status) document.querySelector('#status strong').textContent = status;
  for (const [number, { classes, inside, label }] of Object.entries(cells)) {
    const button = document.getElementById(`c${number}`);
    if (!button) continue;
    const cell = button.closest('.cell');
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

document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-stop]')) close(known.words?.replace('Still thinking', 'Stopped'));
  else if (target.closest('[data-longer]')) open(target.value);
  else if (target.closest('a[data-part]')) leave();
});
document.addEventListener('submit', leave);
addEventListener('popstate', leave);
addEventListener('pagehide', leave);

whenShown(() => {
  const place = find('values');
  const next = place?.dataset.values ?? '';
  if (next === url) return show(known);
  stream?.close();
  stream = null;
  url = next;
  known = { cells: {} };
  if (place?.dataset.runs !== undefined) open();
  else if (next) show({});
});
