"""A program that tries to leave its sandbox in a browser."""
import js, sys
from pyodide.ffi import create_proxy
found = {}
URL = "http://127.0.0.1/leak"

def attack(name, run):
    """Note what comes of an attack, at once or later."""
    found[name] = "nothing"
    try:
        result = run()
        found[name] = f"got {result}"
        if hasattr(result, "then"):
            found[name] = "waits"
            result.then(
                lambda value: found.update({name: f"got {value}"}),
                lambda error: found.update({name: f"failed: {error}"}),
            )
    except BaseException as error:
        found[name] = f"failed: {type(error).__name__} {error}"

def new(name, *arguments):
    return getattr(js, name).new(*arguments)

def xhr(url):
    request = js.XMLHttpRequest.new()
    request.open("GET", url, False)
    request.send()
    return request.responseText

def script(text):
    return js.URL.createObjectURL(js.Blob.new(js.Array.of(text)))

attack("fetch", lambda: js.fetch(URL + "?fetch-own"))
attack("real fetch", lambda: js.WorkerGlobalScope.prototype.fetch.call(js.self, URL + "?fetch"))
attack("pyfetch", lambda: __import__("pyodide.http").http.open_url(URL + "?open_url"))
attack("urllib", lambda: __import__("urllib.request").request.urlopen(URL + "?urllib"))
attack("socket", lambda: __import__("socket").create_connection(("127.0.0.1", int(URL.split(":")[2].split("/")[0])), 1))
attack("package", lambda: __import__("pyodide_js").loadPackage(URL + "?package-1.0-py3-none-any.whl"))
attack("xhr", lambda: xhr(URL + "?xhr"))
attack("importScripts", lambda: js.importScripts(URL + "?scripts"))
attack("own importScripts", lambda: js.importScripts(URL.replace("leak", "sandbox-frame.js?leak")))
attack("blob script", lambda: js.importScripts(script("import('" + URL + "?import').catch(() => 0);self.ran = 1")))
attack("blob fetch", lambda: js.importScripts(script("WorkerGlobalScope.prototype.fetch.call(self, '" + URL + "')")))
attack("eval", lambda: js.eval("1 + 1"))
attack("function", lambda: js.Function.new("return 1")())
attack("data script", lambda: js.importScripts("data:text/javascript,self.ran=2"))
attack("worker", lambda: new("Worker", script("fetch('" + URL + "?worker')")))
attack("shared worker", lambda: new("SharedWorker", script("fetch('" + URL + "?shared')")))
attack("event source", lambda: new("EventSource", URL + "?source"))
attack("web transport", lambda: new("WebTransport", URL.replace("http:", "https:")).ready)
attack("beacon", lambda: js.navigator.sendBeacon(URL + "?beacon"))
attack("web rtc", lambda: new("RTCPeerConnection"))
attack("broadcast", lambda: new("BroadcastChannel", "all"))
attack("indexedDB", lambda: js.indexedDB.open("leak"))
attack("caches", lambda: js.caches.open("leak"))
attack("localStorage", lambda: js.localStorage)
attack("cookies", lambda: js.cookieStore.getAll())
attack("document", lambda: js.document.cookie)
attack("files", lambda: js.navigator.storage.getDirectory())
attack("locks", lambda: js.navigator.locks.query())
attack("service worker", lambda: js.navigator.serviceWorker.register(URL))
attack("parent", lambda: js.parent)
attack("top", lambda: js.top.document)
attack("origin", lambda: js.self.origin)
attack("shared memory", lambda: new("SharedArrayBuffer", 8))

def websocket():
    socket = js.WebSocket.new(URL.replace("http:", "ws:") + "?socket")
    socket.onopen = create_proxy(lambda e: found.update(websocket="got open"))
    socket.onerror = create_proxy(lambda e: found.update(websocket="failed"))
    return "waits"

attack("websocket", websocket)
calls = []

def best_move(cells):
    calls.append(0)
    names = list(found)
    raise ValueError(names[len(calls) % len(names)] + "=" + found[names[len(calls) % len(names)]])
