// The Grade page: sends files to the worker that grades, and shows its report. The files never leave this computer. A
// grading goes on while another page is shown in place of this one.

import { mount } from './explorer.js';
import { announce, complain, find, need } from './part.js';
import { openFrames } from './sandbox.js';

/** @typedef {{ name: string, text: string, html: string, csv?: string, json: object }} Report */
/** @typedef {{ documents: nx.Document[], summary: string, step: number }} OwnTree */

/** @type {Worker | null} */
let worker = null;
/** @type {((answer: { result?: string, error?: string, fatal?: string }) => void) | null} */
let finish = null; // while it grades
/** @type {Report | null} */
let report = null; // the latest one
/** @type {ReturnType<typeof mount>[]} */
let explorers = []; // of the trees that are shown
let code = ''; // the latest one that was graded

/** Start the worker, which loads Python. @param {DOMStringMap} urls */
function load({ grader = '', runtime = '', frame = '', worker: text = '' }) {
  const absolute = (/** @type {string} */ url) => new URL(url, document.baseURI).href;
  const made = new Worker(absolute(grader), { type: 'module' });
  openFrames(made);
  made.addEventListener('message', ({ data }) => {
    if (data.progress) progress(data.progress);
    else if ('result' in data || data.error) finish?.(data);
  });
  made.addEventListener('error', ({ message }) => finish?.({ error: message || 'The grader cannot be loaded.' }));
  made.postMessage({ load: { runtime: absolute(runtime), frame: absolute(frame), worker: absolute(text) } });
  return made;
}

/** @param {{ words: string, done: number, total: number }} news */
function progress({ words, done, total }) {
  if (!find('#grade')) return;
  say(total ? `Grading ${words}: ${done.toLocaleString()} of ${total.toLocaleString()}` : `Trying ${words} …`);
  if (total) Object.assign(need('#status progress'), { hidden: false, max: total, value: done });
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
  const text = String(form.get('code') ?? '');
  if (!files.length && text.trim()) return [['mine.py', new TextEncoder().encode(text)]];
  return Promise.all(
    /** @type {File[]} */ (files).map(async (file) => [
      file.webkitRelativePath || file.name,
      new Uint8Array(await file.arrayBuffer()),
    ]),
  );
}

