// Compile Python's library and the program with the Python that will run them, without docstrings and assertions:
// node compile.mjs RUNTIME SOURCES.zip LIBRARY.zip PROGRAM.bin
// Names and dates are fixed, so the same sources give the same bytes.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [runtime, sources, library, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(runtime, 'pyodide.mjs')).href);
const python = await loadPyodide();
python.FS.writeFile('/sources.zip', readFileSync(sources));
python.FS.writeFile('/library.zip', readFileSync(resolve(runtime, 'python_stdlib.zip')));
python.runPython(`
import gzip
import importlib._bootstrap_external
import io
import tarfile
import zipfile


def files(archive, folder):
    """Yield the files of an archive, with each module compiled."""
    with zipfile.ZipFile(archive) as sources:
        for name in sources.namelist():
            data = sources.read(name)
            if name.endswith(".py"):
                code = compile(data, folder + name, "exec", dont_inherit=True, optimize=2)
                yield name + "c", bytes(importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), checked=False))
            if not name.endswith((".py", "/")) or name == "anyio/__init__.py":  # anyio reads the text of this file
                yield name, data


with zipfile.ZipFile("/library", "w") as library:
    for name, data in files("/library.zip", "/lib/python314.zip/"):
        library.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)

with gzip.GzipFile("/program", "wb", 9, mtime=0) as zipped, tarfile.open(fileobj=zipped, mode="w") as program:
    for name, data in files("/sources.zip", "/program/"):
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        program.addfile(entry, io.BytesIO(data))
`);
writeFileSync(library, python.FS.readFile('/library'));
writeFileSync(program, python.FS.readFile('/program'));
