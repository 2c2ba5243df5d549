"""``python -m noughts``: the terminal program."""

import os
import sys


def main() -> int:
    """Run the terminal program and return its exit status. If a package is missing, print how to install it."""
    sys.unraisablehook = _leave_if_interrupted
    try:
        from noughts.terminal.program import run

        return run()
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"noughts: {error.name} is missing. Install it: pip install click rich", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11 wraps errors raised in __set_name__
            raise
        return 130


def _leave_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End the program if Ctrl-C or a signal to end interrupts a callback or the exit.

    Otherwise, Python would print a traceback and carry on.
    """
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        os._exit(130)
    if isinstance(unraisable.exc_value, SystemExit):  # see `noughts.system.signals`
        os._exit(unraisable.exc_value.code if isinstance(unraisable.exc_value.code, int) else 1)
    sys.__unraisablehook__(unraisable)


if __name__ == "__main__":
    sys.exit(main())
