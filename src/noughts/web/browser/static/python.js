// Start Python with the program in a worker.

/** The URL of a file beside this one. @param {string} name */
const file = (name) => new URL(name, import.meta.url).href;

/**
 * Start Python, and unpack the program.
 * @param {(loaded: number) => void} [progress] receives how much has arrived, from 0 to 1
 */
export async function startPython(progress = () => {}) {
  const { runtime, bytes } = await (await fetch(file('site.json'))).json();
  const { loadPyodide } = await import(file(`${runtime}pyodide.mjs`));
  let arrived = 0;
  const fromNetwork = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, options) => {
    const response = await fromNetwork(input, options);
    if (!response.ok || !response.body) return response;
    const counted = new TransformStream({
      transform(piece, controller) {
        arrived += piece.byteLength;
        progress(Math.min(1, arrived / bytes));
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(counted), { headers: response.headers });
  };
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL: file(runtime), packages: [], fullStdLib: false }),
    fetch(file('program.zip')).then((response) => response.arrayBuffer()),
  ]);
  globalThis.fetch = fromNetwork;
  python.unpackArchive(program, 'zip', { extractDir: '/program' });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}
