"""Show a prompt again after Ctrl-Z and fg."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

if sys.platform != "win32":
    import termios


@contextmanager
def shown_again(prompt: str) -> Iterator[None]:
    """When the program continues after Ctrl-Z, show the prompt again, together with the line that was being typed."""
    if sys.platform == "win32" or signal.getsignal(signal.SIGTSTP) is not signal.SIG_DFL or not sys.stdin.isatty():
        yield
        return
    usual = termios.tcgetattr(sys.stdin)

    def suspend(number: int, frame: object) -> None:
        typing = termios.tcgetattr(sys.stdin)  # readline turns off the echo of the terminal
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, usual)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)  # the program stops here
        signal.signal(signal.SIGTSTP, suspend)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, typing)
        typed = ""
        with suppress(ImportError):
            import readline

            typed = readline.get_line_buffer()
        print(f"{prompt}{typed}", end="", flush=True)

    signal.signal(signal.SIGTSTP, suspend)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
