"""``noughts web --share``: the address and the QR code in the terminal, and invitations that work on the network."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.terminal.terminal import Terminal
from tests.web.web_server import Browser, WebServer

pty = pytest.importorskip("pty", reason="needs a system with pseudo-terminals")

from noughts.web.server import main as server  # noqa: E402  # needs the extra

_SHARED = pytest.mark.skipif(not server.page_urls("0.0.0.0", 80)[1], reason="this computer has no network")

LINKS = ["/analyse?moves=b2,a1", "/play/link?moves=b2&sent=1", "/puzzles/set"]
"""Pages that show links to themselves or to other pages."""


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
    assert "--share and --host cannot be used together" in run.err


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What a server with ``--share`` shows in a terminal, while it runs."""
    file = tmp_path_factory.mktemp("shared") / "games"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "noughts", "web", "--share", "--port", "0", "--database", str(file)]
    environment = os.environ | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, env=environment) as run:
        os.close(theirs)
        text = b""
        with contextlib.suppress(OSError):  # the program has exited
            while text.count(b"\x1b[0m") < 10 and (more := os.read(ours, 4096)):
                text += more
        yield text.decode(errors="replace")
        run.terminate()
        run.wait(30)
    os.close(ours)


def network_address(shown: str) -> str:
    """Return the address of the page for other computers."""
    address = re.search(r"On your network it is at (http://[\d.]+:\d+/)", shown)
    assert address
    return address[1]


@_SHARED
def test_links_from_a_shared_server_work_on_the_network(shown: str) -> None:
    network = network_address(shown)
    port = network.split(":")[2].rstrip("/")
    with Browser(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False)) as ada:
        for host in (f"localhost:{port}", network.split("/")[2]):
            ada.http.headers.update({"host": host, "origin": f"http://{host}"})
            page = ada.get(ada.send("/play/invite", name="Ada").headers["location"]).text
            assert len(re.findall(rf'value="{network}seat/', page)) == 3
            assert "--share" not in page
            assert "--share" not in ada.get("/play?mode=link").text
            for path in LINKS:
                page = ada.get(path).text
                assert f'value="{network}' in page
                assert "--share" not in page


def test_an_invitation_that_only_this_computer_can_open_says_so(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        first = ada.get("/play?mode=link").text
        page = ada.get(ada.send("/play/invite", name="Ada").headers["location"]).text
        assert "This link works only on this computer." in first
        assert "send your moves as links" in first
        assert (
            page.count("This link works only on this computer. To share it, start noughts with <code>--share</code>.")
            == 1
        )


@pytest.mark.parametrize("path", LINKS)
def test_a_link_to_a_page_that_only_this_computer_can_open_says_so(shared_server: WebServer, path: str) -> None:
    with shared_server.browser() as ada:
        page = ada.get(path).text
        assert f'value="{shared_server.address}' in page
        assert page.count("only on this computer. To share ") == page.count("<code>--share</code>") == 1


@_SHARED
def test_the_terminal_shows_the_address_and_its_qr_code(shown: str) -> None:
    import segno

    modules = list(segno.make(network_address(shown), error="l").matrix_iter(border=2))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    first = "".join(blocks[bool(a), bool(b)] for a, b in zip(modules[2], modules[3], strict=True))
    assert first in shown
