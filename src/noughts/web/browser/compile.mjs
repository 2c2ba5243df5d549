// Compile the program with the Python that will run it: node compile.mjs RUNTIME SOURCES.zip PROGRAM.zip
// Names and dates are fixed, so the same sources give the same bytes.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [runtime, sources, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(runtime, 'pyodide.mjs')).href);
const python = await loadPyodide();
python.FS.writeFile('/sources.zip', readFileSync(sources));
python.runPython(`
import importlib._bootstrap_external
import zipfile

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/program.zip", "w") as program:
    for name in sources.namelist():
        data = sources.read(name)
        if name.endswith(".py"):
            code = compile(data, f"/program/{name}", "exec", dont_inherit=True)
            compiled = importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), checked=False)
            program.writestr(zipfile.ZipInfo(name + "c"), bytes(compiled), zipfile.ZIP_DEFLATED, 9)
            if not data.startswith(b"from __future__ import annotations\\n\\nfrom typing import TYPE_CHECKING\\n\\nfrom ._lazyimport"):
                continue
        program.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(program, python.FS.readFile('/program.zip'));
