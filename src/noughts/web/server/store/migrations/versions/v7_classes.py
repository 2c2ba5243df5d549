"""Store classes, and the class of each game."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_7"
down_revision = "noughts_6"


def upgrade() -> None:
    """Create the table of classes, and add a column for the class of a game. Existing games belong to no class."""
    op.create_table(
        "classes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.add_column("games", sa.Column("class_id", sa.Text, nullable=False, server_default=""))
