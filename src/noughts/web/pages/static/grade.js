// The Grade page: sends files to the worker that grades, and shows its report. The files never leave this computer.

import { announce, complain, find, need } from './part.js';
import { openFrames } from './sandbox.js';

/** @type {Worker | null} */
let worker = null;
/** @type {(answer: { result?: string, error?: string }) => void} */
let finish = () => {};

/** Start the worker, which loads Python. @param {DOMStringMap} urls */
function load({ grader = '', runtime = '', frame = '', worker: text = '' }) {
  const absolute = (/** @type {string} */ url) => new URL(url, document.baseURI).href;
  const made = new Worker(absolute(grader), { type: 'module' });
  openFrames(made);
  made.addEventListener('message', ({ data }) => {
    if (data.progress) progress(data.progress);
    else if ('result' in data || data.error) finish(data);
  });
  made.addEventListener('error', ({ message }) => finish({ error: message }));
  made.postMessage({ load: { runtime: absolute(runtime), frame: absolute(frame), worker: absolute(text) } });
  return made;
}

/** @param {{ words: string, done: number, total: number }} news */
function progress({ words, done, total }) {
  say(`Grading ${words}: ${done.toLocaleString()} of ${total.toLocaleString()}`);
  Object.assign(need('#status progress'), { hidden: false, max: total, value: done });
}

/** @param {string} words */
function say(words) {
  need('#status strong').textContent = words;
}

/**
 * Return the names and the contents of the files in a form.
 * @param {FormData} form
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function read(form) {
  const chosen = [...form.getAll('files'), ...form.getAll('folder')];
  const files = chosen.filter((file) => file instanceof File && file.name !== '');
  const code = String(form.get('code') ?? '');
  if (!files.length && code.trim()) return [['mine.py', new TextEncoder().encode(code)]];
  return Promise.all(
    /** @type {File[]} */ (files).map(async (file) => [
      file.webkitRelativePath || file.name,
      new Uint8Array(await file.arrayBuffer()),
    ]),
  );
}

/**
 * Show the report, and offer it as files.
 * @param {{ text: string, html: string, csv?: string, json: object }} result
 */
function show({ text, html, csv, json }) {
  const files = { 'report.html': html, 'report.json': JSON.stringify(json, null, 2), ...(csv && { 'marks.csv': csv }) };
  const links = Object.entries(files).map(([name, content]) => {
    const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
    return Object.assign(document.createElement('a'), {
      href: url,
      download: name,
      className: 'button',
      textContent: name,
    });
  });
  const print = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Print' });
  const report = need('iframe#report');
  print.addEventListener('click', () => report.contentWindow?.print());
  need('#downloads').replaceChildren(print, ...links);
  report.srcdoc = html;
  need('#text').textContent = text;
  need('#result').hidden = false;
  announce(text.split('\n')[0]);
}

/** Grade what is in the form. @param {HTMLFormElement} form */
async function grade(form) {
  const data = new FormData(form);
  const files = await read(data);
  if (!files.length) return complain('Choose a file, or paste your code.');
  find('#note')?.remove();
  const settings = Object.fromEntries([...data].filter(([, value]) => typeof value === 'string' && value));
  delete settings.code;
  worker ??= load(form.dataset);
  say('Loading Python …');
  const stop = need('[data-stop]');
  stop.hidden = false;
  const { result, error } = await new Promise((resolve) => {
    finish = resolve;
    worker?.postMessage({ grade: { files, settings: JSON.stringify(settings) } });
  });
  stop.hidden = need('#status progress').hidden = true;
  say('');
  const report = result ? JSON.parse(result) : { error };
  if (report.error !== undefined) complain(report.error);
  else show(report);
}

/** End the worker, and with it all frames. */
function stop() {
  worker?.terminate();
  worker = null;
  for (const frame of document.querySelectorAll('iframe[hidden]')) frame.remove();
  finish({ error: 'Stopped.' });
}

/** Start the form. @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    grade(form).catch((error) => complain(error.message));
  });
  need('[data-stop]').addEventListener('click', stop);
}
