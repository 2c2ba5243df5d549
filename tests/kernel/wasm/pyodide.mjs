// Run a Python program in Pyodide with the WebAssembly kernel. It can import what is in a ZIP file.
//
//     node pyodide.mjs PYODIDE.MJS KERNEL.WASM PACKAGES.ZIP <PROGRAM.PY
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [pyodideFile, kernelFile, packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodideFile));
const pyodide = await loadPyodide();
pyodide.registerJsModule('_noughts_kernel', { kernel: await WebAssembly.compile(readFileSync(kernelFile)) });
pyodide.FS.writeFile('/packages.zip', new Uint8Array(readFileSync(packages)));
pyodide.runPython(`
import shutil, sys
shutil.unpack_archive("/packages.zip", "/packages")
sys.path.insert(0, "/packages")
`);
try {
  pyodide.runPython(readFileSync(0, 'utf8'));
} catch (error) {
  console.error(String(error?.stack ?? error).slice(-3000)); // it may begin with a megabyte of Pyodide
  process.exitCode = 1;
}
