"""Store how many games in a row a person has won against the computer."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_4"
down_revision = "noughts_3"


def upgrade() -> None:
    """Add the column for wins in a row, which is 0 for existing games."""
    op.add_column("games", sa.Column("streak", sa.Integer, nullable=False, server_default="0"))
