// A frame for a program: it starts the program's worker, passes lines between the worker and the grader, and ends the
// worker when it exceeds its time. The worker is not trusted: it may send one line for each question, and nothing else.
// The text of this file is part of `sandbox.html`.

(() => {
  const LONGEST = 1 << 20; // characters of a line
  const PATIENCE = 100; // milliseconds for which lines are collected
  const STARTING = 60_000; // milliseconds for the start of Python

  /** @type {MessagePort} to the grader */
  let port;
  /** @type {{ files: Record<string, ArrayBuffer>, worker: string, program: [string, Uint8Array][] }} */
  let setup;
  /** @type {Promise<WebAssembly.Module>} */
  let compiled;
  /** @type {Worker | null} */
  let worker = null;
  let why = 'it has not started'; // if there is no worker
  let run = 0; // the number of the question that started the worker
  let due = 0; // the number of lines that the worker may still send
  let limit = 0; // milliseconds for each of them
  let since = 0; // when it began to work on the next one
  let timer = 0;
  let flushing = 0;
  /** @type {[string, number][]} */
  let heard = []; // lines, and the seconds that each took

  function flush() {
    clearTimeout(flushing);
    flushing = 0;
    if (heard.length) port.postMessage({ run, heard });
    heard = [];
  }

  /** @param {string} reason or an empty string if the worker was late */
  function end(reason) {
    if (!worker) return;
    worker.terminate();
    worker = null;
    why = reason;
    clearTimeout(timer);
    flush();
    if (due) port.postMessage({ run, ended: reason });
    due = 0;
  }

  function wait() {
    since = performance.now();
    clearTimeout(timer);
    if (due) timer = setTimeout(end, limit, '');
  }

  /** @param {unknown} line */
  function hear(line) {
    if (!due || typeof line !== 'string' || line.length > LONGEST) {
      end('it sent unexpected messages');
      return;
    }
    heard.push([line, (performance.now() - since) / 1000]);
    due -= 1;
    wait();
    if (!due) flush();
    else flushing ||= setTimeout(flush, PATIENCE);
  }

  /** Start a worker. Return it when Python runs in it. */
  async function started() {
    const url = URL.createObjectURL(new Blob([setup.worker], { type: 'text/javascript' }));
    const made = new Worker(url); // not a module, which Chromium cannot load from a blob without an origin
    worker = made;
    const module = await compiled;
    await new Promise((resolve, reject) => {
      made.onmessage = ({ data }) => (data === 'ready' ? resolve(data) : reject(new Error(data)));
      made.onerror = reject;
      setTimeout(() => reject(new Error('it takes too long')), STARTING);
      made.postMessage({ ...setup, module });
    });
    URL.revokeObjectURL(url);
    made.onmessage = ({ data }) => worker === made && hear(data);
    made.onerror = (event) => {
      event.preventDefault();
      if (worker === made) end('it stopped its worker');
    };
    return made;
  }

  /** @param {{ lines: string[], seconds: number, fresh: number }} question `fresh` is the number of a new run, or 0 */
  async function ask({ lines, seconds, fresh }) {
    if (fresh) {
      due = 0;
      end('');
      run = fresh;
      try {
        await started();
      } catch (error) {
        console.warn(error.message);
        end((why = 'Python did not start'));
      }
    }
    if (!worker) {
      port.postMessage({ run, ended: why });
      return;
    }
    limit = 1000 * seconds;
    due += lines.length + Number(fresh > 0); // the first line has two answers
    wait();
    worker.postMessage(lines);
  }

  addEventListener(
    'message',
    ({ ports }) => {
      [port] = ports;
      port.onmessage = ({ data }) => {
        if (data.setup) {
          setup = data.setup;
          compiled = WebAssembly.compile(setup.files['pyodide.asm.wasm']);
        } else ask(data);
      };
    },
    { once: true },
  );
})();
