"""``python -m noughts``: the terminal program."""

import sys


def main() -> int:
    """Run the terminal program and return its exit status; say what to install where it is missing."""
    try:
        from noughts.apps.cli import run
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"noughts: {error.name} is missing. Install it: pip install click rich", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
