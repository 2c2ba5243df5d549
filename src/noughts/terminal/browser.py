"""Show a page that a command has written: open it in the browser."""

import webbrowser
from pathlib import Path
from typing import TextIO

from noughts.terminal.prose import say


def show_page(path: Path, messages: TextIO | None = None) -> None:
    """Open a page in the browser. If there is no browser, print a message to a stream, by default standard output."""
    if not webbrowser.open(path.absolute().as_uri()):
        say(f"No browser found. Open {path} yourself.", messages)
