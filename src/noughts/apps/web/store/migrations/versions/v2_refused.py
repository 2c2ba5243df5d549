"""What one player had asked for and the other has refused."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_2"
down_revision = "noughts_1"


def upgrade() -> None:
    """Add the column; in the games that there are, nothing is known to have been refused."""
    op.add_column("games", sa.Column("refused", sa.Text, nullable=False, server_default=""))
