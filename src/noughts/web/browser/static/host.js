// The worker with the application. It answers the requests of its page, and starts workers for engines.

import { Engines } from './engines.js';
import { startPython } from './python.js';
import { openRows } from './rows.js';

/** @typedef {{ id: number, method: string, url: string, root: string, headers: [string, string][], body: Uint8Array }} Asked */

/** @type {Map<number, () => void>} */
const leaving = new Map(); // what to call when the page does not need a response any more, by the request's number
const others = new BroadcastChannel(`noughts ${new URL('..', import.meta.url).pathname}`);

/** @param {object} message */
const say = (message) => globalThis.postMessage(message);

const hosted = start().catch((error) => {
  fail(error);
  throw error;
});

/** @param {any} error */
function fail(error) {
  const words = String(error.message ?? error).trim();
  say({ failed: words.split('\n').at(-1) });
}

async function start() {
  const [python, rows] = await Promise.all([startPython({ progress: (loaded) => say({ loaded }) }), openRows()]);
  if (!rows.isKept)
    say({ warning: 'This browser does not allow the page to keep games: they are lost when you close it.' });
  const announce = (/** @type {string} */ id, /** @type {number} */ version) => others.postMessage({ id, version });
  const make = python.runPython(`
from noughts.web.browser.host import Host
Host`);
  const engines = new Engines();
  const { runtime } = await (await fetch(new URL('site.json', import.meta.url))).json();
  const host = make(rows, engines, announce, runtime.replace('../', ''));
  others.addEventListener('message', ({ data }) => host.heard(data.id, data.version));
  say({ ready: true });
  setTimeout(() => engines.prepare(), 1000); // after the first requests
  return { python, host };
}

globalThis.addEventListener('message', async ({ data }) => {
  if (data.left) leaving.get(data.id)?.();
  else await answer(data).catch((error) => (error.pyodide_fatal_error ? fail(error) : console.error(error)));
});

/** @param {Asked} asked */
async function answer({ id, method, url, root, headers, body }) {
  const left = new Promise((resolve) => leaving.set(id, () => resolve(null)));
  const reply = {
    start: (/** @type {number} */ status, /** @type {any} */ received) =>
      say({ id, start: { status, headers: received.toJs() } }),
    piece: (/** @type {any} */ piece) => say({ id, piece: piece.toJs() }),
    end: () => say({ id, end: true }),
  };
  let failed = true;
  try {
    const { python, host } = await hosted;
    await host.request(method, url, root, python.toPy(headers), python.toPy(body), reply, left);
    failed = false;
  } finally {
    leaving.delete(id);
    say({ id, end: true, failed });
  }
}