/** Show the report, and offer it as files. @param {Report} report */
function show({ name, text, html, csv, json }) {
  const files = {
    [`${name}.html`]: html,
    [`${name}.json`]: JSON.stringify(json, null, 2),
    ...(csv && { [`${name}.csv`]: `\uFEFF${csv}` }), // the mark tells Excel that it is UTF-8
  };
  const links = Object.entries(files).map(([name, content]) => {
    const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
    return Object.assign(document.createElement('a'), {
      href: url,
      download: name,
      className: 'button',
      textContent: `Save ${name}`,
    });
  });
  const print = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Print' });
  const frame = need('iframe#report');
  print.addEventListener('click', () => frame.contentWindow?.print());
  need('#downloads').replaceChildren(print, ...links);
  frame.onload = () => {
    frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`;
    need('#result').scrollIntoView({ block: 'start' });
  };
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script')) script.remove(); // the frame runs none
  frame.srcdoc = page.documentElement.outerHTML;
  need('#text').textContent = text;
  need('#result').hidden = false;
}

/**
 * Grade files. A program that makes the grader crash is left out.
 * @param {DOMStringMap} urls
 * @param {[string, Uint8Array][]} files
 * @param {Record<string, FormDataEntryValue>} settings
 * @param {string[]} fatal the submissions that are left out
 * @returns {Promise<Report | OwnTree>}
 */
async function graded(urls, files, settings, fatal = []) {
  worker ??= load(urls);
  /** @type {{ result?: string, error?: string, fatal?: string }} */
  const answer = await new Promise((resolve) => {
    finish = resolve;
    worker?.postMessage({ grade: { files, settings: JSON.stringify({ ...settings, fatal: fatal.join('\n') }) } });
  });
  finish = null;
  if (answer.result) {
    const found = JSON.parse(answer.result);
    if (found.error !== undefined) throw new Error(found.error);
    return found;
  }
  end(); // the next grading begins with a new worker
  if (answer.fatal && !fatal.includes(answer.fatal)) {
    return graded(urls, files, settings, [...fatal, answer.fatal]);
  }
  throw new Error(answer.error);
}

/** Show the tree of a program beside the right one or, on a small screen, in turn. @param {OwnTree} tree */
function showTree({ documents, summary, step }) {
  const place = need('#own');
  const elements = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('.noughts-explorer'));
  for (const explorer of explorers) explorer.destroy();
  const { theme } = document.documentElement.dataset;
  for (const element of elements) if (theme) element.dataset.theme = theme;
  need('.note', place).textContent = summary;
  place.hidden = false;
  const isWide = matchMedia('(min-width: 1100px)').matches;
  elements[1].hidden = !isWide;
  explorers = isWide ? beside(elements, documents) : [mount(elements[0], documents, { algorithm: 'own' })];
  explorers[0].seek(step);
  place.scrollIntoView({ block: 'start' });
  announce(summary);
}

/**
 * Show two trees that move together: each follows the other to the same state.
 * @param {ArrayLike<HTMLElement>} elements
 * @param {nx.Document[]} documents
 */
function beside(elements, documents) {
  let isFollowing = false;
  /** @type {ReturnType<typeof mount>[]} */
  const pair = [];
  for (const [i, title] of ['Your function', 'The right scores'].entries()) {
    /** @param {nx.Place} place */
    const moved = (place) => {
      if (isFollowing || pair.length < 2) return;
      isFollowing = true;
      pair[1 - i].follow(place);
      isFollowing = false;
    };
    pair.push(mount(elements[i], documents[i], { title, moved, view: 'tree' }));
  }
  return pair;
}

/**
 * Grade what is in the form, or show the tree of its search.
 * @param {HTMLFormElement} form
 * @param {boolean} tree
 */
async function grade(form, tree) {
  const data = new FormData(form);
  code = String(data.get('code'));
  isGrading(true);
  find('#note')?.remove();
  try {
    if (top !== self) throw new Error('Open this page in a window of its own to grade programs.');
    const files = await read(data);
    if (!files.length) throw new Error('Choose a file, or paste your code.');
    need('#result').hidden = need('#own').hidden = true;
    report = null;
    say('Loading Python …');
    need('#status').scrollIntoView({ block: 'nearest' });
    const settings = Object.fromEntries([...data].filter(([, value]) => typeof value === 'string' && value));
    delete settings.code;
    if (!tree) delete settings.tree;
    const found = await graded(form.dataset, files, settings);
    if (!find('#grade')) return;
    if ('documents' in found) return showTree(found);
    report = found;
    show(report);
    announce(report.text.split('\n')[0]);
  } catch (error) {
    if (!find('#grade')) return;
    complain(error.message);
    find('#note')?.scrollIntoView({ block: 'nearest' });
  } finally {
    if (find('#grade')) isGrading(false);
  }
}

/** Show whether a grading runs. @param {boolean} runs */
function isGrading(runs) {
  need('#grade button.primary').disabled = runs;
  need('[data-stop]').hidden = !runs;
  say('');
  if (!runs) need('#status progress').hidden = true;
}

/** End the worker, and with it all frames. */
function end() {
  worker?.terminate();
  worker = null;
  for (const frame of document.querySelectorAll('iframe[hidden]')) frame.remove();
}

/** Stop the grading. */
function stop() {
  end();
  finish?.({ error: 'Stopped.' });
}

/** Of the fields with files and code, the one that was used last counts. @param {Event} event */
function choose({ target }) {
  const chosen = /** @type {HTMLInputElement} */ (target).name;
  if (!['files', 'folder', 'code'].includes(chosen)) return;
  for (const name of ['files', 'folder']) if (name !== chosen) need(`input[name=${name}]`).value = '';
  worker ??= load(need('form#grade').dataset); // so that Python is there when the button is pressed
}

/** Start the form. @param {HTMLFormElement} form */
export function start(form) {
  need('#grade textarea').value ||= code;
  form.addEventListener('input', choose);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    grade(form, event.submitter?.getAttribute('name') === 'show');
  });
  need('[data-stop]').addEventListener('click', stop);
  if (finish) isGrading(true);
  else if (report) show(report);
}

addEventListener('beforeunload', (event) => finish && event.preventDefault());
