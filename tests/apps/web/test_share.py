"""``noughts web --share``: the address and the QR code in the terminal, and invitations that work on the network."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.terminal import Terminal
from tests.apps.web.web_server import WebServer, web_server

pty = pytest.importorskip("pty", reason="needs a system with pseudo-terminals")

from noughts.apps.web import server  # noqa: E402  # needs the extra

_SHARED = pytest.mark.skipif(not server.page_urls("0.0.0.0", 80)[1], reason="this computer has no network")


def _run(directory: Path, *options: str) -> Terminal:
    return Terminal.run("web", "--port", "0", "--database", str(directory / "games"), *options)


def test_without_a_network_sharing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "page_urls", lambda host, port: (f"http://localhost:{port}/", ""))
    run = _run(tmp_path, "--share")
    assert run.status == 2
    assert run.err == ("noughts: this computer is not connected to a network: connect it first, or leave out --share\n")


def test_share_and_host_exclude_each_other(tmp_path: Path) -> None:
    run = _run(tmp_path, "--share", "--host", "0.0.0.0")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "--share and --host exclude each other" in run.err


@_SHARED
def test_invitations_from_a_shared_server_work_on_the_network(tmp_path: Path) -> None:
    with web_server(tmp_path, "--share") as running:
        network = server.page_urls("0.0.0.0", running.port)[1]
        with running.browser() as ada:
            for host in (f"localhost:{running.port}", network.split("/")[2]):
                ada.http.headers.update({"host": host, "origin": f"http://{host}"})
                page = ada.get(ada.send("/play/invite", name="Ada").headers["location"]).text
                assert len(re.findall(rf'value="{network}seat/', page)) == 3
                assert "--share" not in page


def test_an_invitation_that_only_this_computer_can_open_says_so_once(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        page = ada.get(ada.send("/play/invite", name="Ada").headers["location"]).text
        assert (
            page.count("This link works only on this computer. To share it, start noughts with <code>--share</code>.")
            == 1
        )


@_SHARED
def test_the_terminal_shows_the_address_and_its_qr_code(tmp_path: Path) -> None:
    import segno

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "noughts", "web", "--share", "--port", "0", "--database", str(tmp_path / "games")]
    environment = os.environ | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, env=environment) as run:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the program has exited
            while shown.count(b"\x1b[0m") < 10 and (more := os.read(ours, 4096)):
                shown += more
        run.terminate()
        run.wait(30)
    os.close(ours)
    address = re.search(r"On your network it is at (http://[\d.]+:\d+/)", shown.decode(errors="replace"))
    assert address
    modules = list(segno.make(address[1], error="l").matrix_iter(border=2))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    first = "".join(blocks[bool(a), bool(b)] for a, b in zip(modules[2], modules[3], strict=True))
    assert first in shown.decode(errors="replace")
