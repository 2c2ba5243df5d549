// The worker that grades: Python and noughts, which know the right answers. Students' programs run in sandboxes.

import { Sandboxes } from './programs.js';

const FILES = [
  ...['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'],
  'noughts.zip',
];

/** @param {string} url */
async function read(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  return response;
}

/**
 * Load Python and noughts.
 * @param {{ runtime: string, frame: string, worker: string }} urls `runtime` is the URL of a folder
 */
async function load({ runtime, frame, worker }) {
  const text = async (/** @type {string} */ url) => (await read(url)).text();
  const files = Object.fromEntries(
    await Promise.all(FILES.map(async (name) => [name, await (await read(runtime + name)).arrayBuffer()])),
  );
  const sandboxes = new Sandboxes(files, await text(frame), await text(worker));
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  self.fetch = async (url) =>
    new Response(files[String(url).split('/').pop() ?? ''], { headers: { 'content-type': 'application/wasm' } });
  const python = await loadPyodide({ indexURL: runtime });
  python._api.on_fatal = () => postMessage({ error: 'The grader has stopped.', fatal: doing });
  python.unpackArchive(files['noughts.zip'], 'zip', { extractDir: '/noughts' });
  python.runPython('import sys; sys.path.insert(0, "/noughts")');
  const { grader } = python.pyimport('noughts.web.browser.grader');
  return grader((/** @type {any} */ program) => sandboxes.open(program), navigator.hardwareConcurrency);
}

/** @type {Promise<(files: any, settings: any, progress: any) => Promise<any>>} */
let grade;
let doing = ''; // the submission or program that is graded

self.addEventListener('message', async ({ data }) => {
  if (data.load) grade = load(data.load);
  if (!data.grade) return;
  const { files, settings } = data.grade;
  try {
    const progress = (/** @type {string} */ words, /** @type {number} */ done, /** @type {number} */ total) => {
      doing = words;
      postMessage({ progress: { words, done, total } });
    };
    postMessage({ result: await (await grade)(files, settings, progress) });
  } catch (error) {
    postMessage({ error: String(error.message) });
  }
});
