"""Write docs/reference/commands.md from the help of every command.

Run `python docs/make_commands.py` after a change of a command or an option; a test fails when the page is out of date.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from noughts.terminal.program import main

PAGE = Path(__file__).parent / "reference" / "commands.md"
BEGINNING = """# Commands

This page shows the `--help` of every command of noughts. [The terminal program](../terminal.md) explains how to use the
commands.
"""


def page() -> str:
    """Return the text of the page: each command with its help, 80 columns wide."""
    width = {"terminal_width": 80, "max_content_width": 80}
    context = click.Context(main, info_name="noughts", **main.context_settings, **width)
    return BEGINNING + "".join(sections(context))


def sections(context: click.Context) -> Iterator[str]:
    """Yield the section of a command, then the sections of its subcommands."""
    command = context.command
    text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    yield f"\n## {context.command_path}\n\n```text\n{text}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child and not child.hidden:
                yield from sections(click.Context(child, parent=context, info_name=name))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
