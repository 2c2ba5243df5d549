"""The `noughts` command. Each subcommand is imported only when it is called.

Exit status:

- 0: success
- 1: the answer is no: `grade` found a mistake, a proof or a table is wrong, or a proof was not completed
- 2: invalid input: an unknown option, an invalid position or game, or a file or stream that cannot be read or written
- 130: interrupted with Ctrl-C
"""

import codecs
import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, Literal, TextIO

import click

import noughts
from noughts.render.characters import in_ascii
from noughts.render.names import printable
from noughts.rules.errors import BadFile, NoughtsError, short_repr
from noughts.system.signals import ended_in_order
from noughts.terminal.prose import say

COMMANDS = {
    "play.play": "Play against the computer or with a friend.",
    "play.tui": "Play, analyse and solve puzzles on the full screen.",
    "play.puzzles": "Solve puzzles: today's, and others that suit you.",
    "play.web": "Start the web page: play, analyse and explore games in a browser.",
    "play.site": "Build the web page as a folder of files that needs no server.",
    "solve.analyse": "Show the value of a position and of every move in it.",
    "solve.solve": "Solve a game or a position exactly.",
    "solve.values": "Find who wins on boards of many sizes, as a table.",
    "solve.cluster": "Solve large boards on several processes or machines.",
    "solve.check": "Check a proof written by noughts solve or noughts cluster solve.",
    "learn.explain": "Explain step by step how a search finds the best move.",
    "learn.review": "Find the mistakes in a finished game and explain them.",
    "play.arena": "Play a match between two players, or a tournament.",
    "grade": "Grade your own function, or the programs of a class.",
    "play.engine": "Play as an engine for match managers (Gomocup's protocol or UGI).",
    "measure.perft": "Count a game's move sequences ply by ply.",
    "measure.count": "Count a game's positions and how its games end.",
    "solve.tablebase": "Build, query and check a table of every position of a game.",
    "solve.book": "Build and check an opening book of exact scores.",
    "measure.bench": "Solve a fixed list of games and print a signature of the results.",
    "learn.worksheet": "Make a worksheet of positions to solve by hand, with answers.",
}
"""The modules in `noughts.terminal.commands`, in the order of the help page. Each module has the name of its
subcommand, and contains it as the function `command`."""

_MODULES = {module.rpartition(".")[2]: module for module in COMMANDS}


_PLAINLY = "noughts-plainly"
"""The error handler of the standard streams. It replaces characters that the output's encoding lacks by ASCII."""


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    if isinstance(error, UnicodeEncodeError):
        return in_ascii(error.object[error.start : error.end]), error.end
    return codecs.replace_errors(error)


codecs.register_error(_PLAINLY, _plainly)


class _Commands(click.Group):
    """A click group that imports each command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names."""
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, and return it, or return None if its name is unknown."""
        cmd_name = {"analyze": "analyse"}.get(cmd_name, cmd_name)
        if cmd_name not in _MODULES:
            return None
        command: click.Command = import_module(f"noughts.terminal.commands.{_MODULES[cmd_name]}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand. If its name is unknown, raise an error that suggests a similar command."""
        if args and args[0] not in (*_MODULES, "analyze") and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0].lower(), _MODULES, 1)
            advice = f"did you mean {close[0]}?" if close else f"expected {', '.join(_MODULES)}"
            raise click.UsageError(f"unknown command {short_repr(args[0], 20)}: {advice}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(zip(_MODULES, COMMANDS.values(), strict=True)))


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(noughts.__version__, "-V", "--version", message="noughts %(version)s")
@click.pass_context
def main(ctx: click.Context) -> int:
    """Play, analyse, explain and solve tic-tac-toe and its family of games.

    Without a command, noughts starts a game. If Textual is installed, noughts offers the full screen for it. If the
    input is not a terminal, noughts shows a short demonstration game.
    """
    if ctx.invoked_subcommand is None:
        play = import_module("noughts.terminal.commands.play.play")
        full = import_module("noughts.terminal.screen.start")
        if sys.stdin.isatty():
            if full.can_open() and click.confirm("Play on the full screen?", default=True):
                return int(full.open_full_screen(full.new_searches()))
            status: int = ctx.invoke(play.command)
            return status
        play.demonstrate()
    return 0


def run(args: list[str] | None = None) -> int:
    """Run the program and return its exit status. Print expected errors as one sentence, without a traceback."""
    if sys.stdin is None:  # standard input was closed
        sys.stdin = _nowhere("r")
    if sys.stderr is None:
        sys.stderr = _nowhere("w")
    if sys.stdout is None:
        return _fail("standard output is closed: to discard the output, redirect it to /dev/null")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=_PLAINLY)
    status = 0
    try:
        with ended_in_order():
            status = _status(args)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has closed the pipe: exit quietly, with the command's status if it has ended
        pass
    except OSError as error:
        status = _fail(f"{error.filename or 'standard input or output'}: {error.strerror or error}")
    except (click.Abort, KeyboardInterrupt):
        with suppress(OSError):
            print(file=sys.stderr)
        status = 130
    for stream in (sys.stdout, sys.stderr):  # Python flushes them at exit, and reports an error if it cannot
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return status


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    """Return the null device as a replacement for a closed stream. Child processes inherit the device."""
    stream = open(os.devnull, mode)  # noqa: SIM115  it stays open
    os.set_inheritable(stream.fileno(), True)
    return stream


def _status(args: list[str] | None) -> int:
    """Run a command and return its exit status. Report invalid input in one sentence."""
    try:
        status = main.main(args, prog_name="noughts", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else "")
        return 0
    except click.ClickException as error:
        message = error.format_message()
        if re.fullmatch(r"Got unexpected extra arguments? \([xo]\b.*\)", message, re.IGNORECASE):
            message += ': put a position with its player in quotes, as in "o_x/x2_/x2o x"'
        return _fail(message, getattr(error, "ctx", None))
    except SystemExit as end:
        if end.code != 1:
            raise
        raise BrokenPipeError from None  # otherwise click would exit with status 1
    except BadFile as error:
        return _fail(str(error), status=1)
    except NoughtsError as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("there is not enough memory: try a smaller game, a shorter input, or less --megabytes")


def _fail(message: str, ctx: click.Context | None = None, status: int = 2) -> int:
    hint = f" (see {ctx.command_path} --help)" if ctx else ""
    with suppress(OSError):  # standard error may not be writable either
        say(f"noughts: {printable(message.strip())}{hint}", sys.stderr)
    return status
