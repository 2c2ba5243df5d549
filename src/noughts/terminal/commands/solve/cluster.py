"""`noughts cluster`: split the solving of a game into jobs for several processes or machines, and show the progress of
a run.
"""

import click

from noughts.terminal.commands.solve.cluster_show import show_command
from noughts.terminal.commands.solve.cluster_solve import solve_command


@click.group()
def command() -> None:
    """Solve large boards on several processes or machines. Needs the compiled kernel.

    \b
    noughts cluster solve 8,8,5 885.ledger --workers 4
    noughts cluster show 885.ledger --watch
    """


command.add_command(solve_command)
command.add_command(show_command)
