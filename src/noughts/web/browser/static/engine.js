// A worker with an engine: it receives tasks and sends answers, each as a line of JSON.

import { startPython } from './python.js';

const started = start();

async function start() {
  const python = await startPython({ solves: true });
  const engine = python.runPython(`
from noughts.web.browser.engines import engine
engine`);
  return engine((/** @type {string} */ step) => globalThis.postMessage({ step }));
}

globalThis.addEventListener('message', async ({ data }) => {
  try {
    const answer = await started;
    globalThis.postMessage({ begun: true });
    globalThis.postMessage({ answer: answer(data) });
  } catch (error) {
    console.warn(error.message);
    globalThis.postMessage({ answer: '' }); // Python has not started, or has died
  }
});
