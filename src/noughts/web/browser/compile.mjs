// Prepare Python's library and the program with the Python that will run them:
// node compile.mjs RUNTIME SOURCES.zip LIBRARY.zip PROGRAM.bin
// The modules of the program that the first page needs are compiled, so that it appears sooner. The others stay texts,
// which are smaller. Parts of the library that cannot work in a browser, or that are there in C, too, are left out. The
// same sources give the same bytes.

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
import sys
import tarfile
import zipfile


USELESS = """_pyrepl/ asyncio/proactor_events.py asyncio/windows_ curses/ dbm/ ensurepip/ idlelib/ multiprocessing/ pdb.py
    pydoc.py pydoc_data/ sqlite3/ test/ tkinter/ venv/ wsgiref/ xmlrpc/ ftplib.py imaplib.py mailbox.py nntplib.py
    poplib.py smtplib.py socketserver.py _pydatetime.py _pyio.py""".split()
ENCODINGS = ("__init__", "_", "aliases", "ascii", "cp1252", "cp437", "cp850", "idna", "iso8859_1", "latin_1", "punycode", "raw_", "unicode_", "utf_")

sys.path.insert(0, "/sources.zip")
import noughts.web.browser.engines
import noughts.web.browser.host

FIRST = {getattr(module, "__file__", None) for module in sys.modules.values()}


def is_useful(name):
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").startswith(ENCODINGS)
    return not name.startswith(tuple(USELESS))


def prepared(name, data):
    """Yield a file of the program, or its compiled form, under the name that it has in a browser."""
    is_first = f"/sources.zip/{name}" in FIRST and not name.startswith("noughts/search/")  # lessons show these texts
    if is_first:
        code = compile(data, f"/program/{name}", "exec", dont_inherit=True, optimize=2)
        yield name + "c", bytes(importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), checked=False))
    if not is_first or name == "anyio/__init__.py":  # anyio reads this text
        yield name, data


with zipfile.ZipFile("/library.zip") as whole, zipfile.ZipFile("/library", "w") as library:
    for name in filter(is_useful, whole.namelist()):
        library.writestr(zipfile.ZipInfo(name), whole.read(name), zipfile.ZIP_DEFLATED, 9)

with (
    zipfile.ZipFile("/sources.zip") as sources,
    gzip.GzipFile("/program", "wb", 9, mtime=0) as zipped,
    tarfile.open(fileobj=zipped, mode="w") as program,
):
    for source in sources.namelist():
        for name, data in prepared(source, sources.read(source)):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            program.addfile(entry, io.BytesIO(data))
`);
writeFileSync(library, python.FS.readFile('/library'));
writeFileSync(program, python.FS.readFile('/program'));
