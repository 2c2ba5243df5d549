// The worker of one program: Python, noughts and the program. Its output is not trusted. It cannot load anything,
// because its policy allows no connections, so the frame sends all files.

const SIGVTALRM = 26;
const STEPS = 200_000; // in a second of a usual processor, if a program searches

/** @param {MessageEvent} event */
async function start({ data: { module, files, program } }) {
  const post = self.postMessage.bind(self);
  /** @param {string} name */
  const script = (name) => import(URL.createObjectURL(new Blob([files[name]], { type: 'text/javascript' })));
  self.fetch = async (url) => new Response(files[String(url).split('/').pop() ?? '']);
  WebAssembly.instantiateStreaming = async (source, imports) => {
    await source;
    return { module, instance: new WebAssembly.Instance(module, imports) };
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    script('pyodide.mjs'),
    script('pyodide.asm.mjs'),
  ]);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: 'https://sandbox.invalid/',
    lockFileContents: new TextDecoder().decode(files['pyodide-lock.json']),
    env: { PYTHONHASHSEED: '0' },
  });
  python.unpackArchive(files['noughts.zip'], 'zip', { extractDir: '/noughts' });
  for (const [path, content] of program) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
    python.FS.writeFile(path, content);
  }
  // Browsers do not report how much processor time a program has used. Python asks for signals at regular steps of the
  // program, so the steps are the clock: a program gets the same answer on a slow or busy computer.
  let steps = 0;
  let due = Number.POSITIVE_INFINITY; // the step at which the next signal is sent
  let every = 0;
  python.setInterruptBuffer({
    get 0() {
      steps += 1;
      if (steps < due) return 0;
      due = every ? steps + every : Number.POSITIVE_INFINITY;
      return SIGVTALRM;
    },
    set 0(_) {}, // Python resets it
  });
  const clock = () => steps / STEPS;
  /** @param {number} seconds @param {number} again */
  const timer = (seconds, again) => {
    due = seconds ? steps + STEPS * seconds : Number.POSITIVE_INFINITY;
    every = STEPS * again;
  };
  python.runPython('import sys; sys.path.insert(0, "/noughts"); sys.setrecursionlimit(1000)');
  const answer = python.pyimport('noughts.web.browser.sandboxed').start(post, clock, timer);
  for (const name of ['fetch', 'Worker', 'BroadcastChannel']) Reflect.deleteProperty(self, name);
  self.onmessage = ({ data }) => answer(data);
  post('ready');
}

self.addEventListener('message', (event) => start(event).catch((error) => self.postMessage(String(error))), {
  once: true,
});
