"""Store the offer that a player has declined."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_2"
down_revision = "noughts_1"


def upgrade() -> None:
    """Add the column for declined offers, which is empty for existing games."""
    op.add_column("games", sa.Column("refused", sa.Text, nullable=False, server_default=""))
