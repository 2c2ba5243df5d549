// Changes of a game as they happen, and analyses when they are ready. The server sends changes as events.

import { catchUp, find, isLoading, isPending, parse, part, refresh, show } from './part.js';
import { showConnection, showPresence, whenShown } from './part.js';

/** @type {EventSource | null} */
let stream = null;
let path = ''; // the path of the stream
let timer = 0; // of an analysis that was not ready

/** Listen to changes of the game, but not in a hidden tab, because browsers limit the number of open connections. */
function listen() {
  const wanted = document.hidden ? '' : (part.dataset.events ?? '');
  if (path === wanted && stream?.readyState !== EventSource.CLOSED) return;
  stream?.close();
  stream = null;
  path = wanted;
  catchUp(0);
  if (path) open();
  else showConnection(true);
}

function open() {
  const mine = new EventSource(path); // it reconnects by itself, unless the server returned an error
  stream = mine;
  mine.addEventListener('again', () => refresh());
  mine.addEventListener('part', ({ data }) => {
    const page = parse(data);
    const version = Number(page.next.dataset.version);
    if (!isLoading() && !isPending() && version > Number(part.dataset.version)) show(page, false, true);
    catchUp(version);
  });
  mine.addEventListener('company', ({ data }) => showPresence(JSON.parse(data)));
  mine.addEventListener('change', ({ data }) => catchUp(Number(data)));
  mine.addEventListener('open', () => showConnection(true));
  mine.addEventListener('error', () => {
    if (stream !== mine) return;
    showConnection(false);
    if (mine.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

/** Request an analysis again if it was not ready. */
function refreshWhenReady() {
  clearTimeout(timer);
  const wait = find('[data-again]')?.dataset.again;
  if (wait) timer = setTimeout(() => (document.hidden || isLoading() ? refreshWhenReady() : refresh()), Number(wait));
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && part.dataset.events) refresh();
  listen();
});
addEventListener('pagehide', () => stream?.close());
addEventListener('pageshow', ({ persisted }) => persisted && listen());
whenShown(listen);
whenShown(refreshWhenReady);
