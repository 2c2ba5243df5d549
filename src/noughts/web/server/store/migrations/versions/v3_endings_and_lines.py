"""Store resignations, agreed draws, and the variations and comments of a game."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_3"
down_revision = "noughts_2"


def upgrade() -> None:
    """Add the columns for endings and variations, which are empty for existing games."""
    op.add_column("games", sa.Column("ended", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("lines", sa.Text, nullable=False, server_default=""))
