// Start Python with the program in a worker.

/** The URL of a file beside this one. @param {string} name */
const file = (name) => new URL(name, import.meta.url).href;

/**
 * Start Python, and unpack the program.
 * @param {object} [options]
 * @param {(loaded: number) => void} [options.progress] receives how much has arrived, from 0 to 1
 * @param {boolean} [options.solves] whether to load the compiled solver, too, if the site has it
 */
export async function startPython({ progress = () => {}, solves = false } = {}) {
  const { runtime, bytes, kernel } = await (await fetch(file('site.json'))).json();
  const { loadPyodide } = await import(file(`${runtime}pyodide.mjs`));
  let arrived = 0;
  /** @param {Response} response */
  async function count({ body }) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      arrived += piece.value.byteLength;
      progress(Math.min(1, arrived / bytes));
    }
  }
  const fromNetwork = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, options) => {
    const response = await fromNetwork(input, options);
    if (!response.ok || !response.body) throw new Error(`${response.url} has not arrived (${response.status})`);
    count(response.clone()).catch(() => {}); // the reader of the response sees the error
    const type = 'application/wasm'; // which some hosts do not know; browsers keep what they compile of the original
    if (!response.url.endsWith('.wasm') || response.headers.get('content-type') === type) return response;
    return new Response(response.body, { headers: { 'content-type': type } });
  };
  const lost = Promise.withResolvers(); // Pyodide reports no error when its program has not arrived
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (source, imports) =>
    instantiate(source, imports).catch((error) => {
      lost.reject(error);
      throw error;
    });
  const loaded = Promise.all([
    loadPyodide({ indexURL: file(runtime), packages: [], fullStdLib: false }),
    fetch(file('program.bin')).then(unpacked),
  ]);
  const [python, program] = await Promise.race([loaded, lost.promise]);
  globalThis.fetch = fromNetwork;
  WebAssembly.instantiateStreaming = instantiate;
  for (const [name, content] of program) {
    python.FS.mkdirTree(`/program/${name}`.replace(/[^/]*$/, ''));
    python.FS.writeFile(`/program/${name}`, content);
  }
  if (kernel && solves) {
    const wasm = file('noughts_kernel.wasm');
    const solver = await WebAssembly.compileStreaming(fetch(wasm)).catch(
      async () => WebAssembly.compile(await (await fetch(wasm)).arrayBuffer()), // if the host does not know its type
    );
    python.registerJsModule('_noughts_kernel', { kernel: solver });
    python.FS.writeFile('/program/noughts_kernel.py', await (await fetch(file('noughts_kernel.py'))).text());
  }
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}

/**
 * The files in an archive in the format tar.gz.
 * @param {Response} response
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function unpacked({ body }) {
  const unzipped = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream('gzip'));
  const tar = new Uint8Array(await new Response(unzipped).arrayBuffer());
  const text = (/** @type {number} */ start, /** @type {number} */ length) =>
    new TextDecoder().decode(tar.subarray(start, start + length)).replace(/\0.*/s, '');
  /** @type {[string, Uint8Array][]} */
  const files = [];
  for (let at = 0; tar[at]; ) {
    const [name, size] = [text(at, 100), Number.parseInt(text(at + 124, 12), 8)];
    files.push([name, tar.subarray(at + 512, at + 512 + size)]);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
